import MigratorEngine
import MigratorSession
@testable import MigratorTools
import Testing

struct RusqliteMigrationTests {
  private static let files = [
    "01-clubs/up.sql": "CREATE TABLE club (id INTEGER PRIMARY KEY);\n",
    "01-clubs/down.sql": "DROP TABLE club;\n",
    "02-add_players/up.sql": "CREATE TABLE player (id INTEGER PRIMARY KEY);\n",
    "02-add_players/down.sql": "DROP TABLE player;\n",
    "notes.md": "no migration",
  ]

  @Test func `user_version is the number of applied folders`() throws {
    let project = try ToolProject(RusqliteMigration(), files: Self.files)
    #expect(
      RusqliteMigration().evidence(in: try project.tree())
        == FolderEvidence(
          words: "2 folders `N-name` with up.sql, counted from 1", strength: .likely, count: 2))
    #expect(try project.states() == ["01-clubs": .pending, "02-add_players": .pending])
    #expect(
      RusqliteMigration().notes(on: try project.tree())
        == ["migtui does not run the program's Rust hooks."])
    try project.stepAll()
    #expect(try project.rows("PRAGMA user_version") == ["2"])
    #expect(try project.states() == ["01-clubs": .applied, "02-add_players": .applied])
  }

  @Test func `a user_version higher than the number of folders is refused`() throws {
    let project = try ToolProject(
      RusqliteMigration(), files: Self.files, sql: "PRAGMA user_version = 3")
    #expect(try project.states()["user_version 3"] == .unregistered)
    let folder = try project.toolFolder()
    #expect(
      folder.ledger.state(LedgerRows(userVersion: 3)).obstacle?.message
        == "rusqlite_migration stops: user_version is 3, but there are 2 migrations.")
    let negative = try ToolProject(
      RusqliteMigration(), files: Self.files, sql: "PRAGMA user_version = -7")
    #expect(
      try negative.status().obstacle?.message
        == "user_version is -7, but no migration sets this number.")
  }

  @Test(
    arguments: [
      (["02-b/up.sql"], SourceProblem.Kind.badVersion),
      (["1-a/up.sql", "3-b/up.sql"], .badVersion),
      (["0-a/up.sql"], .badVersion),
      (["a/up.sql"], .badVersion),
      (["99999999999999999999-a/up.sql"], .badVersion),
      (["1-a/down.sql"], .badDeclaration),
      (["1-a/up.sql", "01-b/up.sql"], .duplicateVersion),
    ])
  func `folders that the loader refuses are refused`(
    files: [String], kind: SourceProblem.Kind
  ) throws {
    let project = try ToolProject(
      RusqliteMigration(), files: Dictionary(uniqueKeysWithValues: files.map { ($0, "SELECT 1;") }))
    let failure = #expect(throws: SourceFailure.self) { try project.toolFolder() }
    #expect(failure?.problems.map(\.kind) == [kind])
  }

  @Test func `folders named after dates are attributed to diesel`() throws {
    let project = try ToolProject(
      RusqliteMigration(), files: ["2024-05-06-192337_x/up.sql": "SELECT 1;"])
    #expect(RusqliteMigration().evidence(in: try project.tree()) == nil)
  }

  @Test func `a new migration has the same files as the last one`() throws {
    let project = try ToolProject(RusqliteMigration(), files: Self.files)
    let new = try RusqliteMigration().newFiles(
      title: "Add scores", in: try project.tree(), after: try project.toolFolder().migrations,
      now: Timestamp(nanoseconds: 0))
    #expect(new.map(\.path) == ["03-add_scores/up.sql", "03-add_scores/down.sql"])
  }
}
