import MigratorEngine
import MigratorSession
import Testing
import TerminalUI

@testable import MigrationConsole

/// A single stray key must not change a file.
struct ConfirmTests {
  /// The dialog of a step that loses rows, ready for keys.
  func lossy() -> ConsoleModel {
    var model = Story.model()
    model.press(.char("s"))
    model.answerPrepare(Story.dryRun(Story.lossyStep))
    model.wait(1)
    return model
  }

  /// The dialog of a step without losses, ready for keys.
  func harmless() -> ConsoleModel {
    var model = Story.model()
    model.press(.char("s"))
    model.answerPrepare(Story.dryRun(Story.harmlessStep))
    model.wait(1)
    return model
  }

  func isStep(_ effect: Effect) -> Bool {
    if case .step = effect { return true }
    return false
  }

  func confirm(_ model: ConsoleModel) -> ConfirmStep? {
    model.dialog?.content as? ConfirmStep
  }

  static let everyKey: [Key] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 !?/[]:<>".map { .char($0) }
    + [
      .enter, .escape, .tab, .backTab, .backspace, .delete, .up, .down, .left, .right, .pageUp,
      .pageDown, .home, .end, .function(1), .function(5), .control("c"), .control("d"),
      .control("l"), .control("p"),
    ]

  @Test(arguments: everyKey)
  func `no single key confirms a step, nor does one key pressed repeatedly`(key: Key) {
    for var model in [lossy(), harmless(), Story.model()] {
      let effects = model.press(key, key, key)
      #expect(!effects.contains(where: isStep))
    }
  }

  @Test func `Enter never confirms, whatever has the focus`() {
    for base in [lossy(), harmless()] {
      var model = base
      model.type("011: lose 8120 rows")
      for _ in 0..<4 {
        model.press(.tab)
        let effects = model.press(.enter)
        #expect(!effects.contains(where: isStep))
      }
    }
  }

  @Test func `the focus starts on Cancel, where Enter changes nothing`() {
    var model = lossy()
    #expect(confirm(model)?.consent.focus == .cancel)
    #expect(model.press(.enter).isEmpty)
    #expect(confirm(model) == nil)
    #expect(model.notice?.text == "No changes were made.")
  }

  @Test func `keys typed before a dialog opens and just after it opens are ignored`() {
    var model = Story.model()
    model.press(.char("s"))
    let effects = model.answerPrepare(Story.dryRun(Story.harmlessStep))
    #expect(effects == [.flushTypeAhead])
    #expect(model.press(.tab, .tab, .char("y")).isEmpty)
    #expect(confirm(model)?.consent.focus == .cancel)
  }

  @Test func `a space typed after the complete phrase keeps the phrase and the focus`() {
    var model = lossy()
    model.type("011: lose 8120 rows")
    model.press(.char(" "))
    #expect(confirm(model)?.consent.focus == .phrase)
    #expect(confirm(model)?.consent.isArmed == true)
    #expect(model.dialog?.remark == "The phrase is complete: press Tab.")
  }

  @Test
  func `a step without losses is confirmed by moving to its button with Tab and pressing y`() {
    var model = harmless()
    #expect(confirm(model)?.consent.phrase == nil)
    model.press(.tab, .tab)
    #expect(confirm(model)?.consent.focus == .button)
    let effects = model.press(.char("y"))
    guard case .ready(let prepared) = Story.prepared(Story.dryRun(Story.harmlessStep)) else {
      Issue.record("not ready")
      return
    }
    #expect(
      effects == [
        .flushTypeAhead,
        .step(
          prepared, agreeing: [], keepsBackup: true, isHeld: false,
          generation: model.generation),
      ])
    #expect(model.work?.kind == .stepping)
  }

  @Test
  func `x on the button runs the step statement by statement, with the same safeguards as y`() {
    var model = harmless()
    #expect(model.press(.char("x")).isEmpty)
    #expect(model.dialog?.remark == "Move to Apply with Tab, then press x.")
    model.press(.tab, .tab)
    guard case .step(_, _, _, let isHeld, _)? = model.press(.char("x")).last else {
      Issue.record("no step")
      return
    }
    #expect(isHeld)
    #expect(model.work?.kind == .stepping)

    model = lossy()
    model.press(.backTab)
    #expect(model.press(.char("x")).isEmpty)
    #expect(model.dialog?.remark == "Type the phrase first.")
    model.press(.tab, .tab)
    model.type("011: lose 8120 rows")
    model.press(.tab, .tab)
    #expect(model.press(.char("x")).contains(where: isStep))
  }

  @Test func `a step that loses data can be confirmed only after its phrase is typed`() {
    var model = lossy()
    #expect(confirm(model)?.consent.phrase == "011: lose 8120 rows")
    model.press(.backTab)
    #expect(confirm(model)?.consent.focus == .button)
    #expect(model.press(.char("y")).isEmpty)
    model.press(.tab, .tab)
    #expect(confirm(model)?.consent.focus == .phrase)
    model.type("011: lose 812 rows")
    #expect(confirm(model)?.consent.isArmed == false)
    for _ in 0..<" rows".count { model.press(.backspace) }
    model.type("0 rows")
    #expect(confirm(model)?.consent.isArmed == true)
    model.press(.tab, .tab)
    #expect(confirm(model)?.consent.focus == .button)
    #expect(model.press(.char("y")).contains(where: isStep))
  }

  @Test func `pasted text fills only the phrase field and never confirms`() {
    var model = lossy()
    #expect(model.update(.paste("y\ny\n")).isEmpty)
    #expect(confirm(model)?.consent.typed.text == "")
    model.press(.tab)
    #expect(model.update(.paste("011: lose 8120 rows")).isEmpty)
    #expect(confirm(model)?.consent.isArmed == true)
    #expect(model.work == nil)
  }

  @Test func `the backup can be turned off`() {
    var model = harmless()
    model.press(.tab)
    #expect(confirm(model)?.consent.focus == .backup)
    model.press(.char(" "), .tab)
    let effects = model.press(.char("y"))
    guard case .step(_, _, let keepsBackup, _, _)? = effects.last else {
      Issue.record("no step")
      return
    }
    #expect(!keepsBackup)
  }

  @Test func `after a failed dry run, the step is refused with the reason`() throws {
    var model = Story.model()
    model.press(.char("s"))
    model.answerPrepare(Story.dryRun(Story.failedStep))
    let message = try #require(model.dialog?.content as? MessageDialog)
    #expect(message.title == "Not applied: the dry run of 011_players_need_a_club failed")
    #expect(message.lines.map(\.plain).contains("The real file was not changed."))
  }

  @Test func `without a dry run, a step must be confirmed with a phrase`() {
    var model = Story.model()
    model.press(.char("s"))
    _ = model.update(
      .work(
        .prepared(
          .next,
          .success(
            Story.unseen(
              MigrationError(.notEnoughSpace(folder: "/tmp", needed: 2, available: 1)))),
          generation: model.generation)))
    #expect(confirm(model)?.consent.phrase == "011: step unseen")
    #expect(confirm(model)?.identifiers == ["011_players_need_a_club"])
  }

  @Test
  func `a step is refused if a dry run is impossible because the database is damaged`() throws {
    var model = Story.model()
    model.press(.char("s"))
    _ = model.update(
      .work(
        .prepared(
          .next, .failure(WorkFailure(message: "The database is damaged.", isCancellation: false)),
          generation: model.generation)))
    let message = try #require(model.dialog?.content as? MessageDialog)
    #expect(message.title == "Not applied")
    #expect(message.lines.map(\.plain).contains("The database is damaged."))
  }

  @Test func `a run of all pending migrations stops before the one that failed in the dry run`() {
    var second = Story.harmlessStep
    second = StepReport(
      identifier: "012_leagues", seconds: 0.1, schemaBefore: second.schemaAfter,
      schemaAfter: second.schemaAfter)
    let third = StepReport(
      identifier: "013_drop_legacy_scores", seconds: 0.1, schemaBefore: second.schemaAfter,
      schemaAfter: second.schemaAfter,
      failure: MigrationFailure(
        identifier: "013_drop_legacy_scores", phase: .body, message: "no such table: scores"))
    var model = Story.model()
    model.press(.char("a"))
    model.answerPrepare(Story.dryRun(Story.harmlessStep, second, third), .all)
    model.wait(1)
    #expect(confirm(model)?.identifiers == ["011_players_need_a_club", "012_leagues"])
    #expect(render(model).grid.text.contains("stops    before 013_drop_legacy_scores"))
  }

  @Test func `a step whose preparation was cancelled opens no dialog`() {
    var model = Story.model()
    model.press(.char("s"))
    let old = model.generation
    model.press(.control("c"))
    _ = model.update(
      .work(
        .prepared(
          .next, .failure(WorkFailure(message: "Stopped.", isCancellation: true)),
          generation: old)))
    #expect(model.dialog == nil)
    _ = model.update(
      .work(
        .prepared(
          .next, .success(Story.prepared(Story.dryRun(Story.harmlessStep))), generation: old)))
    #expect(model.dialog == nil)
  }
}

extension ConfirmTests {
  @Test func `typed text is added to the phrase, whatever has the focus`() {
    var model = lossy()
    model.type("011: lose 8")
    #expect(confirm(model)?.consent.typed.text == "011: lose 8")
    #expect(confirm(model)?.consent.focus == .phrase)
    model = lossy()
    model.press(.tab, .tab)
    #expect(confirm(model)?.consent.focus == .backup)
    // The spaces of the phrase do not toggle the backup.
    model.type("011: lose 8120 rows")
    #expect(confirm(model)?.consent.isArmed == true)
    #expect(confirm(model)?.consent.makesBackup == true)
    // An extra key after the complete phrase is ignored.
    model.type("y")
    #expect(confirm(model)?.consent.isArmed == true)
  }

  @Test func `Tab moves from the phrase to the backup option and then to the button`() throws {
    var model = lossy()
    var rows: [Int] = []
    for mark in ["> [ ", "> [x] backup", "> [ Apply"] {
      model.press(.tab)
      if rows.isEmpty { model.type("011: lose 8120 rows") }
      let grid = render(model).grid
      rows.append(try #require((0..<24).first { grid.row($0).contains(mark) }))
    }
    #expect(rows == rows.sorted())
  }

  @Test func `the field reports a wrong phrase at the first wrong letter`() {
    var model = lossy()
    model.type("011: l")
    #expect(!render(model).grid.text.contains("differs"))
    model.type("x")
    #expect(render(model).grid.text.contains("differs"))
    model.press(.backspace)
    model.type("ose 8120 rows")
    #expect(render(model).grid.text.contains("matches"))
  }

  @Test func `the button asks for y only after every line was shown`() {
    var model = harmless()
    model.scene.size = Size(columns: 40, rows: 12)
    model.dialog = model.dialog.map { OpenDialog($0.content) }
    var isRead = false
    model.draw()
    model.wait(1)
    for _ in 0..<40 where !isRead {
      model.draw()
      isRead = model.dialog?.shown.isComplete == true
      if !isRead { model.press(.pageDown) }
    }
    #expect(isRead)
    model.wait(1)
    model.press(.tab, .tab)
    #expect(render(model).grid.text.contains("press y"))
    model.dialog = model.dialog.map { OpenDialog(unread($0.content)) }
    #expect(!render(model).grid.text.contains("press y"))
  }

  private func unread(_ content: any ConsoleDialog) -> any ConsoleDialog {
    guard var step = content as? ConfirmStep else { return content }
    step.consent.isRead = false
    return step
  }

  @Test func `a key pressed before the dialog was shown gets an answer`() {
    var model = Story.model()
    model.press(.char("s"))
    model.answerPrepare(Story.dryRun(Story.lossyStep))
    model.press(.char("y"))
    #expect(render(model).grid.text.contains("y was ignored"))
  }

  @Test func `a dialog that loses data looks different, and names each loss once`() {
    let lossy = render(lossy())
    let text = lossy.grid.text
    #expect(text.contains("LOSES DATA: Apply 011_players_need_a_club"))
    #expect(text.components(of: "8,120") == 1)
    #expect(text.contains("report: 0 rows left"))
    #expect(text.components(of: "player_on_email") == 2, "the change and the loss")
    #expect(!render(harmless()).grid.text.contains("LOSES DATA"))
  }

  @Test func `the dialog of five steps, two of which lose data, fits 80 columns and 24 rows`() {
    let names = [
      "009b_backfill", "011_players_need_a_club", "012_leagues", "013_drop_legacy_scores",
    ]
    let steps = names.enumerated().map { place, name in
      StepReport(
        identifier: name, seconds: 0.1, schemaBefore: Story.schemaBefore,
        schemaAfter: place == 1 ? Story.schemaAfter : Story.schemaBefore,
        rows: place % 2 == 0
          ? [] : [StepReport.TableRows(table: "t\(place)", before: 90, after: 50, deleted: 40)])
    }
    var model = Story.model()
    model.press(.char("a"))
    let report = DryRunReport(
      steps: steps, schemaBefore: Story.schemaBefore, schemaAfter: Story.schemaBefore,
      fingerprint: DatabaseFingerprint(value: "state 1"), copiedBytes: 1, copySeconds: 1)
    model.answerPrepare(report, .all)
    let text = render(model).grid.text
    #expect(text.contains("LOSES DATA: Apply 4 migrations"))
    #expect(model.dialog?.shown.isComplete == true)
    #expect(names.allSatisfy(text.contains))
  }

  @Test func `a key that does nothing explains why`() {
    var model = harmless()
    model.press(.char("y"))
    #expect(render(model).grid.row(22).contains("Move to Apply with Tab, then press y."))
    model.press(.char("w"))
    #expect(render(model).grid.row(22).contains("w does nothing here."))
    model = lossy()
    model.press(.backTab, .char("y"))
    #expect(render(model).grid.row(22).contains("Type the phrase first."))
    model.press(.enter)
    #expect(render(model).grid.row(22).contains("Enter does not confirm"))
  }

  @Test func `Ctrl-Z suspends the console even while a dialog is open`() {
    var model = lossy()
    #expect(model.press(.control("z")) == [.suspend])
    #expect(confirm(model) != nil)
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(of text: String) -> Int { split(separator: text).count - 1 }
}
