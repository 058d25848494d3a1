internal import GRDB

extension Subject {
  static var grdb: Subject {
    Subject(
      name: "GRDB",
      register: { _ = migrator($0) },
      status: { path, count in
        let migrator = migrator(count)
        let queue = try DatabaseQueue(path: path)
        return {
          try queue.read { db in
            // The same information as our report, from separate calls.
            let identifiers = try migrator.appliedIdentifiers(db)
            let completed = try migrator.completedMigrations(db)
            let isSuperseded = try migrator.hasBeenSuperseded(db)
            let pending = migrator.migrations.filter { !identifiers.contains($0) }
            return pending.count + identifiers.count + (isSuperseded ? completed.count : 0)
          }
        }
      },
      migrate: { path, count, immediate in
        try migrator(count, immediate: immediate).migrate(try DatabaseQueue(path: path))
      },
      recreate: { path in
        var migrator = DatabaseMigrator()
        migrator.registerMigration("recreation") { try $0.execute(sql: Migrations.recreation) }
        try migrator.migrate(try DatabaseQueue(path: path))
      },
      check: { path in
        let queue = try DatabaseQueue(path: path)
        return { try queue.read { try $0.checkForeignKeys() } }
      },
      copy: { path, target in
        try DatabaseQueue(path: path).backup(to: try DatabaseQueue(path: target))
      },
      dryRun: nil)
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
