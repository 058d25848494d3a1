import MigratorEngine
import Testing
import TerminalUI

@testable import MigrationConsole

/// One stray key must never change a file.
struct ConfirmTests {
  /// The dialog of a step that loses rows, after its deaf moment.
  func lossy() -> ConsoleModel {
    var model = Story.model()
    model.press(.char("s"))
    model.answerPrepare(Story.dryRun(Story.lossyStep))
    model.wait(1)
    return model
  }

  /// The dialog of a step that loses nothing, after its deaf moment.
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
    if case .confirm(let confirm)? = model.dialog { return confirm }
    return nil
  }

  static let everyKey: [Key] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 !?/[]".map { .char($0) }
    + [
      .enter, .escape, .tab, .backTab, .backspace, .delete, .up, .down, .left, .right, .pageUp,
      .pageDown, .home, .end, .function(1), .function(5), .control("c"), .control("d"),
      .control("l"),
    ]

  @Test(arguments: everyKey)
  func `no single key steps, and no key pressed twice does`(key: Key) {
    for var model in [lossy(), harmless(), Story.model()] {
      let effects = model.press(key, key, key)
      #expect(!effects.contains(where: isStep))
    }
  }

  @Test func `Enter never confirms, whatever has the focus`() {
    for base in [lossy(), harmless()] {
      var model = base
      model.type("lose 8120 rows")
      for _ in 0..<4 {
        model.press(.tab)
        let effects = model.press(.enter)
        #expect(!effects.contains(where: isStep))
      }
    }
  }

  @Test func `the focus begins on Cancel, and Enter there leaves everything as it is`() {
    var model = lossy()
    #expect(confirm(model)?.focus == .cancel)
    #expect(model.press(.enter).isEmpty)
    #expect(confirm(model) == nil)
    #expect(model.notice?.text == "Nothing was changed.")
  }

  @Test func `keys typed ahead are flushed, and the first moments are deaf`() {
    var model = Story.model()
    model.press(.char("s"))
    let effects = model.answerPrepare(Story.dryRun(Story.harmlessStep))
    #expect(effects == [.flushTypeAhead])
    #expect(model.press(.tab, .tab, .char("y")).isEmpty)
    #expect(confirm(model)?.focus == .cancel)
  }

  @Test func `a step without losses wants Tab to the step and then y`() {
    var model = harmless()
    #expect(confirm(model)?.phrase == nil)
    model.press(.tab, .tab)
    #expect(confirm(model)?.focus == .step)
    let effects = model.press(.char("y"))
    let plan = StepPlan(
      identifiers: ["011_players_need_a_club"], fingerprint: DatabaseFingerprint(value: "state 1"),
      backupPath: "data/app.sqlite.before-011")
    #expect(effects == [.flushTypeAhead, .step(plan, generation: model.generation)])
    #expect(model.work?.kind == .stepping)
  }

  @Test func `a step that loses data is armed by its phrase and nothing else`() {
    var model = lossy()
    #expect(confirm(model)?.phrase == "lose 8120 rows")
    model.press(.backTab)
    #expect(confirm(model)?.focus == .step)
    #expect(model.press(.char("y")).isEmpty)
    model.press(.tab, .tab)
    #expect(confirm(model)?.focus == .phrase)
    model.type("lose 812 rows")
    #expect(confirm(model)?.isArmed == false)
    for _ in 0..<" rows".count { model.press(.backspace) }
    model.type("0 rows")
    #expect(confirm(model)?.isArmed == true)
    model.press(.tab, .tab)
    #expect(confirm(model)?.focus == .step)
    #expect(model.press(.char("y")).contains(where: isStep))
  }

  @Test func `pasted text fills the phrase only where it is typed, and never confirms`() {
    var model = lossy()
    #expect(model.update(.paste("y\ny\n")).isEmpty)
    #expect(confirm(model)?.typed.text == "")
    model.press(.tab)
    #expect(model.update(.paste("lose 8120 rows")).isEmpty)
    #expect(confirm(model)?.isArmed == true)
    #expect(model.work == nil)
  }

  @Test func `the backup can be left out`() {
    var model = harmless()
    model.press(.tab)
    #expect(confirm(model)?.focus == .backup)
    model.press(.char(" "), .tab)
    let effects = model.press(.char("y"))
    guard case .step(let plan, _)? = effects.last else {
      Issue.record("no step")
      return
    }
    #expect(plan.backupPath == nil)
  }

  @Test func `a dry run that failed refuses the step and says why`() {
    var model = Story.model()
    model.press(.char("s"))
    model.answerPrepare(Story.dryRun(Story.failedStep))
    guard case .message(let message)? = model.dialog else {
      Issue.record("no message")
      return
    }
    #expect(message.title == "Not stepped: the dry run of 011_players_need_a_club failed")
    #expect(message.lines.map(\.plain).contains("The real file was not touched."))
  }

  @Test func `without a dry run a phrase is asked for in any case`() {
    var model = Story.model()
    model.press(.char("s"))
    _ = model.update(
      .work(
        .prepared(
          .next,
          .failure(
            WorkFailure(
              message: "no space for a copy", isCancellation: false, allowsUnseenStep: true)),
          backupPath: nil, generation: model.generation)))
    #expect(confirm(model)?.phrase == "step unseen")
    #expect(confirm(model)?.identifiers == ["011_players_need_a_club"])
  }

  @Test func `a dry run that cannot be made because of the file itself refuses the step`() {
    var model = Story.model()
    model.press(.char("s"))
    _ = model.update(
      .work(
        .prepared(
          .next, .failure(WorkFailure(message: "The database is damaged.", isCancellation: false)),
          backupPath: nil, generation: model.generation)))
    guard case .message(let message)? = model.dialog else {
      Issue.record("no message")
      return
    }
    #expect(message.title == "Not stepped: there is no dry run")
  }

  @Test func `all pending migrations stop before the one that failed in the dry run`() {
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

  @Test func `a step whose dry run was of another generation is dropped`() {
    var model = Story.model()
    model.press(.char("s"))
    let old = model.generation
    model.press(.control("c"))
    _ = model.update(
      .work(
        .prepared(
          .next, .failure(WorkFailure(message: "Stopped.", isCancellation: true)),
          backupPath: nil, generation: old)))
    #expect(model.dialog == nil)
    _ = model.update(
      .work(
        .prepared(
          .next, .success(Story.dryRun(Story.harmlessStep)), backupPath: nil, generation: old)))
    #expect(model.dialog == nil)
  }
}
