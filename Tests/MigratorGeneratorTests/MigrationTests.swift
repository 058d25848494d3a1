import Foundation
import MigratorEngine
import MigratorRecords
import MigratorTestSupport
import MigratorTools
import Testing

/// An app and the console read a group's numbered files as the same migrations.
struct MigrationTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the migrator of a type and the one that the console creates for its folder.
  private func migrators<Database: SQLDatabase>(
    _ type: Database.Type, in sample: String
  ) throws -> [DatabaseMigrator] {
    let tree = try FolderTree(path: Samples.path(sample), stem: Database.name)
    let tool = try #require(MigrationTools.all.first { $0.format == .lighter })
    return [Database.migrator, try ToolFolder(tool: tool, folder: tree).migrator()]
  }

  @Test func `an app and the console report and run the same migrations`() throws {
    var statuses: [[String]] = []
    var dumps: [[String]] = []
    for migrator in try migrators(RulesDB.self, in: "Rules") {
      let queue = try DatabaseQueue(path: folder.path("\(dumps.count).sqlite"))
      try migrator.migrate(queue, upTo: "RulesDB-1")
      statuses.append(
        try queue.read { db in
          try migrator.statusReport(db).migrations.map { "\($0.identifier) \($0.state)" }
        })
      #expect(try queue.get(pragma: "user_version", as: Int.self) == 1)
      try migrator.migrate(queue)
      #expect(try queue.get(pragma: "user_version", as: Int.self) == 2)
      dumps.append(
        try queue.read {
          try String.fetchAll($0, sql: "SELECT sql FROM sqlite_master WHERE sql NOT NULL")
        })
    }
    #expect(statuses[0] == ["RulesDB-1 applied", "RulesDB-2-bytes pending"])
    #expect(statuses[0] == statuses[1])
    #expect(dumps[0] == dumps[1])
    let made = try RulesDB.bootstrap(into: folder.path)
    #expect(
      try made.read {
        try String.fetchAll($0, sql: "SELECT sql FROM sqlite_master WHERE sql NOT NULL")
      } == dumps[0])
  }

  @Test func `an app and the console predict the same losses`() throws {
    struct Shrinking: SQLDatabase {
      static let name = "Shrinking"
      static let userVersion = 2
      static let scripts = [
        DatabaseScript(
          "Shrinking-1.sql", version: 1,
          text: "CREATE TABLE a (x); INSERT INTO a VALUES (1), (2); PRAGMA user_version = 1;"),
        DatabaseScript("Shrinking-2.sql", version: 2, text: "DELETE FROM a WHERE x = 1;"),
      ]
      let connection: DatabaseQueue
      init(_ connection: DatabaseQueue) { self.connection = connection }
    }
    let path = folder.path("a.sqlite")
    let queue = try DatabaseQueue(path: path)
    try Shrinking.migrator.migrate(queue, upTo: "Shrinking-1")
    let report = try DryRun.run(path: path, migrator: Shrinking.migrator)
    #expect(report.steps.flatMap(\.rows).map(\.lost).reduce(0, +) == 1)
    #expect(
      try Shrinking(queue).versionCheck() == .older(found: 1, expected: 2, pending: ["Shrinking-2"])
    )
  }

  @Test(arguments: Samples.groups)
  func `generated scripts equal the files, byte for byte`(sample: String, groups: [String]) throws {
    let types: [any SQLDatabase.Type] = [
      BodiesDB.self, ContactsDB.self, NewContactsDB.self, OldContactsDB.self, RulesDB.self,
    ]
    for type in types where groups.contains(type.name) {
      for script in type.scripts {
        let bytes = try Data(
          contentsOf: URL(fileURLWithPath: "\(Samples.path(sample))/\(script.file)"))
        #expect(Data(script.text.utf8) == bytes, "\(script.file)")
      }
    }
  }
}
