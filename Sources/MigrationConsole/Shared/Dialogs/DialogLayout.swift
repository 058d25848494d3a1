import TerminalUI

struct DialogLayout: Sendable {
  let title: String
  let lines: [StyledLine]
  let choice: DialogChoice
  let columns: Int
  let box: Rect
  /// The number of lines scrolled off the top.
  let first: Int
  /// True if the lines have choices; the scroll keys then move between them.
  let hasChoiceAmongLines: Bool
  /// The index of the choice that each line belongs to.
  let places: [Int: Int]
  /// The number of visible lines.
  let room: Int
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

  var visible: ArraySlice<StyledLine> { lines[first..<first + room] }

  var isTruncated: Bool { room < lines.count }

  /// True if the last line is visible and others above are hidden.
  var isAtEnd: Bool { isTruncated && first + room == lines.count }

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
