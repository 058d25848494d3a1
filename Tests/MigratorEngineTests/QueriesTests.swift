import MigratorEngine
import Testing

struct QueriesTests {
  private static let truths:
    [(
      applied: [String], registeredApplied: [String], completed: [String], isComplete: Bool,
      isSuperseded: Bool
    )] = [
      ([], [], [], false, false),
      (["1"], ["1"], ["1"], false, false),
      (["2"], ["2"], [], false, false),
      (["3"], ["3"], [], false, false),
      (["1", "2"], ["1", "2"], ["1", "2"], false, false),
      (["3", "1"], ["1", "3"], ["1"], false, false),
      (["2", "3"], ["2", "3"], [], false, false),
      (["3", "2", "1"], ["1", "2", "3"], ["1", "2", "3"], true, false),
      (["1", "4"], ["1"], ["1"], false, true),
      (["1", "2", "3", "4"], ["1", "2", "3"], ["1", "2", "3"], true, true),
    ]

  @Test(arguments: 0..<10) func `the queries give the same results as GRDB`(row: Int) throws {
    let truth = Self.truths[row]
    let migrator = DatabaseMigrator(["1": "", "2": "", "3": ""])
    let queue = try DatabaseQueue()
    try queue.write { db throws in
      try db.execute(
        sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      for identifier in truth.applied {
        try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [identifier])
      }
    }
    try queue.read { db throws in
      #expect(try migrator.appliedIdentifiers(db) == Set(truth.applied))
      #expect(try migrator.appliedMigrations(db) == truth.registeredApplied)
      #expect(try migrator.completedMigrations(db) == truth.completed)
      #expect(try migrator.hasCompletedMigrations(db) == truth.isComplete)
      #expect(try migrator.hasBeenSuperseded(db) == truth.isSuperseded)
    }
  }

  @Test func `hasCompletedMigrations is true for a migrator without migrations`() throws {
    let queue = try DatabaseQueue()
    try queue.read { db throws in
      #expect(try DatabaseMigrator().hasCompletedMigrations(db))
      #expect(try !DatabaseMigrator().hasBeenSuperseded(db))
    }
    try DatabaseMigrator().migrate(queue)
    #expect(try queue.count("SELECT count(*) FROM sqlite_master") == 0)
  }

  @Test func `a ledger with other columns is an error, not an empty ledger`() throws {
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction {
      try $0.execute(sql: "CREATE TABLE grdb_migrations (name TEXT)")
    }
    let migrator = DatabaseMigrator(["1": ""])
    #expect(throws: MigrationError.self) {
      try queue.read { try migrator.appliedIdentifiers($0) }
    }
    // The status gives the reason, and steps are refused.
    #expect(
      try queue.read { try migrator.statusReport($0) }.obstacle?.message
        == "grdb_migrations has no identifier column, so migtui cannot determine what is applied.")
    #expect(throws: MigrationError.self) { try migrator.migrate(queue) }
  }

  @Test(arguments: ["NULL", "x'00ff'"])
  func `a ledger row without an identifier blocks every step`(value: String) throws {
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction {
      try $0.execute(
        sql: """
          CREATE TABLE grdb_migrations (identifier TEXT PRIMARY KEY);
          INSERT INTO grdb_migrations VALUES ('0'), (\(value));
          """)
    }
    let migrator = DatabaseMigrator(["1": ""])
    let status = try queue.read { try migrator.statusReport($0) }
    #expect(status.obstacle?.remedy.isEmpty == false)
    #expect(status.migrations.map(\.identifier) == ["0", "1"])
    #expect(throws: MigrationError.self) { try migrator.migrate(queue) }
  }
}
