import MigratorSources
import MigratorTestSupport
import Testing

struct MigrationsDiscoveryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func discover(_ database: String = "data/app.sqlite") -> MigrationsDiscovery {
    MigrationsDiscovery(databasePath: folder.path(database), currentFolder: folder.path("here"))
  }

  @Test(arguments: [
    "data/Migrations/001.sql", "data/migrations/001.sql", "data/db/migrations/001.sql",
  ])
  func `folders beside the database are found`(file: String) throws {
    try folder.write(file, "SELECT 1;")
    let discovery = discover()
    #expect(discovery.place?.path == folder.path(String(file.dropLast(8))))
    #expect(discovery.reason == "beside the database")
    #expect(try discovery.folder()?.files.map(\.identifier) == ["001"])
  }

  @Test func `files named after the database are found beside it`() throws {
    try folder.write("data/app-001.sql", "SELECT 1;")
    try folder.write("data/other-001.sql", "SELECT 1;")
    let discovery = discover()
    #expect(discovery.place?.description == folder.path("data/app-*.sql"))
    #expect(try discovery.folder()?.files.map(\.identifier) == ["app-001"])
  }

  @Test func `the current folder comes after the database's`() throws {
    try folder.write("data/app.sqlite", "")
    try folder.write("here/Migrations/001.sql", "SELECT 1;")
    #expect(discover().reason == "in the current folder")
    try folder.write("data/app-001.sql", "SELECT 1;")
    let discovery = discover()
    #expect(discovery.reason == "beside the database")
    #expect(
      discovery.lookedAt.contains("\(folder.path("here/Migrations"))/: 1 migrations, not taken"))
  }

  @Test func `a folder without SQL files is passed over`() throws {
    try folder.write("data/Migrations/V1.swift", "")
    try folder.write("data/migrations/001.sql", "SELECT 1;")
    let discovery = discover()
    #expect(discovery.place?.path == folder.path("data/migrations"))
    #expect(discovery.lookedAt.first == "\(folder.path("data/Migrations"))/: no migrations")
  }

  @Test func `with none, the places that were looked at are told`() throws {
    let discovery = discover()
    #expect(discovery.place == nil)
    #expect(try discovery.folder() == nil)
    #expect(discovery.lookedAt.count == 8)
    #expect(discovery.reason.contains("no migrations"))
  }

  @Test func `a folder the user names is taken without looking`() throws {
    try folder.write("data/Migrations/001.sql", "SELECT 1;")
    let discovery = MigrationsDiscovery(
      databasePath: folder.path("data/app.sqlite"), folder: folder.path("gone"))
    #expect(discovery.reason == "named by --migrations")
    #expect(throws: SourceFailure.self) { try discovery.folder() }
  }
}
