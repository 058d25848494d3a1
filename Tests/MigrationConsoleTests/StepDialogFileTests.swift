import ConsolePictures
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import MigratorTools
import TerminalUI
import Testing

@testable import MigrationConsole

/// Compares the content of the step dialog with a real file.
struct StepDialogFileTests {
  let folder: TemporaryFolder
  var database: String { folder.path("app.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("Migrations/1_init.sql", "CREATE TABLE club (id INTEGER PRIMARY KEY, name);")
    try folder.write("Migrations/2_fewer.sql", "DELETE FROM player WHERE id > 90;")
    try folder.write(
      "Migrations/3_orphans.sql",
      "INSERT INTO player SELECT id + 1000, club FROM player WHERE id < 8; DELETE FROM club WHERE id > 8;"
    )
    try write(
      """
      CREATE TABLE club (id INTEGER PRIMARY KEY, name);
      CREATE TABLE player (id INTEGER PRIMARY KEY, club);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
      INSERT INTO player SELECT i, i % 8 + 1 FROM n;
      INSERT INTO club SELECT id, 'club ' || id FROM player WHERE id <= 12;
      CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
      INSERT INTO grdb_migrations VALUES ('1_init');
      """)
  }

  func write(_ sql: String) throws {
    let queue = try DatabaseQueue(path: database)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  func count(_ table: String) throws -> Int? {
    let queue = try DatabaseQueue(path: database)
    defer { try? queue.close() }
    return try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
  }

  var session: MigrationSession {
    MigrationSession(
      database: database,
      migrations: ProjectSource(databasePath: database, currentFolder: folder.path("nowhere")))
  }

  func typed(_ text: String) -> [Key] { text.map { .char($0) } }

  @Test func `each loss and change is listed under the migration that causes it`() throws {
    let robot = ScriptedConsole(size: Size(columns: 100, rows: 40))
    let first = typed("2: lose 10 rows")
    let second = typed("3: lose 4 rows")
    let keys = [.char("a"), .tab] + first + second + [.tab, .tab, .char("y")]
    let screens = robot.press(keys, in: ConsoleSession(session)).map(\.text)
    let opened = screens[1]
    #expect(opened.contains("LOSES    2: 10 rows of player, deleted"))
    #expect(opened.contains("LOSES    3: 4 rows of club, deleted"))
    #expect(opened.contains("2_fewer: 10 rows"))
    #expect(opened.contains("3_orphans: 11 rows"))
    #expect(try count("club") == 8)
    #expect(try count("player") == 97)
    // One phrase after the other is asked for.
    #expect(opened.contains("type (1 of 2):") && opened.contains("    2: lose 10 rows  "))
    let one = screens[2 + first.count]
    #expect(one.contains("type (2 of 2):") && one.contains("    3: lose 4 rows  "))
    #expect(screens[2 + first.count + second.count].contains("matches"))
  }

  @Test func `the diagram of a migration that only deletes rows shows no changes`() throws {
    let robot = ScriptedConsole(size: Size(columns: 100, rows: 30))
    let keys: [Key] = [.char("d"), .char("5"), .char("]"), .char("]"), .char("]")]
    let screens = robot.press(keys, in: ConsoleSession(session)).map(\.text)
    let flat = screens.map { $0.split { $0.isWhitespace }.joined(separator: " ") }
    #expect(flat.contains { $0.contains("2_fewer does not change the schema") })
    #expect(!flat.contains { $0.contains("changes no table") })
  }

  @Test func `the history marks a step as undone after it is undone in the console`() throws {
    let robot = ScriptedConsole(size: Size(columns: 100, rows: 40))
    let step = [.char("s"), .tab] + typed("2: lose 10 rows") + [.tab, .tab, .char("y")]
    let keys = step + [.char("4"), .char("u"), .tab, .tab, .char("y"), .char("4")]
    let screens = robot.press(keys, in: ConsoleSession(session)).map(\.text)
    func line(_ screen: String?) -> String? {
      screen?.split(separator: "\n").map(String.init).first { $0.contains("step 2_fewer") }
    }
    #expect(line(screens[step.count + 1])?.contains(" lost 10 rows ") == true)
    #expect(line(screens.last)?.contains(" undone ") == true)
    #expect(screens.last?.contains("History, times in UTC") == true)
    #expect(try count("player") == 100)
  }

  @Test func `a dialog reports that another program wrote to the file since it opened`() throws {
    let session = session
    var model = Story.model()
    _ = model.update(.work(.overview(.success(try session.overview()))))
    model.press(.char("s"))
    let preparation = try session.prepareStep()
    _ = model.update(
      .work(.prepared(.next, .success(preparation), generation: model.generation)))
    model.draw()
    #expect(!render(model).grid.text.contains("stale"))
    try write("UPDATE player SET club = 3 WHERE id > 51")
    _ = model.update(.work(.touched))
    _ = model.update(.work(.overview(.success(try session.overview()))))
    let text = render(model).grid.text
    #expect(text.contains("Apply 2_fewer to the REAL file, stale"))
    #expect(text.contains("stale    Another program wrote to the file after this dialog opened"))
  }
}
