import ConsolePictures
import MigratorEngine
import MigratorTestSupport
import MigratorTools
import Testing
import TerminalUI

@testable import MigrationConsole
@testable import MigratorSession

/// The screens follow changes that other programs make to the file and the migrations.
struct ExternalChangeTests {
  /// The console and its effects after another program changed the known state.
  private func after(_ change: (inout SessionOverview) -> Void) -> (model: ConsoleModel, [Effect]) {
    var model = Story.model()
    model.press(.char("j"))
    var read = Story.overview()
    change(&read)
    model.wait(3)
    let effects = model.update(.work(.touched))
    _ = model.update(.work(.overview(.success(read))))
    return (model, effects)
  }

  private static func changed(
    status: StatusReport = Story.status(), schema: SchemaSnapshot = Story.schemaBefore,
    state: String = "state 2"
  ) -> SessionOverview {
    let known = Story.overview()
    return SessionOverview(
      facts: known.facts, status: status, schema: schema,
      fingerprint: DatabaseFingerprint(value: state), registered: known.registered,
      origin: known.origin)
  }

  @Test func `a touched file is re-read, and nothing is reported if its state is unchanged`() {
    let (model, effects) = after { _ in }
    #expect(effects == [.loadOverview])
    #expect(model.notice == nil)
    #expect(model.known.writtenAt == nil)
  }

  @Test func `a migration by another program is reported, and the selection is kept`() {
    let known = Story.status(next: "012_leagues")
    let migrations = known.migrations.map { migration in
      guard migration.identifier == "011_players_need_a_club" else { return migration }
      return MigrationStatus(
        identifier: migration.identifier, state: .applied, isNext: false, isCompleted: false,
        script: migration.script, foreignKeyChecks: migration.foreignKeyChecks)
    }
    let selected = {
      var model = Story.model()
      model.press(.char("j"))
      return model.screens.migrations.selected(in: model.scene)?.identifier
    }()
    let (model, _) = after { $0 = Self.changed(status: StatusReport(migrations: migrations)) }
    #expect(model.notice?.text == "Another program migrated the database. Applied migrations: 12.")
    #expect(model.screens.migrations.selected(in: model.scene)?.identifier == selected)
  }

  @Test func `a schema change by another program is reported`() {
    let (model, _) = after { $0 = Self.changed(schema: Story.schemaAfter) }
    #expect(model.notice?.text == "Another program changed the schema of the database.")
  }

  @Test func `rows written by another program are noted in the title and cause no message`() {
    var (model, _) = after { $0 = Self.changed() }
    #expect(model.notice == nil)
    model.wait(4)
    let line = render(model).grid.row(1)
    #expect(line.contains(/external write \d s ago/))
    #expect(line.contains("[1 Migrations]") && line.contains("2 Schema"))
    model.wait(60)
    #expect(!render(model).grid.text.contains("external write"))
  }

  @Test func `a dry run or search from before the change is marked as stale`() {
    var model = Story.model()
    model.press(.char("d"))
    model.answerDryRun(Story.dryRun(Story.lossyStep))
    #expect(!render(model).grid.text.contains("COPY stale"))
    _ = model.update(.work(.touched))
    _ = model.update(.work(.overview(.success(Self.changed()))))
    #expect(render(model).grid.text.contains("COPY stale"))
    model.press(.char("2"), .char("]"))
    #expect(render(model).grid.text.contains("Schema: Dry run, stale"))
    #expect(model.front.report(in: model.scene)[2].contains("changed after the dry run"))
    model.press(.char("3"))
    #expect(render(model).grid.text.contains("4 found before the file changed: r"))
    #expect(model.front.report(in: model.scene)[0] == "4 found, before the file changed.")
    model.press(.char("r"))
    #expect(!render(model).grid.text.contains("before the file changed"))
  }

  @Test func `a fast search for violations is repeated automatically, and the selection is kept`() {
    var model = Story.model()
    model.press(.char("3"), .char("r"), .down, .down)
    var generation = model.screens.violations.generation
    func answer() {
      _ = model.update(
        .work(.violations(Story.violations, unlisted: [:], generation: generation)))
      _ = model.update(.work(.violationsEnded(nil, generation: generation)))
    }
    _ = model.update(.work(.overview(.success(Story.overview()))))
    answer()
    model.press(.down, .down)
    let selected = model.screens.violations.selected
    _ = model.update(.work(.touched))
    let effects = model.update(.work(.overview(.success(Self.changed()))))
    generation = model.screens.violations.generation
    #expect(effects == [.searchViolations(generation: generation)])
    answer()
    #expect(selected == .violation(0, 1))
    #expect(model.screens.violations.selected == selected)
    #expect(!render(model).grid.text.contains("before the file changed"))
  }

  @Test func `violations found after a step are not marked as stale`() {
    var model = Story.model()
    model.step()
    let search = model.screens.violations.generation
    _ = model.update(.work(.violations(Story.violations, unlisted: [:], generation: search)))
    model.wait(2)
    _ = model.update(.work(.violationsEnded(nil, generation: search)))
    _ = model.update(.work(.overview(.success(Self.changed()))))
    #expect(render(model).grid.row(1).contains("Violations 4 "))
    // A later change by another program marks them as stale.
    _ = model.update(.work(.touched))
    _ = model.update(.work(.overview(.success(Self.changed(state: "state 3")))))
    #expect(render(model).grid.row(1).contains("Violations 4?"))
  }

  @Test
  func `if the file is missing for a moment, the position is kept and no message appears`() {
    var model = Story.model()
    model.press(.char("g"), .down, .down)
    let selected = model.screens.migrations.selected(in: model.scene)?.identifier
    _ = model.update(.work(.touched))
    let failure = WorkFailure(message: "There is no file.", remedy: nil, isCancellation: false)
    _ = model.update(.work(.overview(.failure(failure))))
    #expect(model.notice?.text == "There is no file.")
    #expect(render(model).grid.text.contains("Violations 4?"))
    _ = model.update(.work(.touched))
    _ = model.update(.work(.overview(.success(Story.overview()))))
    #expect(model.notice == nil)
    #expect(model.screens.migrations.selected(in: model.scene)?.identifier == selected)
  }

  @Test func `the reports of applied steps are kept if a restore is refused`() {
    var model = Story.model()
    let step = Story.harmlessStep
    model.scene.keep(step, backupPath: nil)
    let backup = RestoreDialogTests.prepared(isStraight: true).backup
    for (failure, isKnown) in [
      (WorkFailure(message: "Refused.", remedy: nil, isCancellation: false), true), (nil, false),
    ] {
      model.scene.work = Work(kind: .restoring, generation: 99, startedAt: 0)
      let outcome = RestoreOutcome(nil, error: failure)
      _ = model.update(.work(.restored(outcome, from: backup, undone: [:], generation: 99)))
      #expect((model.known.stepReports[step.identifier] != nil) == isKnown)
    }
  }

  @Test func `the warnings of a failed restore are reported`() {
    var model = Story.model()
    model.scene.work = Work(kind: .restoring, generation: 99, startedAt: 0)
    var outcome = RestoreOutcome(
      nil, error: WorkFailure(message: "disk I/O error", remedy: nil, isCancellation: false))
    outcome.historyFailure = HistoryFailure(path: "h", reason: "disk full")
    _ = model.update(
      .work(
        .restored(
          outcome, from: RestoreDialogTests.prepared(isStraight: true).backup, undone: [:],
          generation: 99)))
    let text = model.scene.notice?.text ?? ""
    #expect(text.contains("disk I/O error"))
    #expect(text.contains("The history could not be written to h: disk full."))
  }

  @Test func `a step that only deletes rows is reported as such`() {
    var model = Story.model()
    let step = StepReport(
      identifier: "011_players_need_a_club", seconds: 0.1, statementCount: 1,
      schemaBefore: Story.schemaBefore, schemaAfter: Story.schemaBefore,
      rows: [StepReport.TableRows(table: "player", before: 3, after: 2, deleted: 1)])
    model.press(.char("s"))
    model.answerPrepare(Story.dryRun(step))
    let text = render(model).grid.text
    #expect(text.contains("1 row of player, deleted"))
    #expect(text.contains("player: 2 rows left"))
    #expect(!text.contains("nothing but the ledger"))
  }

  @Test
  func `a dialog reports that another program changed the database after the step was prepared`() {
    var model = Story.model()
    model.press(.char("s"))
    model.answerPrepare(Story.dryRun(Story.harmlessStep))
    #expect(!render(model).grid.text.contains("stale"))
    _ = model.update(.work(.touched))
    _ = model.update(.work(.overview(.success(Self.changed(schema: Story.schemaAfter)))))
    #expect(
      render(model).grid.text.contains(
        "Another program changed the schema after this dialog opened."))
  }

  @Test func `nothing is loaded while a step changes the file`() {
    var model = Story.model()
    model.scene.work = Work(kind: .stepping, generation: 99, startedAt: 0)
    #expect(model.update(.work(.touched)) == [])
    let effects = model.update(.work(.runEnded(StepOutcome([]), generation: 99)))
    #expect(effects.filter { $0 == .loadOverview }.count == 1)
    // The change may have happened after the load, so the model loads again.
    #expect(model.update(.work(.overview(.success(Story.overview())))).contains(.loadOverview))
  }

  @Test func `a session notices changes to the database and to its folder`() throws {
    let folder = try TemporaryFolder()
    try folder.write("Migrations/1_club.sql", "CREATE TABLE club (id INTEGER PRIMARY KEY);")
    let path = folder.path("app.sqlite")
    let queue = try DatabaseQueue(path: path)
    try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL; CREATE TABLE t (a)") }
    let session = MigrationSession(
      database: path,
      migrations: ProjectSource(databasePath: path, currentFolder: folder.path("nowhere")))
    let origin = try session.overview().origin
    var versions = [session.version(of: origin)]
    func note() { versions.append(session.version(of: origin)) }
    note()
    #expect(versions[0] == versions[1])
    try queue.inDatabase { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    note()
    try folder.write("Migrations/2_player.sql", "CREATE TABLE player (id INTEGER PRIMARY KEY);")
    note()
    try folder.write("Migrations/2_player.sql", "CREATE TABLE person (id INTEGER PRIMARY KEY, x);")
    note()
    try queue.close()
    #expect(Set(versions).count == 4)
  }
}
