import CNCursesShim
public import TerminalUI

extension CursesTerminal {
  /// Shows a screen; the changed rows are sent in one write.
  ///
  /// - Parameters:
  ///   - grid: The screen.
  ///   - cursor: The position of the terminal's cursor; nil hides it.
  public func present(_ grid: CellGrid, cursor: Point?) {
    last = (grid, cursor)
    for y in grid.diff(from: shown) where y < size.rows {
      painter.cells.removeAll(keepingCapacity: true)
      for x in 0..<min(grid.size.columns, size.columns) {
        let cell = grid[x, y]
        // A wide character that the edge of the screen would cut in half.
        let isTruncated = cell.width == 2 && x + 1 >= size.columns
        painter.append(cell, isTruncated: isTruncated)
      }
      ncshim_put_row(Int32(y), painter.cells, Int32(painter.cells.count))
    }
    // Clear the rows below a grid that is smaller than the screen.
    if shown?.size != grid.size {
      for y in min(grid.size.rows, size.rows)..<size.rows { ncshim_put_row(Int32(y), nil, 0) }
    }
    shown = grid
    ncshim_flush(Int32(clamping: cursor?.x ?? -1), Int32(clamping: cursor?.y ?? -1))
  }

  /// Redraws the whole screen with the next frame, regardless of what the terminal shows.
  public func redraw() {
    shown = nil
    ncshim_redraw()
  }

  // Redraws everything at the current size of the terminal.
  func repaint() {
    let before = size
    updateSize()
    shown = nil
    ncshim_redraw()
    if size != before { pending.append(.resize(size)) }
    if let last { present(last.grid, cursor: last.cursor) }
  }
}

struct CellPainter {
  var cells: [ncshim_cell] = []

  private let theme: Theme
  private var paints: [Style: ncshim_cell] = [:]
  private var agreements: [String: Bool] = [:]

  init(theme: Theme) {
    self.theme = theme
  }

  mutating func append(_ cell: Cell, isTruncated: Bool) {
    guard cell.width > 0 else { return }
    var target = paint(cell.style)
    if isTruncated {
      target.code_points.0 = 0x20
    } else if agrees(cell) {
      var scalars = cell.cluster.unicodeScalars.makeIterator()
      target.code_points.0 = scalars.next()?.value ?? 0x20
      target.code_points.1 = scalars.next()?.value ?? 0
      target.code_points.2 = scalars.next()?.value ?? 0
      target.code_points.3 = scalars.next()?.value ?? 0
    } else {
      // In this locale or C library, the character has another width; keep the layout.
      target.code_points.0 = 0x3F
      for _ in 1..<cell.width { cells.append(target) }
    }
    cells.append(target)
  }

  // True if ncurses advances by the number of columns that the layout assumes.
  private mutating func agrees(_ cell: Cell) -> Bool {
    if cell.cluster.utf8.count == 1 { return true }
    if let known = agreements[cell.cluster] { return known }
    var widths = cell.cluster.unicodeScalars.map { SystemWidth.columns(of: $0) }[...]
    let answer = widths.popFirst() == cell.width && widths.allSatisfy { $0 == 0 }
    agreements[cell.cluster] = answer
    return answer
  }

  private mutating func paint(_ style: Style) -> ncshim_cell {
    if let known = paints[style] { return known }
    let paint = theme.paint(for: style)
    var cell = ncshim_cell()
    cell.foreground =
      switch paint.foreground {
      case .index(let index)?: Int32(index)
      case .rgb(let color)?: Int32(color.value)
      case nil: -1
      }
    var attributes = 0
    if paint.bold { attributes |= NCSHIM_BOLD }
    if paint.underline { attributes |= NCSHIM_UNDERLINE }
    if paint.reverse { attributes |= NCSHIM_REVERSE }
    cell.attributes = UInt8(attributes)
    paints[style] = cell
    return cell
  }
}

/// The width of a code point in the C library, and therefore in ncurses.
enum SystemWidth {
  static func columns(of scalar: Unicode.Scalar) -> Int? {
    let width = Int(ncshim_wcwidth(scalar.value))
    return width < 0 ? nil : width
  }
}
