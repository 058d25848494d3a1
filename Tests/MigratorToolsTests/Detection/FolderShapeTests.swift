import Foundation
import MigratorEngine
import MigratorSession
@testable import MigratorTools
import MigratorTestSupport
import Testing

/// Folders that contain version folders, several groups, too many levels, or code.
struct FolderShapeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeDatabase(sql: "CREATE TABLE note (text)")
  }

  private func project(
    _ path: String = "migrations", group: String? = nil, order: VersionOrder? = nil,
    format: MigrationFormat? = nil
  ) throws -> Project {
    try Project(
      databasePath: folder.path("app.sqlite"),
      request: ProjectDetection.Request(
        folder: folder.path(path), format: format, group: group, order: order),
      currentFolder: folder.path("nowhere"))
  }

  private func problem(_ body: () throws -> Project) -> SourceProblem? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? SourceFailure)?.problems.first
    }
  }

  private func identifiers(_ project: Project) -> [String] {
    project.folder.migrations.map(\.identifier)
  }

  @Test func `a LATEST file next to version folders is ignored`() throws {
    for file in ["LATEST.sql", "0.2/00__a.sql", "0.2/01__b.sql", "0.3/00__c.sql"] {
      try folder.write("migrations/\(file)", "CREATE TABLE t (id);")
    }
    let project = try project()
    #expect(identifiers(project) == ["0.2/00__a", "0.2/01__b", "0.3/00__c"])
    #expect(
      project.notes == ["LATEST.sql is ignored: it has no number, but other files do"])
    let new = try project.folder.tool.newFiles(
      title: "More", in: #require(project.folder.folder), after: project.folder.migrations,
      now: .now)
    #expect(new.map(\.path) == ["0.3/01_more.sql"])
  }

  @Test func `version folders with two possible orders raise a question`() throws {
    for file in ["0.2/01__b.sql", "0.10/01__a.sql"] {
      try folder.write("migrations/\(file)", "CREATE TABLE t (id);")
    }
    #expect(problem { try project() }?.kind == .ambiguousOrder)
    #expect(problem { try project() }?.remedy.contains("--order names or --order numbers") == true)
    #expect(identifiers(try project(order: .names)) == ["0.10/01__a", "0.2/01__b"])
    #expect(identifiers(try project(order: .numbers)) == ["0.2/01__b", "0.10/01__a"])
  }

  @Test func `one of several groups can be chosen`() throws {
    for file in ["Contacts-001.sql", "Contacts-002.sql", "Orders-001.sql"] {
      try folder.write("migrations/\(file)", "CREATE TABLE t (id);")
    }
    let found = problem { try project() }
    #expect(found?.message == "the folder has several groups: Contacts, Orders")
    #expect(found?.remedy == "Choose one with --group.")
    #expect(identifiers(try project(group: "Orders")) == ["Orders-001"])
    #expect(
      identifiers(try project(group: "Contacts", format: .lighter))
        == ["Contacts-001", "Contacts-002"])
  }

  @Test func `one of several folders can be chosen`() throws {
    for file in ["crypto/001_a.sql", "state/001_b.sql"] {
      try folder.write("migrations/\(file)", "CREATE TABLE t (id);")
    }
    let found = problem { try project() }
    #expect(found?.message.contains("its subfolders do: crypto, state") == true)
    #expect(found?.remedy == "Choose one with --group.")
    #expect(identifiers(try project(group: "state")) == ["001_b"])
  }

  @Test func `nested files are found, and too deeply nested ones block every step`() throws {
    try folder.write("migrations/V1__a.sql", "SELECT 1;")
    try folder.write("migrations/a/b/c/d/e/f/g/h/V2__c.sql", "SELECT 1;")
    #expect(identifiers(try project(format: .flyway)).count == 2)
    let deep = Array(repeating: "d", count: FolderTree.depthLimit + 2).joined(separator: "/")
    try folder.write("migrations/\(deep)/V1_5__b.sql", "SELECT 1;")
    let found = problem { try project(format: .flyway) }
    #expect(found?.kind == .folderFailed)
    #expect(
      found?.message.contains("more than 32 folders deep, so it was not searched completely")
        == true)
  }

  /// Otherwise a step would skip the unseen migration and run the next one.
  @Test(.enabled(if: Unprivileged.isPossible))
  func `an unreadable subfolder blocks every step`() throws {
    try folder.write("migrations/V1__a.sql", "SELECT 1;")
    try folder.write("migrations/sub/V2__b.sql", "SELECT 1;")
    chmod(folder.path("migrations/sub"), 0)
    defer { chmod(folder.path("migrations/sub"), 0o700) }
    for path in ["", "migrations", "app.sqlite"] { chmod(folder.path(path), 0o755) }
    let found = Unprivileged.run { problem { try project(format: .flyway) } }
    #expect(found?.kind == .folderUnreadable)
    #expect(found?.path == folder.path("migrations/sub"))
  }

  @Test func `a folder with too many entries blocks every step`() throws {
    for number in 0...FolderTree.countLimit {
      guard symlink("/dev/null", folder.path("\(number)")) == 0 else { break }
    }
    #expect(throws: SourceFailure.self) { try FolderTree(path: folder.path).requireWhole() }
  }

  @Test func `a folder of Swift files is listed as code`() throws {
    try folder.write("code/App.swift", "migrator.registerMigration(\"a\") { db in }")
    let found = try project("code")
    #expect(found.folder.tool.format == .grdbSwift)
    #expect(found.folder.migrations.map(\.identifier) == ["a"])
  }

  @Test
  func `files next to the ledger of an unknown tool are found, or the tool is reported`() throws {
    try folder.write("migrations/1_a.sql", "SELECT 1;")
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write { try $0.execute(sql: "CREATE TABLE schema_migrations (version, applied_at)") }
    try queue.close()
    let found = problem { try project() }
    #expect(found == nil || found?.message.contains("an unknown tool") == true)
  }
}
