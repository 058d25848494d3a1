import MigratorEngine
import MigratorTestSupport
import Testing
import TerminalUI

@testable import MigrationConsole
@testable import MigratorSession

/// Content that was not on the screen cannot be confirmed.
struct UnreadDialogTests {
  static let tiny = Size(columns: 20, rows: 6)
  static let usual = Size(columns: 80, rows: 24)

  static func isStep(_ effect: Effect) -> Bool {
    if case .step = effect { return true }
    return false
  }

  @Test func `no step can be confirmed on a screen that is too small for the dialog`() {
    var model = Story.model()
    _ = model.update(.resize(Self.tiny))
    var effects = model.press(.char("s"))
    if case .preparing? = model.work?.kind {
      effects += model.answerPrepare(Story.dryRun(Story.harmlessStep))
    }
    model.wait(1)
    effects += model.press(.tab, .tab, .char("y"))
    #expect(effects == [])
  }

  @Test func `a dialog on a screen that became too small accepts only the key that closes it`() {
    var model = Story.model()
    model.press(.char("s"))
    model.answerPrepare(Story.dryRun(Story.harmlessStep))
    model.wait(1)
    _ = model.update(.resize(Self.tiny))
    model.draw()
    #expect(render(model).grid.text.hasPrefix("Too small: 20x6\nNeeds 30x8\nEsc cancel"))
    #expect(model.press(.tab, .tab, .char("y")) == [])
    _ = model.update(.resize(Self.usual))
    model.draw()
    #expect((model.dialog?.content as? ConfirmStep)?.consent.focus == .cancel)
    _ = model.update(.resize(Self.tiny))
    model.press(.escape)
    #expect(model.dialog == nil)
    #expect(render(model).grid.text.contains("q quit"))
    #expect(model.press(.char("q")) == [.quit])
  }

  @Test func `a dialog that does not fit on the screen says so`() {
    var model = Story.model(columns: 30, rows: 8)
    model.press(.char("s"))
    model.answerPrepare(Story.dryRun(Story.lossyStep))
    model.wait(1)
    let text = render(model).grid.text
    #expect(text.contains("Too small: 30x8"))
    let needed = text.firstMatch(of: #/Needs (\d+)x(\d+)/#)
    let size = Size(
      columns: needed.flatMap { Int($0.1) } ?? 0, rows: needed.flatMap { Int($0.2) } ?? 0)
    var other = model
    _ = other.update(.resize(size))
    #expect(!render(other).grid.text.contains("Too small"))
    model.type("011: lose 8120 rows")
    #expect(model.press(.tab, .tab, .char("y")) == [])
    #expect((model.dialog?.content as? ConfirmStep)?.consent.typed.text == "")
  }

  @Test func `a dialog can be drawn in the size that the screen says it needs`() {
    for columns in 30...60 {
      var model = Story.model(columns: columns, rows: 8)
      model.press(.char("s"))
      model.answerPrepare(Story.dryRun(Story.lossyStep))
      let needed = render(model).grid.text.firstMatch(of: #/Needs (\d+)x(\d+)/#)
      guard let needed, let width = Int(needed.1), let rows = Int(needed.2) else {
        Issue.record("nothing is needed at \(columns) columns")
        continue
      }
      _ = model.update(.resize(Size(columns: width, rows: rows)))
      #expect(!render(model).grid.text.contains("Too small"), "\(columns)")
    }
  }

  @Test func `keys that arrive before the dialog is drawn do nothing`() {
    var model = Story.model()
    model.press(.char("s"))
    _ = model.update(
      .work(
        .prepared(
          .next, .success(Story.prepared(Story.dryRun(Story.harmlessStep), .next)),
          generation: model.generation)))
    model.wait(10)
    // All in one batch: the session only draws afterwards.
    for key in [Key.tab, .tab, .char("y")] { #expect(model.update(.key(key)) == []) }
    #expect((model.dialog?.content as? ConfirmStep)?.consent.focus == .cancel)
    model.draw()
    #expect(model.press(.tab) == [])
    #expect((model.dialog?.content as? ConfirmStep)?.consent.focus == .cancel)
  }

  @Test func `a step can only be confirmed after scrolling through the whole dialog`() {
    var model = Story.model(rows: 16)
    model.press(.char("s"))
    model.answerPrepare(Story.dryRun(Story.lossyStep))
    model.wait(1)
    model.type("011: lose 8120 rows")
    #expect(model.press(.tab, .tab, .char("y")) == [])
    #expect(render(model).grid.text.contains("Read all of it first"))
    // Seeing only the end is not enough.
    for _ in 0..<12 where !(model.dialog?.shown.isComplete ?? true) { model.press(.pageDown) }
    #expect(model.dialog?.shown.isComplete == true)
    #expect(model.press(.char("y")).contains(where: Self.isStep))
  }

  @Test
  func `scrolling with End and Home does not mark the skipped part of a dialog as read`() throws {
    var model = Story.model(rows: 13)
    model.press(.char("s"))
    model.answerPrepare(Story.dryRun(Story.lossyStep))
    model.wait(1)
    func place() throws -> DialogLayout {
      DialogLayout(of: try #require(model.dialog), in: model.scene)
    }
    #expect(try place().lines.count > 2 * place().room)
    model.press(.end)
    #expect(try place().first + place().room == place().lines.count)
    #expect(!render(model).grid.text.contains("PgDn scroll"))
    #expect(model.dialog?.shown.isComplete == false)
    model.type("011: lose 8120 rows")
    #expect(model.press(.tab, .tab, .char("y")) == [])
    // The dialog's border is not used, since the dialog is as high as the screen.
    #expect(render(model).grid.row(12).contains("Read all of it first: press Home, then PgDn."))
    #expect(render(model).grid.row(11).contains("lines "))
    model.press(.home)
    #expect(render(model).grid.text.contains("PgDn scroll"))
    #expect(try place().first == 0)
    #expect(model.press(.char("y")) == [])
    #expect(render(model).grid.text.contains("Read all of it first: press PgDn."))
    for _ in 0..<20 where !(model.dialog?.shown.isComplete ?? true) { model.press(.pageDown) }
    #expect(model.press(.char("y")).contains(where: Self.isStep))
  }

  @Test func `a repair, or quitting during work, cannot be confirmed before its dialog is visible`()
  {
    var model = Story.model()
    model.press(.char("d"), .char("q"))
    #expect(model.dialog?.content is QuitDialog)
    _ = model.update(.resize(Self.tiny))
    #expect(model.press(.char("y")) == [])
    #expect(!model.isQuitting)

    let repair = LedgerRepair(
      kind: .markApplied, identifier: "011", title: "mark 011 as applied", explanation: ["It is."],
      statements: ["INSERT INTO grdb_migrations VALUES ('011')"])
    let offers = RepairOffers(
      repairs: [repair], fingerprint: DatabaseFingerprint(value: "state 1"),
      backups: BackupPlan(occasion: .repair, path: "before"))
    model = Story.model()
    model.press(.char("R"))
    _ = model.update(.work(.repairs(.success(offers), generation: model.generation)))
    model.draw()
    model.press(.enter)
    model.wait(1)
    _ = model.update(.resize(Self.tiny))
    #expect(model.press(.tab, .tab, .char("y")) == [])
    _ = model.update(.resize(Self.usual))
    model.draw()
    #expect(model.press(.tab, .tab, .char("y")).count == 2)
  }
}
