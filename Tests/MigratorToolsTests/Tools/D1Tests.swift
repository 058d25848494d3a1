import MigratorEngine
import MigratorSession
@testable import MigratorTools
import MigratorTestSupport
import Testing

struct D1Tests {
  private static let files = [
    "0001_init.sql": "CREATE TABLE club (id INTEGER PRIMARY KEY);\n",
    "0002_players.sql": "CREATE TABLE player (id INTEGER PRIMARY KEY);",
    "README.md": "no migration",
  ]

  @Test func `a step writes only the name of the file, with its extension`() throws {
    let project = try ToolProject(D1(), files: Self.files)
    try project.step()
    #expect(
      try project.rows("SELECT id, name, datetime(applied_at) = applied_at FROM d1_migrations")
        == ["1|'0001_init.sql'|1"])
    #expect(
      try project.status().lines == ["applied 0001_init.sql", "pending 0002_players.sql"])
    try project.stepAll()
    #expect(
      try project.rows("SELECT name FROM d1_migrations ORDER BY id")
        == ["'0001_init.sql'", "'0002_players.sql'"])
    #expect(
      try project.rows("SELECT sql FROM sqlite_master WHERE name = 'd1_migrations'")
        == [
          "'CREATE TABLE \"d1_migrations\"(\n\t\tid         INTEGER PRIMARY KEY AUTOINCREMENT,\n"
            + "\t\tname       TEXT UNIQUE,\n"
            + "\t\tapplied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL\n)'"
        ])
  }

  @Test func `a single pair of BEGIN and COMMIT is removed, as in wrangler`() throws {
    var files = Self.files
    files["0001_init.sql"] =
      "PRAGMA defer_foreign_keys = ON;\nBEGIN TRANSACTION;\nCREATE TABLE club (id);\nCOMMIT;\n"
    let project = try ToolProject(D1(), files: files)
    #expect(try project.status().migrations[0].transaction == .whole)
    #expect(try project.status().migrations[0].script?.source.contains("COMMIT;") == true)
    try project.stepAll()
    #expect(try project.rows("SELECT count(*) FROM club") == ["0"])
  }

  @Test(arguments: [
    ("BEGIN TRANSACTION;\nCOMMIT;\nBEGIN TRANSACTION;\nSELECT 1;\nCOMMIT;", 3),
    ("SELECT 1;\nBEGIN;\nEND;", 2), ("SELECT 1;\n\nCREATE TABLE a (id)", 3),
  ])
  func `a file that would fail in wrangler is refused, and the error names the line`(
    text: String, line: Int
  ) throws {
    var files = Self.files
    files["0001_init.sql"] = text
    let project = try ToolProject(D1(), files: files)
    let status = try #require(try project.status().migrations.first)
    #expect(status.state == .unusable)
    #expect(status.obstacle?.problems.first?.location?.line == line)
    #expect(throws: MigrationError.self) { try project.step() }
    #expect(try project.rows("SELECT name FROM sqlite_master") == [])
  }

  @Test func `numbers are compared by value, and names without a number come last`() throws {
    let names = ["init.sql", "10_c.sql", "9_b.sql", "1_a.sql", "5.sql", "0009_a.sql", "a.sql"]
    #expect(
      names.sorted(by: D1.precedes)
        == ["1_a.sql", "5.sql", "0009_a.sql", "9_b.sql", "10_c.sql", "a.sql", "init.sql"])
  }

  @Test func `Drizzle's layout is read if the folder contains no SQL files of its own`() throws {
    let project = try ToolProject(
      D1(),
      files: [
        "0002_b/migration.sql": "CREATE TABLE b (id);", "0001_a/migration.sql": "SELECT 1;",
      ])
    #expect(
      try project.status().lines == [
        "pending 0001_a/migration.sql", "pending 0002_b/migration.sql",
      ])
    try project.stepAll()
    #expect(try project.rows("SELECT max(name) FROM d1_migrations") == ["'0002_b/migration.sql'"])
  }

  @Test func `settings above the folder are used as evidence for D1`() throws {
    let project = try ToolProject(D1(), files: Self.files)
    #expect(D1().evidence(in: try project.tree())?.strength == .shared)
    try project.folder.write("wrangler.jsonc", "{}")
    #expect(
      D1().evidence(in: try project.tree())?.words == "2 files `*.sql`, wrangler.jsonc above")
    let now = try #require(Timestamp(milliseconds: 1_795_267_358_279))
    let new = try D1().newFiles(
      title: "Add goals", in: try project.tree(), after: try project.toolFolder().migrations,
      now: now)
    #expect(
      new == [
        MigrationFile(
          path: "0003_add_goals.sql",
          text: "-- Migration number: 0003 \t 2026-11-21T13:22:38.279Z\n")
      ])
  }

  @Test func `an unknown name is unregistered, and malformed rows cause no crash`() throws {
    let project = try ToolProject(
      D1(), files: Self.files,
      sql: "CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name, applied_at);"
        + "INSERT INTO d1_migrations (name, applied_at) VALUES (NULL, NULL), (X'FF', 1), "
        + "('0009_gone.sql', X'00'), ('0002_players.sql', 5), ('0002_players.sql', 6);")
    #expect(
      try project.status().lines
        == ["outOfOrder 0001_init.sql", "applied 0002_players.sql", "unregistered 0009_gone.sql"])
  }

  @Test func `order and states match a simple model of D1's rule`() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      let names = Set(
        (0..<Int.random(in: 0...7, using: &random)).map { _ in
          let number = ["", "1", "01", "2", "10", "009"].randomElement(using: &random) ?? ""
          let word = ["a", "b", "B"].randomElement(using: &random) ?? ""
          return number.isEmpty ? "\(word).sql" : "\(number)_\(word).sql"
        })
      // The model groups the names by number and sorts each group as text.
      let buckets = Dictionary(grouping: names) { name in
        Int(name.prefix { $0.isNumber }) ?? Int.max
      }
      let expected = buckets.keys.sorted().flatMap { (buckets[$0] ?? []).sorted() }
      #expect(names.shuffled(using: &random).sorted(by: D1.precedes) == expected)

      let recorded = expected.filter { _ in Bool.random(using: &random) }
      let rows = recorded.map { ["name": $0] as [String: any DatabaseValueConvertible] }
      let status = try PureRule(
        D1().ledger(ToolReading(name: "d1_migrations", files: ToolFiles([]), folder: nil)),
        expected.map { PureRule.migration($0) }
      ).status(
        LedgerRows(tables: [
          "d1_migrations": PureRule.table(["id", "name", "applied_at"], rows)
        ]))
      let newest = expected.lastIndex { recorded.contains($0) } ?? -1
      #expect(
        status.lines
          == expected.enumerated().map { index, name in
            let isApplied = recorded.contains(name)
            return "\(isApplied ? "applied" : index < newest ? "outOfOrder" : "pending") \(name)"
          })
    }
  }
}
