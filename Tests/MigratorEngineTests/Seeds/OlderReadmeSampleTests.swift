import MigratorEngine
import Testing

/// The samples about migrations in an older README of GRDB, with omitted parts filled in.
struct OlderReadmeSampleTests {
  private let fixture: DefinitionFixture
  private var dbQueue: DatabaseQueue { fixture.queue }

  init() throws { fixture = try DefinitionFixture() }

  @Test func `the sample creates two versions of a database`() throws {
    var migrator = DatabaseMigrator()

    // v1 database
    migrator.registerMigration("v1") { db in
      try db.create(table: "players") { t in t.column("id", .integer).primaryKey() }
      try db.create(table: "books") { t in t.column("title", .text) }
      try db.create(index: "books_on_title", on: "books", columns: ["title"])
    }

    // v2 database
    migrator.registerMigration("v2") { db in
      try db.alter(table: "players") { t in t.add(column: "name", .text) }
    }

    // Migrations for future versions will be inserted here:
    //
    // // v3 database
    // migrator.registerMigration("v3") { db in
    //     ...
    // }

    try migrator.migrate(dbQueue)  // or migrator.migrate(dbPool)
    #expect(try fixture.columns("players") == ["id", "name"])
    // The memory of applied migrations is stored in the database itself.
    #expect(try dbQueue.ledger() == ["v1", "v2"])

    try migrator.migrate(dbQueue, upTo: "v2")
    #expect(throws: MigrationError(.targetBehindApplied(target: "v1", applied: "v2"))) {
      try migrator.migrate(dbQueue, upTo: "v1")
    }
  }

  @Test func `deferred checks have their own registration method`() throws {
    try fixture.execute(
      """
      CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE awards (player INTEGER REFERENCES players(id) ON DELETE CASCADE);
      INSERT INTO players VALUES (1, 'Ada');
      INSERT INTO awards VALUES (1);
      """)
    var migrator = DatabaseMigrator()
    // Add a NOT NULL constraint on players.name:
    migrator.registerMigrationWithDeferredForeignKeyCheck("AddNotNullCheckOnName") { db in
      try db.create(table: "new_players") { t in
        t.column("id", .integer).primaryKey()
        t.column("name", .text).notNull()
      }
      try db.execute("INSERT INTO new_players SELECT * FROM players")
      try db.drop(table: "players")
      try db.rename(table: "new_players", to: "players")
    }
    try migrator.migrate(dbQueue)
    #expect(try dbQueue.read { try $0.columns(in: "players").map(\.isNotNull) } == [false, true])
    #expect(try dbQueue.count("SELECT count(*) FROM awards") == 1)
  }

  @Test func `foreign keys are enforced again after an error`() throws {
    try fixture.execute(
      """
      CREATE TABLE players (id INTEGER PRIMARY KEY);
      CREATE TABLE awards (player INTEGER REFERENCES players(id));
      """)
    var migrator = DatabaseMigrator()
    migrator.registerMigrationWithDeferredForeignKeyCheck("broken") { db in
      try db.execute("INSERT INTO awards VALUES (9)")
    }
    #expect(throws: DatabaseError.self) { try migrator.migrate(dbQueue) }
    #expect(try dbQueue.foreignKeysAreOn())
    #expect(try dbQueue.count("SELECT count(*) FROM awards") == 0)

    migrator = DatabaseMigrator()
    migrator.registerMigrationWithDeferredForeignKeyCheck("thrown") { _ in throw BodyError() }
    #expect(throws: BodyError.self) { try migrator.migrate(dbQueue) }
    #expect(try dbQueue.foreignKeysAreOn())
  }
}
