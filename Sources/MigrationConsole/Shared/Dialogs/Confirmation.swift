import TerminalUI

/// The lower part of a dialog that asks whether to change the real file.
///
/// It has the phrases to type, the choice of a backup, Cancel and the button. A stray key must not
/// change a file: the focus starts on Cancel, and Enter does not confirm. `y` confirms only while
/// the button has the focus and after every line of the dialog was visible. If data would be lost,
/// a phrase must be typed first.
struct Confirmation: Sendable {
  /// The elements that can have the focus, in the order of Tab.
  enum Focus: Sendable, Hashable, CaseIterable {
    case cancel
    case phrase
    case backup
    case button
  }

  /// The option to run the change statement by statement.
  enum Holding: Sendable, Hashable {
    /// The change has no statements to show.
    case none
    case possible
    case impossible(String)
  }

  enum Answer {
    case stay, leave, agree
  }

  /// How long the dialog ignores all keys except the one that closes it, in seconds.
  static let typeAheadGuard = 0.3

  let button: String
  /// The effect of confirming, in a few words.
  let agreeing: String
  /// The phrases to type, one after the other.
  let phrases: [String]
  let holding: Holding
  /// True if the operator chose to run the change statement by statement.
  private(set) var isHeld = false
  var makesBackup = true
  /// How many phrases were typed, not counting the current one.
  private(set) var typedCount = 0
  private(set) var typed = TextField()
  var focus = Focus.cancel
  /// True if every line was on the screen; until then, nothing is confirmed.
  var isRead = false

  init(_ button: String, agreeing: String, phrases: [String] = [], holding: Holding = .none) {
    self.holding = holding
    self.button = button
    self.agreeing = agreeing
    self.phrases = phrases
  }

  var phrase: String? { phrases.indices.contains(typedCount) ? phrases[typedCount] : nil }

  /// True if all phrases were typed.
  var isArmed: Bool {
    phrases.isEmpty || (typedCount == phrases.count - 1 && typed.text == phrase)
  }

  /// The phrases, once all of them were typed.
  var given: [String] { isArmed ? phrases : [] }

  /// Moves to the next phrase once the current one is typed: each loss is accepted separately.
  private mutating func acceptPhrase() {
    guard typed.text == phrase, typedCount < phrases.count - 1 else { return }
    typedCount += 1
    typed = TextField()
  }

  // MARK: Keys

  private var focusOrder: [Focus] { Focus.allCases.filter { $0 != .phrase || phrase != nil } }

  var bindings: [Binding] {
    Binding.question(
      agreeing: agreeing, isOnBackup: focus == .backup, canHold: holding != .none)
  }

  func disabledReason(of command: Command) -> String? {
    switch command {
    case .toggle where focus == .button: "Press y to confirm, not Space."
    case .toggle where focus == .phrase: "The phrase is complete: press Tab."
    case .activate: focus == .cancel ? nil : "Enter does not confirm: press Tab."
    case .agree where focus != .button: "Move to \(button) with Tab, then press y."
    case .confirmByStatement where focus != .button: "Move to \(button) with Tab, then press x."
    case .agree where !isArmed, .confirmByStatement where !isArmed:
      "Type the phrase first."
    case .confirmByStatement:
      if case .impossible(let reason) = holding { reason } else { nil }
    default: nil
    }
  }

  mutating func perform(_ command: Command) -> Answer {
    switch command {
    case .nextField: focus = focus.turned(by: 1, in: focusOrder)
    case .previousField: focus = focus.turned(by: -1, in: focusOrder)
    case .toggle where focus == .backup: makesBackup.toggle()
    case .back, .activate, .toggle: return .leave
    case .agree, .confirmByStatement:
      isHeld = command == .confirmByStatement
      return .agree
    default: break
    }
    return .stay
  }

  /// Typed text goes into the phrase, regardless of the focus; once the phrase is complete, only
  /// deletions have an effect.
  mutating func type(_ key: Key) -> Bool {
    guard phrase != nil else { return false }
    if case .char(let character) = key {
      if character == " ", focus == .cancel || focus == .backup { return false }
      if focus == .button, "yx ".contains(character) { return false }
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

  // MARK: Text

  /// The lines in the order of Tab: phrase, backup, buttons.
  ///
  /// The remark on the backup is omitted if it does not fit. The reason is a sentence that explains
  /// why a phrase is required.
  func choice(
    backup: String, _ remark: String = "", because reason: String = "", in scene: SharedState,
    columns: Int
  ) -> DialogChoice {
    var choice = DialogChoice()
    if let phrase {
      let which = phrases.count > 1 ? " (\(typedCount + 1) of \(phrases.count))" : ""
      let words =
        "\(scene.isLow ? "" : "\(reason) ")To enable \(button), type\(which):"
      for line in paragraph(words, width: columns - 2, .danger) {
        choice.add(line.indented(by: 2))
      }
      for line in paragraph(phrase, width: columns - 4, .strong, bold: true) {
        choice.add(line.indented(by: 4))
      }
      addField(to: &choice, phrase: phrase, columns: columns)
    }
    choice.addBackup(
      backup, remark, isOn: makesBackup, isFocused: focus == .backup, columns: columns)
    choice.addButtons(
      button, isCancel: focus == .cancel, isFocused: focus == .button, isEnabled: isArmed,
      isRead: isRead, isLow: scene.isLow, columns: columns)
    return choice
  }

  /// Adds the field for the phrase; long text is scrolled to its end.
  private func addField(to choice: inout DialogChoice, phrase: String, columns: Int) {
    let matches = isArmed ? "  matches" : phrase.hasPrefix(typed.text) ? "" : "  differs"
    let room = max(1, columns - 6 - matches.count)
    let before = SafeText(String(typed.text.prefix(typed.cursor))).width
    let hidden = max(0, before - room + 1)
    let shown = SafeText(typed.text).dropFirst(columns: hidden).prefix(columns: room)
    let width = min(room, max(phrase.count + 1, shown.width))
    var line = StyledLine("[ ", .dim)
    line.add(shown, isArmed ? .applied : .strong)
    line.add(String(repeating: " ", count: max(0, width - shown.width)))
    line.add("]", .dim)
    line.add(matches, isArmed ? .applied : .danger, bold: true)
    choice.add(line, isFocused: focus == .phrase, column: 2 + before - hidden)
  }
}

/// A dialog that asks whether to change the real file, with the keys of its ``Confirmation``.
protocol ConfirmationDialog: ConsoleDialog {
  var consent: Confirmation { get set }
  var agreed: DialogOutcome { get }
  var left: DialogOutcome { get }
}

extension ConfirmationDialog {
  var typeAheadGuard: Double { Confirmation.typeAheadGuard }
  var bindings: [Binding] { consent.bindings }
  var isDestructive: Bool { !consent.phrases.isEmpty }
  var left: DialogOutcome { .close(Notice(level: .info, text: "No changes were made.")) }
  func disabledReason(of command: Command) -> String? { consent.disabledReason(of: command) }
  mutating func type(_ key: Key) -> Bool { consent.type(key) }
  mutating func paste(_ text: String) -> Bool { consent.paste(text) }
  mutating func noteRead() { consent.isRead = true }
  mutating func perform(_ command: Command) -> DialogOutcome { answer(command) }
  mutating func answer(_ command: Command) -> DialogOutcome {
    switch consent.perform(command) {
    case .stay: .stay
    case .leave: left
    case .agree: agreed
    }
  }
}
