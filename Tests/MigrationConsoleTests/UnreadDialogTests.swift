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

  func isStep(_ effect: Effect) -> Bool {
    if case .step = effect { return true }
    return false
  }

  @Test func `a screen that is too small for the dialog does not step`() {
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

  @Test func `a dialog on a screen that became too small only accepts the key that closes it`() {
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
    #expect(render(model).grid.text.contains("q quits"))
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

  @Test func `the size that a dialog requires is sufficient at any width`() {
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
    #expect(render(model).grid.text.contains("Read it all first"))
    // Seeing only the end is not enough.
    for _ in 0..<12 where !(model.dialog?.shown.isComplete ?? true) { model.press(.pageDown) }
    #expect(model.dialog?.shown.isComplete == true)
    #expect(model.press(.char("y")).contains(where: isStep))
  }

  @Test func `End and Home scroll a dialog without marking the skipped part as read`() throws {
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
    #expect(render(model).grid.row(12).contains("Read it all first: Home, then PgDn."))
    #expect(render(model).grid.row(11).contains("lines "))
    model.press(.home)
    #expect(render(model).grid.text.contains("PgDn scroll"))
    #expect(try place().first == 0)
    #expect(model.press(.char("y")) == [])
    #expect(render(model).grid.text.contains("Read all of it first: press PgDn."))
    for _ in 0..<20 where !(model.dialog?.shown.isComplete ?? true) { model.press(.pageDown) }
    #expect(model.press(.char("y")).contains(where: isStep))
  }

  @Test func `a repair and quitting during work cannot be confirmed unseen either`() {
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

  @Test func `with random sizes and keys, no step runs without its dialog having been read`() {
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
          Self.tiny, Self.usual, Size(columns: 40, rows: 12), Size(columns: 200, rows: 60),
          Size(
            columns: Int.random(in: 1...200, using: &dice),
            rows: Int.random(in: 1...60, using: &dice)),
        ]
        effects = model.update(.resize(sizes.randomElement(using: &dice) ?? Self.usual))
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
      if effects.contains(where: isStep) {
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
