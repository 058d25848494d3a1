import MigratorEngine
import Testing

/// The samples and declarations in GRDB's reference of `DatabaseMigrator`.
struct MigratorReferenceSampleTests {
  private let fixture: DefinitionFixture
  private var dbQueue: DatabaseQueue { fixture.queue }

  init() throws { fixture = try DefinitionFixture() }

  @Test func `the sample creates a library of authors and books`() throws {
    var migrator = DatabaseMigrator()

    // 1st migration
    migrator.registerMigration("createLibrary") { db in
      try db.create(table: "author") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("creationDate", .datetime)
        t.column("name", .text).notNull()
      }

      try db.create(table: "book") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("authorId", .integer)
          .notNull()
          .references("author", onDelete: .cascade)
        t.column("title", .text).notNull()
      }
    }

    // 2nd migration
    migrator.registerMigration("AddBirthYearToAuthors") { db in
      try db.alter(table: "author") { t in
        t.add(column: "birthYear", .integer)
      }
    }

    // Migrations for future versions will be inserted here:
    //
    // // 3rd migration
    // migrator.registerMigration("...") { db in
    //     ...
    // }

    try migrator.migrate(dbQueue)
    try dbQueue.execute(
      """
      INSERT INTO author (name, birthYear) VALUES ('Ada', 1815);
      INSERT INTO book (authorId, title) VALUES (1, 'Notes');
      DELETE FROM author
      """)
    #expect(try dbQueue.count("SELECT count(*) FROM book") == 0)
  }

  @Test func `eraseDatabaseOnSchemaChange is off by default`() {
    var migrator = DatabaseMigrator()
    #expect(!migrator.eraseDatabaseOnSchemaChange)
    #if DEBUG
      // Speed up development by nuking the database when migrations change
      migrator.eraseDatabaseOnSchemaChange = true
      #expect(migrator.eraseDatabaseOnSchemaChange)
    #endif
  }

  @Test func `foreign key checks depend on the settings at registration`() throws {
    @Sendable func note(_ identifier: String, _ db: Database) throws {
      let isOn = try Bool.fetchOne(db, sql: "PRAGMA foreign_keys") ?? false
      try db.execute(
        sql: "INSERT INTO seen VALUES (?)", arguments: ["\(identifier): \(isOn ? "on" : "off")"])
    }
    try fixture.execute("CREATE TABLE team (id INTEGER PRIMARY KEY); CREATE TABLE seen (word)")
    var migrator = DatabaseMigrator()
    migrator.registerMigration("A") { db in
      // Runs with deferred foreign key checks
      try note("A", db)
    }
    migrator.registerMigration("B", foreignKeyChecks: .immediate) { db in
      // Runs with immediate foreign key checks
      try note("B", db)
    }

    migrator = migrator.disablingDeferredForeignKeyChecks()
    migrator.registerMigration("C") { db in
      // Runs with disabled foreign key checks
      try note("C", db)
      try db.execute(
        sql: """
          CREATE TABLE player (teamId INTEGER REFERENCES team(id));
          INSERT INTO player VALUES (1)
          """)
    }
    migrator.registerMigration("D", foreignKeyChecks: .immediate) { db in
      // Runs with immediate foreign key checks
      try note("D", db)
      #expect(throws: DatabaseError.self) { try db.execute(sql: "INSERT INTO player VALUES (2)") }
    }
    try migrator.migrate(dbQueue)
    #expect(
      try dbQueue.strings("SELECT word FROM seen ORDER BY rowid") == [
        "A: off", "B: on", "C: off", "D: on",
      ])
    #expect(try dbQueue.count("SELECT count(*) FROM player") == 1)
  }

  @Test func `an identifier cannot be registered twice`() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("createAuthors") { db in
      try db.create(table: "author") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("creationDate", .datetime)
        t.column("name", .text).notNull()
      }
    }
    try migrator.migrate(dbQueue)
    #expect(try fixture.columns("author") == ["id", "creationDate", "name"])

    migrator.registerMigration("createAuthors") { _ in }
    #expect(throws: MigrationError(.duplicateIdentifier("createAuthors"))) {
      try migrator.migrate(dbQueue)
    }
  }

  @Test func `no foreign keys are checked if the connection turns them off`() throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(
      path: fixture.path("unkeyed.sqlite"), configuration: configuration)
    var migrator = DatabaseMigrator()
    for checks: DatabaseMigrator.ForeignKeyChecks in [.deferred, .immediate] {
      migrator.registerMigration("\(checks)", foreignKeyChecks: checks) { db in
        try db.execute(
          sql: """
            CREATE TABLE \(checks) (id INTEGER REFERENCES missing(id));
            INSERT INTO \(checks) VALUES (1)
            """)
      }
    }
    try migrator.migrate(queue)
    #expect(try queue.ledger() == ["deferred", "immediate"])
  }

  @Test func `all documented declarations exist`() async throws {
    var migrator = DatabaseMigrator()
    let block: @Sendable (Database) throws -> Void = { _ in }
    migrator.registerMigration("1", foreignKeyChecks: .deferred, migrate: block)
    migrator.registerMigration("2", foreignKeyChecks: .immediate, migrate: block)
    migrator.registerMigration("3", migrate: block)
    let writer: any DatabaseWriter = dbQueue
    let register: (any DatabaseWriter) throws -> Void = migrator.migrate(_:)
    let target: (any DatabaseWriter, String) throws -> Void = migrator.migrate(_:upTo:)
    try target(writer, "1")
    #expect(migrator.migrations == ["1", "2", "3"])
    try expectFirstAlone(migrator)
    try await migrator.migrate(writer, upTo: "2")
    #expect(try dbQueue.ledger() == ["1", "2"])
    try register(writer)
    try await migrator.migrate(writer)
    #expect(try dbQueue.ledger() == ["1", "2", "3"])
  }

  private func expectFirstAlone(_ migrator: DatabaseMigrator) throws {
    try dbQueue.read { db in
      let applied = try migrator.appliedMigrations(db)
      #expect(applied == ["1"])
      #expect(try migrator.appliedIdentifiers(db) == ["1"])
      #expect(try migrator.completedMigrations(db) == ["1"])
      #expect(try !migrator.hasCompletedMigrations(db))
      #expect(try !migrator.hasBeenSuperseded(db))
      #expect(try !migrator.hasSchemaChanges(db))
    }
  }
}
