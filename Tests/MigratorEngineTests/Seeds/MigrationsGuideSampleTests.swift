import MigratorEngine
import Testing

/// The samples of GRDB's guide to migrations, with omitted parts filled in.
///
/// They cover the guide from its overview to the advanced changes.
struct MigrationsGuideSampleTests {
  private let fixture: DefinitionFixture
  private var dbQueue: DatabaseQueue { fixture.queue }

  init() throws { fixture = try DefinitionFixture() }

  private func library() -> DatabaseMigrator {
    var migrator = DatabaseMigrator()

    // 1st migration
    migrator.registerMigration("v1") { db in
      try db.create(table: "author") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text)
      }
      try db.create(table: "book") { t in
        t.autoIncrementedPrimaryKey("id")
        t.belongsTo("author")
        t.column("title", .text)
      }
      try db.create(index: "book_on_title", on: "book", columns: ["title"])
    }

    // 2nd migration
    migrator.registerMigration("v2") { db in
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
    return migrator
  }

  @Test func `migrations run in order, and applied ones do not run again`() throws {
    var migrator = library()
    try migrator.migrate(dbQueue)
    #expect(try fixture.columns("author") == ["id", "name", "birthYear"])
    #expect(try dbQueue.ledger() == ["v1", "v2"])

    migrator.registerMigration("v3") { try $0.rename(table: "book", to: "volume") }
    try migrator.migrate(dbQueue)
    #expect(try dbQueue.ledger() == ["v1", "v2", "v3"])
    #expect(try fixture.columns("volume") == ["id", "authorId", "title"])
  }

  @Test func `a pool can be migrated, too`() throws {
    let dbPool = try DatabasePool(path: fixture.path("pool.sqlite"))
    let migrator = library()
    try migrator.migrate(dbPool)
    #expect(try dbPool.ledger() == ["v1", "v2"])
  }

  @Test func `an error rolls back its migration and prevents later ones from running`() throws {
    var migrator = library()
    migrator.registerMigration("v3") { db in
      try db.drop(table: "book")
      throw BodyError()
    }
    migrator.registerMigration("v4") { try $0.drop(table: "author") }
    #expect(throws: BodyError.self) { try migrator.migrate(dbQueue) }
    #expect(try dbQueue.ledger() == ["v1", "v2"])
    #expect(try fixture.columns("book") == ["id", "authorId", "title"])
  }

  @Test
  func `a run ends with its target, and a target before applied migrations is refused`() throws {
    let migrator = library()
    try migrator.migrate(dbQueue, upTo: "v1")
    #expect(try dbQueue.ledger() == ["v1"])
    try migrator.migrate(dbQueue, upTo: "v2")

    // Migrations can only run forward:
    try migrator.migrate(dbQueue, upTo: "v2")
    let error = #expect(throws: MigrationError.self) {
      try migrator.migrate(dbQueue, upTo: "v1")
    }
    #expect(error?.kind == .targetBehindApplied(target: "v1", applied: "v2"))
    #expect(try dbQueue.ledger() == ["v1", "v2"])
  }

  @Test func `a database is recognized as older or newer than the migrations`() throws {
    let migrator = library()
    func age() throws -> [String] {
      var age: [String] = []
      try dbQueue.read { db in
        // Readonly apps may want to check if database lacks expected migrations:
        if try migrator.hasCompletedMigrations(db) == false {
          age.append("database too old")
        }

        // All apps may want to check if database contains unknown (future) migrations:
        if try migrator.hasBeenSuperseded(db) {
          age.append("database too new")
        }
      }
      return age
    }
    #expect(try age() == ["database too old"])
    try migrator.migrate(dbQueue)
    #expect(try age() == [])
    var newer = migrator
    newer.registerMigration("v3") { _ in }
    try newer.migrate(dbQueue)
    #expect(try age() == ["database too new"])
  }

  @Test
  func `eraseDatabaseOnSchemaChange erases only if a migration was removed, renamed or changed`()
    throws
  {
    func erases(_ change: (inout DatabaseMigrator) -> Void) throws -> Bool {
      let queue = try DatabaseQueue()
      var first = DatabaseMigrator()
      first.registerMigration("v1") { try $0.create(table: "a") { $0.column("x") } }
      first.registerMigration("v2") { try $0.create(table: "b") { $0.column("x") } }
      try first.migrate(queue)
      try queue.execute("INSERT INTO a VALUES (1)")

      var migrator = DatabaseMigrator()
      migrator.eraseDatabaseOnSchemaChange = true
      change(&migrator)
      try migrator.migrate(queue)
      return try queue.count("SELECT count(*) FROM a") == 0
    }
    let removed = try erases { migrator in
      migrator.registerMigration("v1") { try $0.create(table: "a") { $0.column("x") } }
    }
    let renamed = try erases { migrator in
      migrator.registerMigration("v1") { try $0.create(table: "a") { $0.column("x") } }
      migrator.registerMigration("v2bis") { try $0.create(table: "b") { $0.column("x") } }
    }
    let changed = try erases { migrator in
      migrator.registerMigration("v1") { try $0.create(table: "a") { $0.column("x") } }
      migrator.registerMigration("v2") { try $0.create(table: "b") { $0.column("y") } }
    }
    let added = try erases { migrator in
      migrator.registerMigration("v1") { try $0.create(table: "a") { $0.column("x") } }
      migrator.registerMigration("v2") { try $0.create(table: "b") { $0.column("x") } }
      migrator.registerMigration("v3") { try $0.create(table: "c") { $0.column("x") } }
    }
    #expect([removed, renamed, changed, added] == [true, true, true, false])
  }

  @Test func `a parent table is re-created without affecting its children`() throws {
    try fixture.execute(
      """
      CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE award (playerId INTEGER REFERENCES player(id) ON DELETE CASCADE);
      INSERT INTO player VALUES (7, 'Ada');
      INSERT INTO award VALUES (7);
      """)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("Add NOT NULL check on player.name") { db in
      try db.create(table: "new_player") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text).notNull()
      }
      try db.execute(sql: "INSERT INTO new_player SELECT * FROM player")
      try db.drop(table: "player")
      try db.rename(table: "new_player", to: "player")
    }
    try migrator.migrate(dbQueue)

    #expect(try dbQueue.read { try $0.columns(in: "player").map(\.isNotNull) } == [false, true])
    #expect(try dbQueue.count("SELECT count(*) FROM award JOIN player ON id = playerId") == 1)
    // Foreign keys are enforced again.
    #expect(try dbQueue.foreignKeysAreOn())
    #expect(throws: DatabaseError.self) { try dbQueue.execute("INSERT INTO award VALUES (8)") }
  }

  @Test func `the indexes of a table are found by the documented query`() throws {
    try library().migrate(dbQueue)
    let texts = try dbQueue.strings(
      "SELECT sql FROM sqlite_schema WHERE tbl_name='book' AND type = 'index' ORDER BY name")
    #expect(
      texts == [
        #"CREATE INDEX "book_on_authorId" ON "book"("authorId")"#,
        #"CREATE INDEX "book_on_title" ON "book"("title")"#,
      ])
  }

  @Test func `a migration runs without blocking its thread`() async throws {
    let migrator = library()
    try await migrator.migrate(dbQueue)
    #expect(try dbQueue.ledger() == ["v1", "v2"])
  }

  @Test func `a completion can write to the database, or receives the error`() async throws {
    var migrator = library()
    func run(_ migrator: DatabaseMigrator) async -> String {
      await withCheckedContinuation { done in
        // Completes in a protected dispatch queue that can write in the database
        migrator.asyncMigrate(
          dbQueue,
          completion: { db, error in
            if let error = error {
              // Some error occurred during migrations
              return done.resume(returning: "\(error)")
            }
            let written: Void? = try? db?.execute(sql: "INSERT INTO author (name) VALUES ('Ada')")
            done.resume(returning: written == nil ? "nothing written" : "written")
          })
      }
    }
    #expect(await run(migrator) == "written")
    #expect(try dbQueue.count("SELECT count(*) FROM author") == 1)
    migrator.registerMigration("v3") { _ in throw BodyError() }
    #expect(await run(migrator) == "BodyError()")
  }
}
