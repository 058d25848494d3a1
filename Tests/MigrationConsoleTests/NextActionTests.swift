import ConsolePictures
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import MigratorTools
import Testing
import TerminalUI

@testable import MigrationConsole

/// Follows the line above the keys on real files: Enter again and again.
struct NextActionTests {
  let folder: TemporaryFolder
  private let database: String

  init() throws {
    folder = try TemporaryFolder()
    database = folder.path("app.sqlite")
    try DatabaseQueue(path: database).close()
  }

  private func press(_ keys: [Key]) -> [CellGrid] {
    let session = MigrationSession(
      database: database,
      migrations: ProjectSource(databasePath: database, currentFolder: folder.path("nowhere")))
    return ScriptedConsole().press(keys, in: ConsoleSession(session))
  }

  private static let tables = """
    CREATE TABLE club (id INTEGER PRIMARY KEY);
    CREATE TABLE player (id INTEGER PRIMARY KEY, clubId INTEGER REFERENCES club(id));
    """

  /// Makes the tables, and runs statements without foreign keys.
  private func makePlayers(_ statements: String) throws {
    let queue = try DatabaseQueue(path: database)
    try queue.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA foreign_keys = OFF; \(Self.tables) \(statements)")
    }
    try queue.close()
  }

  /// The line above the keys.
  private func line(_ screen: CellGrid?) -> String { screen?.row(22) ?? "" }

  /// Agrees to a step in its dialog.
  private static let agree: [Key] = [.tab, .tab, .char("y")]

  private func sql(_ query: String) throws -> [String] {
    let queue = try DatabaseQueue(path: database)
    defer { try? queue.close() }
    return try queue.read { try String.fetchAll($0, sql: query) }
  }

  @Test
  func `Enter runs the dry run, applies harmless migrations and stops if a phrase is required`()
    throws
  {
    try folder.write(
      "Migrations/1_note.sql", "CREATE TABLE note (a); INSERT INTO note VALUES (1), (2);")
    try folder.write("Migrations/2_old.sql", "DELETE FROM note WHERE a = 2;")
    let start: [Key] = [.enter, .enter] + Self.agree
    var screens = press(start)
    #expect(line(screens.first).contains("○ 2 pending, first 1_note · Enter: dry-run all"))
    // The dry run of 2 still holds after the step of 1.
    #expect(line(screens.last).contains("Enter: show them"))
    screens = press([.enter, .enter, .char("k"), .char("j"), .enter])
    #expect(try sql("SELECT a FROM note") == ["1", "2"])
    #expect(screens.last?.text.contains("2: lose 1 row") == true, "the dialog asks for the phrase")
    #expect(line(press([.char("k"), .enter, .enter]).last).contains("Enter: apply 2"))
    _ = press([.char("s"), .tab] + "2: lose 1 row".map { .char($0) } + Self.agree)
    #expect(try sql("SELECT a FROM note") == ["1"])
    #expect(line(press([]).last).contains("✓ up to date"))
  }

  @Test(arguments: [Key.char("2"), .char("4"), .char("5")])
  func `Enter acts on the other screens too, and shows the result on the first`(screen: Key) throws
  {
    try folder.write("Migrations/1_note.sql", "CREATE TABLE note (a);")
    let screens = press([screen, .enter, .enter])
    #expect(line(screens[1]).contains("Enter: dry-run 1"))
    #expect(screens[2].row(1).contains("[1 Migrations]"))
    #expect(screens[2].text.contains("+ table"))
    #expect(screens[3].text.contains("Apply 1_note to the REAL file"))
  }

  @Test func `a failing migration is the next one to edit`() throws {
    try folder.write("Migrations/1_note.sql", "CREATE TABLE note (a);\nINSERT INTO nix VALUES (1);")
    let screens = press([.enter])
    #expect(line(screens.first).contains("○ 1_note is pending · Enter: dry-run 1"))
    #expect(line(screens.last).contains("Enter: edit 1"))
    #expect(screens.last?.text.contains("no such table: nix") == true)
  }

  @Test func `Enter shows the old violations that block a migration`() throws {
    try makePlayers("INSERT INTO player VALUES (1, 7);")
    try folder.write("Migrations/1_note.sql", "CREATE TABLE note (a);")
    let screens = press([.enter, .char("k"), .enter])
    #expect(line(screens.dropLast().last).contains("Enter: show them"))
    #expect(screens.last?.row(1).contains("[3 Violations 1]") == true)
    #expect(line(screens.last).contains("▲ 1 group blocks 1 · Enter: choose fixes"))
  }

  @Test func `Enter shows the violations if no migrations are pending`() throws {
    try makePlayers(
      """
      INSERT INTO player VALUES (1, 7), (2, NULL), (3, 8);
      CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
      INSERT INTO grdb_migrations VALUES ('1_player');
      """)
    try folder.write("Migrations/1_player.sql", Self.tables)
    let screens = press([.enter])
    #expect(
      line(screens.first).contains(
        "▲ up to date, but 2 rows break a foreign key · Enter: show them"))
    #expect(screens.last?.row(1).contains("[3 Violations 2]") == true)
  }

  @Test func `without migrations, Enter shows where the console searched for them`() {
    let screens = press([.enter])
    #expect(line(screens.first).contains("? no migrations were found · Enter: show where"))
    #expect(screens.last?.text.contains("Searched:") == true)
    #expect(screens.last?.text.contains("--migrations DIR") == true)
  }

  @Test func `Enter selects applied migrations that have no file`() throws {
    try folder.write("Migrations/1_note.sql", "CREATE TABLE note (a);")
    let queue = try DatabaseQueue(path: database)
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE note (a);
          CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          INSERT INTO grdb_migrations VALUES ('1_note'), ('2_later');
          """)
    }
    try queue.close()
    let screens = press([.char("k"), .char("k"), .enter])
    #expect(
      screens.first?.text.contains("eraseDatabaseOnSchemaChange") == true, "it is not cut off")
    #expect(
      line(screens.last).contains("? the database has 1 migration that is not here · Enter: list"))
    #expect(screens.last?.text.contains("No file defines this migration") == true)
  }

  @Test func `on a screen with few rows, Enter acts only if its hint is visible`() throws {
    try folder.write("Migrations/1_note.sql", "CREATE TABLE note (a);")
    let session = MigrationSession(
      database: database,
      migrations: ProjectSource(databasePath: database, currentFolder: folder.path("nowhere")))
    let robot = ScriptedConsole(size: Size(columns: 40, rows: 12))
    let screens = robot.press([.enter, .enter], in: ConsoleSession(session))
    #expect(screens.first?.row(11).contains("Enter: dry-run 1") == true)
    // The notice about the dry run hides the hint.
    #expect(screens.last?.text.contains("Apply") == false)
  }
}
