import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

/// Rows that a tool with enforced foreign keys would delete and that are kept here.
struct CascadeWarningTests {
  private static let files = [
    "1_club.sql": """
    CREATE TABLE club (id INTEGER PRIMARY KEY);
    CREATE TABLE report (id INTEGER PRIMARY KEY, clubId REFERENCES club(id) ON DELETE CASCADE);
    INSERT INTO club VALUES (1); INSERT INTO report VALUES (1, 1), (2, 1);
    """,
    "2_anew.sql": """
    CREATE TABLE club_new (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO club_new (id) SELECT id FROM club;
    DROP TABLE club;
    ALTER TABLE club_new RENAME TO club;
    """,
  ]

  private func dryRun(
    _ tool: any MigrationTool, checks: DatabaseMigrator.ForeignKeyChecks? = nil
  ) throws -> StepReport? {
    let project = try ToolProject(tool, files: Self.files)
    try project.step()
    return try DryRun.run(
      path: project.databasePath,
      migrator: try project.toolFolder().migrator(foreignKeyChecks: checks)
    ).steps.first
  }

  @Test func `child rows are kept, and a warning states how many the tool would delete`() throws {
    let step = try #require(try dryRun(Sqlx()))
    #expect(step.rows.first { $0.table == "report" } == nil)
    #expect(step.warnings.count == 1)
    #expect(step.warnings.first?.contains("it would delete 2 rows of report") == true)
  }

  @Test
  func `without rows, a warning names the tables from which the tool would delete rows`() throws {
    let project = try ToolProject(
      Sqlx(),
      files: Self.files.mapValues {
        $0.replacing(/INSERT INTO (club|report) VALUES[^;]*;/, with: "")
      })
    let steps = try DryRun.run(
      path: project.databasePath, migrator: try project.toolFolder().migrator()
    ).steps
    #expect(steps.map(\.warnings.count) == [0, 1])
    #expect(steps[1].warnings.first?.contains("would delete the rows of report") == true)
  }

  @Test
  func `if foreign keys are enforced as in the tool, the deleted child rows are counted`() throws {
    let step = try #require(try dryRun(Sqlx(), checks: .immediate))
    #expect(step.warnings == [])
    #expect(step.rows.first { $0.table == "report" }?.cascaded == 2)
    #expect(Losses(of: [step]).rowCount == 2)
  }

  @Test func `a migration that turns off foreign keys causes no warning`() throws {
    let anew = try #require(Self.files["2_anew.sql"])
    let files = [
      "0000_club.sql": Self.files["1_club.sql"],
      "0001_anew.sql":
        "COMMIT;\nPRAGMA foreign_keys=OFF;\nBEGIN;\n\(anew)COMMIT;\n"
        + "PRAGMA foreign_keys(1);\nBEGIN;",
      "0002_again.sql":
        "COMMIT; PRAGMA foreign_keys=OFF; PRAGMA foreign_keys=ON; BEGIN;\n\(anew)",
    ].compactMapValues { $0 }
    let project = try ToolProject(
      Drizzle(), files: files.merging(["meta/_journal.json": Self.journal]) { $1 })
    try project.step()
    let steps = try DryRun.run(
      path: project.databasePath, migrator: try project.toolFolder().migrator()
    ).steps
    #expect(steps.map(\.warnings.count) == [0, 1])
    #expect(steps.first?.failure == nil)
  }

  private static let journal = """
    {"version": "7", "dialect": "sqlite", "entries": [
      {"idx": 0, "version": "6", "when": 1, "tag": "0000_club", "breakpoints": true},
      {"idx": 1, "version": "6", "when": 2, "tag": "0001_anew", "breakpoints": true},
      {"idx": 2, "version": "6", "when": 3, "tag": "0002_again", "breakpoints": true}]}
    """

  @Test(arguments: [
    ("PRAGMA defer_foreign_keys = ON;", "PRAGMA defer_foreign_keys = OFF;", false),
    ("PRAGMA defer_foreign_keys = TRUE;", "", true), ("", "PRAGMA defer_foreign_keys = OFF;", true),
    ("PRAGMA defer_foreign_keys = ON; PRAGMA defer_foreign_keys = OFF;", "", true),
  ])
  func `child rows without an action make the drop fail unless violations are discarded`(
    before: String, after: String, mayFail: Bool
  ) throws {
    let club = """
      CREATE TABLE club (id INTEGER PRIMARY KEY);
      CREATE TABLE report (id INTEGER PRIMARY KEY, clubId REFERENCES club(id) ON DELETE CASCADE);
      CREATE TABLE fan (id INTEGER PRIMARY KEY, clubId REFERENCES club(id));
      """
    let anew = "\(before)\n\(try #require(Self.files["2_anew.sql"]))\n\(after)"
    let project = try ToolProject(D1(), files: ["0001_club.sql": club, "0002_anew.sql": anew])
    try project.step()
    let migrator = try project.toolFolder().migrator(foreignKeyChecks: .immediate)
    // Without rows, the warning names both kinds of tables.
    let step = try #require(
      try DryRun.run(
        path: project.databasePath, migrator: try project.toolFolder().migrator()
      ).steps.first)
    #expect(step.warnings.count == 1)
    #expect(
      step.warnings.first?.contains("or fail if rows of fan refer to it") == mayFail,
      "\(step.warnings)")
    // As with the tool.
    try project.sql("INSERT INTO club VALUES (1); INSERT INTO fan VALUES (1, 1);")
    let failure = try DryRun.run(path: project.databasePath, migrator: migrator).failure
    #expect((failure != nil) == mayFail)
    #expect(failure?.message.contains("FOREIGN KEY") ?? true)
    #expect(try project.rows("SELECT * FROM fan") == ["1|1"])
  }

  @Test func `tools that do not enforce foreign keys cause no warning`() throws {
    #expect(try dryRun(Numbered())?.warnings == [])
  }
}
