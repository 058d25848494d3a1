import TerminalUI

/// Where a dialog stands on a screen, and which of its lines are seen.
struct DialogLayout: Sendable {
  /// The words in the upper edge.
  let title: String
  /// All that scrolls.
  let lines: [StyledLine]
  /// What stands below and is always in sight.
  let choice: DialogChoice
  /// The columns for text.
  let columns: Int
  /// The outer edge.
  let box: Rect
  /// How many lines are scrolled away.
  let first: Int
  /// Whether something is chosen among the lines: then the keys that scroll go from one to the other.
  let hasChoiceAmongLines: Bool
  /// What each line belongs to that can be chosen.
  let places: [Int: Int]
  /// How many of the lines are seen at once.
  let room: Int
  /// The smallest screen on which the dialog can be drawn.
  let needed: Size
  /// Whether the dialog can be drawn: the choice whole, and at least a line of the text above it.
  let isWhole: Bool

  /// Lays out a dialog.
  init(of dialog: OpenDialog, in scene: Scene) {
    let size = scene.size
    let smallest = Scene.smallest
    // On a screen that is too narrow nothing is drawn, but how many rows are needed is told.
    let columns = min(dialog.content.widest, max(smallest.columns, size.columns) - 4)
    let text = dialog.content.text(in: scene, columns: columns)
    title = text.title
    self.columns = columns
    choice = text.choice
    // A heading that the edge would cut is read below it.
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
      // What stands above the first thing to choose is seen with it.
      if chosen.lowerBound <= 2, chosen.upperBound + shift <= room { first = 0 }
    }
    self.first = max(0, first)
    let height = min(room + choice.lines.count + 2, max(0, size.rows - 1))
    let width = min(columns + 4, size.columns)
    box = Rect(
      x: (size.columns - width) / 2, y: max(0, (size.rows - 1 - height) / 2), width: width,
      height: height)
    // The rows are those of lines that are as wide as they are here: narrower ones are more.
    needed = Size(
      columns: max(smallest.columns, choice.width + 4, width),
      rows: max(smallest.rows, choice.lines.count + min(1, lines.count) + 3))
    isWhole = size.columns >= needed.columns && size.rows >= needed.rows
  }

  /// The lines that are seen.
  var visible: ArraySlice<StyledLine> { lines[first..<first + room] }

  /// Whether some lines are out of sight.
  var isCut: Bool { room < lines.count }

  /// Whether the last line is seen, and there are others above.
  var isAtEnd: Bool { isCut && first + room == lines.count }

  /// The part inside the box.
  var inner: Rect {
    Rect(
      x: box.x + 2, y: box.y + 1, width: max(0, box.width - 4), height: max(0, box.height - 2))
  }

  /// How many lines are scrolled away after a key, or `nil` when it does not scroll.
  func scroll(after command: Command) -> Int? {
    guard !hasChoiceAmongLines else { return nil }
    // A line of the page before stays in sight, where there are enough of them.
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

/// The lower part of a dialog that asks: fields, then Cancel and what is asked for.
struct DialogChoice: Sendable {
  /// The lines.
  private(set) var lines: [StyledLine] = []
  /// Where the cursor stands in them: on what has the focus.
  private(set) var cursor: Point?

  /// The columns of the widest line.
  var width: Int { lines.map(\.width).max() ?? 0 }

  /// Adds a line without focus.
  mutating func add(_ line: StyledLine) { lines.append(line) }

  /// Adds a line that can have the focus, and then the cursor in a column behind the pointer.
  mutating func add(_ line: StyledLine, isFocused: Bool, column: Int = 0) {
    if isFocused { cursor = Point(x: 2 + column, y: lines.count) }
    var pointed = StyledLine(isFocused ? "> " : "  ", .accent, bold: true)
    pointed.spans += line.spans
    lines.append(pointed)
  }

  /// Adds a line that is always typed into, with the cursor in a column.
  mutating func addField(_ line: StyledLine, column: Int) {
    cursor = Point(x: column, y: lines.count)
    lines.append(line)
  }

  /// Adds the box of a backup, its name broken where it is long, and a remark where there is room.
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

  /// Adds Cancel and the button of what is asked for, below one another where they do not fit;
  /// where the screen is low no line is left blank.
  mutating func addButtons(
    _ label: String, isCancel: Bool, isFocused: Bool, isEnabled: Bool = true,
    isLow: Bool, columns: Int
  ) {
    let cancel = StyledLine("[ Cancel ]", isCancel ? .selection : .normal, bold: isCancel)
    let role: Role = !isEnabled ? .disabled : isFocused ? .danger : .normal
    let words =
      !isEnabled ? "\(label) (not armed)" : isFocused ? "[ \(label): press y ]" : "[ \(label) ]"
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
