import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

struct ProjectTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func discover(_ folder: String? = nil) throws -> Project {
    try self.folder.write("data/README", "")
    try self.folder.makeDatabase("data/app.sqlite", sql: "CREATE TABLE IF NOT EXISTS t (id)")
    return try Project(
      databasePath: self.folder.path("data/app.sqlite"),
      request: ProjectDetection.Request(folder: folder.map(self.folder.path)),
      currentFolder: self.folder.path("here"))
  }

  @Test(arguments: [
    "data/Migrations/001.sql", "data/migrations/001.sql", "data/db/migrations/001.sql",
  ])
  func `folders next to the database are found`(file: String) throws {
    try folder.write(file, "SELECT 1;")
    let discovery = try discover()
    #expect(discovery.place?.path == folder.path(String(file.dropLast(8))))
    #expect(discovery.reason == "next to the database")
    #expect(discovery.folder.migrations.map(\.identifier) == ["001"])
  }

  @Test func `files whose names begin with that of the database are found next to it`() throws {
    try folder.write("data/app-001.sql", "SELECT 1;")
    try folder.write("data/other-001.sql", "SELECT 1;")
    let discovery = try discover()
    #expect(discovery.place?.description == folder.path("data/app-*.sql"))
    #expect(discovery.folder.migrations.map(\.identifier) == ["app-001"])
  }

  @Test func `the current folder is searched after the database's folder`() throws {
    try folder.write("here/Migrations/001.sql", "SELECT 1;")
    #expect(try discover().reason == "in the current folder")
    try folder.write("data/app-001.sql", "SELECT 1;")
    let discovery = try discover()
    #expect(discovery.reason == "next to the database")
    #expect(
      discovery.detection.searchedPlaces.map(\.description).contains(
        "\(folder.path("here/Migrations"))/: 1 migration, not used"))
  }

  @Test func `a file that was edited since the last reading is read again`() throws {
    try folder.write("data/Migrations/001.sql", "SELECT 1;")
    try folder.write("data/Migrations/002.sql", "SELECT 1;")
    try folder.makeDatabase("data/app.sqlite", sql: "CREATE TABLE t (id)")
    let path = folder.path("data/app.sqlite")
    var known: [String: SQLScript] = [:]
    func texts() throws -> [String?] {
      let project = try DatabaseInspection.inspect(path: path) {
        try Project(
          of: $0, databasePath: path, request: ProjectDetection.Request(),
          currentFolder: folder.path("here"), tools: MigrationTools.all, ignoring: [],
          knowing: known)
      }
      known = project.folder.folder?.contents.scripts ?? [:]
      return project.folder.migrations.map(\.script?.text)
    }
    #expect(try texts() == ["SELECT 1;", "SELECT 1;"])
    #expect(try texts() == ["SELECT 1;", "SELECT 1;"])
    try folder.write("data/Migrations/002.sql", "SELECT 2;")
    #expect(try texts() == ["SELECT 1;", "SELECT 2;"])
    try folder.write("data/Migrations/002.sql", "SELECT 2; ")
    #expect(try texts() == ["SELECT 1;", "SELECT 2; "])
  }

  @Test func `a folder without SQL files is ignored`() throws {
    try folder.write("data/Migrations/V1.swift", "")
    try folder.write("data/migrations/001.sql", "SELECT 1;")
    let discovery = try discover()
    #expect(discovery.place?.path == folder.path("data/migrations"))
    #expect(
      discovery.detection.searchedPlaces.first?.description
        == "\(folder.path("data/Migrations"))/: no migrations")
  }

  @Test func `a table that only resembles the tool's ledger is reported in a note`() throws {
    try folder.write("data/migrations/1_a.sql", "-- +goose Up\nSELECT 1;\n")
    let columns = "(id INTEGER PRIMARY KEY, version_id, is_applied, tstamp)"
    try folder.makeDatabase("data/app.sqlite", sql: "CREATE TABLE old_versions \(columns)")
    let notes = try discover().notes
    #expect(notes.count == 1)
    #expect(notes.first?.hasPrefix("migtui uses old_versions as the ledger") == true)
    let asked = try Project(
      databasePath: folder.path("data/app.sqlite"),
      request: ProjectDetection.Request(table: "old_versions"), currentFolder: folder.path("here"))
    #expect(asked.notes == [])
    try folder.makeDatabase("data/app.sqlite", sql: "CREATE TABLE goose_db_version \(columns)")
    #expect(throws: AmbiguousLedgerError.self) { try discover() }
  }

  @Test func `if nothing is found, the searched places are reported`() throws {
    let discovery = try discover()
    #expect(discovery.place == nil)
    #expect(discovery.folder.migrations.isEmpty)
    #expect(discovery.detection.searchedPlaces.count == 32)
    #expect(discovery.reason.contains("no migrations"))
  }

  @Test func `if the user names a folder, no other folder is searched`() throws {
    try folder.write("data/Migrations/001.sql", "SELECT 1;")
    #expect(throws: SourceFailure.self) { try discover("gone") }
    try folder.write("named/007.sql", "SELECT 1;")
    let discovery = try discover("named")
    #expect(discovery.reason == "named by --migrations")
    #expect(discovery.folder.migrations.map(\.identifier) == ["007"])
  }

  @Test func `user_version is attributed to a tool only if there are matching files`() throws {
    try folder.write("data/README", "")
    try folder.makeDatabase("data/app.sqlite", sql: "PRAGMA user_version = 1")
    #expect(try discover().detection.candidates.isEmpty)
    try folder.write("here/Migrations/1.sqm", "SELECT 1;")
    #expect(try discover().folder.tool.format == .sqldelight)
    try folder.write("data/migrations/001-a.sql", "SELECT 1;")
    #expect(try discover().folder.tool.format == .numbered)
  }

  @Test func `a table that is not the tool's ledger is refused, and the error lists its columns`()
    throws
  {
    try folder.write("data/migrations/1_a.sql", "-- +goose Up\nSELECT 1;\n")
    try folder.makeDatabase(
      "data/app.sqlite", sql: "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT)")
    let failure = try #require(throws: SourceFailure.self) {
      try Project(
        databasePath: folder.path("data/app.sqlite"),
        request: ProjectDetection.Request(format: .goose, table: "club"))
    }
    #expect(failure.description.contains("club(id, name)"))
    // A missing table with that name will be created.
    let project = try Project(
      databasePath: folder.path("data/app.sqlite"),
      request: ProjectDetection.Request(format: .goose, table: "versions"))
    #expect(project.folder.ledger.name == "versions")
  }

  @Test func `requesting a format for which no migrations are found is an error`()
    throws
  {
    try folder.write("data/migrations/1_a.sql", "-- +goose Up\nSELECT 1;\n")
    try folder.makeDatabase("data/app.sqlite", sql: "")
    let failure = try #require(throws: SourceFailure.self) {
      try Project(
        databasePath: folder.path("data/app.sqlite"),
        request: ProjectDetection.Request(format: .flyway), currentFolder: folder.path("here"))
    }
    #expect(failure.description.contains("no migrations of Flyway"))
  }
}
