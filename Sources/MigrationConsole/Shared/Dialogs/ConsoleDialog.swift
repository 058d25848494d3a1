import TerminalUI

/// A dialog in front of the screen, which receives all keys.
///
/// ``OpenDialog`` keeps the scroll position and the lines that were visible.
protocol ConsoleDialog: Sendable {
  /// The keys of the dialog; those with a short word have a hint below it.
  var bindings: [Binding] { get }
  /// The preferred width of the lines, in columns.
  var widest: Int { get }
  /// How long after the first frame the dialog ignores all keys except the one that closes it, in
  /// seconds.
  ///
  /// Keys typed ahead were meant for the screen below.
  var typeAheadGuard: Double { get }
  /// True if keys typed before the first frame are text for the dialog.
  var takesTypeAhead: Bool { get }
  /// True if confirming loses data; the dialog then looks different from all others.
  var isDestructive: Bool { get }
  /// True if the dialog has typed text.
  var hasText: Bool { get }

  /// The contents of the dialog; no line of the choice is wider than `columns`.
  func text(in scene: SharedState, columns: Int) -> DialogText

  func disabledReason(of command: Command) -> String?

  /// Runs a command of the dialog; scrolling is handled for all dialogs.
  mutating func perform(_ command: Command) -> DialogOutcome

  mutating func choose(_ index: Int)

  /// Notes that every line was on the screen.
  mutating func noteRead()

  /// Handles a key as text before the bindings are checked; returns whether it was text.
  mutating func type(_ key: Key) -> Bool

  /// Inserts pasted text; returns whether there is a field for it.
  mutating func paste(_ text: String) -> Bool
}

extension ConsoleDialog {
  var typeAheadGuard: Double { 0 }
  var takesTypeAhead: Bool { false }
  var isDestructive: Bool { false }
  var hasText: Bool { false }
  mutating func noteRead() {}
  func disabledReason(of command: Command) -> String? { nil }
  mutating func choose(_ index: Int) {}
  mutating func type(_ key: Key) -> Bool { false }
  mutating func paste(_ text: String) -> Bool { false }
}

enum DialogOutcome: Sendable {
  case stay
  case close(Notice?)
  case replace(any ConsoleDialog)
  /// The operator confirmed a change to the database file.
  ///
  /// The values are the kind of work and a closure that creates the effect for a generation number.
  case begin(Work.Kind, @Sendable (Int) -> Effect)
  case export(text: String, fileName: String)
  /// The key belongs to the program, not to the dialog.
  case outside(Command)
  /// The dialog closes, and an effect starts that does not write to the database.
  case ask(Effect)
  /// The dialog closes, and work starts on a copy.
  case work(Work.Kind, @Sendable (Int) -> Effect)
  case run(Command)
  case leave
}

struct DialogText: Sendable {
  var title: String
  /// The part that scrolls.
  var lines: [StyledLine]
  /// The lines of the selected choice, which are kept visible; `nil` without choices.
  var chosen: Range<Int>?
  /// The index of the choice that each line belongs to.
  var places: [Int: Int] = [:]
  var choice = DialogChoice()
}

/// The lower part of a dialog that asks a question: fields, then Cancel and the button.
struct DialogChoice: Sendable {
  private(set) var lines: [StyledLine] = []
  /// The cells of Cancel, relative to the lines.
  private(set) var cancel: Rect?
  /// The cursor relative to the lines: on the element with the focus.
  private(set) var cursor: Point?

  var width: Int { lines.map(\.width).max() ?? 0 }

  /// Adds a line that cannot have the focus.
  mutating func add(_ line: StyledLine) { lines.append(line) }

  /// Adds a line that can have the focus; the cursor is then in a column after the pointer.
  mutating func add(_ line: StyledLine, isFocused: Bool, column: Int = 0) {
    if isFocused { cursor = Point(x: 2 + column, y: lines.count) }
    var pointed = StyledLine(isFocused ? "> " : "  ", .accent, bold: true)
    pointed.spans += line.spans
    lines.append(pointed)
  }

  /// Adds a text field that always has the cursor.
  mutating func addField(_ line: StyledLine, column: Int) {
    cursor = Point(x: column, y: lines.count)
    lines.append(line)
  }

  mutating func addBackup(
    _ path: String, _ remark: String = "", isOn: Bool, isFocused: Bool, columns: Int
  ) {
    let label = "[\(isOn ? "x" : " ")] backup  "
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let names = paragraph(name, width: columns - 2 - label.count, isOn ? .normal : .disabled)
    for (index, piece) in names.enumerated() {
      guard index == 0 else {
        add(piece.indented(by: 2 + label.count))
        continue
      }
      var line = StyledLine(String(label.prefix(3)), isFocused ? .accent : .normal)
        .adding(String(label.dropFirst(3)))
      line.spans += piece.spans
      add(line, isFocused: isFocused, column: 1)
    }
    guard !remark.isEmpty, let last = lines.last, last.width + 2 + remark.count <= columns
    else { return }
    lines[lines.count - 1] = last.adding("  \(remark)", .dim)
  }

  /// Adds Cancel and the button, one below the other if they do not fit side by side; a short
  /// screen has no blank line above them.
  mutating func addButtons(
    _ label: String, isCancel: Bool, isFocused: Bool, isEnabled: Bool = true,
    isRead: Bool = true, isLow: Bool, columns: Int
  ) {
    let cancel = StyledLine("[ Cancel ]", isCancel ? .selection : .normal, bold: isCancel)
    let role: Role = !isEnabled ? .disabled : isFocused ? .danger : .normal
    let words =
      !isEnabled
      ? "\(label) (disabled)"
      : !isFocused ? "[ \(label) ]" : isRead ? "[ \(label): press y ]" : "[ \(label): scroll ]"
    let button = StyledLine(words, role)
    if !isLow { add(StyledLine()) }
    add(cancel, isFocused: isCancel, column: 2)
    self.cancel = Rect(x: 2, y: lines.count - 1, width: cancel.width, height: 1)
    guard 2 + cancel.width + 4 + "[ \(label): press y ]".count <= columns else {
      add(button, isFocused: isFocused, column: 2)
      return
    }
    let y = lines.count - 1
    lines[y].add("  ")
    lines[y].add(isFocused ? "> " : "  ", .accent, bold: true)
    if isFocused { cursor = Point(x: lines[y].width + 2, y: y) }
    lines[y].spans += button.spans
  }
}
