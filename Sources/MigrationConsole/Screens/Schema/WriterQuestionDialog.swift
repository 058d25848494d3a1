import MigratorWriter
import TerminalUI

/// Asks for facts that two schemas alone do not show, such as whether a name is new.
struct WriterQuestionDialog: ConsoleDialog {
  let question: WriterQuestion
  let wish: MigrationWish
  private(set) var index = 0
  private(set) var field = TextField()

  init(question: WriterQuestion, wish: MigrationWish) {
    (self.question, self.wish) = (question, wish)
  }

  private var choices: [WriterQuestion.Choice] { question.choices }

  /// The wish with the answer, or `nil` if there is no valid one.
  private var answered: MigrationWish? {
    var wish = wish
    if choices.indices.contains(index) {
      wish.answers.add(choices[index], to: question)
      return wish
    }
    return wish.answers.add(expression: field.text, to: question) ? wish : nil
  }

  var bindings: [Binding] {
    let close: [Key] = [.escape, .control("c")]
    let answer = Binding.dialog(.activate, [.enter], "answer", "Continue with this answer.")
    if choices.isEmpty { return [.dialog(.back, close, "close", "Close the dialog."), answer] }
    return [
      .dialog(.back, close + [.char("q")], "close", "Close the dialog."), answer,
      .dialog(.nextField, [.down, .char("j"), .tab], "next", "Select the next answer."),
      .dialog(.previousField, [.up, .char("k"), .backTab], nil, "Select the previous answer."),
    ] + Binding.scrollingPages
  }

  var widest: Int { 72 }

  mutating func choose(_ index: Int) { self.index = index }

  func disabledReason(of command: Command) -> String? {
    guard command == .activate, answered == nil else { return nil }
    return field.text.isEmpty ? "Type an SQL expression." : "This is not a single SQL expression."
  }

  mutating func type(_ key: Key) -> Bool { choices.isEmpty && field.handle(key) }

  mutating func paste(_ text: String) -> Bool {
    guard choices.isEmpty else { return false }
    field.insert(text)
    return true
  }

  mutating func perform(_ command: Command) -> DialogOutcome {
    switch command {
    case .back: return .close(Notice(level: .info, text: "No migration was written."))
    case .nextField where !choices.isEmpty: index = (index + 1) % choices.count
    case .previousField where !choices.isEmpty: index = (index + choices.count - 1) % choices.count
    case .activate: if let answered { return .work(.drafting, answered.effect) }
    default: break
    }
    return .stay
  }

  func text(in scene: SharedState, columns: Int) -> DialogText {
    var text = DialogText(
      title: "A question about the migration",
      lines: paragraph(question.text, width: columns) + [StyledLine()])
    for (place, choice) in choices.enumerated() {
      let title =
        switch choice {
        case .renamed(let name): "Yes: \(name). Its values are kept."
        case .dropped: "No: it is dropped, with its values."
        }
      text.add(title, place: place, isChosen: place == index, columns: columns)
    }
    if choices.isEmpty {
      text.lines += paragraph(
        "Type an SQL expression, such as 0 or 'unknown'.", width: columns, .dim)
      let room = max(1, columns - 4)
      let before = SafeText(String(field.text.prefix(field.cursor))).width
      let hidden = max(0, before - room + 1)
      let shown = SafeText(field.text).dropFirst(columns: hidden).prefix(columns: room)
      var line = StyledLine("> ", .accent)
      line.add(shown, .strong)
      text.choice.addField(line, column: 2 + before - hidden)
    }
    return text
  }
}
