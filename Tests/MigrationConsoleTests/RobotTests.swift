import ConsolePictures
import MigratorEngine
import MigratorSession
import MigratorTools
import MigratorTestSupport
import MigratorPlatform
import Testing
import TerminalUI

@testable import MigrationConsole

/// User stories on real files through the whole session: keys in, screens and databases out.
struct RobotTests {
  let folder: TemporaryFolder
  var database: String { folder.path("app.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "Migrations/1_club.sql",
      """
      CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      INSERT INTO club VALUES (1, 'Rovers'), (2, 'United');
      """)
    try folder.write(
      "Migrations/2_player.sql",
      """
      CREATE TABLE player (id INTEGER PRIMARY KEY, clubId INTEGER REFERENCES club(id), name TEXT);
      INSERT INTO player VALUES (1, 1, 'Ada'), (2, 2, 'Grace'), (3, 2, 'Hedy');
      """)
    try folder.write("Migrations/3_forget.sql", "DELETE FROM player WHERE clubId = 2;")
    try folder.write(
      "Migrations/4_wrong.sql", "CREATE TABLE x (y);\nINSERT INTO nowhere VALUES (1);")
    try queue().close()
  }

  func queue() throws -> DatabaseQueue { try DatabaseQueue(path: database) }

  func session() throws -> ConsoleSession {
    ConsoleSession(migrations)
  }

  /// The database with its files, re-read at each access.
  var migrations: MigrationSession {
    MigrationSession(
      database: database,
      migrations: ProjectSource(databasePath: database, currentFolder: folder.path("nowhere")))
  }

  /// Presses keys and returns the screens, including the one before the first key.
  func press(_ keys: Key...) throws -> [String] {
    let robot = ScriptedConsole(size: Size(columns: 100, rows: 30))
    return robot.press(keys, in: try session()).map(\.text)
  }

  func typed(_ text: String) -> [Key] { text.map { .char($0) } }

  func ledger() throws -> [String] {
    let queue = try queue()
    defer { try? queue.close() }
    return try queue.read { db in
      guard try db.tableExists("grdb_migrations") else { return [] }
      return try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid")
    }
  }

  func names() throws -> [String] {
    let queue = try queue()
    defer { try? queue.close() }
    return try queue.read { try String.fetchAll($0, sql: "SELECT name FROM player ORDER BY id") }
  }

  @Test func `viewing a database without a ledger creates nothing in the database`() throws {
    let before = FolderState(of: folder.path)
    let screens = try press(.char("2"), .char("3"), .char("4"), .char("1"), .char("?"), .escape)
    #expect(screens[0].contains("no ledger yet"))
    #expect(FolderState(of: folder.path) == before)
  }

  @Test func `a dry run shows what would happen and changes nothing`() throws {
    let before = FolderState(of: folder.path)
    let screens = try press(.char("d"), .char("]"))
    #expect(screens[1].contains("club: + table"))
    #expect(screens[1].contains("dry run: no losses, no new violations"))
    #expect(screens[2].contains("2 inserted"))
    #expect(FolderState(of: folder.path) == before)
  }

  @Test func `steps apply the migrations in order, each with its ledger row`() throws {
    let step: [Key] = [.char("s"), .tab, .tab, .char("y")]
    let robot = ScriptedConsole(size: Size(columns: 100, rows: 30))
    let screens = robot.press(step + step, in: try session()).map(\.text)
    #expect(try ledger() == ["1_club", "2_player"])
    #expect(try names() == ["Ada", "Grace", "Hedy"])
    #expect(screens.last?.contains("2 applied") == true)
    #expect(folder.names().contains("app.sqlite.before-1_club"))
    #expect(folder.names().contains("app.sqlite.before-2_player"))
  }

  @Test func `a step that loses rows is applied only after its phrase is typed`() throws {
    let step: [Key] = [.char("s"), .tab, .tab, .char("y")]
    let robot = ScriptedConsole(size: Size(columns: 100, rows: 30))
    let unarmed: [Key] = [.char("s"), .backTab, .char("y"), .enter, .escape]
    let refused = robot.press(step + step + unarmed, in: try session()).map(\.text)
    #expect(refused.contains { $0.contains("2 rows of player, deleted") })
    #expect(try names() == ["Ada", "Grace", "Hedy"])

    let armed = [.char("s"), .tab] + typed("3: lose 2 rows") + [.tab, .tab, .char("y")]
    let screens = robot.press(armed, in: try session()).map(\.text)
    #expect(try names() == ["Ada"])
    #expect(try ledger().last == "3_forget")
    #expect(screens.last?.contains("3_forget applied in") == true)
    #expect(screens.last?.contains("player: 3 → 1 row") == true)
  }

  @Test func `a run stops before the first failure and keeps the earlier steps`() throws {
    let keys = [.char("a"), .tab] + typed("3: lose 2 rows") + [.tab, .tab, .char("y"), .char("4")]
    let robot = ScriptedConsole(size: Size(columns: 100, rows: 30))
    let screens = robot.press(keys, in: try session()).map(\.text)
    #expect(try ledger() == ["1_club", "2_player", "3_forget"])
    #expect(screens[1].contains("stops"))
    #expect(screens[1].contains("before 4_wrong, which failed in the dry run"))
    #expect(screens.last?.contains("REAL step 3_forget") == true)

    // Wide enough that the path of the file does not wrap.
    let wide = ScriptedConsole(size: Size(columns: 200, rows: 30))
    let next = wide.press([.char("s")], in: try session()).map(\.text)
    #expect(next[1].contains("Not applied: the dry run of 4_wrong failed"))
    #expect(next[1].contains("4_wrong.sql, line 2, column"))
    #expect(next[1].contains("The real file was not changed."))
  }

  @Test(arguments: [
    ("off", "violations were not counted; foreign keys are off, not checked"),
    ("immediate", "checks foreign keys are enforced at every statement"),
  ])
  func `a dialog does not claim that violations are checked if the migration skips the check`(
    mode: String, words: String
  ) throws {
    try folder.write(
      "Migrations/0_mode.sql", "-- migtui: foreign-keys \(mode)\nCREATE TABLE m (a);")
    // The dialog's part of each line, which is the widest box.
    let lines: [Substring] = try press(.char("s"))[1].split(separator: "\n").compactMap {
      $0.split(separator: "│").max { $0.count < $1.count }
    }
    let dialog = lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
    #expect(dialog.contains(words))
  }

  @Test func `a migration whose file changed after the dry run is not applied`() throws {
    let robot = ScriptedConsole(size: Size(columns: 100, rows: 30))
    let session = ConsoleSession(meddled(before: "1_club"))
    let screens = robot.press([.char("s"), .tab, .tab, .char("y")], in: session).map(\.text)
    #expect(try ledger() == [])
    #expect(screens.last?.contains("changed") == true)
    #expect(!folder.names().contains { $0.contains(".before-") })
  }

  @Test func `a file that changes between two steps of a run stops the run`() throws {
    let robot = ScriptedConsole(size: Size(columns: 100, rows: 30))
    let session = ConsoleSession(meddled(before: "2_player"))
    let keys = [.char("a"), .tab] + typed("3: lose 2 rows") + [.tab, .tab, .char("y")]
    let screens = robot.press(keys, in: session).map(\.text)
    #expect(try ledger() == ["1_club"])
    #expect(screens.last?.contains("The database changed after it was read") == true)
  }

  @Test func `an edited migration is noticed before the step, and its old contents are not run`()
    throws
  {
    let robot = ScriptedConsole(size: Size(columns: 100, rows: 30))
    let file = "Migrations/1_club.sql"
    let folder = folder
    // Loads are, in order: the screens, the dry run, the preparation of the dialog, the step.
    let source = EditingSource(
      inner: ProjectSource(databasePath: database, currentFolder: folder.path("nowhere")),
      edits: [
        3: { try folder.write(file, "CREATE TABLE club (id INTEGER PRIMARY KEY);") },
        4: { try folder.write(file, "CREATE TABLE other (id INTEGER PRIMARY KEY);") },
      ])
    let session = ConsoleSession(MigrationSession(database: database, migrations: source))
    let screens = robot.press([.char("d"), .char("s"), .tab, .tab, .char("y")], in: session)
      .map(\.text)
    #expect(screens.last?.contains("changed after the dry run: 1_club") == true)
    #expect(try ledger() == [])
  }

  @Test
  func `in the SQL of a migration that leaves a violation, the statement that causes it is marked`()
    throws
  {
    try folder.write(
      "Migrations/0_first.sql",
      """
      CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE child (id INTEGER PRIMARY KEY, parentId INTEGER REFERENCES parent(id));
      INSERT INTO parent VALUES (1);
      INSERT INTO child VALUES (1, 77);
      """)
    let screens = try press(.char("d"), .char("]"))
    #expect(screens[1].contains("0_first, checking foreign keys"))
    #expect(screens[2].contains("4 ! INSERT INTO child VALUES (1, 77);"))
    #expect(screens[2].contains("3   INSERT INTO parent"))
  }

  @Test func `violations are listed with their rows, and fixed ones disappear after a reload`()
    throws
  {
    let queue = try queue()
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA foreign_keys = OFF;
          CREATE TABLE parent (id INTEGER PRIMARY KEY);
          CREATE TABLE child (id INTEGER PRIMARY KEY, parentId INTEGER REFERENCES parent(id));
          INSERT INTO child VALUES (7, 99);
          """)
    }
    try queue.close()
    let screens = try press(.char("3"), .down)
    #expect(screens[1].contains("child.parentId → parent.id  1 row"))
    #expect(screens[2].contains("from child(parentId) to parent(id), in [id:7 parentId:99]"))
    #expect(screens[2].contains("No row of parent has id 99."))
  }
}

extension RobotTests {
  /// A session with an engine that changes the file just before a step, unnoticed by the console.
  private func meddled(before identifier: String) -> MigrationSession {
    let path = database
    return MigrationSession(
      database: path,
      migrations: InterferingSource(
        inner: ProjectSource(databasePath: path, currentFolder: folder.path("nowhere")),
        identifier: identifier
      ) {
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "CREATE TABLE meddled (a)") }
        try queue.close()
      })
  }
}

/// Edits files, as another program would, just before the nth load.
private final class EditingSource: MigrationSource {
  private let inner: ProjectSource
  private let edits: [Int: @Sendable () throws -> Void]
  private let count = Mutex(0)

  init(inner: ProjectSource, edits: [Int: @Sendable () throws -> Void]) {
    self.inner = inner
    self.edits = edits
  }

  func load(for inspection: DatabaseInspection) throws -> LoadedMigrations {
    let number = count.withLock {
      $0 += 1
      return $0
    }
    try edits[number]?()
    return try inner.load(for: inspection)
  }
}

private struct InterferingSource: MigrationSource {
  let inner: ProjectSource
  let identifier: String
  let meddle: @Sendable () throws -> Void

  func load(for inspection: DatabaseInspection) throws -> LoadedMigrations {
    var loaded = try inner.load(for: inspection)
    loaded.runner = InterferingRunner(inner: loaded.runner, identifier: identifier, meddle: meddle)
    return loaded
  }
}

/// A custom engine, as seen by the session.
private struct InterferingRunner: MigrationRunner {
  let inner: any MigrationRunner
  let identifier: String
  let meddle: @Sendable () throws -> Void

  var registeredMigrations: [RegisteredMigration] { inner.registeredMigrations }

  func status(_ inspection: DatabaseInspection) throws -> StatusReport {
    try inner.status(inspection)
  }

  func drift(
    _ inspection: DatabaseInspection, configuration: Configuration, cancellation: Cancellation?
  ) throws -> SchemaDrift.Result {
    try inner.drift(inspection, configuration: configuration, cancellation: cancellation)
  }

  func missingFeatures(
    _ inspection: DatabaseInspection, configuration: Configuration, cancellation: Cancellation?
  ) throws -> [MissingFeature] { [] }

  func dryRun(
    _ inspection: DatabaseInspection, scope: MigrationScope, form: CopyKind?,
    tracing: StatementTracing?, configuration: Configuration, cancellation: Cancellation?,
    onEvent: (MigrationEvent) -> Void
  ) throws -> DryRunReport {
    try inner.dryRun(
      inspection, scope: scope, form: form, tracing: tracing, configuration: configuration,
      cancellation: cancellation, onEvent: onEvent)
  }

  func steps(path: String, configuration: Configuration) -> any MigrationSteps {
    MeddlingSteps(
      inner: inner.steps(path: path, configuration: configuration), identifier: identifier,
      meddle: meddle)
  }
}

private struct MeddlingSteps: MigrationSteps {
  let inner: any MigrationSteps
  let identifier: String
  let meddle: @Sendable () throws -> Void

  func step(
    expecting expected: String, on condition: StepCondition, isFollowed: Bool,
    tracing: StatementTracing?, cancellation: Cancellation?, onEvent: (MigrationEvent) -> Void
  ) throws -> StepReport? {
    if expected == identifier { try meddle() }
    return try inner.step(
      expecting: expected, on: condition, isFollowed: isFollowed, tracing: tracing,
      cancellation: cancellation, onEvent: onEvent)
  }
}
