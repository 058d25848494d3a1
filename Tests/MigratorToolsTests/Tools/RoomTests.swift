import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

struct RoomTests {
  private static func schema(_ version: Int, _ hash: String) -> String {
    """
    {"formatVersion": 1, "database": {"version": \(version), "identityHash": "\(hash)",
      "entities": [], "setupQueries": []}}
    """
  }

  private static let files = [
    "com.example.Db/1.json": schema(1, "aaa"), "com.example.Db/2.json": schema(2, "bbb"),
    "com.example.Db/10.json": schema(10, "ccc"), "com.example.Db/notes.json": "{}",
  ]

  private static func project(version: Int, hash: String) throws -> ToolProject {
    try ToolProject(
      Room(), files: files,
      sql: """
        CREATE TABLE room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT);
        INSERT INTO room_master_table (id,identity_hash) VALUES (42, '\(hash)');
        PRAGMA user_version = \(version);
        """)
  }

  private static func obstacle(_ project: ToolProject) throws -> StepObstacle? {
    let folder = try project.toolFolder()
    let queue = try DatabaseQueue(path: project.databasePath)
    defer { try? queue.close() }
    return try queue.read { db in
      folder.ledger.state(
        try folder.ledger.rows(db)
      ).obstacle
    }
  }

  private static let stated = #"""
    {"formatVersion": 1, "database": {"version": 3, "identityHash": "ddd", "entities": [
      {"tableName": "items", "createSql": "CREATE TABLE IF NOT EXISTS `${TABLE_NAME}` (`id` TEXT NOT NULL, `title` TEXT, PRIMARY KEY(`id`))",
       "fields": [], "indices": [{"name": "i", "unique": false,
         "createSql": "CREATE INDEX IF NOT EXISTS `i` ON `${TABLE_NAME}` (`title`)"}]}],
      "views": [{"viewName": "titles", "createSql": "CREATE VIEW `${VIEW_NAME}` AS SELECT title FROM items"}],
      "setupQueries": []}}
    """#

  @Test(arguments: [
    ("CREATE INDEX `i` ON `items` (`title`);", true),
    ("CREATE INDEX `i` ON `items` (`id`);", false),
    ("ALTER TABLE items ADD COLUMN extra; CREATE INDEX `i` ON `items` (`title`);", false),
  ])
  func `the exported schema is compared with that of the database`(
    rest: String, isEqual: Bool
  ) throws {
    let project = try ToolProject(
      Room(), files: ["com.example.Db/3.json": Self.stated],
      sql: """
        CREATE TABLE room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT);
        INSERT INTO room_master_table (id,identity_hash) VALUES (42, 'ddd');
        CREATE TABLE android_metadata (locale TEXT); INSERT INTO android_metadata VALUES ('en_US');
        CREATE TABLE `items` (`id` TEXT NOT NULL, `title` TEXT, PRIMARY KEY(`id`));
        INSERT INTO items VALUES ('a', 'b');
        CREATE VIEW `titles` AS SELECT title FROM items;
        \(rest) PRAGMA user_version = 3;
        """)
    let result = try SchemaDrift.diff(
      path: project.databasePath, migrator: project.toolFolder().migrator())
    if isEqual {
      #expect(result == .diff(.empty))
    } else {
      guard case .diff(let diff) = result else { throw ToolProject.Failed(message: "\(result)") }
      #expect(diff != .empty)
    }
  }

  @Test func `versions up to user_version are applied`() throws {
    let project = try Self.project(version: 2, hash: "bbb")
    #expect(
      try project.states()
        == ["version 1": .applied, "version 2": .applied, "version 10": .code])
    #expect(
      try project.status().obstacle?.message
        == "The migration to version 10 is written in Kotlin or Java. Only the app can run it.")
    #expect(throws: MigrationError.self) { try project.step() }
  }

  @Test func `a wrong identity hash at the newest version blocks every step`() throws {
    let project = try Self.project(version: 10, hash: "bbb")
    #expect(try project.states()["version 10"] == .changed)
    #expect(
      try project.status().migrations.last?.note
        == "The identity hash of the database is bbb, but that of the schema is ccc.")
    #expect(try Self.obstacle(project) != nil)
    // Room does not compare hashes before a migration.
    let older = try Self.project(version: 2, hash: "xxx")
    #expect(try older.states()["version 2"] == .changed)
    #expect(try Self.obstacle(older) == nil)
    #expect(try Self.obstacle(Self.project(version: 10, hash: "ccc")) == nil)
  }

  @Test func `a version above all exported schemas is shown`() throws {
    let project = try Self.project(version: 11, hash: "ddd")
    #expect(try project.states()["version 11"] == .unregistered)
  }

  @Test func `files that are not schemas, or that belong to several databases, are refused`() throws
  {
    let project = try ToolProject(
      Room(), files: ["a/1.json": "{}", "a/2.json": Self.schema(3, "x"), "b/1.json": "[1"])
    let failure = #expect(throws: SourceFailure.self) { try project.toolFolder() }
    #expect(failure?.problems.map(\.kind) == Array(repeating: .badDeclaration, count: 4))
  }
}
