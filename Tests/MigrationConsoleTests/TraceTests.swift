import ConsolePictures
import MigratorEngine
import MigratorSchema
import MigratorSession
import MigratorTestSupport
import MigratorTools
import Testing
import TerminalUI

@testable import MigrationConsole

/// A migration that runs statement by statement: the screen and its keys.
struct TraceScreenTests {
  private static let statements = (try? Story.script.statements()) ?? ScriptStatements()

  func place(_ index: Int) -> StatementPause.Place {
    let statement = Self.statements[index]
    let plan = index == 1 ? [QueryPlanLine(depth: 0, text: "SCAN player")] : []
    return .before(index: index, sql: statement.sql, location: statement.location, plan: plan)
  }

  func trace(_ index: Int, error: String? = nil) -> StatementTrace {
    let rows = [StatementTrace.TableRows(table: "new_player", inserted: 12_400)]
    let created = SchemaDiff(
      before: Story.schemaBefore,
      after: SchemaSnapshot(
        objects: Story.schemaBefore.objects + [
          Story.object(.table, "new_player", "new_player", "CREATE TABLE new_player (id)")
        ]))
    return StatementTrace(
      identifier: "011_players_need_a_club", index: index, count: 4,
      sql: Self.statements[index].sql, location: Self.statements[index].location,
      plan: index == 1 ? [QueryPlanLine(depth: 0, text: "SCAN player")] : [],
      seconds: index == 1 ? 0.412 : 0.001, changedRows: index == 1 ? 12_400 : 0,
      rows: index == 1 ? rows : [], rowsSoFar: index >= 1 ? rows : [],
      changes: index == 0 ? created : .empty, changesSoFar: created,
      violations: .counted(ViolationCounts(before: 3, after: 3 + index, added: index)),
      error: error)
  }

  /// The console with a trace paused before a statement.
  private func held(
    before index: Int, size: Size = Size(columns: 80, rows: 24), glyphs: GlyphSet = .unicode
  ) -> ConsoleModel {
    var model = Story.model(columns: size.columns, rows: size.rows, glyphs: glyphs)
    model.press(.char("x"))
    for done in 0..<index { send(.ran(trace(done)), to: &model) }
    send(.held(place(index), on: .copy(.overlay)), to: &model)
    return model
  }

  @discardableResult
  func send(_ message: TraceMessage, to model: inout ConsoleModel) -> [Effect] {
    model.update(.work(.trace(message, generation: model.screens.trace.generation ?? 0)))
  }

  func expect(_ model: ConsoleModel, _ name: String) { ScreenTests().expect(model, name) }

  @Test(arguments: ScreenTests.terminals)
  func `a paused trace shows the effects of the last statement and the next one`(
    size: Size, glyphs: GlyphSet
  ) {
    expect(held(before: 2, size: size, glyphs: glyphs), "trace")
  }

  @Test(arguments: ScreenTests.terminals)
  func `a trace pauses at the statement that failed`(size: Size, glyphs: GlyphSet) {
    var model = held(before: 1, size: size, glyphs: glyphs)
    model.press(.char("n"))
    send(.ran(trace(1, error: "no such column: clubIdd")), to: &model)
    send(.held(.failed(index: 1), on: .copy(.full)), to: &model)
    expect(model, "trace-failed")
  }

  @Test func `x traces the selected migration or explains why it cannot be traced`() {
    var model = Story.model()
    #expect(
      model.press(.char("x"))
        == [.trace("011_players_need_a_club", generation: model.generation)])
    #expect(model.work?.kind == .tracing)
    var other = Story.model()
    other.press(.home)
    #expect(other.press(.char("x")).isEmpty)
    #expect(other.notice?.text == "Select a pending migration on the first screen.")
    #expect(other.press(.char("c")).isEmpty)
    #expect(other.notice?.text == "No trace is open. Press x on a pending migration.")
  }

  @Test func `x is neither offered nor accepted if the engine does not expose its statements`() {
    var model = Story.model(columns: 160)
    #expect(render(model).grid.text.contains("x trace"))
    let overview = Story.overview(tracesStatements: false)
    _ = model.update(.work(.overview(.success(overview))))
    #expect(!render(model).grid.text.contains("x trace"))
    #expect(model.press(.char("x")).isEmpty)
    #expect(model.notice?.text.contains("does not expose its statements") == true)

    for (overview, isOffered) in [(Story.overview(), true), (overview, false)] {
      let prepared = Story.prepared(Story.dryRun(Story.harmlessStep), of: overview)
      guard case .ready(let step) = prepared else {
        Issue.record("no step is prepared: \(prepared)")
        continue
      }
      let dialog = ConfirmStep(scope: .next, prepared: step)
      #expect((dialog.consent.holding == .possible) == isOffered)
    }
  }

  @Test func `each key continues the trace up to the point that its help describes`() {
    var model = held(before: 0)
    let generation = model.screens.trace.generation ?? 0
    #expect(model.work == nil)
    #expect(model.press(.char("n")) == [.runTrace(to: .before(1), generation: generation)])
    #expect(model.press(.char("n")).isEmpty)
    #expect(model.notice?.text == "The trace is running. Ctrl-C stops it.")

    model = held(before: 0)
    #expect(model.press(.char("c")).isEmpty)
    model.press(.end)
    #expect(model.screens.trace.statementAtCursor == 3)
    #expect(
      model.press(.char("c"))
        == [.runTrace(to: .before(3), generation: model.screens.trace.generation ?? 0)])

    model = held(before: 0)
    #expect(
      model.press(.char("f"))
        == [.runTrace(to: .afterLast, generation: model.screens.trace.generation ?? 0)])
    send(.held(.afterLast(count: 4), on: .copy(.full)), to: &model)
    #expect(
      model.press(.char("n"))
        == [.runTrace(to: .finish, generation: model.screens.trace.generation ?? 0)])
  }

  @Test func `the cursor follows the trace, even if the user moved it meanwhile`() {
    var model = held(before: 0)
    model.press(.end, .char("n"))
    send(.ran(trace(0)), to: &model)
    send(.held(place(1), on: .copy(.overlay)), to: &model)
    #expect(model.screens.trace.statementAtCursor == 1)
    #expect(model.screens.trace.panes.list.selection == 7)
  }

  @Test func `restarting a trace makes a new copy and ignores events of the old one`() {
    var model = held(before: 2)
    let old = model.screens.trace.generation ?? 0
    let effects = model.press(.char("b"))
    let new = model.screens.trace.generation ?? 0
    #expect(new > old)
    #expect(
      effects == [.cancel(generation: old), .trace("011_players_need_a_club", generation: new)])
    _ = model.update(.work(.trace(.ran(trace(2)), generation: old)))
    #expect(model.screens.trace.traces.isEmpty)
  }

  @Test func `no other screen opens and no step starts before Esc leaves the trace`() {
    var model = held(before: 1)
    let generation = model.screens.trace.generation ?? 0
    for key: Key in [.char("2"), .char("s"), .char("d"), .char("/"), .char("u"), .char("R")] {
      #expect(model.press(key).isEmpty)
      #expect(model.notice?.text == "Leave the trace first: press Esc.")
    }
    #expect(model.press(.escape) == [.cancel(generation: generation)])
    #expect(model.screen == Screens.all[0])
    #expect(!model.isTracing)
    _ = model.update(.work(.trace(.ran(trace(1)), generation: generation)))
    #expect(model.screens.trace.traces.isEmpty)
  }

  @Test func `text typed after the end of a trace is not interpreted as commands`() {
    var model = held(before: 1)
    send(
      .ended(
        .failure(WorkFailure(MigrationError(.databaseChanged), of: "app.sqlite"))), to: &model)
    #expect(!render(model).grid.row(23).contains(": commands"))
    model.press(.char(":"))
    #expect(
      model.notice?.text == "A query cannot run now. The trace has ended: press b to restart.")
    #expect(render(model).grid.row(23).contains("ended  Esc close"))
    model.type("sqab")
    #expect(model.press(.enter).isEmpty)
    #expect(model.notice?.text == "Not run. The trace has ended: press b to restart.")
    #expect(model.screens.trace.panes.field?.text == "sqab")
    #expect(model.isTracing && !model.isQuitting && model.work == nil)
    model.press(.escape)
    #expect(model.screens.trace.panes.field == nil)
  }

  @Test func `quitting or a signal cancels a paused or running trace`() {
    var model = held(before: 1)
    let generation = model.screens.trace.generation ?? 0
    #expect(model.press(.char("q")) == [.cancel(generation: generation), .quit])
    model = held(before: 1)
    let next = model.screens.trace.generation ?? 0
    model.press(.char("n"))
    #expect(model.update(.terminate(.terminate)) == [.cancel(generation: next), .quit])
  }

  @Test func `a query is typed, sent and answered next to the migration`() {
    var model = held(before: 2)
    let generation = model.screens.trace.generation ?? 0
    model.press(.char(":"))
    model.type("SELECT n FROM cq")
    _ = model.update(.paste(" WHERE 1"))
    #expect(render(model).grid.row(23).contains("sql: SELECT n FROM cq WHERE 1"))
    #expect(
      model.press(.enter)
        == [.queryTrace("SELECT n FROM cq WHERE 1", generation: generation)])
    #expect(model.press(.char("n")).isEmpty)
    let rows = [[ValueExcerpt("one".databaseValue)], [ValueExcerpt(DatabaseValue.null)]]
    send(
      .answered(
        TraceAnswer(
          sql: "SELECT n FROM cq WHERE 1",
          result: .success(QueryAnswer(columns: ["n"], rows: rows, isTruncated: true)))), to: &model
    )
    expect(model, "trace-query")
    model.press(.char(":"), .up)
    #expect(model.screens.trace.panes.field?.text == "SELECT n FROM cq WHERE 1")
    #expect(model.press(.escape).isEmpty)
    #expect(model.isTracing)
    model.press(.char("n"))
    #expect(model.screens.trace.answer == nil)
  }

  @Test func `a completed trace is reported but does not replace the dry run before a step`() {
    var model = held(before: 3)
    model.press(.char("f"))
    send(
      .ended(
        .success(
          (dryRun: Story.tried(Story.dryRun(Story.lossyStep)), overview: Story.overview()))),
      to: &model)
    #expect(render(model).grid.text.contains("Succeeded: recorded"))
    #expect(model.known.dryRun == nil)
    #expect(model.press(.char("n")).isEmpty)
    #expect(model.notice?.text == "The trace has ended: press b to restart.")
  }

  @Test(arguments: [(80, 24), (40, 12), (30, 8), (12, 4), (200, 60)])
  func `the trace screen can be drawn in any size`(columns: Int, rows: Int) {
    var model = held(before: 2)
    _ = model.update(.resize(Size(columns: columns, rows: rows)))
    #expect(render(model).grid.size == model.scene.size)
    model.press(.char("z"), .tab, .pageDown, .char("z"))
    #expect(render(model).grid.size == model.scene.size)
  }

  @Test func `the export lists each statement`() throws {
    var model = held(before: 2)
    guard case .export(let text, _)? = model.press(.char("e")).first else {
      Issue.record("nothing is exported")
      return
    }
    #expect(text.contains("12,400 inserted"))
    #expect(text.contains("CREATE TABLE new\\_player") || text.contains("CREATE TABLE new_player"))
    #expect(model.press(.char("y")) == [.copyToClipboard("DROP TABLE player;")])
  }
}

/// Traces on real files.
struct TraceRobotTests {
  let folder: TemporaryFolder
  var database: String { folder.path("app.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeDatabase(
      sql: """
        CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        INSERT INTO club VALUES (1, 'Rovers'), (2, 'United');
        """)
    try folder.write("Migrations/1_city.sql", "ALTER TABLE club ADD COLUMN city TEXT;")
    try folder.write(
      "Migrations/2_player.sql",
      """
      CREATE TABLE player (id INTEGER PRIMARY KEY, clubId INTEGER REFERENCES club(id));
      INSERT INTO player VALUES (1, 1), (2, 2), (3, 7);
      UPDATE player SET clubId = 2
        WHERE clubId = 7;
      DELETE FROM club WHERE id = 1;
      """)
  }

  private func press(_ keys: Key..., copyForm: CopyKind? = nil) throws -> [String] {
    let session = MigrationSession(
      database: database,
      migrations: ProjectSource(databasePath: database, currentFolder: folder.path("nowhere")),
      copyForm: copyForm, history: .none)
    let robot = ScriptedConsole(size: Size(columns: 100, rows: 40))
    return robot.press(keys, in: ConsoleSession(session)).map(\.text)
  }

  @Test(arguments: ["delete", "wal"])
  func `a trace can run to its end and be restarted without changing the file`(
    journal: String
  ) throws {
    let queue = try DatabaseQueue(path: database)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = \(journal)") }
    try queue.close()
    let before = try folder.bytes("app.sqlite")
    let screens = try press(
      .down, .char("x"), .char("n"), .char("n"), .char("f"), .char("n"), .char("b"), .escape)
    #expect(screens[2].contains(journal == "wal" ? "COPY overlay" : "COPY full copy"))
    #expect(screens[2].contains("▸ CREATE TABLE player"))
    #expect(screens[3].contains("✓ CREATE TABLE player"))
    #expect(screens[3].contains("next  2:1"))
    #expect(screens[4].contains("player: 3 inserted"))
    #expect(screens[4].contains("violations: 0 before, 1 after, 1 new"))
    #expect(screens[4].contains("SCAN player"))
    #expect(screens[5].contains("All statements ran"))
    #expect(screens[5].contains("club: 1 deleted"))
    // The player of the deleted club.
    #expect(screens[6].contains("FOREIGN KEY constraint violation - from"))
    #expect(screens[7].contains("▸ CREATE TABLE player"))
    #expect(screens[7].contains("0 of 4 statements ran"))
    #expect(screens[8].contains("its copy is deleted"))
    #expect(try folder.bytes("app.sqlite") == before)
  }

  @Test(arguments: [CopyKind.overlay, .full])
  func `quitting during a trace leaves no worker running and changes nothing`(
    form: CopyKind
  ) throws {
    let before = try folder.bytes("app.sqlite")
    // The robot hangs up at the end. The session returns once its workers have ended.
    _ = try press(.down, .char("x"), .char("n"), copyForm: form)
    _ = try press(.down, .char("x"), .char("n"), .char("q"), copyForm: form)
    _ = try press(.down, .char("x"), .char("b"), .char("n"), .char("b"), copyForm: form)
    #expect(try folder.bytes("app.sqlite") == before)
    #expect(folder.names().filter { $0.hasPrefix("app.") } == ["app.sqlite"])
    let queue = try DatabaseQueue(path: database)
    try queue.writeWithoutTransaction { try $0.execute(sql: "DELETE FROM club") }
    try queue.close()
  }

  @Test func `a paused copy can be queried but not changed`() throws {
    func typed(_ text: String) -> [Key] { [.char(":")] + text.map { .char($0) } + [.enter] }
    let first = typed("SELECT id, clubId FROM player")
    let second = typed("DELETE FROM player")
    let session = MigrationSession(
      database: database,
      migrations: ProjectSource(databasePath: database, currentFolder: folder.path("nowhere")),
      history: .none)
    let robot = ScriptedConsole(size: Size(columns: 100, rows: 40))
    let keys: [Key] = [.down, .char("x"), .char("n"), .char("n")] + first + second + [.char("n")]
    let screens = robot.press(keys, in: ConsoleSession(session)).map(\.text)
    #expect(screens[4 + first.count].contains("id  clubId"))
    #expect(screens[4 + first.count].contains("3   7"))
    #expect(
      screens[4 + first.count + second.count].contains(
        "only read-only statements can run"))
    #expect(screens.last?.contains("3 of 4 statements ran") == true)
  }

  @Test func `after leaving a trace, another dry run starts immediately`() throws {
    let screens = try press(.down, .char("x"), .char("n"), .escape, .home, .char("d"))
    #expect(screens.last?.contains("dry run: no losses") == true)
  }
}
