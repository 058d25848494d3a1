import MigratorEngine
import MigratorTestSupport
import Testing
import TerminalUI

@testable import MigrationConsole
@testable import MigratorSession

/// With random sizes and keys, content that was not on the screen cannot be confirmed.
struct UnreadDialogPropertyTests {
  @Test func `with random sizes and keys, no step runs before its whole dialog has been visible`() {
    #expect(RandomCases(8).reduce(0) { $0 + stepsRead(seed: $1) } > 10)
  }

  /// Presses random keys, checks that the dialog of every step was read, and returns the number of
  /// steps.
  func stepsRead(seed: UInt64) -> Int {
    var dice = SeededGenerator(seed: seed &* 7919)
    var model = Story.model()
    var reader = Reader()
    var steps = 0
    for _ in 0..<250 {
      var effects: [Effect] = []
      switch Int.random(in: 0..<20, using: &dice) {
      case 0:
        let sizes = [
          UnreadDialogTests.tiny, UnreadDialogTests.usual, Size(columns: 40, rows: 12),
          Size(columns: 200, rows: 60),
          Size(
            columns: Int.random(in: 1...200, using: &dice),
            rows: Int.random(in: 1...60, using: &dice)),
        ]
        let size = sizes.randomElement(using: &dice) ?? UnreadDialogTests.usual
        effects = model.update(.resize(size))
      case 1: model.wait(Double.random(in: 0...1, using: &dice))
      case 2, 3:
        if model.dialog == nil { effects = model.update(.key(.char("s"))) }
        if case .preparing? = model.work?.kind {
          let report = Bool.random(using: &dice) ? Story.lossyStep : Story.harmlessStep
          effects += model.update(
            .work(
              .prepared(
                .next, .success(Story.prepared(Story.dryRun(report), .next)),
                generation: model.generation)))
        }
      case 4:
        let key = ConfirmTests.everyKey.randomElement(using: &dice) ?? .tab
        effects = model.update(.key(key))
      default:
        // The keys of a user who wants to step.
        guard let confirm = model.dialog?.content as? ConfirmStep else { break }
        if !confirm.consent.isArmed {
          for letter in confirm.consent.phrase ?? "" {
            effects += model.update(.key(.char(letter)))
          }
        } else if confirm.consent.focus != .button {
          effects = model.update(.key(.tab))
        } else {
          let keys = [Key.pageDown, .pageDown, .home, .end, .char("y"), .char("y")]
          effects = model.update(.key(keys.randomElement(using: &dice) ?? .pageDown))
        }
      }
      if effects.contains(where: UnreadDialogTests.isStep) {
        steps += 1
        #expect(reader.hasReadAll)
        let report = Story.harmlessStep
        _ = model.update(.work(.stepped(report, backupPath: nil, generation: model.generation)))
        _ = model.update(.work(.runEnded(StepOutcome([]), generation: model.generation)))
        model.dialog = nil
      }
      // Sometimes several messages arrive before the screen is drawn.
      guard Int.random(in: 0..<4, using: &dice) > 0 else { continue }
      reader.look(at: model)
      model.draw()
    }
    return steps
  }

  /// A simulated user who only knows what was drawn.
  struct Reader {
    private var read: Set<String> = []
    private var subject = ""
    private(set) var hasReadAll = false

    mutating func look(at model: ConsoleModel) {
      guard let confirm = model.dialog?.content as? ConfirmStep else {
        (read, subject, hasReadAll) = ([], "", false)
        return
      }
      let now = "\(model.generation) \(confirm.prepared.losses)"
      if now != subject { (read, subject, hasReadAll) = ([], now, false) }
      if hasReadAll { return }
      let rows = render(model).grid.text.split(separator: "\n").map(String.init)
      let columns = min(72, model.scene.size.columns - 4)
      guard columns > 8, rows.contains(where: { $0.contains("[ Cancel ]") }),
        confirm.consent.phrase.map({ phrase in rows.contains { $0.contains(phrase) } }) ?? true
      else { return }
      let lines = confirm.text(in: model.scene, columns: columns).lines.map(\.plain)
      let losses = lines.prefix(while: { !$0.hasPrefix("checks") })
      read.formUnion(
        losses.filter { line in !read.contains(line) && rows.contains { $0.contains(line) } })
      hasReadAll = hasReadAll || losses.allSatisfy(read.contains)
    }
  }
}
