/// The size of a screen or of a part of it, in character cells.
public struct Size: Sendable, Hashable {
  /// The number of columns.
  public var columns: Int

  /// The number of rows.
  public var rows: Int

  /// Creates a size; negative values become zero.
  ///
  /// - Parameters:
  ///   - columns: The number of columns.
  ///   - rows: The number of rows.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}

/// A position on the screen; the top left cell is (0, 0).
public struct Point: Sendable, Hashable {
  /// The column, from the left.
  public var x: Int

  /// The row, from the top.
  public var y: Int

  /// Creates a point with the given coordinates.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// A rectangle of cells.
public struct Rect: Sendable, Hashable {
  /// The leftmost column.
  public var x: Int

  /// The topmost row.
  public var y: Int

  /// The number of columns.
  public var width: Int

  /// The number of rows.
  public var height: Int

  /// Creates a rectangle; negative sizes become zero.
  ///
  /// - Parameters:
  ///   - x: The leftmost column.
  ///   - y: The topmost row.
  ///   - width: The number of columns.
  ///   - height: The number of rows.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// Creates the rectangle that covers a whole screen.
  ///
  /// - Parameter size: The size of the screen.
  public init(_ size: Size) {
    self.init(x: 0, y: 0, width: size.columns, height: size.rows)
  }

  /// The first column to the right of the rectangle.
  public var right: Int { x + width }

  /// The first row below the rectangle.
  public var bottom: Int { y + height }

  /// True if the rectangle contains no cell.
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// Returns the intersection of this rectangle and another.
  ///
  /// - Parameter other: The other rectangle.
  /// - Returns: The intersection, which may be empty.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left, y: top, width: min(right, other.right) - left,
      height: min(bottom, other.bottom) - top)
  }
}
