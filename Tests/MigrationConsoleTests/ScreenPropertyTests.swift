import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing
import TerminalUI

@testable import MigrationConsole
@testable import MigratorSession

/// With random keys and sizes, the screen is always valid and nothing is stepped by accident.
struct ScreenPropertyTests {
  @Test func `after random keys and mouse events, every screen is drawn correctly`() {
    for seed in RandomCases(8) { pressKeys(seed: seed) }
  }

  private func pressKeys(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    var model = Story.model(glyphs: seed % 4 == 3 ? .ascii : .unicode)
    model.scene.usesMouse = true
    let keys = ConfirmTests.everyKey
    for _ in 0..<80 {
      switch Int.random(in: 0..<24, using: &dice) {
      case 0:
        let size = Size(
          columns: Int.random(in: 1...140, using: &dice),
          rows: Int.random(in: 1...50, using: &dice))
        _ = model.update(.resize(size))
      case 20...23:
        let kinds: [MouseEvent.Kind] = [.press, .press, .drag, .release, .wheelUp, .wheelDown]
        let place = Point(
          x: Int.random(in: 0..<150, using: &dice), y: Int.random(in: 0..<55, using: &dice))
        let kind = kinds[Int.random(in: 0..<kinds.count, using: &dice)]
        let effects = model.update(.mouse(MouseEvent(kind, at: place)))
        #expect(!effects.contains { if case .step = $0 { true } else { false } })
      case 1: model.wait(Double.random(in: 0...2, using: &dice))
      case 2:
        let reports = [Story.lossyStep, Story.harmlessStep, Story.failedStep]
        let report = Story.dryRun(reports[Int.random(in: 0..<3, using: &dice)])
        if case .dryRun? = model.work?.kind { model.answerDryRun(report) }
        if case .preparing? = model.work?.kind { model.answerPrepare(report) }
      default:
        let effects = model.press(keys[Int.random(in: 0..<keys.count, using: &dice)])
        if case .step(let prepared, _, _, _, _)? = effects.last {
          // Only an armed dialog can step. Random keys cannot type the phrase.
          #expect(prepared.migrations.map(\.identifier) == ["011_players_need_a_club"])
          let report = Story.harmlessStep
          _ = model.update(.work(.stepped(report, backupPath: nil, generation: model.generation)))
          _ = model.update(
            .work(.runEnded(StepOutcome([]), generation: model.generation)))
        }
      }
      let screen = render(model)
      model.draw()
      #expect(screen.grid.size == model.scene.size, "seed \(seed)")
      #expect(flaw(of: screen.grid) == nil, "seed \(seed)")
      if let cursor = screen.cursor {
        #expect(cursor.x >= 0 && cursor.x < model.scene.size.columns)
        #expect(cursor.y >= 0 && cursor.y < model.scene.size.rows)
      }
    }
  }

  /// Describes a flaw of a grid: half of a wide character, or a forbidden character.
  func flaw(of grid: CellGrid) -> String? {
    for y in 0..<grid.size.rows {
      var x = 0
      while x < grid.size.columns {
        let cell = grid[x, y]
        let isWhole = cell.width < 2 || (x + 1 < grid.size.columns && grid[x + 1, y].width == 0)
        if !isWhole { return "half of a wide character at \(x), \(y)" }
        for byte in cell.cluster.unicodeScalars
        where byte.value < 0x20 || (0x7F..<0xA0).contains(byte.value) {
          return "U+\(String(byte.value, radix: 16)) at \(x), \(y)"
        }
        x += max(1, cell.width)
      }
    }
    return nil
  }
}
