import Foundation
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import Testing

@testable import MigratorTools

/// The owners of migrations that run without being named explicitly.
struct FileOwnerTests {
  @Test func `a user trusts files owned by that user or root, and root trusts all files`() {
    for (owner, user, isTrusted) in [
      (1000, 1000, true), (0, 1000, true), (1001, 1000, false), (65534, 1000, false),
      (1000, 0, true), (0, 0, true), (1000, 1001, false),
    ] as [(UInt32, UInt32, Bool)] {
      #expect(MigrationPlace.isTrusted(owner: owner, by: user) == isTrusted, "\(owner) \(user)")
    }
  }

  /// Creates a database and files.
  ///
  /// Those in `owned` belong to another user, the rest to user 1000.
  private func untrusted(
    _ files: [String], ofOther owned: [String], links: [String: String] = [:],
    from current: String? = nil, folder named: String? = nil, user: UInt32 = 1000
  ) throws -> (path: String, options: String)? {
    let folder = try TemporaryFolder()
    try folder.write("data/README", "")
    try folder.makeDatabase("data/app.sqlite", sql: "")
    for file in files { try folder.write(file, "CREATE TABLE a (id INTEGER);") }
    for (link, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(link), withDestinationPath: target)
    }
    for name in folder.names() { #expect(lchown(folder.path(name), 1000, 1000) == 0) }
    for name in owned { #expect(lchown(folder.path(name), 1001, 1001) == 0) }
    let project = try Project(
      databasePath: folder.path("data/app.sqlite"),
      request: ProjectDetection.Request(folder: named.map { folder.path($0) }),
      currentFolder: folder.path(current ?? "data"))
    let place = try #require(project.place)
    let found = place.untrusted(among: project.folder.migrations.map(\.path), for: user)
    guard let found else { return nil }
    #expect(found.owner == "1001" && found.place == place.reason.words)
    let start = folder.path + "/"
    #expect(found.path.hasPrefix(start))
    return (
      String(found.path.dropFirst(start.count)),
      found.options.split(separator: start).joined()
    )
  }

  private static let isRoot = geteuid() == 0

  @Test(.enabled(if: isRoot))
  func `a folder owned by another user is used only if it is named explicitly`() throws {
    for current in ["work", "data"] {
      let folder = "\(current)/Migrations"
      let files = ["\(folder)/1_a.sql"]
      #expect(try untrusted(files, ofOther: [], from: current) == nil)
      let found = try untrusted(files, ofOther: [folder], from: current)
      #expect(found?.path == folder && found?.options == "--migrations \(folder)")
      #expect(try untrusted(files, ofOther: files, from: current)?.path == files[0])
      #expect(try untrusted(files, ofOther: [folder], from: current, user: 0) == nil)
      #expect(try untrusted(files, ofOther: [folder] + files, folder: folder) == nil)
      // The folder where the search begins was chosen by the user.
      #expect(try untrusted(files, ofOther: [current], from: current) == nil)
    }
  }

  @Test(.enabled(if: isRoot)) func `the owners of links and intermediate folders are checked`()
    throws
  {
    let real = "real/1_a.sql"
    let link = ["work/Migrations": "../real"]
    #expect(try untrusted([real, "work/x"], ofOther: [], links: link, from: "work") == nil)
    #expect(
      try untrusted([real, "work/x"], ofOther: ["work/Migrations"], links: link, from: "work")?
        .path == "work/Migrations")
    #expect(
      try untrusted([real, "work/x"], ofOther: ["real"], links: link, from: "work")?.path
        == "work/Migrations")
    let deep = ["work/db/migrations/1_a.sql"]
    #expect(try untrusted(deep, ofOther: ["work/db"], from: "work")?.path == "work/db")
    let nested = ["work/Migrations/0.1/1_a.sql", "work/Migrations/0.2/1_b.sql"]
    #expect(
      try untrusted(nested, ofOther: ["work/Migrations/0.2"], from: "work")?.path
        == "work/Migrations/0.2")
  }

  @Test(.enabled(if: isRoot)) func `the owners of a group of files next to a database are checked`()
    throws
  {
    let files = ["data/app-001.sql", "data/app-002.sql"]
    #expect(try untrusted(files, ofOther: ["data"]) == nil)
    let found = try untrusted(files, ofOther: ["data/app-002.sql"])
    #expect(found?.path == "data/app-002.sql")
    #expect(found?.options == "--migrations data --group app")
    // Files that are not migrations are not checked.
    #expect(try untrusted(files + ["data/app-notes.sql"], ofOther: ["data/app-notes.sql"]) == nil)
  }
}
