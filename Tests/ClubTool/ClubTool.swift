import Foundation
import MigratorCommands

/// A tool as an app would write it, with only the app's migrator and configuration.
@main struct ClubTool: MigratorTool {
  static var migrator: DatabaseMigrator { Club.migrator }
  static var configuration: Configuration { Club.configuration }
}

/// The app: clubs, players, and migrations that use the app's own functions.
enum Club {
  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      db.add(
        function: DatabaseFunction("shout", argumentCount: 1, pure: true) { values in
          String.fromDatabaseValue(values[0]).map { $0.uppercased() + "!" }
        })
      db.add(
        collation: DatabaseCollation("backwards") {
          $1 < $0 ? .orderedAscending : $0 < $1 ? .orderedDescending : .orderedSame
        })
    }
    return configuration
  }

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("clubs") { db in
      try db.execute(
        sql: "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE backwards)")
    }
    migrator.registerMigration("players") { db in
      try db.create(table: "player") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("clubId", .integer).references("club", onDelete: .cascade)
        t.column("name", .text).notNull()
      }
    }
    migrator.registerMigration("loud names") { db in
      try db.execute(sql: "UPDATE club SET name = shout(name)")
    }
    migrator.registerMigration("no loners") { db in
      try db.execute(sql: "DELETE FROM player WHERE clubId IS NULL")
    }
    // Never ends, for tests that stop it.
    migrator.registerMigration("endless") { db in
      try db.execute(
        sql: """
          CREATE TABLE big (n INTEGER);
          INSERT INTO big WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)
          SELECT n FROM c;
          """)
    }
    // Code that never checks for cancellation.
    if ProcessInfo.processInfo.environment["CLUB_STUCK"] != nil {
      migrator.registerMigration("stuck") { db in
        try db.execute(sql: "INSERT INTO club (name) VALUES ('stuck')")
        while true { usleep(10_000) }
      }
    }
    return migrator
  }
}
