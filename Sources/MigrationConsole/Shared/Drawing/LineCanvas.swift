import TerminalUI

/// A drawing of text and lines for a detail.
///
/// Lines that meet are joined; lines that pass each other cross.
struct LineCanvas {
  /// The sides of a cell that a line reaches.
  private struct Arms: OptionSet {
    let rawValue: UInt8
    static let left = Arms(rawValue: 1)
    static let right = Arms(rawValue: 2)
    static let up = Arms(rawValue: 4)
    static let down = Arms(rawValue: 8)
  }

  private struct Cell {
    var arms: Arms = []
    var role = Role.border
  }

  let glyphs: GlyphSet
  private var cells: [Point: Cell] = [:]
  private var texts: [Int: [(x: Int, text: SafeText, style: Style)]] = [:]
  private var height = 0

  init(_ glyphs: GlyphSet) {
    self.glyphs = glyphs
  }

  /// Draws a horizontal line from the middle of a cell to that of another.
  mutating func horizontal(_ y: Int, from start: Int, to end: Int, _ role: Role) {
    for x in min(start, end)...max(start, end) {
      var arms: Arms = []
      if x > min(start, end) { arms.insert(.left) }
      if x < max(start, end) { arms.insert(.right) }
      add(arms, at: Point(x: x, y: y), role)
    }
  }

  /// Draws a vertical line from the middle of a cell to that of another.
  mutating func vertical(_ x: Int, from start: Int, to end: Int, _ role: Role) {
    for y in min(start, end)...max(start, end) {
      var arms: Arms = []
      if y > min(start, end) { arms.insert(.up) }
      if y < max(start, end) { arms.insert(.down) }
      add(arms, at: Point(x: x, y: y), role)
    }
  }

  mutating func box(_ rect: Rect, _ role: Role) {
    horizontal(rect.y, from: rect.x, to: rect.right - 1, role)
    horizontal(rect.bottom - 1, from: rect.x, to: rect.right - 1, role)
    vertical(rect.x, from: rect.y, to: rect.bottom - 1, role)
    vertical(rect.right - 1, from: rect.y, to: rect.bottom - 1, role)
  }

  /// Writes text over the lines; it must not overlap other text.
  mutating func write(_ text: SafeText, _ x: Int, _ y: Int, _ style: Style) {
    guard !text.isEmpty else { return }
    texts[y, default: []].append((x, glyphs.isASCII ? text.ascii : text, style))
    height = max(height, y + 1)
  }

  /// Replaces a line, or an earlier sign, with a sign of one column.
  mutating func replace(_ text: SafeText, _ x: Int, _ y: Int, _ style: Style) {
    texts[y]?.removeAll { $0.x == x && $0.text.width == 1 }
    write(text, x, y, style)
  }

  private mutating func add(_ arms: Arms, at point: Point, _ role: Role) {
    var cell = cells[point] ?? Cell()
    // A highlighted line keeps its color where it meets others.
    if cell.arms.isEmpty || role != .border { cell.role = role }
    cell.arms.formUnion(arms)
    cells[point] = cell
    height = max(height, point.y + 1)
  }

  var lines: [StyledLine] {
    var rows: [[(x: Int, text: SafeText, style: Style)]] = Array(repeating: [], count: height)
    for (y, row) in texts { rows[y] = row.sorted { $0.x < $1.x } }
    var signs: [[(x: Int, cell: Cell)]] = Array(repeating: [], count: height)
    for (point, cell) in cells { signs[point.y].append((point.x, cell)) }
    return rows.indices.map { y in
      var row = rows[y]
      for (x, cell) in signs[y] {
        let isBelow = rows[y].contains { $0.x <= x && x < $0.x + $0.text.width }
        if !isBelow { row.append((x, sign(cell.arms), Style(cell.role))) }
      }
      return Self.line(row.sorted { $0.x < $1.x })
    }
  }

  private static func line(_ row: [(x: Int, text: SafeText, style: Style)]) -> StyledLine {
    var line = StyledLine()
    var end = 0
    for (x, text, style) in row {
      if x > end { line.add(SafeText(String(repeating: " ", count: x - end))) }
      if let last = line.spans.last, last.style == style, x == end {
        line.spans[line.spans.count - 1].text += text
      } else {
        line.spans.append(StyledLine.Span(text: text, style: style))
      }
      end = x + text.width
    }
    return line
  }

  private func sign(_ arms: Arms) -> SafeText {
    let isFlat = arms.isSubset(of: [.left, .right])
    let isUpright = arms.isSubset(of: [.up, .down])
    if glyphs.isASCII { return isFlat ? "-" : isUpright ? "|" : "+" }
    if isFlat { return glyphs.horizontal }
    if isUpright { return glyphs.vertical }
    switch arms {
    case [.right, .down]: return glyphs.topLeft
    case [.left, .down]: return glyphs.topRight
    case [.right, .up]: return glyphs.bottomLeft
    case [.left, .up]: return glyphs.bottomRight
    case [.right, .up, .down]: return "├"
    case [.left, .up, .down]: return "┤"
    case [.left, .right, .down]: return "┬"
    case [.left, .right, .up]: return "┴"
    default: return "┼"
    }
  }
}
