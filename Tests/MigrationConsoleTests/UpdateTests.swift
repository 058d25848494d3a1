import MigratorEngine
import Testing
import TerminalUI

@testable import MigrationConsole

struct UpdateTests {
  @Test func `the session begins by reading and searching, and asks for nothing that writes`() {
    var model = ConsoleModel(
      context: ConsoleContext(
        databasePath: "a", migrationsDescription: "", hasMigrations: true, glyphs: .unicode),
      size: Size(columns: 80, rows: 24))
    #expect(
      model.begin() == [.loadOverview, .searchViolations(generation: model.violations.generation)])
  }

  @Test func `the next migration is selected once the status is read`() {
    #expect(Story.model().selectedMigration?.identifier == "011_players_need_a_club")
  }

  @Test func `a filter keeps rows with every word of it, whatever the case`() {
    var model = Story.model()
    model.press(.char("/"))
    model.type("ORDER 009")
    #expect(model.listedMigrations.map(\.identifier) == ["009b_backfill"])
    model.press(.enter)
    #expect(model.filterField == nil)
    #expect(model.listedMigrations.count == 1)
    model.press(.escape)
    #expect(model.listedMigrations.count == 15)
  }

  @Test func `letters typed into a filter are text, not commands`() {
    var model = Story.model()
    model.press(.char("/"))
    #expect(model.press(.char("q"), .char("s"), .char("d"), .char("a")).isEmpty)
    #expect(model.filters[.migrations] == "qsda")
    #expect(!model.isQuitting)
  }

  @Test(arguments: [Screen.migrations, .schema, .violations, .history])
  func `every list has a filter that Esc drops`(screen: Screen) {
    var model = Story.model()
    model.press(.char(Character("\(screen.rawValue)")), .char("/"))
    model.type("no row has this")
    #expect(model.rowCount(of: screen) == 0)
    model.press(.escape)
    #expect(model.filters[screen] == "")
  }

  @Test func `violations arrive in handfuls and are grouped as they come`() {
    var model = Story.model(violations: false)
    #expect(model.violations.count == 0)
    let generation = model.violations.generation
    for violation in Story.violations {
      _ = model.update(.work(.violations([violation], unlisted: [:], generation: generation)))
    }
    #expect(model.violations.groups.map(\.violations.count) == [3, 1])
    #expect(model.violations.rows.count == 6)
  }

  @Test func `a group folds and unfolds with Enter`() {
    var model = Story.model()
    model.press(.char("3"), .enter)
    #expect(model.violations.rows == [.group(0), .group(1), .violation(1, 0)])
    model.press(.enter)
    #expect(model.violations.rows.count == 6)
  }

  @Test func `results of an earlier search are dropped`() {
    var model = Story.model()
    let old = model.violations.generation
    model.press(.char("r"))
    _ = model.update(.work(.violations(Story.violations, unlisted: [:], generation: old)))
    #expect(model.violations.count == 0)
  }

  @Test func `only one run at a time, and the refusal says what runs`() {
    var model = Story.model()
    model.press(.char("d"))
    #expect(model.press(.char("s")).isEmpty)
    #expect(model.notice?.text == "One thing at a time: a dry run is running. Ctrl-C stops it.")
  }

  @Test func `what the operator asks for goes before the comparison the screen asked for`() {
    var model = Story.model()
    let effects = model.press(.char("2"))
    #expect(effects == [.computeDrift(generation: model.generation)])
    let drift = model.generation
    let next = model.press(.char("d"))
    #expect(next == [.cancel(generation: drift), .dryRun(.next, generation: model.generation)])
  }

  @Test func `Ctrl-C stops the work first, then the search, then asks again before it leaves`() {
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

  @Test func `quitting while a step runs asks, and Enter stays`() {
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

  @Test func `being asked to end cancels what runs`() {
    var model = Story.model()
    model.press(.char("d"))
    let generation = model.generation
    #expect(model.update(.terminate(.hangup)) == [.cancel(generation: generation), .quit])
    #expect(model.isQuitting)
  }

  @Test func `after a run of steps everything is read anew and the dry run is forgotten`() {
    var model = Story.model()
    model.press(.char("s"))
    model.answerPrepare(Story.dryRun(Story.harmlessStep))
    model.wait(1)
    model.press(.tab, .tab, .char("y"))
    let generation = model.generation
    _ = model.update(.work(.stepped(Story.harmlessStep, generation: generation)))
    let effects = model.update(.work(.runEnded(nil, generation: generation)))
    #expect(
      effects == [.loadOverview, .searchViolations(generation: model.violations.generation)])
    #expect(model.dryRun == nil)
    #expect(model.work == nil)
    #expect(model.history.map(\.kind) == [.dryRun, .step])
    #expect(model.lastStep == "011_players_need_a_club")
  }

  @Test func `a step that fails shows its place and what state the file is in`() {
    var model = Story.model()
    model.press(.char("s"))
    model.answerPrepare(Story.dryRun(Story.harmlessStep))
    model.wait(1)
    model.press(.tab, .tab, .char("y"))
    let generation = model.generation
    _ = model.update(.work(.stepped(Story.failedStep, generation: generation)))
    _ = model.update(.work(.runEnded(nil, generation: generation)))
    guard case .message(let message)? = model.dialog else {
      Issue.record("no message")
      return
    }
    let text = message.lines.map(\.plain).joined(separator: "\n")
    #expect(text.contains("011_players_need_a_club.sql, line 8, column 36"))
    #expect(text.contains("The file is as it was before the migration"))
  }

  @Test func `a dry run of this very state is handed on, so that it is not repeated`() {
    var model = Story.model()
    model.press(.char("d"))
    let report = Story.dryRun(Story.harmlessStep)
    model.answerDryRun(report)
    let effects = model.press(.char("s"))
    #expect(effects == [.prepareStep(.next, known: report, generation: model.generation)])
    _ = model.update(
      .work(.prepared(.next, .success(report), backupPath: nil, generation: model.generation)))
    model.press(.escape)
    #expect(
      model.press(.char("a"))
        == [.prepareStep(.all, known: nil, generation: model.generation)])
  }

  @Test func `a database that cannot be read says why, and refuses runs with the reason`() {
    var model = ConsoleModel(
      context: ConsoleContext(
        databasePath: "a", migrationsDescription: "", hasMigrations: true, glyphs: .unicode),
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

  @Test func `a resize keeps the selection in sight`() {
    var model = Story.model(columns: 120, rows: 40)
    model.press(.end)
    _ = model.update(.resize(Size(columns: 40, rows: 12)))
    let screen = render(model)
    #expect(screen.grid.size == Size(columns: 40, rows: 12))
    #expect(screen.grid.text.contains("013_drop_legacy_scores"))
  }

  @Test func `zoom gives the focused pane the whole body and Esc takes it back`() {
    var model = Story.model()
    model.press(.tab, .char("z"))
    #expect(!render(model).grid.text.contains("001_create_clubs"))
    model.press(.escape)
    #expect(render(model).grid.text.contains("001_create_clubs"))
  }

  @Test func `copying takes the text as it is and exporting writes it sanitised`() {
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
