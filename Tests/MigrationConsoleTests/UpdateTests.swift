import MigratorEngine
import Testing
import TerminalUI

@testable import MigrationConsole
@testable import MigratorSession

struct UpdateTests {
  @Test
  func `the session starts by reading the status and searching for violations, without writing`() {
    var model = ConsoleModel(
      context: ConsoleContext(
        databasePath: "a", glyphs: .unicode),
      size: Size(columns: 80, rows: 24))
    #expect(
      model.begin() == [
        .loadOverview, .searchViolations(generation: model.screens.violations.generation),
      ])
  }

  @Test func `the next migration is selected once the status is read`() {
    let model = Story.model()
    #expect(
      model.screens.migrations.selected(in: model.scene)?.identifier == "011_players_need_a_club")
  }

  @Test func `a filter keeps the rows that contain all of its words in any case`() {
    var model = Story.model()
    model.press(.char("/"))
    model.type("ORDER 009")
    #expect(model.screens.migrations.rows(in: model.scene).map(\.identifier) == ["009b_backfill"])
    model.press(.enter)
    #expect(model.filterField == nil)
    #expect(model.screens.migrations.rows(in: model.scene).count == 1)
    model.press(.escape)
    #expect(model.screens.migrations.rows(in: model.scene).count == 15)
  }

  @Test func `a row found with a filter remains selected when the filter is cleared`() {
    var model = Story.model()
    func selected() -> String? { model.screens.migrations.selected(in: model.scene)?.identifier }
    model.press(.char("/"))
    model.type("leag")
    #expect(selected() == "012_leagues")
    model.press(.enter, .escape)
    #expect(model.screens.migrations.rows(in: model.scene).count == 15)
    #expect(selected() == "012_leagues")
    // A matching row also remains selected while a filter is typed.
    model.press(.char("/"))
    model.type("0")
    #expect(selected() == "012_leagues")

    model.press(.enter, .escape, .char("3"), .char("/"))
    model.type("dae")
    #expect(model.screens.violations.rows.isEmpty)
    model.press(.backspace, .backspace, .backspace)
    model.type("id:2210")
    #expect(render(model).grid.text.contains("1 of 3 rows"))
    model.press(.enter, .down, .escape)
    #expect(model.screens.violations.selected == .violation(0, 1))
  }

  @Test func `letters typed into a filter are text, not commands`() {
    var model = Story.model()
    model.press(.char("/"))
    #expect(model.press(.char("q"), .char("s"), .char("d"), .char("a")).isEmpty)
    #expect(model.screens.migrations.panes.filter == "qsda")
    #expect(!model.isQuitting)
  }

  @Test(arguments: Screens.all)
  func `every list has a filter that Esc clears`(screen: Screen) {
    var model = Story.model()
    model.press(.char(Character("\(screen.number)")), .char("/"))
    model.type("no row has this")
    #expect(model.screens[screen].count(in: model.scene) == 0)
    model.press(.escape)
    #expect(model.screens[screen].panes.filter == "")
  }

  @Test func `violations that arrive in batches are grouped by foreign key`() {
    var model = Story.model(violations: false)
    #expect(model.screens.violations.count == 0)
    let generation = model.screens.violations.generation
    for violation in Story.violations {
      _ = model.update(.work(.violations([violation], unlisted: [:], generation: generation)))
    }
    #expect(model.screens.violations.groups.map(\.violations.count) == [3, 1])
    #expect(model.screens.violations.rows.count == 6)
  }

  @Test func `Enter folds and unfolds a group`() {
    var model = Story.model()
    model.press(.char("3"), .enter)
    #expect(model.screens.violations.rows == [.group(0), .group(1), .violation(1, 0)])
    model.press(.enter)
    #expect(model.screens.violations.rows.count == 6)
  }

  @Test func `results of an earlier search are discarded`() {
    var model = Story.model()
    let old = model.screens.violations.generation
    model.press(.char("r"))
    _ = model.update(.work(.violations(Story.violations, unlisted: [:], generation: old)))
    #expect(model.screens.violations.count == 0)
  }

  @Test
  func `while work is running, more work is refused, and the message names the running work`() {
    var model = Story.model()
    model.press(.char("d"))
    #expect(model.press(.char("s")).isEmpty)
    #expect(model.notice?.text == "A dry run is running. Wait, or press Ctrl-C to stop it.")
  }

  @Test func `a user's command cancels the schema comparison that the screen started`() {
    var model = Story.model()
    let effects = model.press(.char("2"))
    #expect(effects == [.computeDrift(generation: model.generation)])
    let drift = model.generation
    let next = model.press(.char("d"))
    #expect(next == [.cancel(generation: drift), .dryRun(.all, generation: model.generation)])
  }

  @Test
  func `Ctrl-C stops running work first and the search next, and then asks before quitting`() {
    var model = Story.model()
    model.press(.char("d"))
    let generation = model.generation
    #expect(model.press(.control("c")) == [.cancel(generation: generation)])
    #expect(model.work?.isCancelling == true)
    _ = model.update(
      .work(
        .dryRun(
          .failure(WorkFailure(message: "Stopped.", isCancellation: true)), generation: generation))
    )
    #expect(model.press(.control("c")).isEmpty)
    #expect(!model.isQuitting)
    model.wait(3)
    #expect(model.press(.control("c")).isEmpty)
    #expect(model.press(.control("c")) == [.quit])
  }

  @Test func `quitting during a step requires confirmation, and Enter does not confirm`() {
    var model = Story.model()
    model.press(.char("s"))
    model.answerPrepare(Story.dryRun(Story.harmlessStep))
    model.wait(1)
    model.press(.tab, .tab, .char("y"))
    #expect(model.press(.char("q")) == [.flushTypeAhead])
    #expect(model.press(.enter).isEmpty)
    #expect(!model.isQuitting)
    model.press(.char("q"))
    #expect(model.press(.char("y")) == [.cancel(generation: model.generation), .quit])
  }

  @Test func `a termination signal cancels the running work`() {
    var model = Story.model()
    model.press(.char("d"))
    let generation = model.generation
    #expect(model.update(.terminate(.hangup)) == [.cancel(generation: generation), .quit])
    #expect(model.isQuitting)
  }

  @Test func `after a run of steps, everything is reloaded and the dry run is discarded`() {
    var model = Story.model()
    let path = "data/app.sqlite.before-011"
    let effects = model.step(backup: path)
    #expect(
      effects == [
        .loadOverview, .searchViolations(generation: model.screens.violations.generation),
      ])
    #expect(model.known.dryRun == nil)
    #expect(model.work == nil)
    #expect(model.known.history.map(\.kind) == [.dryRun, .step])
    #expect(model.known.lastStep == "011_players_need_a_club")
    #expect(model.notice?.text.contains("backup: \(path)") == true)
    #expect(model.known.history.last?.backupPath == path)
    let log = model.known.logs["011_players_need_a_club"]?.map(\.text) ?? []
    #expect(log.contains { $0.contains(path) })
  }

  @Test func `a failed step shows the location of the error and the state of the file`() throws {
    var model = Story.model()
    model.step(Story.failedStep)
    let message = try #require(model.dialog?.content as? MessageDialog)
    let text = message.lines.map(\.plain).joined(separator: "\n")
    #expect(text.contains("011_players_need_a_club.sql, line 8, column 36"))
    #expect(text.contains("The database is in the state before 011_players_need_a_club"))
  }

  @Test func `the result of a dry run is reused by the step if the state is unchanged`() {
    var model = Story.model()
    model.press(.char("d"))
    let report = Story.dryRun(Story.harmlessStep)
    model.answerDryRun(report)
    let effects = model.press(.char("s"))
    let known = Story.tried(report)
    #expect(effects == [.prepareStep(.next, known: known, generation: model.generation)])
    model.answerPrepare(report)
    #expect(model.known.dryRun?.value == known)
  }

  private static func step(_ identifier: String, from before: String?, to after: String?)
    -> StepReport
  {
    StepReport(
      identifier: identifier, seconds: 0.1, schemaBefore: Story.schemaBefore,
      schemaAfter: Story.harmlessStep.schemaAfter,
      fingerprintBefore: before.map { DatabaseFingerprint(value: $0) },
      fingerprint: after.map { DatabaseFingerprint(value: $0) })
  }

  private static let trying = ["011_players_need_a_club", "012_leagues", "013_drop_legacy_scores"]

  /// The report of a dry run of the first pending migrations.
  private static func dryRun(_ count: Int) -> DryRunReport {
    let steps = trying.prefix(count).map { step($0, from: nil, to: nil) }
    return DryRunReport(
      steps: steps, schemaBefore: Story.schemaBefore, schemaAfter: Story.schemaBefore,
      fingerprint: DatabaseFingerprint(value: "state 1"), copiedBytes: 1, copySeconds: 0.1)
  }

  @Test func `Esc clears a filter without matches and selects the row before it`() {
    var model = Story.model()
    model.press(.up, .up)
    let selected = model.scene.selected?.identifier
    model.press(.char("/"))
    model.type("zzz")
    model.press(.escape)
    #expect(model.scene.selected?.identifier == selected)
    model.press(.char("/"))
    model.type("leagues")
    model.press(.escape)
    #expect(model.scene.selected?.identifier == "012_leagues", "the row that was shown")
  }

  @Test func `only code scrolls to the side, its line numbers stay, and nothing that fits scrolls`()
  {
    var model = Story.model()
    func rows(_ text: String) -> String? {
      render(model).grid.text.split(separator: "\n").map(String.init).first { $0.contains(text) }
    }
    let prose = "Registered, not applied yet."
    model.press(.right)
    #expect(rows(prose) != nil)
    #expect(rows("INSERT INTO") == nil && rows(" 8   ") != nil, "the number is kept")
    model.press(.right, .right, .right, .right, .right)
    #expect(rows("FROM player;") != nil, "it stops at the end of the longest line")
    model.press(.tab, .char("z"))
    #expect(rows("INSERT INTO new_player SELECT id, clubId, name FROM player;") != nil)
  }

  @Test func `in the history, undo restores the backup of the selected run`() {
    var model = Story.model()
    model.step(backup: "data/app.sqlite.before-011")
    _ = model.update(.work(.overview(.success(Story.overview()))))
    model.press(.char("4"), .home)
    #expect(
      model.press(.char("u")) == [
        .prepareRestore("data/app.sqlite.before-011", generation: model.generation)
      ])
    _ = model.update(
      .work(
        .restorePrepared(
          .failure(WorkFailure(message: "", isCancellation: true)), generation: model.generation)))
    // The dry run has no backup.
    model.press(.down)
    #expect(model.press(.char("u")) == [])
    #expect(model.notice?.text.contains("no backup of its own") == true)
    // On other screens, it is the backup of the last change.
    model.press(.char("1"))
    #expect(model.press(.char("u")) == [.prepareRestore(nil, generation: model.generation)])
  }

  @Test func `a warning at the start that is too long for its line is shown as a whole`() {
    let note =
      "App/Database.swift:12 sets eraseDatabaseOnSchemaChange: the app erases the database if its "
      + "ledger or schema contains anything that its migrations do not create"
    var origin = Story.origin
    origin.notes = [note]
    var model = ConsoleModel(
      context: ConsoleContext(databasePath: "data/app.sqlite", glyphs: .unicode),
      size: Size(columns: 80, rows: 24))
    _ = model.begin()
    _ = model.update(.work(.overview(.success(Story.overview(origin: origin)))))
    for size in [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)] {
      model.scene.size = size
      let words = render(model).grid.text.split { " \n│".contains($0) }
      #expect(words.joined(separator: " ").contains(note))
    }
    #expect(model.dialog == nil)
  }

  @Test func `d tries the selected migration and those before it, and keeps the selection`() {
    var model = Story.model()
    let selected = { (model: ConsoleModel) in model.scene.selected?.identifier }
    #expect(model.press(.char("d")) == [.dryRun(.next, generation: model.generation)])
    model.answerDryRun(Self.dryRun(1))
    model.press(.down)
    #expect(
      model.press(.char("d")) == [.dryRun(.upTo("012_leagues"), generation: model.generation)])
    model.answerDryRun(Self.dryRun(2))
    #expect(selected(model) == "012_leagues")
    model.press(.end)
    #expect(model.press(.char("d")) == [.dryRun(.all, generation: model.generation)])
    model.answerDryRun(Self.dryRun(3))
    #expect(selected(model) == "013_drop_legacy_scores")
    // With an applied migration selected, all pending ones are tried.
    model.press(.home)
    #expect(model.press(.char("d")) == [.dryRun(.all, generation: model.generation)])
  }

  @Test func `another dry run of the same state keeps the results of later migrations`() {
    var model = Story.model()
    model.press(.char("d"))
    model.answerDryRun(Self.dryRun(3))
    model.press(.char("d"))
    model.answerDryRun(Self.dryRun(1))
    #expect(Self.trying.allSatisfy { model.known.report(of: $0)?.isCopy == true })
    #expect(model.situation == .tried(migration: Self.trying[0], count: 3))
  }

  @Test(arguments: [("state 1", true), ("state 0", false)])
  func `after a step, the dry run of the rest is kept if it began on the same state`(
    before: String, isKept: Bool
  ) {
    var model = Story.model()
    model.press(.char("d"))
    model.answerDryRun(Self.dryRun(3))
    model.step(Self.step(Self.trying[0], from: before, to: "state 2"))
    let rest = model.known.dryRun?.value.report
    #expect((rest?.steps.map(\.identifier) ?? []) == (isKept ? Array(Self.trying.dropFirst()) : []))
    #expect(rest?.fingerprint.value == (isKept ? "state 2" : nil))
  }

  @Test func `a dry run of files that have changed is discarded`() {
    var model = Story.model()
    model.press(.char("d"))
    model.answerDryRun(Story.dryRun(Story.lossyStep))
    #expect(model.known.losses["011_players_need_a_club"]?.isDataLost == true)
    let read = Story.overview()
    let edited = SessionOverview(
      facts: read.facts, status: read.status, schema: read.schema, fingerprint: read.fingerprint,
      registered: read.registered.map {
        $0.identifier == "011_players_need_a_club"
          ? RegisteredMigration(
            identifier: $0.identifier, script: SQLScript(file: "011.sql", text: "SELECT 1;"))
          : $0
      }, origin: read.origin)
    model.press(.char("r"))
    _ = model.update(.work(.overview(.success(edited))))
    #expect(model.known.dryRun == nil)
    #expect(model.known.losses["011_players_need_a_club"] == nil)
    #expect(model.notice?.text.contains("changed after the dry run") == true)
    #expect(render(model).grid.row(22).contains("· Enter: dry-run all"))
  }

  @Test func `if a database is unreadable, a refused step repeats the reason`() {
    var model = ConsoleModel(
      context: ConsoleContext(
        databasePath: "a", glyphs: .unicode),
      size: Size(columns: 80, rows: 24))
    _ = model.begin()
    _ = model.update(
      .work(
        .overview(
          .failure(WorkFailure(message: "a is not a database.", isCancellation: false)))))
    #expect(render(model).grid.text.contains("a is not a database."))
    #expect(model.press(.char("s")).isEmpty)
    #expect(model.notice?.text == "No step: a is not a database.")
  }

  @Test func `a resize keeps the selection visible`() {
    var model = Story.model(columns: 120, rows: 40)
    model.press(.end)
    _ = model.update(.resize(Size(columns: 40, rows: 12)))
    let screen = render(model)
    #expect(screen.grid.size == Size(columns: 40, rows: 12))
    #expect(screen.grid.text.contains("013_drop_legacy_scores"))
  }

  @Test func `zooming gives the focused pane the whole screen, and Esc ends the zoom`() {
    var model = Story.model()
    model.press(.tab, .char("z"))
    #expect(!render(model).grid.text.contains("001_create_clubs"))
    model.press(.escape)
    #expect(render(model).grid.text.contains("001_create_clubs"))
  }

  @Test func `copying uses the original text, and exporting sanitizes it`() {
    var model = Story.model()
    #expect(model.press(.char("y")) == [.copyToClipboard(Story.script.text)])
    model.press(.char("3"))
    guard case .export(let text, let name)? = model.press(.char("e")).first else {
      Issue.record("no export")
      return
    }
    #expect(name == "migtui-violations.md")
    #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
    #expect(text.contains("<U+202E>"))
  }
}

extension UpdateTests {
  @Test func `the message about loading disappears once everything is loaded`() {
    var model = Story.model()
    model.press(.char("r"))
    #expect(model.notice?.text == "Re-reading the database.")
    _ = model.update(.work(.overview(.success(Story.overview()))))
    #expect(model.notice == nil)
  }

  @Test func `the selected migration remains selected when the list order changes`() {
    var model = Story.model()
    let before = model.screens.migrations.selected(in: model.scene)?.identifier
    let status = StatusReport(migrations: Story.status().migrations.reversed())
    _ = model.update(.work(.overview(.success(Story.overview(status)))))
    #expect(model.screens.migrations.selected(in: model.scene)?.identifier == before)
  }

  @Test func `a truncated message can be read in full`() {
    var model = Story.model()
    let failure = WorkFailure(
      message: String(repeating: "no space left on the device ", count: 6), isCancellation: false)
    model.press(.char("d"))
    _ = model.update(.work(.dryRun(.failure(failure), generation: model.generation)))
    #expect(render(model).grid.row(22).contains("m shows all · Enter: dry-run all"))
    model.press(.char("m"))
    let text = render(model).grid.text.replacing("\n", with: " ")
    #expect(text.matches(of: /device/).count == 6)
  }

  @Test func `there is nothing to copy before a dry run, and copied text is not wrapped`() {
    var model = Story.model()
    model.press(.char("]"))
    #expect(model.press(.char("y")) == [])
    #expect(model.notice?.text == "Nothing to copy here.")
    model.press(.char("d"))
    model.answerDryRun(Story.dryRun(Story.lossyStep))
    guard case .copyToClipboard(let text)? = model.press(.char("y")).first else {
      Issue.record("nothing copied")
      return
    }
    #expect(text.contains("player: ~ column clubId: NULL → NOT NULL, - index player_on_email"))
  }

  @Test func `the export of a failed dry run states that only the copy was changed`() {
    var model = Story.model()
    model.press(.char("d"))
    model.answerDryRun(Story.dryRun(Story.failedStep))
    guard case .export(let text, _)? = model.press(.char("e")).first else {
      Issue.record("no export")
      return
    }
    #expect(text.contains("The copy is in the state before 011_players_need_a_club"))
    #expect(text.contains("the real file was not changed"))
    #expect(!text.contains("The database is in the state"))
  }

  @Test func `a failure lists each violation once`() {
    let violation = Story.violations[0]
    let failure = MigrationFailure(
      identifier: "011_players_need_a_club", phase: .check,
      message: "\(violation.description) (2 violations, 1 of them from before the migration)",
      violations: [violation, Story.violations[1]])
    let text = failure.explanation(on: .copy, width: 1_000, of: "app.sqlite").map(\.plain)
    #expect(text.count { $0.contains("[id:1017") } == 1)
    #expect(text.count { $0.contains("[id:2210") } == 1)
  }
}
