extension CellGrid {
  /// Draws a border with a title in the top edge and a footer in the bottom edge.
  ///
  /// - Parameters:
  ///   - rect: The outer edge; at least two columns and two rows.
  ///   - title: Drawn at the left of the top edge.
  ///   - footer: Drawn at the right of the bottom edge.
  ///   - focused: True if the pane has the focus, which also makes the title bold.
  public mutating func box(
    _ rect: Rect, title: SafeText? = nil, footer: SafeText? = nil, focused: Bool = false
  ) {
    guard rect.width >= 2, rect.height >= 2 else { return }
    let style = Style(focused ? .borderFocused : .border)
    let (left, right, top, bottom) = (rect.x, rect.right - 1, rect.y, rect.bottom - 1)
    for x in left + 1..<max(right, left + 1) {
      put(glyphs.horizontal, x: x, y: top, style: style)
      put(glyphs.horizontal, x: x, y: bottom, style: style)
    }
    for y in top + 1..<max(bottom, top + 1) {
      put(glyphs.vertical, x: left, y: y, style: style)
      put(glyphs.vertical, x: right, y: y, style: style)
    }
    put(glyphs.topLeft, x: left, y: top, style: style)
    put(glyphs.topRight, x: right, y: top, style: style)
    put(glyphs.bottomLeft, x: left, y: bottom, style: style)
    put(glyphs.bottomRight, x: right, y: bottom, style: style)
    let room = rect.width - 4
    if let title, !title.isEmpty, room > 0 {
      put(label(title, room), x: left + 1, y: top, style: Style(.title, bold: focused))
    }
    if let footer, !footer.isEmpty, room > 0 {
      let text = label(footer, room)
      put(text, x: right - text.width, y: bottom, style: Style(.dim))
    }
  }

  private func label(_ text: SafeText, _ room: Int) -> SafeText {
    let shown = glyphs.isASCII ? text.ascii : text
    return " " + shown.prefix(columns: room, ellipsis: glyphs.ellipsis) + " "
  }

  /// The grid as lines of text without trailing spaces.
  public var text: String {
    (0..<size.rows).map { row($0) }.joined(separator: "\n")
  }

  /// Returns a row as text without trailing spaces.
  ///
  /// - Parameter y: The row.
  /// - Returns: The text of the row; empty outside of the grid.
  public func row(_ y: Int) -> String {
    guard y >= 0, y < size.rows else { return "" }
    var text = ""
    for x in 0..<size.columns { text += self[x, y].cluster }
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  /// Returns the rows that differ from the previous grid.
  ///
  /// - Parameter previous: The previous grid; if it is nil or has another size, all rows differ.
  /// - Returns: The indices of the rows to draw, in order.
  /// - Complexity: O(cells).
  public func diff(from previous: CellGrid?) -> [Int] {
    guard let previous, previous.size == size else { return Array(0..<size.rows) }
    return (0..<size.rows).filter { y in
      let range = y * size.columns..<(y + 1) * size.columns
      return cells[range] != previous.cells[range]
    }
  }
}
