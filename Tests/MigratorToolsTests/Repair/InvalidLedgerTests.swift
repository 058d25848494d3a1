import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

/// Schema objects that have a ledger's name but that its tool cannot write.
struct InvalidLedgerTests {
  struct Folder: Sendable, CustomTestStringConvertible {
    let tool: any MigrationTool
    let file: String
    var text = "CREATE TABLE a (x);\n"
    var testDescription: String { "\(tool.format)" }
  }

  static let folders = [
    Folder(tool: Goose(), file: "00001_a.sql", text: "-- +goose Up\nCREATE TABLE a (x);\n"),
    Folder(
      tool: Dbmate(), file: "1_a.sql",
      text: "-- migrate:up\nCREATE TABLE a (x);\n-- migrate:down\n"),
    Folder(tool: Flyway(), file: "V1__a.sql"), Folder(tool: Sqlx(), file: "1_a.sql"),
    Folder(tool: Prisma(), file: "1_a/migration.sql"), Folder(tool: Yoyo(), file: "1_a.sql"),
    Folder(tool: GolangMigrate(), file: "1_a.up.sql"),
    Folder(tool: Maragudk(), file: "1-a.up.sql"), Folder(tool: Refinery(), file: "V1__a.sql"),
  ]

  private func project(_ folder: Folder, _ sql: (_ ledger: String) -> String) throws -> ToolProject
  {
    let project = try ToolProject(folder.tool, files: [folder.file: folder.text])
    try project.sql(sql(project.toolFolder().ledger.name))
    return project
  }

  /// Checks that status reports the step's error and that no impossible repair is offered.
  private func expectRefusal(_ project: ToolProject, _ words: String) throws {
    let status = try project.status()
    let name = try project.toolFolder().ledger.name
    #expect(status.ledgerExists && status.next == nil)
    let obstacle = try #require(status.obstacle)
    #expect(obstacle.message.hasPrefix("\(name) rejects the record: "))
    #expect(obstacle.message.contains(words), "\(obstacle)")
    #expect(obstacle.remedy.hasPrefix("Inspect \(name) in the sqlite3 shell"))
    let queue = try DatabaseQueue(path: project.databasePath)
    let migrator = try project.toolFolder().migrator()
    let error = #expect(throws: MigrationError.self) { try migrator.migrate(queue) }
    try queue.close()
    #expect(error?.kind == .obstacle(obstacle))
    let last = try #require(try project.toolFolder().migrations.last?.identifier)
    let offers = try Project(
      databasePath: project.databasePath,
      request: ProjectDetection.Request(
        folder: project.folder.path("migrations"), format: project.tool.format),
      currentFolder: project.folder.path("nowhere")
    ).repairs(databasePath: project.databasePath, selected: last)
    #expect(offers.isEmpty)
    #expect(try project.rows("SELECT name FROM sqlite_master WHERE name = 'a'").isEmpty)
  }

  @Test(arguments: folders)
  func `a view with the ledger's name is reported and refused`(folder: Folder) throws {
    let project = try project(folder) { "CREATE VIEW \"\($0)\" AS SELECT 1 AS version" }
    try expectRefusal(project, "is a view, not a table")
  }

  // For yoyo, whose other tables do not exist yet, only the step can detect this.
  @Test(arguments: folders.filter { $0.tool.format != .yoyo })
  func `a ledger without its columns is reported and refused`(folder: Folder) throws {
    try expectRefusal(project(folder) { "CREATE TABLE \"\($0)\" (foo)" }, "no")
  }

  @Test func `an index with the ledger's name is reported and refused`() throws {
    let project = try project(Self.folders[0]) {
      "CREATE TABLE t (x); CREATE INDEX \"\($0)\" ON t (x)"
    }
    try expectRefusal(project, "goose_db_version is an index, not a table")
  }

  @Test func `a ledger whose version column is generated is reported and refused`() throws {
    let project = try project(Self.folders[1]) {
      "CREATE TABLE \"\($0)\" (n, version AS (n)); INSERT INTO \"\($0)\" (n) VALUES ('0')"
    }
    try expectRefusal(project, "cannot INSERT into generated column \"version\"")
    #expect(try project.status().migrations.map(\.identifier) == ["0", "1_a"])
  }

  @Test func `a generated column in addition to the tool's columns is accepted`() throws {
    let project = try project(Self.folders[1]) {
      "CREATE TABLE \"\($0)\" (version varchar(128) primary key, more AS (version || '!'));"
        + "INSERT INTO \"\($0)\" (version) VALUES ('0')"
    }
    let offers = try Project(
      databasePath: project.databasePath,
      request: ProjectDetection.Request(
        folder: project.folder.path("migrations"), format: project.tool.format),
      currentFolder: project.folder.path("nowhere")
    ).repairs(databasePath: project.databasePath, selected: "1_a")
    #expect(offers.map(\.kind) == [.markApplied])
    try project.stepAll()
    #expect(try project.rows("SELECT more FROM schema_migrations") == ["'0!'", "'1!'"])
  }

  @Test(arguments: [
    "INSERT INTO goose_db_version (id, version_id, is_applied) VALUES (9223372036854775807, 0, 1);",
    // No row has this key any longer.
    "INSERT INTO sqlite_sequence VALUES ('goose_db_version', 9223372036854775807);",
  ])
  func `SQLITE_FULL is not reported as a full disk if all rowids are used`(sql: String) throws {
    let project = try project(Self.folders[0]) {
      """
      CREATE TABLE \($0) (id INTEGER PRIMARY KEY AUTOINCREMENT, version_id INTEGER NOT NULL,
        is_applied INTEGER NOT NULL, tstamp TIMESTAMP DEFAULT (datetime('now')));
      \(sql)
      """
    }
    let failure = try #require(try project.step()?.failure)
    #expect(
      failure.message.hasPrefix(
        "goose_db_version rejects the record: its key has no free number"))
    #expect(failure.remedy(on: .database).description.hasPrefix("Inspect goose_db_version"))
    let words = #expect(throws: MigrationError.self) {
      _ = try Project(
        databasePath: project.databasePath,
        request: ProjectDetection.Request(
          folder: project.folder.path("migrations"), format: .goose),
        currentFolder: project.folder.path("nowhere")
      ).repairs(databasePath: project.databasePath, selected: "00001_a")
    }
    #expect(words?.message.contains("no free number") == true)
  }

  @Test func `if Flyway's installed_rank is at its maximum, no migration can be applied`() throws {
    let project = try ToolProject(Flyway(), files: ["V1__a.sql": "CREATE TABLE a (x);"])
    try project.stepAll()
    try project.sql("UPDATE flyway_schema_history SET installed_rank = 9223372036854775807")
    try project.folder.write("migrations/V2__b.sql", "CREATE TABLE b (x);")
    let failure = try #require(try project.step()?.failure)
    #expect(
      failure.message.hasPrefix("flyway_schema_history rejects the record: UNIQUE"))
    #expect(try project.rows("SELECT count(*) FROM flyway_schema_history") == ["1"])
  }
}
