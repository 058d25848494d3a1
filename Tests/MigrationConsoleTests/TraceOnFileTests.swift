import MigratorEngine
import Testing
import TerminalUI

@testable import MigrationConsole
@testable import MigratorSession

/// A step of the real file that is paused between statements: the screen and its keys.
struct TraceOnFileTests {
  private let story = TraceScreenTests()

  /// The console with a step of the real file paused before a statement.
  private func heldOnFile(
    before index: Int, size: Size = Size(columns: 80, rows: 24), glyphs: GlyphSet = .unicode
  ) -> ConsoleModel {
    var model = Story.model(columns: size.columns, rows: size.rows, glyphs: glyphs)
    model.press(.char("s"))
    let prepared = Story.prepared(Story.dryRun(Story.harmlessStep))
    _ = model.update(
      .work(.prepared(.next, .success(prepared), generation: model.generation)))
    for second in 1...9 {
      _ = model.update(.presented(at: Double(second)))
      if second > 1, model.dialog?.shown.isComplete == false { model.press(.pageDown) }
    }
    model.press(.tab, .tab, .char("x"))
    _ = model.update(
      .work(.trace(.began("011_players_need_a_club"), generation: model.generation)))
    for done in 0..<index { story.send(.ran(story.trace(done)), to: &model) }
    story.send(.held(story.place(index), on: .file(left: 56)), to: &model)
    return model
  }

  @Test(arguments: ScreenTests.terminals)
  func `a step paused on the file shows that writers are blocked, and until when`(
    size: Size, glyphs: GlyphSet
  ) {
    story.expect(heldOnFile(before: 2, size: size, glyphs: glyphs), "trace-file")
  }

  @Test func `a step paused on the file must end or be rolled back before anything else starts`() {
    var model = heldOnFile(before: 1)
    let generation = model.screens.trace.generation ?? 0
    #expect(model.work?.generation == generation)
    for key: Key in [.char("2"), .char("s"), .char("d"), .char("u"), .escape] {
      #expect(model.press(key).isEmpty)
      #expect(model.notice?.text.hasPrefix("Other writers are blocked") == true)
      #expect(model.isTracing)
    }
    #expect(model.press(.char("b")).isEmpty)
    #expect(model.notice?.text == "Only a trace on a copy can be restarted.")
    #expect(model.press(.char("q")) == [.flushTypeAhead])
    model.press(.escape)

    #expect(model.press(.char("n")) == [.runTrace(to: .before(2), generation: generation)])
    #expect(model.press(.char("n")).isEmpty)
    story.send(.ran(story.trace(1)), to: &model)
    story.send(.held(story.place(2), on: .file(left: 51)), to: &model)
    #expect(model.press(.control("c")) == [.cancel(generation: generation)])
    #expect(model.work?.isCancelling == true)

    let report = Story.harmlessStep
    _ = model.update(.work(.stepped(report, backupPath: nil, generation: generation)))
    _ = model.update(.work(.runEnded(StepOutcome([]), generation: generation)))
    #expect(model.work == nil)
    #expect(model.isTracing)
    #expect(model.screens.trace.stage == .over(report, nil))
    #expect(model.press(.char("n")).isEmpty)
    #expect(model.notice?.text == "The trace has ended: press Esc.")
    #expect(model.press(.escape).isEmpty)
    #expect(!model.isTracing)
  }

  @Test func `while a step is paused, the user is not asked whether to continue`() {
    var model = heldOnFile(before: 1)
    let generation = model.screens.trace.generation ?? 0
    _ = model.update(.tick(200))
    #expect(model.dialog == nil)
    model.press(.char("n"))
    _ = model.update(.tick(300))
    #expect(model.dialog == nil)
    let stopped = StepReport(
      identifier: "011_players_need_a_club", seconds: 1, statementCount: 1,
      schemaBefore: Story.schemaBefore, schemaAfter: Story.schemaBefore, rows: [],
      failure: MigrationFailure(
        identifier: "011_players_need_a_club", phase: .body, message: "cancelled",
        isCancellation: true))
    _ = model.update(
      .work(.stepped(stopped, backupPath: nil, generation: generation)))
    _ = model.update(.work(.runEnded(StepOutcome([]), generation: generation)))
    let text = model.screens.trace.panes.detail.lines.map(\.plain).joined(separator: "\n")
    #expect(text.contains("rolled back  1 statement in"))
    let words = text.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains("011_players_need_a_club was stopped and rolled back."))
    #expect(!text.contains("cancelled"))
    let screen = render(model).grid.text
    #expect(screen.contains("1 of 4 statements ran, rolled back"))
    #expect(!screen.contains("✓ CREATE TABLE new_player"))
    #expect(screen.contains("○ CREATE TABLE new_player"))
    #expect(!text.contains("so far"))
  }
}
