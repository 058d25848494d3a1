import MigratorEngine
import MigratorSQLite
import Testing

@testable import MigratorWriter

/// The trial of planned migrations that are correct.
@Suite struct TrialTests {
  private func fill(_ text: String) throws -> WriterAnswers {
    WriterAnswers(fills: [try #require(WriterAnswers.Fill(text))])
  }

  @Test(arguments: [
    "CREATE TABLE club (city TEXT, name TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID",
    "CREATE TABLE club (city TEXT, name TEXT NOT NULL PRIMARY KEY)",
  ])
  func `a value replaces NULL in tables with and without rowids`(after: String) throws {
    let change = PlannerCase(
      before: "CREATE TABLE club (city TEXT, name TEXT UNIQUE)", after: after,
      answers: try fill("club.name='?'"))
    #expect(try change.judge().rowCount > 0)
  }

  @Test(arguments: [
    ("unknown", "no such column: unknown"), ("a b", "near \"b\": syntax error"),
    ("count(*)", "an aggregate is not a value of one row"),
  ])
  func `a value is refused if it is not an expression that can be evaluated for each row`(
    value: String, reason: String
  ) throws {
    let change = PlannerCase(
      before: "CREATE TABLE club (name TEXT)", after: "CREATE TABLE club (name TEXT NOT NULL)",
      answers: try fill("club.name=\(value)"))
    #expect(throws: WriterRefusal.expression("club.name=\(value)", reason: reason)) {
      try change.plan()
    }
  }

  @Test func `a value that replaces NULL and violates a foreign key is reported`() throws {
    let league = "CREATE TABLE league (id TEXT PRIMARY KEY NOT NULL);"
    let change = PlannerCase(
      before: "\(league) CREATE TABLE club (id INTEGER PRIMARY KEY, league TEXT REFERENCES league)",
      after: """
        \(league)
        CREATE TABLE club (id INTEGER PRIMARY KEY, league TEXT NOT NULL REFERENCES league)
        """, answers: try fill("club.league='?'"))
    #expect(try change.judge().failures.contains("FOREIGN KEY constraint failed"))
  }

  @Test func `the primary key of a WITHOUT ROWID table may start with any column`() throws {
    let columns = "a NOT NULL, b NOT NULL, c NOT NULL"
    let change = PlannerCase(
      before: "CREATE TABLE t (\(columns), PRIMARY KEY (a)) WITHOUT ROWID",
      after: "CREATE TABLE t (\(columns), PRIMARY KEY (a, c)) WITHOUT ROWID")
    #expect(try change.judge().rowCount > 0)
  }

  private static let unusableKeys = [
    ("league TEXT REFERENCES lost (id)", "no such table: main.lost"),
    (
      "league TEXT REFERENCES league (name)",
      "foreign key mismatch - \"club\" referencing \"league\""
    ),
  ]

  @Test(arguments: Self.unusableKeys)
  func `a foreign key that SQLite cannot use can be replaced`(
    key: String, message: String
  ) throws {
    let league = "CREATE TABLE league (id TEXT PRIMARY KEY, name TEXT);"
    let club =
      "CREATE TABLE club (id INTEGER PRIMARY KEY, league TEXT REFERENCES league, city TEXT)"
    let change = PlannerCase(
      before: "\(league) CREATE TABLE club (id INTEGER PRIMARY KEY, \(key), city TEXT)",
      after: "\(league) \(club)")
    #expect(try change.judge().rowCount > 0)
  }

  @Test(arguments: Self.unusableKeys)
  func `changing a table is refused if SQLite cannot use one of its foreign keys`(
    key: String, message: String
  ) throws {
    let league = "CREATE TABLE league (id TEXT PRIMARY KEY, name TEXT);"
    let change = PlannerCase(
      before: "\(league) CREATE TABLE club (id INTEGER PRIMARY KEY, \(key), city TEXT)",
      after: "\(league) CREATE TABLE club (id INTEGER PRIMARY KEY, \(key), city INTEGER)")
    #expect(throws: WriterRefusal.foreignKey(message: message)) { try change.plan() }
  }

  @Test func `adding a foreign key fails if rows have no parent`() throws {
    let league = "CREATE TABLE league (id INTEGER PRIMARY KEY);"
    let change = PlannerCase(
      before: "\(league) CREATE TABLE club (id INTEGER PRIMARY KEY, league INT)",
      after: "\(league) CREATE TABLE club (id INTEGER PRIMARY KEY, league INT REFERENCES league)")
    #expect(
      try change.judge().failures == [
        "club.league refers to no row of league", "FOREIGN KEY constraint failed",
      ])
  }

  @Test func `rows may violate a foreign key that refers to another column than before`() throws {
    let club = "CREATE TABLE club (id INTEGER PRIMARY KEY, code TEXT UNIQUE);"
    let change = PlannerCase(
      before: "\(club) CREATE TABLE player (id INTEGER PRIMARY KEY, club REFERENCES club (code))",
      after: "\(club) CREATE TABLE player (id INTEGER PRIMARY KEY, club REFERENCES club (id))")
    #expect(try change.judge().failures.contains("FOREIGN KEY constraint failed"))
  }

  @Test(arguments: [
    ("REAL", "ANY"), ("TEXT", "ANY"), ("ANY", "ANY NOT NULL DEFAULT 0"), ("INT", "REAL"),
  ])
  func `values are compared as a STRICT table converts them`(before: String, after: String) throws {
    let change = PlannerCase(
      before: "CREATE TABLE club (id INTEGER PRIMARY KEY, value \(before)) STRICT",
      after: "CREATE TABLE club (id INTEGER PRIMARY KEY, value \(after)) STRICT")
    #expect(try change.judge().rowCount > 0)
  }

  @Test func `only tables that the change can reach get rows`() throws {
    let rest =
      "CREATE TABLE player (id INTEGER PRIMARY KEY, club INT REFERENCES club ON DELETE CASCADE);"
    func count(_ more: String) throws -> Int {
      try PlannerCase(
        before: "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT); \(more)",
        after: "CREATE TABLE club (id INTEGER PRIMARY KEY, name INT); \(more)"
      ).judge().rowCount
    }
    let alone = try count("")
    #expect(try count("CREATE TABLE ball (id INTEGER PRIMARY KEY, size INT);") == alone)
    // To drop a parent for a moment may delete its children.
    #expect(try count(rest) > alone)
  }

  @Test(arguments: [
    ("fts5(name, city)", "fts5(name, city, prefix = '2')"),
    ("fts4(name, city)", "fts4(name, city, prefix='2')"),
    ("fts4(name, city)", "fts5(name, city)"), ("fts5(name)", "fts5(name, tokenize = 'trigram')"),
    ("rtree(id, x0, x1)", "rtree(id, X0, x1)"),
  ])
  func `the trial compares the rows of virtual tables`(before: String, after: String) throws {
    let change = PlannerCase(
      before: "CREATE VIRTUAL TABLE found USING \(before)",
      after: "CREATE VIRTUAL TABLE found USING \(after)")
    #expect(try change.judge().rowCount == 6)
  }

  @Test(arguments: [
    (
      "fts5(name)", "INSERT INTO found (name) VALUES ('one'), ('two')",
      "UPDATE found SET name = 'three' WHERE rowid = 2"
    ),
    (
      "rtree(id, low, high)", "INSERT INTO found VALUES (1, 0, 1), (2, 3, 4)",
      "UPDATE found SET high = 5 WHERE id = 2"
    ),
  ])
  func `an index that does not find a row is noticed`(
    module: String, rows: String, change: String
  ) throws {
    let configuration = Configuration()
    try ScratchSchema.onScratch(configuration) { db in
      try db.execute(sql: "CREATE VIRTUAL TABLE found USING \(module); \(rows)")
      let queries = VirtualQueries(configuration)
      let state = try DatabaseState(db, of: ["found"], besides: [])
      #expect(try queries.difference(state, db) == nil)
      // The connection prevents damage, so the index is newer than the rows.
      try db.execute(sql: change)
      #expect(
        try queries.difference(state, db)?.hasPrefix("Table found has a wrong answer to the query")
          == true)
    }
  }
}
