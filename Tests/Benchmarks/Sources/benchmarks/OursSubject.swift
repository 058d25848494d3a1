internal import MigratorEngine

extension Subject {
  static var ours: Subject {
    Subject(
      name: "ours",
      register: { _ = migrator($0) },
      status: { path, count in
        let migrator = migrator(count)
        let queue = try DatabaseQueue(path: path)
        return { try queue.read { try migrator.statusReport($0).migrations.count } }
      },
      migrate: { path, count, immediate in
        try migrator(count, immediate: immediate).migrate(try DatabaseQueue(path: path))
      },
      recreate: { path in
        var migrator = DatabaseMigrator()
        migrator.registerMigration("recreation") { db in
          try db.recreate(table: "player") { t in
            t.column("id", .integer).primaryKey()
            t.column("name", .text).notNull()
            t.column("score", .integer).notNull().defaults(to: 0)
            t.column("teamId", .integer).references("team", onDelete: .cascade)
          }
        }
        try migrator.migrate(try DatabaseQueue(path: path))
      },
      check: { path in
        let queue = try DatabaseQueue(path: path)
        return { try queue.read { try $0.checkForeignKeys() } }
      },
      copy: { path, target in try DatabaseCopy.copy(from: path, to: target) },
      dryRun: { path, count in
        _ = try DryRun.run(path: path, migrator: migrator(count), scope: .all)
      })
  }

  /// SQLite's own check on a connection with our settings.
  static func pragma(_ path: String) throws -> () throws -> Void {
    let queue = try DatabaseQueue(path: path)
    return { try queue.read { _ = try Row.fetchAll($0, sql: "PRAGMA foreign_key_check") } }
  }

  private static func migrator(_ count: Int, immediate: Bool = false) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for number in 0..<count {
      migrator.registerMigration(
        Migrations.identifier(number), foreignKeyChecks: immediate ? .immediate : .deferred
      ) { db in
        try db.execute(sql: Migrations.sql(number))
      }
    }
    return migrator
  }
}
