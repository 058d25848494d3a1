import TerminalUI

/// What stands below the words of a dialog that asks whether to change the real file: the phrases to
/// type, the box of the backup, Cancel and the button, with the one rule about them.
///
/// One stray key must never change a file: focus begins on Cancel, Enter never confirms, `y` does so only
/// with the focus on the button and when all of the dialog was on the screen, and where data would be
/// lost a phrase must be typed first.
struct Consent: Sendable {
  /// What the focus can stand on, in the order of Tab.
  enum Focus: Sendable, Hashable, CaseIterable {
    /// Leave everything as it is.
    case cancel
    /// The field for the phrase.
    case phrase
    /// Whether to make a backup first.
    case backup
    /// What is asked for.
    case button
  }

  /// Whether what is asked for can be done statement by statement.
  enum Holding: Sendable, Hashable {
    /// It shows no statements.
    case none
    /// It can.
    case possible
    /// It cannot, for this reason.
    case impossible(String)
  }

  /// What a key leads to.
  enum Answer {
    case stay, leave, agree
  }

  /// How long the dialog takes no key but the one that leaves it, in seconds.
  static let typeAheadGuard = 0.3

  /// The word on the button.
  let button: String
  /// What agreeing does, in a few words.
  let agreeing: String
  /// The phrases to type, one after the other.
  let phrases: [String]
  /// Whether it can be done statement by statement.
  let holding: Holding
  /// Whether it was asked for statement by statement.
  private(set) var isHeld = false
  /// Whether a backup is made.
  var makesBackup = true
  /// How many of the phrases were typed, but for the one that is being typed.
  private(set) var typedCount = 0
  /// What was typed of the phrase that is asked for.
  private(set) var typed = TextField()
  /// What the focus stands on.
  var focus = Focus.cancel

  /// Creates what nobody has agreed to yet; the parameters are the properties.
  init(_ button: String, agreeing: String, phrases: [String] = [], holding: Holding = .none) {
    self.holding = holding
    self.button = button
    self.agreeing = agreeing
    self.phrases = phrases
  }

  /// The phrase to type now, or `nil` when none is asked for.
  var phrase: String? { phrases.indices.contains(typedCount) ? phrases[typedCount] : nil }

  /// Whether each phrase that is asked for was typed.
  var isArmed: Bool {
    phrases.isEmpty || (typedCount == phrases.count - 1 && typed.text == phrase)
  }

  /// The phrases that were typed, once all of them were.
  var given: [String] { isArmed ? phrases : [] }

  /// Goes on to the next phrase when this one is typed: each loss is agreed to by itself.
  private mutating func acceptPhrase() {
    guard typed.text == phrase, typedCount < phrases.count - 1 else { return }
    typedCount += 1
    typed = TextField()
  }

  // MARK: Keys

  /// What Tab goes through.
  private var focusOrder: [Focus] { Focus.allCases.filter { $0 != .phrase || phrase != nil } }

  var bindings: [Binding] {
    Binding.question(
      agreeing: agreeing, isOnBackup: focus == .backup, canHold: holding != .none)
  }

  func disabledReason(of command: Command) -> String? {
    switch command {
    case .toggle where focus == .button: "Space does nothing on \(button): y does it."
    case .toggle where focus == .phrase: "The phrase is typed: Tab goes on."
    case .activate: focus == .cancel ? nil : "Enter never agrees: Tab goes on."
    case .agree where focus != .button: "y counts on \(button): Tab goes there."
    case .agreeByStatement where focus != .button: "x counts on \(button): Tab goes there."
    case .agree where !isArmed, .agreeByStatement where !isArmed:
      "Not armed: type the phrase first."
    case .agreeByStatement:
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
    case .agree, .agreeByStatement:
      isHeld = command == .agreeByStatement
      return .agree
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

  /// The lines: phrase, backup, buttons, from top to bottom as Tab goes through them.
  ///
  /// The remark on the backup is left out where there is no room; the reason says in a sentence why
  /// a phrase is asked for.
  func choice(
    backup: String, _ remark: String = "", because reason: String = "", in scene: Scene,
    columns: Int
  ) -> DialogChoice {
    var choice = DialogChoice()
    if let phrase {
      let which = phrases.count > 1 ? " (\(typedCount + 1) of \(phrases.count))" : ""
      let words =
        "\(scene.isLow ? "" : "\(reason) ")To arm the \(button.lowercased()), type\(which):"
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
      isLow: scene.isLow, columns: columns)
    return choice
  }

  /// The field for the phrase; of what is longer than it the end is seen.
  private func addField(to choice: inout DialogChoice, phrase: String, columns: Int) {
    let armed = isArmed ? "  armed" : ""
    let room = max(1, columns - 6 - armed.count)
    let before = SafeText(String(typed.text.prefix(typed.cursor))).width
    let hidden = max(0, before - room + 1)
    let shown = SafeText(typed.text).dropFirst(columns: hidden).prefix(columns: room)
    let width = min(room, max(phrase.count + 1, shown.width))
    var line = StyledLine("[ ", .dim)
    line.add(shown, isArmed ? .applied : .strong)
    line.add(String(repeating: " ", count: max(0, width - shown.width)))
    line.add("]", .dim)
    line.add(armed, .applied, bold: true)
    choice.add(line, isFocused: focus == .phrase, column: 2 + before - hidden)
  }
}

/// A dialog that asks whether to change the real file; its keys are those of its ``Consent``.
protocol AskingDialog: ConsoleDialog {
  /// What was agreed to.
  var consent: Consent { get set }
  /// What agreeing leads to.
  var agreed: DialogOutcome { get }
  /// What leaving leads to.
  var left: DialogOutcome { get }
}

extension AskingDialog {
  var typeAheadGuard: Double { Consent.typeAheadGuard }
  var bindings: [Binding] { consent.bindings }
  var left: DialogOutcome { .close(Notice(level: .info, text: "Nothing was changed.")) }
  func disabledReason(of command: Command) -> String? { consent.disabledReason(of: command) }
  mutating func type(_ key: Key) -> Bool { consent.type(key) }
  mutating func paste(_ text: String) -> Bool { consent.paste(text) }
  mutating func perform(_ command: Command) -> DialogOutcome {
    switch consent.perform(command) {
    case .stay: .stay
    case .leave: left
    case .agree: agreed
    }
  }
}
