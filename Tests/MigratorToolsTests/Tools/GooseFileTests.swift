import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

struct GooseFileTests {
  private func migration(_ text: String) throws -> ToolMigration {
    let project = try ToolProject(Goose(), files: ["1_a.sql": text])
    return try #require(try project.toolFolder().migrations.first)
  }

  private func statements(_ text: String) throws -> [String] {
    try migration(text).script?.statements().map(\.sql) ?? []
  }

  private func problem(_ text: String) throws -> SourceProblem? {
    do {
      _ = try migration(text)
      return nil
    } catch let failure as SourceFailure {
      return failure.problems.first
    }
  }

  @Test(arguments: ["\n", "\r\n"])
  func `markers are found with any line endings`(_ end: String) throws {
    let lines = [
      "-- a note", "-- +goose Up", "CREATE TABLE a (id); -- why", "-- +goose statementbegin",
      "CREATE TABLE b (", "id);", "-- +goose StatementEnd", "-- +goose Down", "DROP TABLE a;", "",
    ]
    let text = lines.joined(separator: end)
    #expect(
      try statements(text) == ["CREATE TABLE a (id);", "CREATE TABLE b (\(end)id);"])
    let project = try ToolProject(Goose(), files: ["1_a.sql": text])
    #expect(try project.tool.evidence(in: project.tree())?.count == 1)
    try project.stepAll()
  }

  @Test func `a file that contains only the up marker does nothing and is recorded`() throws {
    let project = try ToolProject(Goose(), files: ["1_a.sql": "-- +goose Up"])
    try project.stepAll()
    #expect(try project.rows("SELECT max(version_id) FROM goose_db_version") == ["1"])
  }

  @Test func `statements keep their line numbers, and down statements are not run`() throws {
    let script = try #require(
      try migration("-- +goose Up\n\nSELECT 1;\n-- +goose Down\nSELECT 2;\n").script)
    #expect(try script.statements().map(\.location.line) == [3])
    #expect(script.source.contains("SELECT 2"))
  }

  @Test func `NO TRANSACTION anywhere turns the transaction off`() throws {
    let text = "-- +goose NO TRANSACTION\n-- +goose Up\nVACUUM;\n"
    guard case .sql(_, .none) = try migration(text).body else {
      Issue.record("runs in a transaction")
      return
    }
    let project = try ToolProject(Goose(), files: ["1_a.sql": text])
    try project.stepAll()
    #expect(try project.rows("SELECT max(version_id) FROM goose_db_version") == ["1"])
  }

  @Test func `a statement block is a single statement, whatever its last character`() throws {
    let text = """
      -- +goose Up
      -- +goose StatementBegin
      CREATE TABLE a (id) -- why
      -- +goose StatementEnd
      -- +goose StatementBegin
      CREATE TABLE b (id); CREATE INDEX b_id ON b (id)
      -- +goose StatementEnd
      CREATE TABLE c (id);
      -- +goose Down
      -- +goose StatementBegin
      DROP TABLE a
      -- +goose StatementEnd
      """
    #expect(
      try statements(text) == [
        "CREATE TABLE a (id)", "CREATE TABLE b (id);", "CREATE INDEX b_id ON b (id)",
        "CREATE TABLE c (id);",
      ])
    #expect(
      try migration(text).script?.statements().map(\.location.line) == [3, 6, 6, 8])
    let project = try ToolProject(Goose(), files: ["1_a.sql": text])
    try project.stepAll()
    #expect(
      try project.rows("SELECT sql FROM sqlite_master WHERE name = 'b_id'")
        == ["'CREATE INDEX b_id ON b (id)'"])
  }

  @Test(arguments: [
    "\n-- +goose StatementBegin\nSELECT 2\n-- +goose StatementEnd", " \nSELECT 2;", "",
  ])
  func `the statement after an empty block is found`(_ rest: String) throws {
    let text = """
      -- +goose Up
      SELECT 1;
      -- +goose StatementBegin
      -- +goose StatementEnd
      \(rest)
      -- +goose Down
      SELECT 3;
      """
    #expect(try statements(text).count == (rest.isEmpty ? 1 : 2))
  }

  @Test(arguments: [
    ("CREATE TRIGGER t AFTER INSERT ON a BEGIN\n  SELECT 1;\nEND;\n", 3),
    ("SELECT 'a;\nb';\n", 2),
    ("SELECT 1 /* a;\nb */;\n", 2),
  ])
  func `a file is unusable if goose would split a statement`(_ text: String, _ end: Int) throws {
    let project = try ToolProject(
      Goose(),
      files: ["1_a.sql": "-- +goose Up\nCREATE TABLE a (id);", "2_b.sql": "-- +goose Up\n" + text])
    try project.step()
    let status = try project.status().migrations
    #expect(status.map(\.state) == [.applied, .unusable])
    let problem = try #require(status[1].obstacle?.problems.first)
    #expect(
      problem.message
        == "goose ends this statement at the semicolon on line \(end), but SQLite does not.")
    #expect(problem.location?.line == 2)
    #expect(problem.remedy.contains("StatementBegin"))
    let block = "-- +goose StatementBegin\n\(text)-- +goose StatementEnd\n"
    try project.folder.write("migrations/2_b.sql", "-- +goose Up\n" + block)
    try project.stepAll()
    #expect(try project.rows("SELECT max(version_id) FROM goose_db_version") == ["2"])
  }

  @Test(arguments: [
    ("SELECT 1;\n-- +goose Up\n", 1, "text before"),
    ("-- +goose Up\nSELECT 1;\n-- +goose Up\n", 3, "second"),
    ("-- +goose Down\nSELECT 1;\n", 1, "before `-- +goose Down`"),
    ("-- +goose Up\n-- +goose Down\n-- +goose Down\n", 3, "each must occur once"),
    ("-- +goose Up\n\nSELECT 1\n", 3, "semicolon"),
    ("-- +goose Up\nSELECT 1\n-- +goose Down\n", 2, "semicolon"),
    ("-- +goose Up\nSELECT 1; SELECT 2 -- ;\n", 2, "semicolon"),
    ("-- +goose Up\n-- +goose StatementBegin\nSELECT 1;\n", 2, "no StatementEnd"),
    ("-- +goose Up\n-- +goose StatementEnd\n", 2, "has no StatementBegin"),
    (
      "-- +goose Up\n-- +goose StatementBegin\n-- no\n\n-- +goose StatementEnd\n\nSELECT 1;\n", 7,
      "ignores this line"
    ),
    ("-- +goose StatementBegin\n", 1, "before `-- +goose Up`"),
    ("-- +goose Up\n  -- +goose Down\n", 2, "beginning of the line"),
    ("-- +goose Up\n-- +goose Sideways\n", 2, "not a goose marker"),
    ("", 1, "no `-- +goose Up`"),
    ("\u{FEFF}-- +goose Up\n", 1, "byte order mark"),
  ])
  func `a file that goose refuses is refused, and the error names the line`(
    _ text: String, _ line: Int, _ words: String
  ) throws {
    let problem = try #require(try problem(text))
    #expect(problem.message.contains(words))
    #expect(problem.location?.line == line)
  }

  @Test(arguments: [
    "-- +goose Up\nSELECT 1;",
    "  -- a note\n-- +goose Up\n",
    "-- +goose Up\nSELECT 1\n;\n",
    "-- +goose up\nSELECT 1; -- ends here\n-- +GOOSE\n",
  ])
  func `a file that goose accepts is accepted`(_ text: String) throws {
    #expect(try problem(text) == nil)
  }
}
