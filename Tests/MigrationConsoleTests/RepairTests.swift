import ConsolePictures
import MigratorEngine
import MigratorSession
import MigratorTools
import MigratorTestSupport
import Testing
import TerminalUI

@testable import MigrationConsole

/// Repairs of the ledger, from the key to the rows of a real file.
struct RepairTests {
  let folder: TemporaryFolder
  var database: String { folder.path("app.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "migrations/1_club.sql", "-- +goose Up\nCREATE TABLE club (id INTEGER PRIMARY KEY);\n")
    try folder.write(
      "migrations/2_player.sql", "-- +goose Up\nCREATE TABLE player (id INTEGER PRIMARY KEY);\n")
    try folder.write(
      "migrations/3_goal.sql", "-- +goose Up\nCREATE TABLE goal (id INTEGER PRIMARY KEY);\n")
    try folder.makeDatabase(
      sql: "CREATE TABLE club (id INTEGER PRIMARY KEY);CREATE TABLE player (id INTEGER PRIMARY KEY)"
    )
  }

  private func session(database path: String? = nil) throws -> ConsoleSession {
    let database = path ?? database
    return ConsoleSession(
      migrations(of: database), options: ConsoleOptions(databaseName: "app.sqlite"))
  }

  private func migrations(of database: String) -> MigrationSession {
    MigrationSession(
      database: database,
      migrations: ProjectSource(databasePath: database, currentFolder: folder.path("nowhere")))
  }

  private func press(_ keys: [Key], columns: Int = 80, rows: Int = 24) throws -> [CellGrid] {
    try ScriptedConsole(size: Size(columns: columns, rows: rows)).run(
      session(), keys.map { TerminalEvent.key($0) })
  }

  private func log() throws -> [Int64] {
    let queue = try DatabaseQueue(path: database)
    defer { try? queue.close() }
    return try queue.read { db in
      guard try db.tableExists("goose_db_version") else { return [] }
      return try Int64.fetchAll(db, sql: "SELECT version_id FROM goose_db_version ORDER BY id")
    }
  }

  @Test func `the first screen shows how the tool was detected`() throws {
    let screens = try press([])
    #expect(screens[0].text.contains("goose: 3 files with `-- +goose Up`"))
    #expect(screens[0].text.contains("no ledger yet"))
  }

  @Test func `migrations that match the schema are adopted after the repair's SQL was shown`()
    throws
  {
    // One row too few for all of the SQL.
    let screens = try press(
      [
        .char("R"), .enter, .char("y"), .enter, .enter, .tab, .tab, .char("y"), .pageDown,
        .char("y"),
      ], rows: 23)
    #expect(screens[1].text.contains("adopt 2 migrations up to 2_player"))
    #expect(
      screens[1].text.contains("INSERT INTO main.\"goose_db_version\" (version_id, is_applied"))
    #expect(screens[2].text.contains("> [ Cancel ]"))
    #expect(screens[3].text.contains("> [ Cancel ]"))
    #expect(screens[7].text.contains("[ Repair: scroll ]"))
    // The last line of its SQL has not been shown yet.
    #expect(screens[8].text.contains("Read all of it first"))
    #expect(try log() == [0, 1, 2])
    #expect(screens.last?.text.contains("Done: adopt") == true)
    let before = try DatabaseInspection(path: database + ".before-repair")
    #expect(try !before.schema().objects.contains { $0.name == "goose_db_version" })
  }

  @Test func `only y on the repair button changes the file`() throws {
    let bytes = try folder.bytes("app.sqlite")
    for key in [Key.enter, .char(" "), .char("s"), .char("R"), .escape, .char("Y"), .char("a")] {
      _ = try press([.char("R"), .enter, key, .tab, key, .tab, key])
      #expect(try folder.bytes("app.sqlite") == bytes)
    }
  }

  @Test func `a baseline marks all migrations up to the selected one as applied`() throws {
    let screens = try press([.end, .char("R"), .down])
    #expect(screens[3].text.contains("> mark 3 migrations up to 3_goal as applied"))
  }

  @Test
  func `a repair does nothing if the database has changed since the repair was offered`() throws {
    let session = migrations(of: database)
    let offers = try session.repairs()
    let repair = try #require(offers.repairs.first)
    let queue = try DatabaseQueue(path: database)
    try queue.write { try $0.execute(sql: "INSERT INTO club VALUES (1)") }
    try queue.close()
    #expect(throws: MigrationError.self) {
      try session.repair(repair, of: offers)
    }
    #expect(try log() == [])
    #expect(!folder.names().contains { $0.contains("before-repair") })
  }

  @Test(arguments: ScreenTests.terminals)
  func `the repair dialog lists repairs, followed by their SQL`(size: Size, glyphs: GlyphSet) throws
  {
    let isASCII = glyphs.isASCII
    let session = ConsoleSession(
      migrations(of: database),
      options: ConsoleOptions(databaseName: "app.sqlite", usesASCII: isASCII))
    let screens = ScriptedConsole(size: size).press([.char("R"), .enter], in: session)
    let text = screens[1].text + "\n" + screens[2].text
    #expect(!isASCII || text.utf8.allSatisfy { $0 < 0x80 })
    Golden.expect(text, "repairs\(isASCII ? "-ascii" : "")-\(size.columns)x\(size.rows)")
  }
}
