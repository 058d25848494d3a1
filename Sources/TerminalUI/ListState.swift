/// The selection and scroll position of a list; the list itself stays outside.
public struct ListState: Sendable, Hashable {
  /// The index of the selected row; 0 in an empty list.
  public private(set) var selection: Int

  /// The index of the first visible row.
  public private(set) var offset: Int

  /// Creates a state.
  ///
  /// - Parameters:
  ///   - selection: The selected row.
  ///   - offset: The first visible row.
  public init(selection: Int = 0, offset: Int = 0) {
    self.selection = max(0, selection)
    self.offset = max(0, offset)
  }

  /// Brings selection and offset into range, and the selection into view.
  ///
  /// Call it before drawing, with what the list and the pane are now.
  ///
  /// - Parameters:
  ///   - count: The number of rows in the list.
  ///   - rows: The rows that are visible.
  public mutating func clamp(count: Int, rows: Int) {
    selection = min(max(0, selection), max(0, count - 1))
    let rows = max(1, rows)
    if selection < offset { offset = selection }
    if selection >= offset + rows { offset = selection - rows + 1 }
    offset = min(max(0, offset), max(0, count - rows))
  }

  /// Selects a row and brings it into view.
  ///
  /// - Parameters:
  ///   - index: The row.
  ///   - count: The number of rows in the list.
  ///   - rows: The rows that are visible.
  public mutating func select(_ index: Int, count: Int, rows: Int) {
    selection = index
    clamp(count: count, rows: rows)
  }

  /// Moves the selection; it stops at both ends.
  ///
  /// - Parameters:
  ///   - distance: The rows to move, downwards if positive.
  ///   - count: The number of rows in the list.
  ///   - rows: The rows that are visible.
  public mutating func move(by distance: Int, count: Int, rows: Int) {
    select(selection + distance, count: count, rows: rows)
  }

  /// Moves the selection by whole pages, one row less than what is visible each.
  ///
  /// - Parameters:
  ///   - pages: The pages to move, downwards if positive.
  ///   - count: The number of rows in the list.
  ///   - rows: The rows that are visible.
  public mutating func page(by pages: Int, count: Int, rows: Int) {
    move(by: pages * max(1, rows - 1), count: count, rows: rows)
  }

  /// Returns the indices that are visible.
  ///
  /// - Parameters:
  ///   - count: The number of rows in the list.
  ///   - rows: The rows that are visible.
  /// - Returns: The indices from the offset on.
  public func visible(count: Int, rows: Int) -> Range<Int> {
    let start = min(offset, max(0, count))
    return start..<min(max(0, count), start + max(0, rows))
  }
}

/// The scroll position of a text that has no selection.
public struct ScrollState: Sendable, Hashable {
  /// The first visible row.
  public private(set) var offset: Int

  /// The first visible column.
  public private(set) var column: Int

  /// Creates a state.
  ///
  /// - Parameters:
  ///   - offset: The first visible row.
  ///   - column: The first visible column.
  public init(offset: Int = 0, column: Int = 0) {
    self.offset = max(0, offset)
    self.column = max(0, column)
  }

  /// Brings the position into range.
  ///
  /// - Parameters:
  ///   - count: The number of rows of the text.
  ///   - rows: The rows that are visible.
  public mutating func clamp(count: Int, rows: Int) {
    offset = min(max(0, offset), max(0, count - max(1, rows)))
  }

  /// Scrolls by rows; stops at both ends.
  ///
  /// - Parameters:
  ///   - distance: The rows to scroll, downwards if positive.
  ///   - count: The number of rows of the text.
  ///   - rows: The rows that are visible.
  public mutating func scroll(by distance: Int, count: Int, rows: Int) {
    offset += distance
    clamp(count: count, rows: rows)
  }

  /// Scrolls so that a row becomes visible.
  ///
  /// - Parameters:
  ///   - row: The row to show.
  ///   - count: The number of rows of the text.
  ///   - rows: The rows that are visible.
  public mutating func reveal(_ row: Int, count: Int, rows: Int) {
    if row < offset { offset = row }
    if row >= offset + max(1, rows) { offset = row - max(1, rows) + 1 }
    clamp(count: count, rows: rows)
  }

  /// Scrolls sideways.
  ///
  /// - Parameters:
  ///   - distance: The columns to scroll, to the right if positive.
  ///   - width: The width of the widest row.
  ///   - columns: The columns that are visible.
  public mutating func scrollSideways(by distance: Int, width: Int, columns: Int) {
    column = min(max(0, column + distance), max(0, width - columns))
  }

  /// Returns the rows that are visible.
  ///
  /// - Parameters:
  ///   - count: The number of rows of the text.
  ///   - rows: The rows that fit.
  /// - Returns: The indices from the offset on.
  public func visible(count: Int, rows: Int) -> Range<Int> {
    let start = min(offset, max(0, count))
    return start..<min(max(0, count), start + max(0, rows))
  }
}
