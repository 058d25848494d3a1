import MigratorEngine
import MigratorSchema
import MigratorSession
import TerminalUI

/// The dialog before a step of the real file.
///
/// One stray key must never change a file: focus begins on Cancel, Enter never confirms, `y` does
/// so only with the focus on the step and when all of the dialog was on the screen, and where data
/// would be lost a phrase must be typed first.
struct ConfirmStep: ConsoleDialog {
  /// What the focus can stand on, in the order of Tab.
  enum Focus: Sendable, Hashable, CaseIterable {
    /// Leave everything as it is.
    case cancel
    /// The field for the phrase.
    case phrase
    /// Whether to make a backup first.
    case backup
    /// The step itself.
    case step
  }

  /// The next migration or all of them.
  let scope: MigrationScope
  /// What would be done, and all that is known of it.
  let prepared: PreparedStep
  /// Whether a backup is made.
  var makesBackup = true
  /// What each migration changes in the schema, in words.
  let summaries: [String: [SchemaDiff.Summary]]
  /// How many characters of the migrations' SQL are shown as marks.
  let hiddenCount: Int
  /// How many of the phrases were typed, but for the one that is being typed.
  private(set) var typedCount = 0
  /// What was typed of the phrase that is asked for.
  var typed = TextField()
  /// What the focus stands on.
  var focus = Focus.cancel

  /// Creates the dialog of a step that was prepared.
  init(scope: MigrationScope, prepared: PreparedStep) {
    self.scope = scope
    self.prepared = prepared
    let summaries = prepared.foretold.map { ($0.identifier, $0.changes.summaries) }
    self.summaries = Dictionary(summaries) { first, _ in first }
    hiddenCount = prepared.migrations.reduce(0) {
      $0 + ($1.script.map { SQLText.hiddenCount($0.text) } ?? 0)
    }
  }

  /// The migrations that would be applied.
  var identifiers: [String] { prepared.migrations.map(\.identifier) }

  /// The phrase to type now, or `nil` when none is asked for.
  var phrase: String? {
    let agreements = prepared.agreements
    return agreements.indices.contains(typedCount) ? agreements[typedCount].phrase : nil
  }

  /// Whether each phrase that is asked for was typed.
  var isArmed: Bool {
    prepared.agreements.isEmpty
      || (typedCount == prepared.agreements.count - 1 && typed.text == phrase)
  }

  /// The phrases that were typed, once all of them were.
  var phrases: [String] { isArmed ? prepared.agreements.map(\.phrase) : [] }

  /// Goes on to the next phrase when this one is typed: each loss is agreed to by itself.
  private mutating func acceptPhrase() {
    guard typed.text == phrase, typedCount < prepared.agreements.count - 1 else { return }
    typedCount += 1
    typed = TextField()
  }

  /// What Tab goes through.
  var focusOrder: [Focus] {
    Focus.allCases.filter { focus in
      switch focus {
      case .cancel, .step: true
      case .phrase: phrase != nil
      case .backup: true
      }
    }
  }

  // MARK: Keys

  /// How long the dialog takes no key but the one that leaves it, in seconds.
  static let typeAheadGuard = 0.3

  var typeAheadGuard: Double { Self.typeAheadGuard }
  var bindings: [Binding] {
    Binding.question(agreeing: "steps the real file", isOnBackup: focus == .backup)
  }
  var widest: Int { 72 }

  func disabledReason(of command: Command) -> String? {
    switch command {
    case .toggle: focus == .step ? "Space does nothing on Step: y steps." : nil
    case .activate: focus == .cancel ? nil : "Enter never agrees: Tab goes on."
    case .agree where focus != .step: "y counts on Step: Tab goes there."
    case .agree where !isArmed: "Not armed: type the phrase first."
    default: nil
    }
  }

  mutating func perform(_ command: Command) -> DialogOutcome {
    switch command {
    case .nextField: focus = focus.turned(by: 1, in: focusOrder)
    case .previousField: focus = focus.turned(by: -1, in: focusOrder)
    case .toggle where focus == .backup: makesBackup.toggle()
    case .back, .activate, .toggle:
      return .close(Notice(level: .info, text: "Nothing was changed."))
    case .agree: return .step(self)
    default: break
    }
    return .stay
  }

  /// What is typed goes where the words say, whatever has the focus; once it is the phrase, only
  /// what removes some of it does.
  mutating func type(_ key: Key) -> Bool {
    guard phrase != nil else { return false }
    if case .char(let character) = key {
      if character == " ", focus == .cancel || focus == .backup { return false }
      if focus == .step, "y ".contains(character) { return false }
      if isArmed { return false }
      focus = .phrase
    }
    guard focus == .phrase, typed.handle(key) else { return false }
    acceptPhrase()
    return true
  }

  mutating func paste(_ text: String) -> Bool {
    guard focus == .phrase else { return false }
    typed.insert(text)
    acceptPhrase()
    return true
  }
}
