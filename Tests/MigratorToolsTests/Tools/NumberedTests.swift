import MigratorEngine
import MigratorSession
@testable import MigratorTools
import MigratorTestSupport
import Testing

struct NumberedTests {
  private static let files = [
    "001-clubs.sql": "CREATE TABLE club (id INTEGER PRIMARY KEY);\n",
    "002-players.sql": "CREATE TABLE player (id INTEGER PRIMARY KEY);\n",
    "10-late.sql": "CREATE TABLE late (id INTEGER PRIMARY KEY);\n",
    "002-players.down.sql": "DROP TABLE player;\n",
    "README.md": "no migration",
  ]

  @Test func `each step sets user_version to the number of its file`() throws {
    let project = try ToolProject(Numbered(), files: Self.files)
    #expect(try project.status().ledgerName == "PRAGMA user_version")
    #expect(try project.status().ledgerExists == false)
    for version in [1, 2, 10] {
      #expect(try project.step()?.failure == nil)
      #expect(try project.rows("PRAGMA user_version") == ["\(version)"])
    }
    #expect(try project.step() == nil)
    #expect(try project.status().ledgerExists)
    #expect(try project.status().migrations.map(\.identifier) == Self.inOrder)
    #expect(
      try project.rows("SELECT name FROM sqlite_master ORDER BY rowid")
        == ["'club'", "'player'", "'late'"])
  }

  private static let inOrder = ["001-clubs", "002-players", "10-late"]

  @Test func `a failed step does not change user_version`() throws {
    var files = Self.files
    files["002-players.sql"] = "CREATE TABLE player (id); SELECT no_such_function();"
    let project = try ToolProject(Numbered(), files: files)
    try project.step()
    #expect(try project.step()?.failure != nil)
    #expect(try project.rows("PRAGMA user_version") == ["1"])
    #expect(try project.rows("SELECT name FROM sqlite_master") == ["'club'"])
  }

  @Test func `files with numbers up to user_version are applied`() throws {
    let project = try ToolProject(
      Numbered(), files: Self.files, sql: "PRAGMA user_version = 2")
    #expect(
      try project.states()
        == ["001-clubs": .applied, "002-players": .applied, "10-late": .pending])
    try project.folder.write("migrations/000-never.sql", "SELECT 1;")
    #expect(try project.states()["000-never"] == .skipped)
  }

  @Test func `a user_version without a file is shown, and one above all files is explained`() throws
  {
    let project = try ToolProject(
      Numbered(), files: Self.files, sql: "PRAGMA user_version = 5")
    #expect(try project.states()["user_version 5"] == .unregistered)
    #expect(try project.status().next?.identifier == "10-late")
    let beyond = try ToolProject(
      Numbered(), files: Self.files, sql: "PRAGMA user_version = 11")
    let status = try beyond.status()
    #expect(status.next == nil)
    #expect(
      status.migrations.last?.note
        == "The database is at version 11, but the newest known migration is for version 10: a newer version "
        + "of the program migrated it.")
  }

  @Test func `a negative user_version blocks every step`() throws {
    let project = try ToolProject(
      Numbered(), files: Self.files, sql: "PRAGMA user_version = -1")
    #expect(
      try project.status().obstacle?.message
        == "user_version is -1, but no migration sets this number.")
    #expect(throws: MigrationError.self) { try project.step() }
  }

  @Test func `numbers that occur twice or exceed the pragma's range are refused`()
    throws
  {
    let project = try ToolProject(
      Numbered(),
      files: [
        "1-a.sql": "", "01-b.sql": "", "2147483648-c.sql": "", "99999999999999999999-d.sql": "",
      ])
    let failure = #expect(throws: SourceFailure.self) { try project.toolFolder() }
    #expect(
      failure?.problems.map(\.kind) == [.badVersion, .badVersion, .duplicateVersion])
  }

  @Test
  func `timestamps do not identify the tool, and the ledger is weak evidence`() throws {
    let stamped = try ToolProject(Numbered(), files: ["20240813211251_x.sql": "SELECT 1;"])
    #expect(Numbered().evidence(in: try stamped.tree()) == nil)
    let project = try ToolProject(Numbered(), files: Self.files)
    #expect(
      Numbered().evidence(in: try project.tree())
        == FolderEvidence(words: "3 files `N-name.sql`", strength: .shared, count: 3))
    #expect(Numbered().ledger(in: DatabaseTables()) == nil)
    #expect(
      Numbered().ledger(in: DatabaseTables(userVersion: 3))
        == LedgerEvidence(
          table: nil, words: "PRAGMA user_version = 3", strength: .shared))
    let columns = ["id", "version_id", "is_applied", "tstamp"].map {
      DatabaseTables.Column(name: $0)
    }
    let tables = DatabaseTables(columns: ["goose_db_version": columns], userVersion: 3)
    let ledgers = ProjectDetection.ledgers(in: tables, of: MigrationTools.all)
    #expect(ledgers[.numbered] == nil && ledgers[.goose] != nil)
  }

  @Test func `a new file is named in the style of the others`() throws {
    let project = try ToolProject(Numbered(), files: ["009_a.sql": ""])
    let names = { (migrations: [ToolMigration]) in
      try Numbered().newFiles(
        title: "Add scores", in: try project.tree(), after: migrations,
        now: Timestamp(nanoseconds: 0)
      ).map(\.path)
    }
    #expect(try names(project.toolFolder().migrations) == ["010_add_scores.sql"])
    #expect(try names([]) == ["001-add_scores.sql"])
  }
}
