import MigratorEngine
import MigratorTestSupport
@testable import MigratorTools
import Testing

/// Dry runs of migrations that a tool with enforced foreign keys runs with another result.
struct EnforcedForeignKeyTests {
  private static let schema = """
    CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE fan (id INTEGER PRIMARY KEY, club INTEGER REFERENCES club ON DELETE CASCADE);
    CREATE TABLE guest (id INTEGER PRIMARY KEY, club INTEGER REFERENCES club ON DELETE SET NULL);
    INSERT INTO club VALUES (1, 'x'), (2, 'y');
    INSERT INTO fan VALUES (1, 1), (2, 1), (3, 2);
    INSERT INTO guest VALUES (1, 1), (2, 2);
    """

  private func project(
    _ tool: any MigrationTool, _ sql: String, file: String = "1_a.sql",
    others: [String: String] = [:], schema: String = schema
  ) throws -> ToolProject {
    try ToolProject(
      tool, files: [file: sql].merging(others) { $1 },
      sql: schema + (tool is Prisma ? PrismaTests.table : ""))
  }

  private func dryRun(
    _ project: ToolProject, checks: DatabaseMigrator.ForeignKeyChecks? = nil
  ) throws -> StepReport {
    try #require(
      try DryRun.run(
        path: project.databasePath,
        migrator: try project.toolFolder().migrator(foreignKeyChecks: checks)
      ).steps.first)
  }

  /// Runs the file as the tool does and returns the rows, or SQLite's message.
  private func tool(_ sql: String, schema: String = schema) throws -> (
    rows: [String], message: String?
  ) {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: schema)
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    do {
      try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN; \(sql); COMMIT;") }
    } catch let error as DatabaseError {
      try queue.writeWithoutTransaction {
        if $0.isInsideTransaction { try $0.execute(sql: "ROLLBACK") }
      }
      return ([], error.message)
    }
    return (
      try queue.read {
        try String.fetchAll(
          $0,
          sql:
            "SELECT 'fan ' || count(*) FROM fan UNION ALL SELECT 'guest ' || count(club) FROM guest"
        )
      }, nil
    )
  }

  @Test(arguments: [
    (
      "DELETE FROM club WHERE id = 1;",
      ["fan 1", "guest 1"],
      "sqlx enforces foreign keys and would not fail: it would delete 2 rows of fan."
    ),
    (
      "REPLACE INTO club VALUES (1, 'z');",
      ["fan 1", "guest 1"],
      "sqlx enforces foreign keys: it would delete 2 rows of fan, which migtui keeps."
    ),
    (
      "CREATE TABLE n (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO n SELECT * FROM club; DROP TABLE club; ALTER TABLE n RENAME TO club;",
      ["fan 0", "guest 0"],
      "sqlx enforces foreign keys: it would delete 3 rows of fan, which migtui keeps."
    ),
  ])
  func `rows that the tool deletes by cascade are counted, and migtui keeps them`(
    sql: String, left: [String], words: String
  ) throws {
    // The tool's own result.
    #expect(try tool(sql).rows == left)
    let project = try project(Sqlx(), sql)
    let report = try dryRun(project)
    #expect(report.warnings.contains { $0.hasPrefix(words) }, "\(report.warnings)")
    #expect(
      report.failure == nil
        ? report.warnings.contains { $0.contains("change guest.club in") } : true)
    #expect(report.rows.allSatisfy { $0.table != "fan" })
    // Following the advice gives the tool's result.
    let queue = try DatabaseQueue(path: project.databasePath)
    defer { try? queue.close() }
    #expect(
      try project.toolFolder().migrator(foreignKeyChecks: .immediate).step(queue)?.failure == nil)
    #expect(
      try project.rows(
        "SELECT 'fan ' || count(*) FROM fan UNION ALL SELECT 'guest ' || count(club) FROM guest")
        == left.map { "'\($0)'" })
  }

  private static let plain = schema.replacing(" ON DELETE CASCADE", with: "")
    .replacing(" ON DELETE SET NULL", with: "")

  @Test(arguments: [
    // The parent comes after the child, or is deleted before the child is changed.
    "INSERT INTO fan VALUES (9, 9); INSERT INTO club VALUES (9, 'z');",
    "DELETE FROM club WHERE id = 1; UPDATE fan SET club = 2; UPDATE guest SET club = 2;",
    // cloudflare/vibesdk 0004.
    """
    DROP TABLE club; CREATE TABLE n (id INTEGER PRIMARY KEY, club INTEGER);
    INSERT INTO n SELECT * FROM fan; DROP TABLE fan; ALTER TABLE n RENAME TO fan; DROP TABLE guest;
    CREATE TABLE guest (club);
    """,
    "UPDATE club SET id = 7 WHERE id = 1; UPDATE fan SET club = 7 WHERE club = 1; UPDATE guest SET club = 7 WHERE club = 1;",
  ])
  func `if a migration would fail with foreign keys on, the error is reported`(sql: String) throws {
    let message = try #require(try tool(sql, schema: Self.plain).message)
    #expect(message.contains("FOREIGN KEY constraint failed"))
    for (tool, file) in [
      (Sqlx() as any MigrationTool, "1_a.sql"), (Refinery(), "V1__a.sql"),
      (Diesel(), "2024-01-01-000000_a/up.sql"), (RusqliteMigration(), "1-a/up.sql"),
      (D1(), "0001_a.sql"), (Prisma(), "20240101000000_a/migration.sql"),
      (DrizzleBeta(), "20240101000000_a/migration.sql"),
    ] {
      let report = try dryRun(try project(tool, sql, file: file, schema: Self.plain))
      #expect(report.failure == nil)
      let told = report.warnings.filter { $0.contains("enforces foreign keys and would fail") }
      #expect(told.count == 1, "\(tool.title): \(report.warnings)")
      #expect(told.first?.hasPrefix(tool.title) == true)
      #expect(told.first?.contains(message) == true)
    }
  }

  @Test func `a commit fails if a deferred foreign key is still violated`() throws {
    let schema = Self.plain.replacing(
      "REFERENCES club", with: "REFERENCES club DEFERRABLE INITIALLY DEFERRED")
    let sql = "INSERT INTO fan VALUES (9, 9);"
    #expect(try tool(sql, schema: schema).message == "FOREIGN KEY constraint failed")
    let report = try dryRun(try project(Sqlx(), sql, schema: schema))
    // Here it fails as well, so there is no difference to report.
    #expect(report.failure?.phase == .check)
    #expect(report.warnings == [])
    let mended = try dryRun(
      try project(Sqlx(), sql + " INSERT INTO club VALUES (9, 'z');", schema: schema))
    #expect(mended.failure == nil && mended.warnings == [])
  }

  @Test(arguments: [
    "INSERT INTO club VALUES (9, 'z'); INSERT INTO fan VALUES (9, 9);",
    "DELETE FROM fan WHERE id = 1;", "UPDATE club SET name = 'w';", "DROP TABLE fan;",
    "ALTER TABLE club ADD COLUMN city;", "CREATE TABLE x (a); INSERT INTO x VALUES (1);",
  ])
  func `a migration causes no warning if foreign keys do not change its result`(sql: String) throws
  {
    #expect(try sql.contains("DROP") || tool(sql).message == nil)
    #expect(try dryRun(project(Sqlx(), sql)).warnings == [])
  }

  @Test func `old violations cause no warning`() throws {
    let schema = Self.plain + "PRAGMA foreign_keys = OFF; INSERT INTO fan VALUES (8, 80);"
    let project = try project(
      Sqlx(), "DELETE FROM fan WHERE id = 1; UPDATE club SET name = 'w';", schema: schema)
    #expect(try dryRun(project).warnings == [])
  }

  @Test
  func `settings made in the trial with foreign keys enforced do not affect the dry run`() throws {
    let sql =
      "PRAGMA ignore_check_constraints = ON; CREATE TEMP TABLE t (a); DELETE FROM fan WHERE id = 1;"
    let report = try dryRun(project(Sqlx(), sql))
    #expect(report.failure == nil)
    #expect(
      report.warnings.count == 1 && report.warnings[0].contains("lost after this migration"))
  }

  @Test func `a file that Prisma runs with keys off causes no warning`() throws {
    let file = "20240101000000_a/migration.sql"
    let sql = """
      PRAGMA defer_foreign_keys=ON; PRAGMA foreign_keys=OFF;
      CREATE TABLE n (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO n SELECT * FROM club;
      DROP TABLE club; ALTER TABLE n RENAME TO club; PRAGMA foreign_keys=ON;
      """
    let report = try dryRun(project(Prisma(), sql, file: file))
    #expect(!report.warnings.contains { $0.contains("enforces") || $0.contains("would delete") })
    let without = sql.replacing("PRAGMA foreign_keys=OFF;", with: "")
      .replacing("PRAGMA foreign_keys=ON;", with: "").replacing(
        "PRAGMA defer_foreign_keys=ON;", with: "")
    let other = try dryRun(project(Prisma(), without, file: file))
    #expect(other.warnings.contains { $0.contains("it would delete 3 rows of fan") })
  }

  @Test(arguments: [
    (nil, true), ("{\"dependencies\": {\"better-sqlite3\": \"1\"}}", true),
    ("{\"dependencies\": {\"@libsql/client\": \"1\"}}", false),
    ("{\"devDependencies\": {\"@types/bun\": \"1\"}}", false),
    ("{\"dependencies\": {\"better-sqlite3\": \"1\", \"bun-types\": \"1\"}}", false),
    ("{\"dependencies\": {\"expo-sqlite\": \"1\"}}", false),
  ])
  func `foreign keys are on for Drizzle if its driver turns them on`(
    package: String?, isEnforcing: Bool
  ) throws {
    let project = try project(
      DrizzleBeta(), "REPLACE INTO club VALUES (1, 'z');",
      file: "20240101000000_a/migration.sql")
    if let package { try project.folder.write("package.json", package) }
    #expect(try dryRun(project).warnings.isEmpty != isEnforcing)
  }

  @Test(arguments: [
    (nil, true), ("rusqlite = { version = \"1\", features = [\"bundled\"] }", true),
    ("rusqlite = \"1\"", false),
  ])
  func `a Rust project that does not bundle SQLite causes no warning`(
    cargo: String?, isEnforcing: Bool
  ) throws {
    for (tool, file) in [
      (Refinery() as any MigrationTool, "V1__a.sql"),
      (Diesel(), "2024-01-01-000000_a/up.sql"), (RusqliteMigration(), "1-a/up.sql"),
    ] {
      let project = try project(tool, "REPLACE INTO club VALUES (1, 'z');", file: file)
      if let cargo { try project.folder.write("Cargo.toml", cargo) }
      #expect(try dryRun(project).warnings.isEmpty != isEnforcing)
    }
  }

  @Test func `no warning is given for tools whose connections are unknown`() throws {
    let sql = "REPLACE INTO club VALUES (1, 'z');"
    for (tool, file) in [
      (Goose() as any MigrationTool, "1_a.sql"), (GolangMigrate(), "1_a.up.sql"),
      (Numbered(), "001-a.sql"), (PlainFiles(), "001_a.sql"),
    ] {
      let text = tool is Goose ? "-- +goose Up\n\(sql)" : sql
      #expect(try dryRun(project(tool, text, file: file)).warnings == [])
    }
  }
}
