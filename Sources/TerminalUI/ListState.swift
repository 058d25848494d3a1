/// The selection and scroll position of a list, without the list itself.
public struct ListState: Sendable, Hashable {
  /// The index of the selected row; 0 in an empty list.
  ///
  /// It may be out of range until ``clamp(count:rows:)`` is called.
  public var selection: Int

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

  /// Limits selection and offset to the list, and scrolls the selection into view.
  ///
  /// Call it before drawing, with the current sizes of the list and the pane.
  ///
  /// - Parameters:
  ///   - count: The number of rows in the list.
  ///   - rows: The number of visible rows.
  public mutating func clamp(count: Int, rows: Int) {
    selection = min(max(0, selection), max(0, count - 1))
    let rows = max(1, rows)
    if selection < offset { offset = selection }
    if selection >= offset + rows { offset = selection - rows + 1 }
    offset = min(max(0, offset), max(0, count - rows))
  }

  /// Selects a row and scrolls it into view.
  ///
  /// - Parameters:
  ///   - index: The row.
  ///   - count: The number of rows in the list.
  ///   - rows: The number of visible rows.
  public mutating func select(_ index: Int, count: Int, rows: Int) {
    selection = index
    clamp(count: count, rows: rows)
  }
}
