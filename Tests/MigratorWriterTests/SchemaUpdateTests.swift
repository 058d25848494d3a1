import MigratorEngine
import MigratorWriter
import Testing

/// Changes of a schema that an app plans and runs.
struct SchemaUpdateTests {
  private static let before = """
    CREATE TABLE club (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, motto TEXT);
    CREATE TABLE player (id INTEGER PRIMARY KEY, club INT REFERENCES club ON DELETE CASCADE);
    INSERT INTO club VALUES (7, NULL, 'alone'), (9, 'BK', NULL);
    INSERT INTO player VALUES (1, 7), (2, 9);
    DELETE FROM club WHERE id = 9;
    """
  private static let wanted = SQLScript(
    file: "wanted.sql",
    text: """
      CREATE TABLE club (
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, slogan TEXT);
      CREATE TABLE player (id INTEGER PRIMARY KEY, club INT REFERENCES club ON DELETE CASCADE);
      CREATE INDEX player_club ON player (club);
      """)
  private static let answers = SchemaUpdate.Answers(
    renames: ["club.motto=slogan"], fills: ["club.name='?'"])

  private let queue: DatabaseQueue

  init() throws {
    queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: Self.before) }
  }

  private func expectChanged() throws {
    try queue.read { db in
      let clubs = try Row.fetchAll(db, sql: "SELECT id, name, slogan FROM club").map {
        "\($0.databaseValues)"
      }
      #expect(clubs.count == 1 && clubs[0].contains("alone") && clubs[0].contains("?"))
      #expect(try Int.fetchAll(db, sql: "SELECT club FROM player") == [7])
      #expect(try Int.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'club'") == 9)
    }
  }

  @Test func `a migration can run a planned update with foreign keys on without losing rows`()
    throws
  {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("slogans", foreignKeyChecks: .immediate) { db in
      try SchemaUpdate(of: db, to: Self.wanted, answers: Self.answers).run(in: db)
    }
    try migrator.migrate(queue)
    try expectChanged()
  }

  @Test func `outside a transaction, an update begins its own`() throws {
    try queue.writeWithoutTransaction { db in
      let update = try SchemaUpdate(of: db, to: Self.wanted, answers: Self.answers)
      #expect(update.steps.allSatisfy { $0.reason.hasSuffix(".") && !$0.sql.hasSuffix(";") })
      #expect(update.notes.contains { $0.contains("rows without a value get '?'") })
      #expect(update.drops.isEmpty)
      try update.run(in: db)
      #expect(!db.isInsideTransaction)
      // Planning again finds nothing to do, and the same plan does not run twice.
      #expect(try SchemaUpdate(of: db, to: Self.wanted).steps.isEmpty)
      #expect(throws: SchemaUpdateFailure.outdated) { try update.run(in: db) }
    }
    try expectChanged()
  }

  @Test func `unanswered questions and malformed answers are errors`() throws {
    try queue.read { db in
      let failure = try #require(throws: SchemaUpdateFailure.self) {
        try SchemaUpdate(of: db, to: Self.wanted)
      }
      guard case .questions(let questions) = failure else {
        Issue.record("\(failure)")
        return
      }
      #expect(questions.flatMap(\.options).contains("--rename club.motto=slogan"))
      #expect(throws: SchemaUpdateFailure.answer("motto")) {
        try SchemaUpdate(of: db, to: Self.wanted, answers: .init(renames: ["motto"]))
      }
    }
  }

  @Test func `an empty script is an error and drops nothing`() throws {
    try queue.read { db in
      let empty = SQLScript(file: "empty.sql", text: "-- nothing")
      #expect(throws: WriterFailure.self) {
        try SchemaUpdate(of: db, to: empty, answers: .init(dropsOthers: true))
      }
    }
  }
}
