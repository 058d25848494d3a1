/// A screen as a value: rows of cells, each with a cluster and a style.
///
/// Views draw into a grid, drivers show it, and tests compare it. Drawing outside of the grid is
/// clipped. A wide character is not cut in half: if only one of its columns fits, a space replaces
/// it.
public struct CellGrid: Sendable, Equatable {
  /// The size of the grid.
  public let size: Size

  /// The glyphs for boxes and ellipses; in ASCII all text is converted as well.
  public let glyphs: GlyphSet

  /// The parts to read, in order, if the screen is text for a screen reader; all rows by default.
  public var readingParts: [ReadingPart]

  private(set) var cells: [Cell]

  /// Creates a grid of spaces.
  ///
  /// - Parameters:
  ///   - size: The size.
  ///   - glyphs: The glyphs to draw with.
  public init(size: Size, glyphs: GlyphSet = .unicode) {
    self.size = size
    self.glyphs = glyphs
    readingParts = [ReadingPart(name: "", rows: 0..<size.rows)]
    cells = Array(repeating: .blank(.normal), count: size.columns * size.rows)
  }

  /// The cell at a position; a space outside of the grid.
  ///
  /// - Parameters:
  ///   - x: The column.
  ///   - y: The row.
  public subscript(x: Int, y: Int) -> Cell {
    guard contains(x, y) else { return .blank(.normal) }
    return cells[y * size.columns + x]
  }

  /// Draws text on one row.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - x: The column of its first cell, or of the field when `width` is given.
  ///   - y: The row.
  ///   - style: The style; marks are drawn in `Role.mark`.
  ///   - width: The width of the field, in which longer text ends with an ellipsis. Without a
  ///     width, text is clipped at the edge of the grid.
  /// - Returns: The columns used.
  @discardableResult
  public mutating func put(
    _ text: SafeText, x: Int, y: Int, style: Style = .normal, width: Int? = nil
  ) -> Int {
    guard y >= 0, y < size.rows else { return 0 }
    var text = glyphs.isASCII ? text.ascii : text
    var column = x
    if let width {
      text = text.prefix(columns: max(0, width), ellipsis: glyphs.ellipsis)
    }
    let start = column
    switch text.storage {
    case .ascii(let string):
      for byte in string.utf8 {
        if column >= size.columns { break }
        put(Sanitizer.asciiCluster(byte), x: column, y: y, style: style)
        column += 1
      }
    case .clusters(let clusters):
      for cluster in clusters {
        if column >= size.columns { break }
        put(cluster, x: column, y: y, style: style)
        column += cluster.width
      }
    }
    return min(column, size.columns) - min(start, size.columns)
  }

  /// Fills a rectangle with spaces.
  ///
  /// - Parameters:
  ///   - rect: The cells to fill.
  ///   - style: The style of the spaces.
  public mutating func fill(_ rect: Rect, style: Style = .normal) {
    let part = rect.intersection(Rect(size))
    guard !part.isEmpty else { return }
    for y in part.y..<part.bottom {
      for x in part.x..<part.right { set(.blank(style), x: x, y: y) }
    }
  }

  /// Changes the style of cells that are already drawn, such as the selected row.
  ///
  /// Marks keep their role and are reversed under a selection, so that they remain visible.
  ///
  /// - Parameters:
  ///   - rect: The cells to restyle.
  ///   - style: The new style.
  public mutating func style(_ rect: Rect, _ style: Style) {
    let part = rect.intersection(Rect(size))
    guard !part.isEmpty else { return }
    for y in part.y..<part.bottom {
      for x in part.x..<part.right {
        let index = y * size.columns + x
        var new = style
        if cells[index].isMark {
          new.reverse = new.reverse || style.role == .selection
          new.role = .mark
        }
        cells[index].style = new
      }
    }
  }

  // MARK: Cells

  private func contains(_ x: Int, _ y: Int) -> Bool {
    x >= 0 && x < size.columns && y >= 0 && y < size.rows
  }

  private mutating func put(_ cluster: SafeText.Cluster, x: Int, y: Int, style: Style) {
    guard cluster.isMark else {
      if cluster.width == 2 {
        putWide(cluster.text, x: x, y: y, style: style)
      } else {
        set(Cell(cluster.text, width: 1, style: style), x: x, y: y)
      }
      return
    }
    var markStyle = style
    markStyle.role = .mark
    for (offset, character) in cluster.text.enumerated() {
      set(
        Cell(String(character), width: 1, isMark: true, style: markStyle), x: x + offset, y: y)
    }
  }

  private mutating func putWide(_ text: String, x: Int, y: Int, style: Style) {
    guard contains(x, y), contains(x + 1, y) else {
      set(.blank(style), x: x, y: y)
      set(.blank(style), x: x + 1, y: y)
      return
    }
    set(.blank(style), x: x, y: y)
    set(.blank(style), x: x + 1, y: y)
    cells[y * size.columns + x] = Cell(text, width: 2, style: style)
    cells[y * size.columns + x + 1] = Cell("", width: 0, style: style)
  }

  // If half of a wide character is overwritten, the other half becomes a space.
  private mutating func set(_ cell: Cell, x: Int, y: Int) {
    guard contains(x, y) else { return }
    let index = y * size.columns + x
    if cells[index].width == 0, x > 0 {
      cells[index - 1] = .blank(cells[index - 1].style)
    } else if cells[index].width == 2, x + 1 < size.columns {
      cells[index + 1] = .blank(cells[index + 1].style)
    }
    cells[index] = cell
  }
}
