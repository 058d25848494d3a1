import MigratorEngine
import MigratorSession
import Testing
import TerminalUI

@testable import MigrationConsole

/// Work that may never end: after a minute the user is asked once whether to continue.
struct LongWorkTests {
  /// The console with a dry run that has been running for some seconds.
  private func model(after seconds: Double) -> ConsoleModel {
    var model = Story.model()
    model.press(.char("d"))
    model.wait(seconds)
    model.draw()
    return model
  }

  @Test func `after a minute, the user is asked whether to continue`() {
    #expect(model(after: 59).dialog == nil)
    var model = model(after: 61)
    #expect(model.dialog?.content is LongWorkDialog)
    model.wait(2)
    model.draw()
    #expect(model.press(.escape) == [])
    #expect(model.dialog == nil)
    #expect(model.scene.work?.isCancelling == false)
    model.wait(600)
    #expect(model.dialog == nil)
  }

  @Test(arguments: ScreenTests.terminals)
  func `the dialog about long-running work is drawn`(size: Size, glyphs: GlyphSet) {
    var model = Story.model(columns: size.columns, rows: size.rows, glyphs: glyphs)
    model.press(.char("d"))
    model.wait(61)
    model.draw()
    ScreenTests().expect(model, "long-work")
  }

  @Test
  func `a key pressed before the dialog is visible does not stop the work, but a later one does`() {
    var model = model(after: 61)
    #expect(model.press(.char("y")) == [])
    model.wait(2)
    model.draw()
    #expect(model.press(.char("y")) == [.cancel(generation: model.generation)])
    #expect(model.scene.work?.isCancelling == true)
    #expect(model.dialog == nil)
  }

  @Test func `the question disappears when the work ends`() {
    var model = model(after: 61)
    model.answerDryRun(Story.dryRun(Story.harmlessStep))
    #expect(model.scene.work == nil)
    #expect(model.dialog == nil)
  }
}
