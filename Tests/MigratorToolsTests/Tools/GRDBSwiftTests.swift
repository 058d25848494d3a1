import MigratorEngine
import MigratorTestSupport
import Testing

@testable import MigratorTools

/// Migrations read from an app's Swift source, which are never run.
struct GRDBSwiftTests {
  private static let app = """
    import GRDB
    // migrator.registerMigration("in a comment") { _ in }
    /* migrator.registerMigration("/* nested */ comment") { _ in } */
    extension AppDatabase {
      static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        #if DEBUG
          migrator.eraseDatabaseOnSchemaChange = true
        #endif
        migrator.registerMigration("v1 \\u{2014} \\"clubs\\"") { db in
          try db.execute(sql: "CREATE TABLE club (name TEXT); -- registerMigration(\\"no\\")")
        }
        migrator.registerMigration(#"v2 "raw" \\n"#, foreignKeyChecks: .immediate) { db in
          if true { print("}\\(names.map { "}" }.joined(separator: ")"))") }
        }
        migrator.registerMigration(Names.third.rawValue, merging: ["v2a", "v2b"]) { db, ids in }
        return migrator
      }
    }
    enum Names: String { case third = "v3" }
    """

  private func project(_ files: [String: String], applied: [String] = []) throws -> ToolProject {
    let rows = applied.map { "INSERT INTO grdb_migrations VALUES ('\($0)');" }.joined()
    return try ToolProject(
      GRDBSwift(), files: files,
      sql: "CREATE TABLE club (name TEXT); INSERT INTO club VALUES ('Rovers');"
        + "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);" + rows)
  }

  @Test func `identifiers, locations, modes and merged migrations are read`() throws {
    let project = try project(["App/Database.swift": Self.app])
    let migrations = try project.toolFolder().migrations
    #expect(migrations.map(\.identifier) == ["v1 \u{2014} \"clubs\"", "v2 \"raw\" \\n", "v3"])
    #expect(migrations.map(\.foreignKeyChecks) == [.deferred, .immediate, .deferred])
    #expect(migrations.map(\.merged) == [[], [], ["v2a", "v2b"]])
    #expect(
      migrations.map { $0.place?.split(separator: "/").last } == [
        "Database.swift:10", "Database.swift:13", "Database.swift:16",
      ])
    let notes = GRDBSwift().notes(on: try project.tree())
    #expect(notes.count == 1)
    #expect(
      notes.first?.contains("Database.swift:8, inside #if, sets eraseDatabaseOnSchemaChange")
        == true)
  }

  @Test func `registered migrations are matched with applied ones, and none is run`() throws {
    let project = try project(["App/Database.swift": Self.app], applied: ["v2a", "v2b", "newer"])
    let before = try project.folder.bytes("app.sqlite")
    let status = try project.status()
    #expect(status.count(of: .code) == 3)
    #expect(status.count(of: .merged) == 2)
    #expect(status.count(of: .unregistered) == 1)
    #expect(status.obstacle?.remedy.contains("import MigratorCommands") == true)
    #expect(throws: MigrationError.self) { try project.step() }
    #expect(try project.folder.bytes("app.sqlite") == before)
  }

  @Test
  func `registrations that cannot be determined from the source are listed in a note`() throws {
    let project = try project([
      "A.swift": """
      func addAll(for versions: [Int], _ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("known") { _ in }
        for version in versions {
          migrator.registerMigration("v\\(version)") { _ in }
          migrator.registerMigration("looped") { _ in }
        }
        #if os(iOS)
          migrator.registerMigration("phone", foreignKeyChecks: mode) { _ in }
        #endif
      }
      """,
      "B.swift": """
      func add(_ name: String, _ migrator: inout DatabaseMigrator) {
        migrator.registerMigration(name) { _ in }
        if isNew { migrator.registerMigration("maybe") { _ in } }
        migrator = migrator.disablingDeferredForeignKeyChecks()
        migrator.registerMigration("free") { _ in }
      }
      """,
      "Tests/C.swift": "migrator.registerMigration(\"of a test\") { _ in }",
    ])
    let migrations = try project.toolFolder().migrations
    #expect(migrations.map(\.identifier) == ["known", "looped", "phone", "maybe", "free"])
    #expect(
      migrations.map(\.foreignKeyChecks) == [.deferred, .deferred, nil, .deferred, .disabled])
    let notes = GRDBSwift().notes(on: try project.tree()).joined(separator: "\n")
    for words in [
      "not listed, because the identifier is an expression: ", "A.swift:4 and 1 more",
      "registered in a loop, so the app may not have it: ", "A.swift:5",
      "registered conditionally, so the app may not have it: ", "B.swift:3",
      "registered inside #if, so the app may not have it: ", "A.swift:8",
      "registered in 2 functions",
    ] {
      #expect(notes.contains(words), "\(words)")
    }
    #expect(!notes.contains("A.swift:2 "))
  }

  @Test
  func `registering an identifier twice is an error, unless only one may be compiled`()
    throws
  {
    let twice = "m.registerMigration(\"a\") { _ in }\nm.registerMigration(\"a\") { _ in }"
    #expect(throws: SourceFailure.self) { try project(["A.swift": twice]).toolFolder() }
    let either = """
      #if DEBUG
      m.registerMigration("a") { _ in }
      #else
      m.registerMigration("a") { _ in }
      #endif
      """
    #expect(try project(["A.swift": either]).toolFolder().migrations.map(\.identifier) == ["a"])
  }

  @Test
  func `a folder of Swift files and a GRDB ledger without files are recognized`()
    throws
  {
    let project = try project(["App/Database.swift": Self.app])
    let found = try Project(
      databasePath: project.databasePath,
      request: ProjectDetection.Request(folder: project.folder.path("migrations")))
    #expect(found.folder.tool.format.rawValue == "grdb-swift")
    let other = try TemporaryFolder()
    let path = try other.makeDatabase(
      sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);"
        + "INSERT INTO grdb_migrations VALUES ('a')")
    let alone = try Project(databasePath: path, currentFolder: other.path("none"))
    #expect(alone.folder.tool.format == .grdb && alone.folder.migrations.isEmpty)
    #expect(alone.evidence?.hasPrefix("GRDB: ") == true)
  }

  @Test(arguments: [
    "m.registerMigration(", "m.registerMigration(\"a", "m.registerMigration(\"\\(\"", "/* /* */",
    "\"\"\"\n\\(", "#\"", "#", "}}}}", "registerMigration(\"\\u{110000}\\u{zz}\") #if", "`", "/\"/",
    "m.registerMigration(\"a\", merging: [\"b\"",
  ])
  func `malformed source is read to its end`(text: String) throws {
    let tokens = SwiftTokenizer.tokens(of: text)
    _ = SwiftRegistrations(tokens, file: "a")
    _ = SwiftRegistrations.constants(in: tokens)
  }

  @Test func `a file whose name changed only in case is reported as such`() throws {
    let notes = try Self.notes(recorded: ["1_Club", "2_note"], files: ["1_club", "2_note"])
    #expect(
      notes.contains {
        $0.hasPrefix("grdb_migrations records 1_Club, but the file is named 1_club")
          && $0.contains("rename the file back to 1_Club")
      })
  }

  @Test func `a ledger row of an app that matches no file causes a warning before a step`() throws {
    let notes = try Self.notes(recorded: ["1_a", "of the app"], files: ["1_a", "2_b"])
    #expect(
      notes.contains {
        $0.hasPrefix("grdb_migrations also records of the app, which matches no file")
          && $0.contains("eraseDatabaseOnSchemaChange")
      })
  }

  /// Returns the notes on files next to a database in which a GRDB app recorded migrations.
  private static func notes(recorded: [String], files: [String]) throws -> [String] {
    let folder = try TemporaryFolder()
    let rows = recorded.map { "INSERT INTO grdb_migrations VALUES ('\($0)');" }.joined()
    let path = try folder.makeDatabase(
      sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);" + rows)
    for file in files {
      try folder.write("Migrations/\(file).sql", "CREATE TABLE \"\(file)\" (id);")
    }
    return try Project(databasePath: path).notes
  }
}
