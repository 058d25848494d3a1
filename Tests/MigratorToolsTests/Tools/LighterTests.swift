import MigratorEngine
import MigratorSession
@testable import MigratorTools
import Testing

struct LighterTests {
  private static let files = [
    "ContactsDB-001.sql": """
    CREATE TABLE contact (id INT NOT NULL PRIMARY KEY, name TEXT NOT NULL);
    PRAGMA user_version = 1; -- tag the schema version
    """,
    "ContactsDB-002.sql": "ALTER TABLE contact ADD COLUMN age INT NULL;\n",
    "ContactsDB.003.more.sql":
      "CREATE TABLE more (id); /* the tag */ pragma main . USER_VERSION(3)",
    "ContactsDB.sql": "not numbered", "ContactsDB-create-indices.sql": "not numbered",
  ]

  @Test func `if a file does not set user_version, the step sets it, and a note says so`() throws {
    let project = try ToolProject(Lighter(), files: Self.files)
    let second = try project.status().migrations[1]
    #expect(second.identifier == "ContactsDB-002")
    #expect(
      second.note == "The file does not set user_version, so the step sets it to 2.")
    for version in 1...3 {
      #expect(try project.step()?.failure == nil)
      #expect(try project.rows("PRAGMA user_version") == ["\(version)"])
    }
    #expect(try project.status().migrations.allSatisfy { $0.state == .applied && $0.note == nil })
  }

  @Test
  func `no record is written for a file that sets user_version, except by a baseline`() throws {
    let folder = try ToolProject(Lighter(), files: Self.files).toolFolder()
    let first = try #require(folder.migrations.first).identifier
    let statements = { (change: LedgerChange, version: Int64) in
      folder.ledger.statements(for: change, LedgerRows(userVersion: version), .now())
    }
    #expect(statements(.record(first), 1) == [])
    #expect(statements(.baseline([first]), 0) == ["PRAGMA main.user_version = 1"])
  }

  @Test func `a file is unusable if its pragma and its name contain different numbers`() throws {
    var files = Self.files
    files["ContactsDB-002.sql"] = "PRAGMA user_version = 20;"
    let project = try ToolProject(Lighter(), files: files)
    try project.step()
    #expect(try project.status().next == nil)
    let problem = try #require(try project.status().obstacle?.problems.first)
    #expect(problem.message == "the file sets user_version to 20, but its number is 2.")
    #expect(problem.location?.line == 1 && problem.location?.column == 1)
    #expect(try project.states()["ContactsDB-002"] == .unusable)
  }

  @Test func `names whose text order differs from their number order block every step`() throws {
    let files = ["DB-1.sql", "DB-2.sql", "DB-10.sql"]
    let project = try ToolProject(
      Lighter(), files: Dictionary(uniqueKeysWithValues: files.map { ($0, "SELECT 1;") }))
    #expect(try project.status().migrations.map(\.identifier) == ["DB-1", "DB-10", "DB-2"])
    #expect(
      try project.status().obstacle?.message
        == "Lighter sorts files by name, so DB-10 comes before DB-2 although its number is higher.")
  }

  @Test func `a gap in the numbers is reported before the step`() throws {
    let project = try ToolProject(
      Lighter(),
      files: [
        "DB-001.sql": "PRAGMA user_version = 1;", "DB-004.sql": "PRAGMA user_version = 4;",
      ])
    try project.step()
    #expect(
      try project.status().next?.note
        == "No file has a number between 1 and 4. A program that loops over the "
        + "numbers would stop there.")
  }

  @Test func `the files of a group are distinguished from other files by their stem`() throws {
    var files = Self.files
    files["Other-001.sql"] = "SELECT 1;"
    files["my-app-001.sql"] = "SELECT 1;"
    var project = try ToolProject(Lighter(), files: files)
    #expect(Lighter().evidence(in: try project.tree()) == nil)
    #expect(throws: SourceFailure.self) { try project.toolFolder() }
    project.stem = "my-app"
    #expect(try project.toolFolder().migrations.map(\.identifier) == ["my-app-001"])
    project.stem = "ContactsDB"
    #expect(try project.toolFolder().migrations.count == 3)
    #expect(
      Lighter().evidence(in: try project.tree())
        == FolderEvidence(
          words: "3 files `ContactsDB-N.sql`, 2 of them with PRAGMA user_version",
          strength: .likely,
          count: 3))
  }

  @Test func `a new file sets user_version to its number`() throws {
    let project = try ToolProject(Lighter(), files: Self.files)
    let new = try Lighter().newFiles(
      title: "Add cities", in: try project.tree(), after: try project.toolFolder().migrations,
      now: Timestamp(nanoseconds: 0))
    #expect(
      new == [
        MigrationFile(
          path: "ContactsDB-004.sql", text: "-- Add cities\n\nPRAGMA user_version = 4;\n")
      ])
  }
}
