import TerminalUI

/// The position of a dialog on the screen, and its visible lines.
struct DialogLayout: Sendable {
  /// The title in the top border.
  let title: String
  /// The lines that scroll.
  let lines: [StyledLine]
  /// The part below, which is always visible.
  let choice: DialogChoice
  /// The width of the lines.
  let columns: Int
  /// The outer rectangle.
  let box: Rect
  /// The number of lines scrolled off the top.
  let first: Int
  /// True if the lines have choices; the scroll keys then move between them.
  let hasChoiceAmongLines: Bool
  /// The index of the choice that each line belongs to.
  let places: [Int: Int]
  /// The number of visible lines.
  let room: Int
  /// The smallest screen on which the dialog can be drawn.
  let needed: Size
  /// True if the dialog can be drawn: the whole choice, and at least one line of text above it.
  let isWhole: Bool

  init(of dialog: OpenDialog, in scene: SharedState) {
    let size = scene.size
    let smallest = SharedState.smallest
    // A screen that is too narrow draws nothing, but the rows needed are still computed.
    let columns = min(dialog.content.widest, max(smallest.columns, size.columns) - 4)
    let text = dialog.content.text(in: scene, columns: columns)
    title = text.title
    self.columns = columns
    choice = text.choice
    // A title that the border would truncate is repeated below it.
    let isTitleCut = SafeText(title).width > columns
    let above = isTitleCut ? paragraph(title, width: columns, .title) : []
    lines = above + text.lines
    places = Dictionary(uniqueKeysWithValues: text.places.map { ($0 + above.count, $1) })
    room = max(0, min(lines.count, size.rows - 3 - choice.lines.count))
    var first = max(0, min(dialog.scroll, lines.count - room))
    hasChoiceAmongLines = text.chosen != nil
    if let chosen = text.chosen, room > 0 {
      let shift = lines.count - text.lines.count
      first = min(max(first, chosen.upperBound + shift - room), chosen.lowerBound + shift)
      // Show the lines above the first choice together with it.
      if chosen.lowerBound <= 2, chosen.upperBound + shift <= room { first = 0 }
    }
    self.first = max(0, first)
    let height = min(room + choice.lines.count + 2, max(0, size.rows - 1))
    let width = min(columns + 4, size.columns)
    box = Rect(
      x: (size.columns - width) / 2, y: max(0, (size.rows - 1 - height) / 2), width: width,
      height: height)
    // The rows for the current width; narrower lines would need more.
    needed = Size(
      columns: max(smallest.columns, choice.width + 4, width),
      rows: max(smallest.rows, choice.lines.count + min(1, lines.count) + 3))
    isWhole = size.columns >= needed.columns && size.rows >= needed.rows
  }

  /// The visible lines.
  var visible: ArraySlice<StyledLine> { lines[first..<first + room] }

  /// True if some lines are hidden.
  var isTruncated: Bool { room < lines.count }

  /// True if the last line is visible and others above are hidden.
  var isAtEnd: Bool { isTruncated && first + room == lines.count }

  /// The rectangle inside the border.
  var inner: Rect {
    Rect(
      x: box.x + 2, y: box.y + 1, width: max(0, box.width - 4), height: max(0, box.height - 2))
  }

  /// The number of lines scrolled off after a command, or `nil` if it does not scroll.
  func scroll(after command: Command) -> Int? {
    guard !hasChoiceAmongLines else { return nil }
    // Keep one line of the previous page, if four lines or more are visible.
    let page = max(1, room < 4 ? room : room - 1)
    let target: Int? =
      switch command {
      case .up: first - 1
      case .down: first + 1
      case .pageUp: first - page
      case .pageDown: first + page
      case .home: 0
      case .end: lines.count
      default: nil
      }
    return target.map { max(0, min($0, lines.count - room)) }
  }
}

/// The lower part of a dialog that asks: fields, then Cancel and the button.
struct DialogChoice: Sendable {
  /// The lines.
  private(set) var lines: [StyledLine] = []
  /// The cursor relative to the lines: on the element with the focus.
  private(set) var cursor: Point?

  /// The width of the widest line.
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

  /// Adds the check box of a backup, with a wrapped name, and a remark if there is room.
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

  /// Adds Cancel and the button, one below the other if they do not fit side by side; a low screen
  /// has no blank line above them.
  mutating func addButtons(
    _ label: String, isCancel: Bool, isFocused: Bool, isEnabled: Bool = true,
    isLow: Bool, columns: Int
  ) {
    let cancel = StyledLine("[ Cancel ]", isCancel ? .selection : .normal, bold: isCancel)
    let role: Role = !isEnabled ? .disabled : isFocused ? .danger : .normal
    let words =
      !isEnabled ? "\(label) (disabled)" : isFocused ? "[ \(label): press y ]" : "[ \(label) ]"
    let button = StyledLine(words, role)
    if !isLow { add(StyledLine()) }
    add(cancel, isFocused: isCancel, column: 2)
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
