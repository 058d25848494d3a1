import MigratorEngine
import Testing

/// The code of the documents that describe migrations in GRDB and Lighter, with what they leave out
/// filled in.
struct SeedSampleTests {
  private let fixture: DefinitionFixture
  private var dbQueue: DatabaseQueue { fixture.queue }

  init() throws { fixture = try DefinitionFixture() }

  private func columns(_ table: String) throws -> [String] {
    try dbQueue.read { try $0.columns(in: table).map(\.name) }
  }

  @Test func `an overview of migrations`() throws {
    var migrator = DatabaseMigrator()

    // 1st migration
    migrator.registerMigration("v1") { db in
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
      try db.create(index: "book_on_title", on: "book", columns: ["title"])
    }

    // 2nd migration
    migrator.registerMigration("v2") { db in
      try db.alter(table: "author") { t in
        t.add(column: "birthYear", .integer)
      }
    }

    try migrator.migrate(dbQueue, upTo: "v2")
    try migrator.migrate(dbQueue, upTo: "v2")
    // Migrations can only run forward.
    #expect(throws: MigrationError.self) { try migrator.migrate(dbQueue, upTo: "v1") }

    try dbQueue.read { db in
      #expect(try migrator.hasCompletedMigrations(db))
      #expect(try !migrator.hasBeenSuperseded(db))
      let applied = try migrator.appliedIdentifiers(db)
      #expect(applied == ["v1", "v2"])
      let completed = try migrator.completedMigrations(db)
      #expect(completed == ["v1", "v2"])
    }
    #expect(try columns("author") == ["id", "creationDate", "name", "birthYear"])
  }

  @Test func `migrations run without blocking`() async throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("tags") { db in
      try db.create(table: "tag") { $0.autoIncrementedPrimaryKey("id") }
    }
    try await migrator.migrate(dbQueue)
    try await migrator.migrate(dbQueue, upTo: "tags")
    #expect(try columns("tag") == ["id"])
  }

  @Test func `migrations run with a callback`() async throws {
    var migrator = DatabaseMigrator()
    #if DEBUG
      // Speed up development by nuking the database when migrations change
      migrator.eraseDatabaseOnSchemaChange = true
    #endif
    migrator.registerMigration("tags") { db in
      try db.create(table: "tag") { $0.autoIncrementedPrimaryKey("id") }
    }
    let readable = await withCheckedContinuation { done in
      migrator.asyncMigrate(
        dbQueue,
        completion: { db, error in
          if error != nil {
            // Some error occurred during migrations
          }
          done.resume(returning: db != nil && error == nil)
        })
    }
    #expect(readable)
    let error = await withCheckedContinuation { done in
      migrator.asyncMigrate(dbQueue) { result in
        switch result {
        case .success:
          done.resume(returning: String?.none)
        case .failure(let error):
          done.resume(returning: "Migration failed: \(error)")
        }
      }
    }
    #expect(error == nil)
    #expect(try columns("tag") == ["id"])
  }

  @Test func `books belong to authors`() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("Create authors") { db in
      try db.create(table: "author") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("creationDate", .datetime)
        t.column("name", .text).notNull()
      }
    }
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
    migrator.registerMigration("Add NOT NULL check on author.name") { db in
      try db.create(table: "new_author") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("creationDate", .datetime)
        t.column("name", .text).notNull()
        t.column("birthYear", .integer)
      }
      try db.execute(sql: "INSERT INTO new_author SELECT * FROM author")
      try db.drop(table: "author")
      try db.rename(table: "new_author", to: "author")
    }
    try migrator.migrate(dbQueue)
    #expect(try columns("book") == ["id", "authorId", "title"])
    #expect(try fixture.texts("main").contains { $0.contains(#"REFERENCES "author"("id")"#) })
  }

  @Test func `players, their addresses and categories`() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("Create players") { db in
      try db.create(table: "player") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text).notNull()
        t.column("score", .integer).notNull().defaults(to: 0)
        t.column("email", .text).unique()
      }
      try db.create(table: "category") { $0.column("name", .text) }
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
    #expect(try columns("player") == ["id", "name", "score", "email", "avatarURL"])
    #expect(try dbQueue.count("SELECT count(*) FROM category") == 3)
  }

  @Test func `a foreign key is renamed while keys are enforced`() throws {
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
      try db.create(table: "tag") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text).notNull()
      }
    }
    try migrator.migrate(dbQueue)
    let key = try dbQueue.read { try $0.foreignKeys(on: "player").first }
    #expect(key?.destinationTable == "guild")
    #expect(key?.originColumns == ["guildId"])
  }

  @Test func `unchecked migrations check what they want`() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("posts") { db in
      try db.create(table: "post") { $0.autoIncrementedPrimaryKey("id") }
    }
    migrator = migrator.disablingDeferredForeignKeyChecks()
    migrator.registerMigration("Unchecked migration") { db in
      try db.create(table: "comment") { t in
        t.belongsTo("post").notNull()
      }
      try db.execute(sql: "INSERT INTO comment VALUES (1)")
    }
    try migrator.migrate(dbQueue)
    migrator.registerMigration("partially checked") { db in
      try db.checkForeignKeys(in: "comment")
    }
    #expect(throws: DatabaseError.self) { try migrator.migrate(dbQueue) }
    try dbQueue.read { db in
      let violations = try db.foreignKeyViolations()
      while let violation = try violations.next() {
        #expect(violation.originTable == "comment")
        #expect(violation.originRowID == 1)
        #expect(violation.destinationTable == "post")
        #expect(violation.foreignKeyId == 0)
        #expect(
          String(describing: violation)
            == "FOREIGN KEY constraint violation - from comment to post, in rowid 1")
        #expect(
          try violation.failureDescription(db)
            == "FOREIGN KEY constraint violation - from comment(postId) to post(id), in [postId:1]")
        #expect(violation.databaseError(db).resultCode == .SQLITE_CONSTRAINT)
      }
      #expect(throws: DatabaseError.self) { try db.checkForeignKeys() }
    }
  }

  @Test func `tables are recreated under the older name of deferred checks`() throws {
    try fixture.execute("CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT)")
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
  }

  @Test func `the version of a file is read and raised`() throws {
    let database = dbQueue
    let userVersion = 2
    let scripts = [
      "CREATE TABLE contact (id INT NOT NULL PRIMARY KEY, name TEXT NOT NULL);",
      "ALTER TABLE contact ADD COLUMN age INT NULL;",
    ]

    let fileVersion = try database.get(pragma: "user_version", as: Int.self)
    guard fileVersion < userVersion else { return }
    for i in (fileVersion + 1)...userVersion {
      try database.execute("\(scripts[i - 1]) PRAGMA user_version = \(i);")
    }
    #expect(try database.read { try $0.get(pragma: "user_version", as: Int.self) } == 2)
    #expect(try columns("contact") == ["id", "name", "age"])
    #expect(throws: DatabaseError.self) { try database.get(pragma: "no_such", as: Int.self) }
  }
}
