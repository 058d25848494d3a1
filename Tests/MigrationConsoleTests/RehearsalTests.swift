import ConsolePictures
import MigratorEngine
import MigratorTestSupport
import MigratorTools
import TerminalUI
import Testing

@testable import MigrationConsole
@testable import MigratorSession

/// Dry runs that begin by themselves.
struct RehearsalTests {
  /// A model that has read the database, and the effects of the read.
  private static func begun(rehearses: Bool = true) -> (model: ConsoleModel, effects: [Effect]) {
    var context = ConsoleContext(databasePath: "data/app.sqlite", glyphs: .unicode)
    context.rehearses = rehearses
    var model = ConsoleModel(context: context, size: Size(columns: 80, rows: 24))
    _ = model.begin()
    let effects = model.update(.work(.overview(.success(overview()))))
    return (model, effects)
  }

  private static func overview(state: String = "state 1", edited: Bool = false) -> SessionOverview {
    let read = Story.overview()
    var overview = SessionOverview(
      facts: read.facts, status: read.status, schema: read.schema,
      fingerprint: DatabaseFingerprint(value: state),
      registered: edited ? Array(read.registered.dropLast()) : read.registered,
      origin: read.origin)
    overview.rehearsal = Rehearsal(of: overview, form: nil)
    return overview
  }

  private func answer(_ model: inout ConsoleModel, _ report: DryRunReport) {
    let result = (dryRun: Story.tried(report), overview: Self.overview())
    _ = model.update(.work(.dryRun(.success(result), generation: model.generation)))
  }

  @Test func `the pending migrations are tried once after the database was read`() {
    var (model, effects) = Self.begun()
    #expect(effects.contains(.dryRun(.all, generation: model.generation)))
    #expect(render(model).grid.row(22).contains("COPY automatic dry run"))
    let selected = model.scene.selected
    // Keys work meanwhile.
    #expect(model.press(.char("?")) == [.flushTypeAhead])
    model.press(.escape, .up)
    answer(&model, Story.dryRun(Story.lossyStep))
    #expect(model.work == nil)
    #expect(model.known.report(of: "011_players_need_a_club")?.isCopy == true)
    #expect(model.scene.selected != selected && model.screens.migrations.tab == .sql)
    #expect(model.notice == nil && model.known.history.isEmpty && model.known.logs.isEmpty)
    #expect(render(model).grid.text.contains("LOSES 8,120 r"))
    // A read of the same state does not repeat it.
    model.wait(100)
    #expect(
      !model.update(.work(.overview(.success(Self.overview())))).contains { $0.isDryRun })
  }

  @Test func `nothing is tried unasked if the settings say so`() {
    #expect(!Self.begun(rehearses: false).effects.contains { $0.isDryRun })
  }

  @Test func `a command that starts work replaces the rehearsal`() {
    var (model, _) = Self.begun()
    let rehearsal = model.generation
    #expect(
      model.press(.char("s")) == [
        .cancel(generation: rehearsal),
        .prepareStep(.next, known: nil, generation: model.generation),
      ])
    #expect(model.work?.kind == .preparing(.next))
  }

  @Test func `Enter turns the rehearsal into the dry run that it would start`() {
    var (model, _) = Self.begun()
    #expect(model.press(.enter) == [])
    #expect(model.work?.limit == nil && model.work?.kind == .dryRun(.all))
    model.wait(10)
    #expect(model.work?.isCancelling == false, "a dry run that was asked for has no limit")
    answer(&model, Story.dryRun(Story.harmlessStep))
    #expect(model.notice?.text.contains("no losses") == true)
  }

  @Test func `a rehearsal that takes too long is stopped and not repeated`() {
    var (model, _) = Self.begun()
    #expect(model.update(.tick(2.9)) == [])
    #expect(model.update(.tick(3.1)) == [.cancel(generation: model.generation)])
    let stopped = WorkFailure(message: "Stopped.", isCancellation: true)
    _ = model.update(.work(.dryRun(.failure(stopped), generation: model.generation)))
    #expect(model.notice?.text == "The automatic dry run was stopped. Press d to dry-run.")
    model.wait(1_000)
    let again = model.update(.work(.overview(.success(Self.overview(state: "state 2")))))
    #expect(!again.contains { $0.isDryRun })
    let edited = model.update(.work(.overview(.success(Self.overview(edited: true)))))
    #expect(edited.contains { $0.isDryRun }, "other migrations may be faster")
  }

  @Test func `if another program writes all the time, rehearsals rest`() {
    var (model, _) = Self.begun()
    _ = model.update(.tick(1))
    answer(&model, Story.dryRun(Story.harmlessStep))
    let written = Message.work(.overview(.success(Self.overview(state: "state 2"))))
    #expect(!model.update(written).contains { $0.isDryRun })
    #expect(!model.update(.tick(10.5)).contains { $0.isDryRun })
    #expect(model.update(.tick(11.1)).contains { $0.isDryRun })
  }
}

extension Effect {
  fileprivate var isDryRun: Bool {
    if case .dryRun = self { true } else { false }
  }
}

/// When a dry run may begin unasked, and what the list shows then, on real files.
struct RehearsalOnFileTests {
  let folder: TemporaryFolder
  private let database: String

  init() throws {
    folder = try TemporaryFolder()
    database = folder.path("app.sqlite")
  }

  private func session() -> MigrationSession {
    MigrationSession(
      database: database,
      migrations: ProjectSource(databasePath: database, currentFolder: folder.path("nowhere")),
      history: .none)
  }

  private func make(_ sql: String) throws {
    let queue = try DatabaseQueue(path: database)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  private static let rows = """
    CREATE TABLE item (id INTEGER PRIMARY KEY, old INTEGER);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 360)
    INSERT INTO item SELECT i, i > 60 FROM n;
    """

  @Test(arguments: ["wal", "delete"])
  func `the list shows the results next to the names, and the file is unchanged`(mode: String)
    throws
  {
    try make("PRAGMA journal_mode = \(mode); \(Self.rows)")
    try folder.write(
      "Migrations/1_price.sql",
      "ALTER TABLE item ADD COLUMN price INTEGER; UPDATE item SET price = 1 WHERE old = 0;")
    try folder.write("Migrations/2_clean.sql", "DELETE FROM item WHERE old;")
    try folder.write("Migrations/3_tax.sql", "UPDATE item SET price = pricee * 2;")
    let before = try folder.bytes("app.sqlite")
    var options = ConsoleOptions()
    options.rehearses = true
    let console = ConsoleSession(session(), options: options)
    let other = try DatabaseQueue(path: database)
    let screens = try other.writeWithoutTransaction { db in
      // In WAL mode, another program may even hold the write lock meanwhile.
      if mode == "wal" { try db.execute(sql: "BEGIN IMMEDIATE") }
      let robot = ScriptedConsole(size: Size(columns: 120, rows: 24))
      let screens = robot.press([], in: console)
      if mode == "wal" { try db.execute(sql: "ROLLBACK") }
      return screens
    }
    try other.close()
    let screen = try #require(screens.last)
    #expect(screen.text.contains("+1 column · 60 rows"))
    #expect(screen.text.contains("LOSES 300 rows"))
    #expect(screen.text.contains("no such column: pricee"))
    #expect(screen.row(22).contains("Enter: apply 1"), "no key was pressed")
    #expect(try folder.bytes("app.sqlite") == before)
  }

  @Test func `an edited file is tried again without a key`() throws {
    try make(Self.rows)
    try folder.write("Migrations/1_price.sql", "UPDATE item SET price = 1;")
    var options = ConsoleOptions()
    options.rehearses = true
    let folder = folder
    let screens = ScriptedConsole(size: Size(columns: 120, rows: 24)).run(
      ConsoleSession(session(), options: options), [.key(.char("r")), .key(.down)]
    ) { index in
      guard index == 0 else { return }
      _ = try? folder.write("Migrations/1_price.sql", "ALTER TABLE item ADD COLUMN price;")
    }
    #expect(screens.first?.text.contains("no such column: price") == true)
    #expect(screens.last?.text.contains("+1 column") == true)
  }

  @Test func `a large file is copied only if asked, unless it has an overlay`() throws {
    try folder.write("Migrations/1_note.sql", "CREATE TABLE note (a);")
    try make("CREATE TABLE big (a); INSERT INTO big VALUES (zeroblob(17 << 20));")
    #expect(try session().overview().rehearsal == nil)
    try make("PRAGMA journal_mode = WAL;")
    #expect(try session().overview().rehearsal?.scope == .next)
  }

  @Test func `a file that Litestream replicates is tried for at most a second`() throws {
    try folder.write("Migrations/1_note.sql", "CREATE TABLE note (a);")
    try make("PRAGMA journal_mode = WAL; CREATE TABLE item (a);")
    #expect(try session().overview().rehearsal?.limit == 3)
    try make("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);")
    #expect(try session().overview().rehearsal?.limit == 1)
    try make("DROP TABLE _litestream_seq;")
    try folder.write(".app.sqlite-litestream/generation", "1")
    #expect(try session().overview().rehearsal?.limit == 1)
  }

  @Test func `migrations in code are never run unasked`() throws {
    try make("CREATE TABLE item (a);")
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1_code") { try $0.execute(sql: "CREATE TABLE code (a)") }
    let session = MigrationSession(database: database, migrations: migrator, history: .none)
    #expect(try session.overview().status.next?.identifier == "1_code")
    #expect(try session.overview().rehearsal == nil)
  }
}
