import MigratorEngine
import Testing

/// The samples of the "Migrations" page in GRDB's documentation, with omitted parts filled in.
struct MigrationsPageSampleTests {
  private let fixture: DefinitionFixture
  private var dbQueue: DatabaseQueue { fixture.queue }

  private enum AppError: Error {
    case databaseTooOld
    case databaseTooNew
  }

  init() throws { fixture = try DefinitionFixture() }

  @Test func `authors are created first, then their books`() throws {
    var migrator = DatabaseMigrator()

    // 1st migration
    migrator.registerMigration("Create authors") { db in
      try db.create(table: "author") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("creationDate", .datetime)
        t.column("name", .text).notNull()
      }
    }

    // 2nd migration
    migrator.registerMigration("Add books and author.birthYear") { db in
      try db.create(table: "book") { t in
        t.autoIncrementedPrimaryKey("id")
        t.belongsTo("author").notNull()
        t.column("title", .text).notNull()
      }

      try db.alter(table: "author") { t in
        t.add(column: "birthYear", .integer)
      }
    }

    let path = fixture.path("database.sqlite")
    let dbQueue = try DatabaseQueue(path: path)
    try migrator.migrate(dbQueue)

    try dbQueue.read { db in
      #expect(try db.columns(in: "book").map(\.name) == ["id", "authorId", "title"])
      let key = try db.foreignKeys(on: "book").first
      #expect(key?.destinationTable == "author")
      #expect(key?.destinationColumns == ["id"])
      #expect(
        try db.columns(in: "author").map(\.name) == ["id", "creationDate", "name", "birthYear"])
    }
  }

  @Test func `tables, columns, indexes and rows are added`() throws {
    try fixture.execute("CREATE TABLE category (name TEXT)")
    var migrator = DatabaseMigrator()
    migrator.registerMigration("Create players") { db in
      try db.create(table: "player") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text).notNull()
        t.column("score", .integer).notNull().defaults(to: 0)
        t.column("email", .text).unique()
      }
    }
    migrator.registerMigration("Add player avatarURL") { db in
      try db.alter(table: "player") { t in
        t.add(column: "avatarURL", .text)
      }
    }
    migrator.registerMigration("Index player emails") { db in
      try db.create(index: "player_on_email", on: "player", columns: ["email"])
    }
    migrator.registerMigration("Add default categories") { db in
      try db.execute(
        sql: """
          INSERT INTO category (name) VALUES ('Sports'), ('News'), ('Entertainment')
          """)
    }
    try migrator.migrate(dbQueue)

    #expect(try fixture.columns("player") == ["id", "name", "score", "email", "avatarURL"])
    #expect(
      try dbQueue.read { try $0.indexes(on: "player").map(\.name) }.contains("player_on_email"))
    #expect(
      try dbQueue.strings("SELECT name FROM category") == ["Sports", "News", "Entertainment"])
    try dbQueue.execute("INSERT INTO player (name, email) VALUES ('Ada', 'a@example.com')")
    #expect(try dbQueue.count("SELECT score FROM player") == 0)
    #expect(throws: DatabaseError.self) {
      try dbQueue.execute("INSERT INTO player (name, email) VALUES ('Ben', 'a@example.com')")
    }
  }

  @Test func `a run can stop at a target, and never runs backwards`() throws {
    var migrator = DatabaseMigrator()
    for identifier in ["v1", "v2", "v3"] { migrator.registerMigration(identifier) { _ in } }
    try migrator.migrate(dbQueue, upTo: "v2")

    // Migrations can only run forward:
    try migrator.migrate(dbQueue, upTo: "v2")
    #expect(throws: MigrationError(.targetBehindApplied(target: "v1", applied: "v2"))) {
      try migrator.migrate(dbQueue, upTo: "v1")
    }
    #expect(try dbQueue.ledger() == ["v1", "v2"])
  }

  @Test func `a database that is too old or too new is rejected`() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { _ in }
    func check() throws {
      try dbQueue.read { db in
        // Check if database lacks expected migrations
        if try migrator.hasCompletedMigrations(db) == false {
          // Database too old
          throw AppError.databaseTooOld
        }

        // Check if database contains unknown (future) migrations
        if try migrator.hasBeenSuperseded(db) {
          // Database too new
          throw AppError.databaseTooNew
        }
      }
    }
    #expect(throws: AppError.databaseTooOld) { try check() }
    try migrator.migrate(dbQueue)
    try check()
    var newer = migrator
    newer.registerMigration("v2") { _ in }
    try newer.migrate(dbQueue)
    #expect(throws: AppError.databaseTooNew) { try check() }
  }

  @Test func `a table is re-created in four steps`() throws {
    try fixture.execute(
      """
      CREATE TABLE author (id INTEGER PRIMARY KEY, creationDate DATETIME, name TEXT);
      INSERT INTO author VALUES (5, NULL, 'Ada');
      """)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("Add NOT NULL check on author.name") { db in
      // 1. Create new table with desired schema
      try db.create(table: "new_author") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("creationDate", .datetime)
        t.column("name", .text).notNull()
      }

      // 2. Copy data from old table
      try db.execute(sql: "INSERT INTO new_author SELECT * FROM author")

      // 3. Drop old table
      try db.drop(table: "author")

      // 4. Rename new table
      try db.rename(table: "new_author", to: "author")
    }
    try migrator.migrate(dbQueue)
    #expect(try dbQueue.count("SELECT id FROM author") == 5)
    #expect(
      try dbQueue.read { try $0.columns(in: "author").map(\.isNotNull) } == [false, false, true])
  }

  @Test func `a foreign key is renamed with immediate checks`() throws {
    try fixture.execute(
      """
      CREATE TABLE team (id INTEGER PRIMARY KEY);
      CREATE TABLE player (id INTEGER PRIMARY KEY, teamId INTEGER REFERENCES team(id));
      """)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("Rename team to guild", foreignKeyChecks: .immediate) { db in
      try db.rename(table: "team", to: "guild")

      try db.alter(table: "player") { t in
        t.rename(column: "teamId", to: "guildId")
      }
    }
    migrator.registerMigration("Fast migration", foreignKeyChecks: .immediate) { db in
      // Schema changes that don't recreate tables
      try db.create(table: "tag") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text).notNull()
      }
    }
    try migrator.migrate(dbQueue)
    let key = try dbQueue.read { try $0.foreignKeys(on: "player").first }
    #expect(key?.destinationTable == "guild")
    #expect(key?.originColumns == ["guildId"])
    #expect(try fixture.columns("tag") == ["id", "name"])
  }

  @Test func `an unchecked migration can check the table it creates`() throws {
    try fixture.execute("CREATE TABLE post (id INTEGER PRIMARY KEY)")
    var migrator = DatabaseMigrator()
    migrator = migrator.disablingDeferredForeignKeyChecks()

    migrator.registerMigration("Unchecked migration") { db in
      // Your responsibility to maintain foreign key integrity
      try db.create(table: "comment") { t in
        t.belongsTo("post").notNull()
      }

      // Manually check specific tables
      try db.checkForeignKeys(in: "comment")
    }
    try migrator.migrate(dbQueue)
    #expect(try fixture.columns("comment") == ["postId"])
  }

  @Test func `in debug builds, a changed schema erases the database`() throws {
    var migrator = DatabaseMigrator()

    #if DEBUG
      // Speed up development by nuking the database when migrations change
      migrator.eraseDatabaseOnSchemaChange = true
      let expected = ["x"]
    #else
      let expected = ["x", "y"]
    #endif
    migrator.registerMigration("v1") { try $0.create(table: "a") { $0.column("x") } }
    try migrator.migrate(dbQueue)
    try dbQueue.execute("ALTER TABLE a ADD COLUMN y")
    try migrator.migrate(dbQueue)
    #expect(try fixture.columns("a") == expected)
  }

  @Test func `names from the app's current code give the same schema as literals`() throws {
    enum Author {
      static let databaseTableName = "author"
      enum Columns {
        static let id = Column("id")
        static let name = Column("name")
      }
    }
    func texts(_ register: (inout DatabaseMigrator) -> Void) throws -> [String] {
      let queue = try DatabaseQueue()
      var migrator = DatabaseMigrator()
      register(&migrator)
      try migrator.migrate(queue)
      return try queue.strings("SELECT sql FROM sqlite_master WHERE tbl_name = 'author'")
    }
    // RECOMMENDED
    let literal = try texts { migrator in
      migrator.registerMigration("Create authors") { db in
        try db.create(table: "author") { t in
          t.autoIncrementedPrimaryKey("id")
          t.column("name", .text)
        }
      }
    }
    // NOT RECOMMENDED
    let named = try texts { migrator in
      migrator.registerMigration("Create authors") { db in
        try db.create(table: Author.databaseTableName) { t in
          t.autoIncrementedPrimaryKey(Author.Columns.id.name)
          t.column(Author.Columns.name.name, .text)
        }
      }
    }
    #expect(literal == named)
    #expect(literal.count == 1)
  }

  @Test func `a shipped migration is fixed by another one`() throws {
    var migrator = DatabaseMigrator()
    // Already shipped - DO NOT MODIFY
    migrator.registerMigration("v1") { db in
      try db.create(table: "user") { t in
        t.column("name", .text)
      }
    }
    try migrator.migrate(dbQueue)

    // Fix the issue with a new migration
    migrator.registerMigration("v2") { db in
      try db.alter(table: "user") { t in
        // Oops, forgot NOT NULL
        t.add(column: "email", .text).notNull()
      }
    }
    try dbQueue.execute("INSERT INTO user VALUES ('Ada')")
    // The existing row has no email: SQLite refuses, and nothing is lost.
    #expect(throws: DatabaseError.self) { try migrator.migrate(dbQueue) }
    #expect(try dbQueue.count("SELECT count(*) FROM user") == 1)
    try dbQueue.execute("DELETE FROM user")
    try migrator.migrate(dbQueue)
    #expect(try dbQueue.read { try $0.columns(in: "user").map(\.isNotNull) } == [false, true])
  }

  @Test func `asynchronous migrations can report to a completion or be awaited`() async throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { try $0.create(table: "a") { $0.column("x") } }
    func outcome(_ migrator: DatabaseMigrator) async -> String {
      await withCheckedContinuation { done in
        // Completion handler
        migrator.asyncMigrate(dbQueue) { result in
          switch result {
          case .success:
            done.resume(returning: "Migrations completed")
          case .failure(let error):
            done.resume(returning: "Migration failed: \(error)")
          }
        }
      }
    }
    #expect(await outcome(migrator) == "Migrations completed")

    migrator.registerMigration("v2") { try $0.create(table: "b") { $0.column("x") } }
    // Swift concurrency
    try await migrator.migrate(dbQueue)
    #expect(try dbQueue.ledger() == ["v1", "v2"])

    migrator.registerMigration("v3") { _ in throw BodyError() }
    #expect(await outcome(migrator) == "Migration failed: BodyError()")
  }

  @Test func `applied and completed migrations can be queried`() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { _ in }
    migrator.registerMigration("v3") { _ in }
    try migrator.migrate(dbQueue)
    var newer = DatabaseMigrator()
    for identifier in ["v1", "v2", "v3"] { newer.registerMigration(identifier) { _ in } }
    migrator = newer
    try dbQueue.read { db in
      // Get list of applied migration identifiers
      let applied = try migrator.appliedIdentifiers(db)
      #expect(applied == ["v1", "v3"])

      // Get list of completed migrations
      let completed = try migrator.completedMigrations(db)
      #expect(completed == ["v1"])
    }
  }
}
