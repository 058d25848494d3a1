import MigratorEngine
import MigratorSession
@testable import MigratorTools
import MigratorTestSupport
import Testing

struct SQLDelightTests {
  private static let files = [
    "com/example/1.sqm": "ALTER TABLE club ADD COLUMN name TEXT;\n",
    "com/example/2.sqm": "CREATE TABLE player (id INTEGER PRIMARY KEY);\n",
    "com/example/10.sqm": "CREATE TABLE late (id INTEGER PRIMARY KEY);\n",
    "com/example/Club.sq": "CREATE TABLE club (id INTEGER PRIMARY KEY);\n",
  ]
  private static let club = "CREATE TABLE club (id INTEGER PRIMARY KEY);"

  @Test func `a step sets user_version to the file's number plus one`() throws {
    let project = try ToolProject(
      SQLDelight(), files: Self.files, sql: Self.club + "PRAGMA user_version = 1")
    for version in [2, 3, 11] {
      #expect(try project.step()?.failure == nil)
      #expect(try project.rows("PRAGMA user_version") == ["\(version)"])
    }
    #expect(
      try project.status().migrations.map(\.identifier) == ["1.sqm", "2.sqm", "10.sqm"])
    #expect(try project.step() == nil)
  }

  @Test func `a fresh database is created by SQLDelight and not migrated`() throws {
    let project = try ToolProject(SQLDelight(), files: Self.files)
    #expect(
      try project.status().obstacle?.message
        == "user_version is 0, so SQLDelight creates the whole schema from its .sq files "
        + "instead of migrating.")
    #expect(throws: MigrationError.self) { try project.step() }
  }

  @Test
  func `if SQLDelight created the database, the files below its version count as applied`() throws {
    let project = try ToolProject(
      SQLDelight(), files: Self.files, sql: "PRAGMA user_version = 5")
    #expect(
      try project.states() == ["1.sqm": .applied, "2.sqm": .applied, "10.sqm": .pending])
    #expect(
      SQLDelight().notes(on: try project.tree())
        == ["migtui does not run the program's callbacks (AfterVersion)."])
    let beyond = try ToolProject(
      SQLDelight(), files: Self.files, sql: "PRAGMA user_version = 12")
    #expect(try beyond.states()["user_version 12"] == .unregistered)
  }

  private static let player = "CREATE TABLE player (id INTEGER PRIMARY KEY);"

  @Test(arguments: [
    ("databases/", 1, "", true), ("migrations/databases/", 1, "", true),
    ("databases/", 1, "CREATE TABLE extra (a);", false),
    ("databases/", 3, "ALTER TABLE club ADD COLUMN name TEXT;" + player, true),
    ("databases/", 3, "ALTER TABLE club ADD COLUMN title TEXT;" + player, false),
    // No file leads to this version.
    ("migrations/", 7, "CREATE TABLE extra (a);", false),
  ])
  func `the schema is compared with the database exported for its version`(
    place: String, version: Int, change: String, isEqual: Bool
  ) throws {
    let project = try ToolProject(
      SQLDelight(), files: Self.files,
      sql: """
        CREATE TABLE android_metadata (locale TEXT); INSERT INTO android_metadata VALUES ('en_US');
        \(Self.club) INSERT INTO club DEFAULT VALUES; \(change) PRAGMA user_version = \(version);
        """)
    for (number, sql) in [
      (1, "CREATE TABLE club (\n  id INTEGER PRIMARY KEY\n)"), (7, Self.club),
      (3, Self.player + "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT)"),
    ] {
      try project.folder.write("\(place).keep", "")
      try project.folder.makeDatabase("\(place)\(number).db", sql: sql)
    }
    let result = try SchemaDrift.diff(
      path: project.databasePath, migrator: project.toolFolder().migrator())
    guard case .diff(let diff) = result else { throw ToolProject.Failed(message: "\(result)") }
    #expect(diff.isTextOnly == isEqual, "\(diff)")
  }

  @Test func `an exported database that cannot be read leaves the drift unknown`() throws {
    let project = try ToolProject(
      SQLDelight(), files: Self.files, sql: Self.club + "PRAGMA user_version = 1")
    try project.folder.write("databases/1.db", String(repeating: "no database ", count: 99))
    let result = try SchemaDrift.diff(
      path: project.databasePath, migrator: project.toolFolder().migrator())
    guard case .unknown(let reason) = result else { throw ToolProject.Failed(message: "\(result)") }
    #expect(reason.contains("databases/1.db"))
  }

  @Test func `a file that imports a Kotlin type can only be run by SQLDelight`() throws {
    var files = Self.files
    files["com/example/1.sqm"] = """
      -- types
      import kotlin.Int;
      ALTER TABLE club ADD COLUMN size INTEGER AS Int;
      """
    let project = try ToolProject(
      SQLDelight(), files: files, sql: Self.club + "PRAGMA user_version = 1")
    #expect(try project.states()["1.sqm"] == .code)
    #expect(
      try project.status().obstacle?.message
        == "Line 2 imports a Kotlin type, which only SQLDelight supports.")
  }

  @Test(
    arguments: [
      ("1-2.sqm", "13"), ("v1__x.sqm", "2"), ("2023.10:11-01,02T3_4 5.sqm", nil),
      ("20.10:11-0,2.sqm", "20101103"), ("007 bond 8.sqm", "8"), ("1_to_2.sqm", "2"),
    ])
  func `the version is the first number in the name`(name: String, key: String?) throws {
    let project = try ToolProject(SQLDelight(), files: [name: "SELECT 1;"])
    guard let key else {
      #expect(throws: SourceFailure.self) { try project.toolFolder() }
      return
    }
    let ledger = try #require(project.toolFolder().ledger as? UserVersionLedger)
    #expect(ledger.files.map { String($0.version) } == [key])
  }

  @Test func `names that lack digits, exceed the pragma's range or occur twice are refused`()
    throws
  {
    let project = try ToolProject(
      SQLDelight(),
      files: [
        "a/1.sqm": "", "b/1.sqm": "", "none.sqm": "", "2147483647.sqm": "",
      ])
    let failure = #expect(throws: SourceFailure.self) { try project.toolFolder() }
    #expect(
      failure?.problems.map(\.kind) == [.badVersion, .badVersion, .duplicateVersion])
  }

  @Test func `a new file is numbered with the newest version`() throws {
    let project = try ToolProject(SQLDelight(), files: Self.files)
    let new = { (migrations: [ToolMigration]) in
      try SQLDelight().newFiles(
        title: "Add scores", in: try project.tree(), after: migrations,
        now: Timestamp(nanoseconds: 0))
    }
    #expect(
      try new(project.toolFolder().migrations)
        == [MigrationFile(path: "com/example/11.sqm", text: "-- Add scores\n")])
    #expect(try new([]).map(\.path) == ["com/example/1.sqm"])
  }
}
