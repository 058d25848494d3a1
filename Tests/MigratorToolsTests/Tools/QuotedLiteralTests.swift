import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

/// Text in double quotes, which the connections of most tools accept as a string.
struct QuotedLiteralTests {
  private static let files = [
    "1_song.sql": """
    CREATE TABLE song (name TEXT, title TEXT); INSERT INTO song VALUES ('a', 'b'), ('c', 'd');
    """,
    "2_titel.sql": """
    UPDATE song SET "name" = title;
    UPDATE song SET name = "titel";
    CREATE TRIGGER t AFTER INSERT ON song BEGIN UPDATE song SET title = "new"; END;
    CREATE VIEW v AS SELECT name, "nosuch" FROM song;
    CREATE TABLE kind (a CHECK (a IN ("u", "v")));
    """,
    "3_use.sql": """
    INSERT INTO song VALUES ('e', 'f'); INSERT INTO kind VALUES ('u');
    ALTER TABLE song RENAME COLUMN title TO heading;
    """,
  ]

  private func dryRun(_ project: ToolProject) throws -> DryRunReport {
    try DryRun.run(
      path: project.databasePath, migrator: try project.toolFolder().migrator(),
      temporaryDirectory: project.folder.path)
  }

  @Test func `a tool's migrations accept it in dry runs and steps, and a warning names it`() throws
  {
    let project = try ToolProject(Sqlx(), files: Self.files)
    let report = try dryRun(project)
    #expect(report.failure == nil)
    #expect(
      report.steps.map { step in
        step.warnings.filter { $0.contains("is not a column") }
          .map { $0.replacing(project.folder.path("migrations/"), with: "") }
      }
        == [
          [],
          [
            "2_titel.sql:2:1: \"titel\" is not a column, so SQLite treats it as a string. "
              + "Other programs, such as GRDB apps, may reject it. Write it in single quotes: "
              + "'titel'.",
            "2_titel.sql:5:1: \"u\" is not a column, so SQLite treats it as a string. "
              + "Other programs, such as GRDB apps, may reject it. Write it in single quotes: "
              + "'u'.",
          ], [],
        ])
    try project.stepAll()
    #expect(
      try project.rows("SELECT * FROM song")
        == ["'titel'|'new'", "'titel'|'new'", "'e'|'new'"])
    // The applied migrations are replayed, too.
    let drift = try DatabaseInspection.inspect(path: project.databasePath) {
      try SchemaDrift.diff(of: $0, migrator: try project.toolFolder().migrator())
    }
    guard case .diff(let diff) = drift else {
      Issue.record("\(drift)")
      return
    }
    #expect(diff.isEmpty)
  }

  @Test func `this program's format refuses it in dry runs and steps, as GRDB does`() throws {
    let project = try ToolProject(PlainFiles(), files: Self.files)
    try project.step()
    let foretold = try #require(try dryRun(project).failure)
    let failure = try #require(try project.step()?.failure)
    #expect(failure.message.contains("no such column: "))
    #expect(foretold.message == failure.message)
    #expect(foretold.location?.place.hasSuffix("/2_titel.sql:2:24") == true)
    #expect(
      failure.remedy(on: .database).sentence == """
        Double quotes are for names, and no column has the name "titel". Correct the name, or write the text \
        in single quotes: 'titel'.
        """)
    #expect(try project.rows("SELECT * FROM song") == ["'a'|'b'", "'c'|'d'"])
    let text = try #require(Self.files["2_titel.sql"])
    try project.folder.write(
      "migrations/2_titel.sql",
      text.replacing("\"titel\"", with: "'titel'").replacing("(\"u\", \"v\")", with: "('u', 'v')"))
    #expect(try project.step()?.failure == nil)
    // The trigger is only compiled when it fires.
    let trigger = try #require(try project.step()?.failure)
    #expect(
      trigger.remedy(on: .database).sentence == """
        The trigger t contains "new". Double quotes are for names, and no column has this name. Re-create the \
        trigger t in the migration, with the text in single quotes: 'new'.
        """)
    try project.folder.write(
      "migrations/3_use.sql",
      """
      DROP TRIGGER t; DROP VIEW v;
      CREATE TRIGGER t AFTER INSERT ON song BEGIN UPDATE song SET title = 'new'; END;
      \(try #require(Self.files["3_use.sql"]))
      """)
    #expect(try dryRun(project).failure == nil)
    try project.stepAll()
    #expect(try project.rows("SELECT count(*) FROM song WHERE heading = 'new'") == ["3"])
  }

  @Test func `an existing schema with such text can be read and migrated`() throws {
    let project = try ToolProject(
      PlainFiles(), files: ["1_column.sql": "ALTER TABLE song ADD COLUMN year; DELETE FROM song;"])
    var accepting = Configuration()
    accepting.acceptsDoubleQuotedStringLiterals = true
    try DatabaseQueue(path: project.databasePath, configuration: accepting).execute(
      """
      CREATE TABLE song (name TEXT CHECK (name <> "nosuch"));
      CREATE INDEX i ON song ("nosuch", name);
      CREATE VIEW v AS SELECT name, "nosuch" FROM song;
      INSERT INTO song VALUES ('a'), ('b');
      """)
    try DatabaseInspection.inspect(path: project.databasePath) { inspection in
      let rows = try inspection.read { try Row.fetchAll($0, sql: "SELECT * FROM v") }
      #expect(
        rows.map(\.description) == [
          "[name:\"a\" \"nosuch\":\"nosuch\"]", "[name:\"b\" \"nosuch\":\"nosuch\"]",
        ])
    }
    let report = try dryRun(project)
    #expect(report.failure == nil)
    #expect(report.steps.first?.rows.first { $0.table == "song" }?.deleted == 2)
    #expect(try project.step()?.failure == nil)
    #expect(try project.rows("SELECT count(*) FROM song") == ["0"])
  }
}
