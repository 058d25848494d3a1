import Foundation
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import Testing

@testable import MigratorTools

/// An entry that has a migration's name but is not a readable file stops the run.
///
/// The following migration does not run.
struct StrangeEntryTests {
  enum Thing: String, CaseIterable {
    case folder, pipe, socket, danglingLink, linkedFolder, linkToItself

    func make(at path: String, in folder: TemporaryFolder) throws {
      let manager = FileManager.default
      switch self {
      case .folder: try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
      case .pipe: #expect(mkfifo(path, 0o600) == 0)
      case .socket: try Self.bind(path)
      case .danglingLink:
        try manager.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
      case .linkedFolder:
        for name in ["up.sql", "migration.sql"] {
          try folder.write("elsewhere/\(name)", "CREATE TABLE b (id INTEGER);\n")
        }
        try manager.createSymbolicLink(
          atPath: path, withDestinationPath: folder.path("elsewhere"))
      case .linkToItself:
        try manager.createSymbolicLink(atPath: path, withDestinationPath: path)
      }
    }

    /// Binds a socket to a path, which may exceed the length of a socket address.
    private static func bind(_ path: String) throws {
      let script =
        "import os, socket, sys; os.chdir(os.path.dirname(sys.argv[1])); "
        + "socket.socket(socket.AF_UNIX).bind(os.path.basename(sys.argv[1]))"
      #expect(try Program.run(["python3", "-c", script, path]).status == 0)
    }
  }

  /// A tool's names for three migrations.
  struct Layout: CustomTestStringConvertible {
    let format: MigrationFormat
    let name: @Sendable (Int, String) -> String
    var text: @Sendable (String) -> String = { "CREATE TABLE \($0) (id INTEGER);\n" }
    var more: [String: String] = [:]

    var testDescription: String { format.rawValue }

    /// The files by their path in the folder of migrations.
    var files: [String: String] {
      let tables = zip(1...3, ["a", "b", "c"])
      return more.merging(tables.map { (name($0, $1), text($1)) }) { $1 }
    }
  }

  static let flat: [Layout] = [
    Layout(format: .grdb) { "00\($0)_\($1).sql" },
    Layout(format: .goose, name: { "0000\($0)_\($1).sql" }) {
      "-- +goose Up\nCREATE TABLE \($0) (id);\n"
    },
    Layout(format: .dbmate, name: { "2024010100000\($0)_\($1).sql" }) {
      "-- migrate:up\nCREATE TABLE \($0) (id);\n-- migrate:down\nDROP TABLE \($0);\n"
    },
    Layout(format: .sqlx) { "2024010100000\($0)_\($1).sql" },
    Layout(format: .golangMigrate) { "00000\($0)_\($1).up.sql" },
    Layout(format: .refinery) { "V\($0)__\($1).sql" },
    Layout(format: .flyway) { "V\($0)__\($1).sql" },
    Layout(format: .yoyo) { "000\($0).\($1).sql" },
    Layout(format: .d1) { "000\($0)_\($1).sql" },
    Layout(format: .maragudk) { "\($0)-\($1).up.sql" },
    Layout(format: .sqldelight) { number, _ in "\(number).sqm" },
    Layout(format: .numbered) { "\($0)_\($1).sql" },
  ]

  static let nested: [Layout] = [
    Layout(
      format: .prisma, name: { "2024010\($0)000000_\($1)/migration.sql" },
      more: ["migration_lock.toml": "provider = \"sqlite\"\n"]),
    Layout(format: .diesel) { "2024-01-0\($0)-000000_\($1)/up.sql" },
    Layout(format: .rusqliteMigration) { "0\($0)-\($1)/up.sql" },
    Layout(
      format: .drizzleBeta, name: { "2024010\($0)000000_\($1)/migration.sql" },
      more: ["20240101000000_a/snapshot.json": "{}"]),
    Layout(format: .grdb) { "0.\($0)/01_\($1).sql" },
  ]

  private func expectStop(_ layout: Layout, _ thing: Thing, at name: String) throws {
    let folder = try TemporaryFolder()
    let database = try folder.makeDatabase(
      sql: layout.format == .sqldelight ? "PRAGMA user_version = 1" : "")
    for (file, text) in layout.files { try folder.write("migrations/\(file)", text) }
    let path = folder.path("migrations/\(name)")
    try FileManager.default.removeItem(atPath: path)
    try thing.make(at: path, in: folder)
    let session = MigrationSession(
      database: database,
      migrations: ProjectSource(
        databasePath: database,
        request: ProjectDetection.Request(
          folder: folder.path("migrations"), format: layout.format)), history: .none)
    let before = try folder.bytes("app.sqlite")
    let error = try #require(throws: (any Error).self) { _ = try session.prepareStep(.all) }
    let words = Explanation(error).sentence
    #expect(words.contains(path), "\(words)")
    #expect(!Explanation(error).remedy.sentence.isEmpty)
    #expect(try folder.bytes("app.sqlite") == before)
    // If the first migration can be applied, the step after it must not skip to the third.
    guard case .ready(let prepared)? = try? session.prepareStep() else { return }
    #expect(session.step(prepared, agreeing: [], keepsBackup: false).error == nil)
    #expect(throws: (any Error).self) { _ = try session.prepareStep() }
    let queue = try DatabaseQueue(path: database)
    #expect(try queue.read { try !$0.tableExists("c") })
  }

  @Test(arguments: flat, Thing.allCases)
  func `another kind of entry instead of a file blocks the step`(layout: Layout, thing: Thing)
    throws
  {
    try expectStop(layout, thing, at: layout.name(2, "b"))
  }

  @Test(arguments: nested, Thing.allCases)
  func `another kind of entry instead of a folder blocks the step`(layout: Layout, thing: Thing)
    throws
  {
    // These tools, and this program's version folders, ignore empty folders.
    let skipping: [MigrationFormat] = [.diesel, .drizzleBeta, .grdb]
    if thing == .folder, skipping.contains(layout.format) { return }
    let folder = layout.name(2, "b").split(separator: "/")[0]
    try expectStop(layout, thing, at: String(folder))
  }

  @Test(arguments: nested, Thing.allCases)
  func `another kind of entry instead of a nested file blocks the step`(
    layout: Layout, thing: Thing
  ) throws {
    try expectStop(layout, thing, at: layout.name(2, "b"))
  }

  @Test func `a file in place of a folder blocks the step`() throws {
    for layout in Self.nested {
      let folder = try TemporaryFolder()
      for (file, text) in layout.files { try folder.write("migrations/\(file)", text) }
      let name = String(layout.name(2, "b").split(separator: "/")[0])
      try FileManager.default.removeItem(atPath: folder.path("migrations/\(name)"))
      try folder.write("migrations/\(name)", "CREATE TABLE b (id INTEGER);")
      let tool = try #require(MigrationTools.tool(layout.format))
      let error = try #require(throws: SourceFailure.self) {
        let read = try ToolFolder(tool: tool, folder: FolderTree(path: folder.path("migrations")))
        if let failure = read.failure { throw failure }
      }
      #expect(error.problems.map(\.path) == [folder.path("migrations/\(name)")])
      #expect(error.problems.allSatisfy { $0.message.contains("file has the name of a") })
    }
  }

  @Test(arguments: ["note", "README.md", "seed.sql"])
  func `an entry that is not named like a migration is ignored`(name: String) throws {
    let folder = try TemporaryFolder()
    let database = try folder.makeDatabase(sql: "")
    try folder.write("Migrations/001_a.sql", "CREATE TABLE a (id INTEGER);")
    for thing in [Thing.folder, .danglingLink] {
      let path = folder.path("Migrations/\(name)")
      try thing.make(at: path, in: folder)
      let source = ProjectSource(databasePath: database, currentFolder: folder.path)
      let session = MigrationSession(database: database, migrations: source, history: .none)
      guard case .ready = try session.prepareStep(.all) else {
        Issue.record("\(thing)")
        return
      }
      try FileManager.default.removeItem(atPath: path)
    }
  }
}
