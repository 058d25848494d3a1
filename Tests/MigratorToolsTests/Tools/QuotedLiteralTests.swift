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

  @Test func `double-quoted strings are accepted in a tool's migrations, with a warning`()
    throws
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

  private static let copied = """
    CREATE TABLE new (id INTEGER PRIMARY KEY, code TEXT);
    INSERT INTO new ("id", "code") SELECT "id", "code" FROM user;
    DROP TABLE user; ALTER TABLE new RENAME TO user;
    """
  private static let users =
    "CREATE TABLE user (id INTEGER PRIMARY KEY); INSERT INTO user VALUES (1), (2);"

  @Test func `selecting a new column from the previous table causes a warning`() throws {
    let project = try ToolProject(Sqlx(), files: ["1_a.sql": Self.copied], sql: Self.users)
    let words =
      "1_a.sql:2:1: \"code\" is a column of new, but not of a table that is read here, so SQLite uses "
      + "the text 'code' instead, in each row. Write NULL or another value."
    let dryRun = try #require(try dryRun(project).steps.first)
    #expect(dryRun.warnings.contains { $0.hasSuffix(words) }, "\(dryRun.warnings)")
    let step = try #require(try project.step())
    #expect(step.warnings.contains { $0.hasSuffix(words) }, "\(step.warnings)")
    #expect(try project.rows("SELECT * FROM user") == ["1|'code'", "2|'code'"])
  }

  @Test func `the warning is kept if a double-quoted string makes a migration fail`() throws {
    let sql = Self.copied.replacing("code TEXT", with: "code TEXT UNIQUE")
    let project = try ToolProject(Sqlx(), files: ["1_a.sql": sql], sql: Self.users)
    let step = try #require(try dryRun(project).steps.first)
    #expect(step.failure?.message == "UNIQUE constraint failed: new.code")
    #expect(step.warnings.contains { $0.contains("uses the text 'code' instead") })
    #expect(try project.rows("SELECT * FROM user") == ["1", "2"])
  }

  @Test(arguments: [
    ("{\"dependencies\": {\"better-sqlite3\": \"1\"}}", false), (nil, true),
    ("{\"dependencies\": {\"@libsql/client\": \"1\"}}", true),
    ("{\"dependencies\": {\"expo-sqlite\": \"1\", \"better-sqlite3\": \"1\"}}", true),
    ("{\"dependencies\": {}}", true),
  ])
  func `double-quoted strings are accepted if Drizzle's driver accepts them`(
    package: String?, isAccepted: Bool
  )
    throws
  {
    let journal = #"{"entries": [{"idx": 0, "version": "6", "when": 1, "tag": "a"}]}"#
    for (tool, files) in [
      (DrizzleBeta() as any MigrationTool, ["20240101000000_a/migration.sql": Self.copied]),
      (Drizzle(), ["meta/_journal.json": journal, "a.sql": Self.copied]),
    ] {
      let project = try ToolProject(tool, files: files, sql: Self.users)
      if let package { try project.folder.write("package.json", package) }
      let failure = try dryRun(project).failure
      #expect((failure == nil) == isAccepted)
      let step = try #require(try project.step())
      if isAccepted {
        #expect(step.warnings.contains { $0.contains("uses the text 'code' instead") })
        #expect(try project.rows("SELECT * FROM user") == ["1|'code'", "2|'code'"])
      } else {
        #expect(step.failure?.message.contains("no such column: ") == true)
        #expect(try project.rows("SELECT * FROM user") == ["1", "2"])
        #expect(
          failure?.remedy(on: .copy).sentence.contains("no column has the name \"code\"") == true)
      }
    }
  }

  @Test func `double-quoted strings are refused in migtui's own format, as in GRDB`() throws {
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

  @Test func `an existing schema with double-quoted text can be read and migrated`() throws {
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
