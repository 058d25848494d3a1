import MigratorEngine
import MigratorSchema
import MigratorTestSupport
import Testing

/// The schema diff on SQL text written by SQLite itself.
struct SchemaTextTests {
  private func schema(_ statements: [String]) throws -> SchemaSnapshot {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path("a.sqlite"))
    try queue.write { db in
      for sql in statements { try db.execute(sql: sql) }
    }
    try queue.close()
    let inspection = try DatabaseInspection(path: folder.path("a.sqlite"))
    defer { #expect(throws: Never.self) { try inspection.close() } }
    return try inspection.schema()
  }

  @Test(arguments: [
    ["CREATE TABLE old (id INTEGER PRIMARY KEY, name TEXT)", "ALTER TABLE old RENAME TO club"],
    ["CREATE TABLE club (id INTEGER PRIMARY KEY)", "ALTER TABLE club ADD COLUMN name TEXT"],
    [
      "CREATE TABLE club (id INTEGER PRIMARY KEY, title TEXT)",
      "ALTER TABLE club RENAME title TO name",
    ],
    ["CREATE TABLE club (id INTEGER PRIMARY KEY, x, name TEXT)", "ALTER TABLE club DROP COLUMN x"],
    ["create  table 'club'(\n\"id\" INTEGER primary key , -- the number\n[name] TEXT\n)"],
    ["CREATE TABLE IF NOT EXISTS main.club (id INTEGER PRIMARY KEY, name TEXT)"],
  ])
  func `different ways to create the same table cause no drift`(statements: [String]) throws {
    let wanted = try schema(["CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT)"])
    let diff = SchemaDiff(before: wanted, after: try schema(statements))
    #expect(diff.isTextOnly, "\(diff.summaryLines)")
  }

  @Test func `references rewritten by a rename cause no drift`() throws {
    let child = "CREATE TABLE player (id INTEGER PRIMARY KEY, clubId REFERENCES club(id))"
    let index = "CREATE INDEX player_on_clubId ON player(clubId)"
    let trigger = "CREATE TRIGGER t AFTER INSERT ON club BEGIN UPDATE club SET id = id; END"
    let wanted = try schema(["CREATE TABLE club (id INTEGER PRIMARY KEY)", child, index, trigger])
    let renamed = try schema([
      "CREATE TABLE team (id INTEGER PRIMARY KEY)",
      "CREATE TABLE player (id INTEGER PRIMARY KEY, teamId REFERENCES team(id))",
      "CREATE INDEX player_on_clubId ON player(teamId)",
      "CREATE TRIGGER t AFTER INSERT ON team BEGIN UPDATE team SET id = id; END",
      "ALTER TABLE team RENAME TO club", "ALTER TABLE player RENAME COLUMN teamId TO clubId",
    ])
    let diff = SchemaDiff(before: wanted, after: renamed)
    #expect(!diff.isEmpty, "SQLite quotes what it renames")
    #expect(diff.isTextOnly, "\(diff.changes.flatMap(\.details))")
  }

  @Test func `an index is lost if its table is re-created without it`() throws {
    let before = [
      "CREATE TABLE player (id INTEGER PRIMARY KEY, email TEXT UNIQUE, clubId INTEGER)",
      "CREATE INDEX player_on_email ON player(email)",
    ]
    let diff = SchemaDiff(
      before: try schema(before),
      after: try schema(
        before + [
          "CREATE TABLE new (id INTEGER PRIMARY KEY, email TEXT UNIQUE, clubId INTEGER NOT NULL)",
          "DROP TABLE player", "ALTER TABLE new RENAME TO player",
        ]))
    #expect(
      diff.summaryLines == ["player: ~ column clubId: NULL → NOT NULL, - index player_on_email"])
  }
}
