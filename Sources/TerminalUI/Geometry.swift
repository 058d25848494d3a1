/// The extent of a screen or of a part of it, in character cells.
public struct Size: Sendable, Hashable {
  /// The number of columns.
  public var columns: Int

  /// The number of rows.
  public var rows: Int

  /// Creates a size; negative extents become zero.
  ///
  /// - Parameters:
  ///   - columns: The number of columns.
  ///   - rows: The number of rows.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}

/// A place on the screen; the top left cell is (0, 0).
public struct Point: Sendable, Hashable {
  /// The column, from the left.
  public var x: Int

  /// The row, from the top.
  public var y: Int

  /// Creates a point.
  ///
  /// - Parameters:
  ///   - x: The column.
  ///   - y: The row.
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

  /// Creates a rectangle; negative extents become zero.
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
  /// - Parameter size: The extent of the screen.
  public init(_ size: Size) {
    self.init(x: 0, y: 0, width: size.columns, height: size.rows)
  }

  /// The first column right of the rectangle.
  public var right: Int { x + width }

  /// The first row below the rectangle.
  public var bottom: Int { y + height }

  /// The extent of the rectangle.
  public var size: Size { Size(columns: width, rows: height) }

  /// Whether the rectangle has no cell.
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// Tells whether a point lies in the rectangle.
  ///
  /// - Parameter point: The point.
  /// - Returns: Whether it lies inside.
  public func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < right && point.y >= y && point.y < bottom
  }

  /// Returns the rectangle without its margin, such as the inside of a box for the default of one.
  ///
  /// - Parameters:
  ///   - horizontal: The columns to leave out on each side.
  ///   - vertical: The rows to leave out above and below.
  /// - Returns: The inner rectangle, empty when nothing is left.
  public func inset(_ horizontal: Int = 1, _ vertical: Int = 1) -> Rect {
    Rect(
      x: x + min(horizontal, width), y: y + min(vertical, height),
      width: width - 2 * horizontal, height: height - 2 * vertical)
  }

  /// Cuts the rectangle into an upper and a lower part.
  ///
  /// - Parameter top: The height of the upper part; a negative number is the height of the lower one.
  /// - Returns: The two parts; together they are the rectangle.
  public func split(top: Int) -> (top: Rect, bottom: Rect) {
    let cut = min(max(0, top < 0 ? height + top : top), height)
    return (
      Rect(x: x, y: y, width: width, height: cut),
      Rect(x: x, y: y + cut, width: width, height: height - cut)
    )
  }

  /// Cuts the rectangle into a left and a right part.
  ///
  /// - Parameter left: The width of the left part; a negative number is the width of the right one.
  /// - Returns: The two parts; together they are the rectangle.
  public func split(left: Int) -> (left: Rect, right: Rect) {
    let cut = min(max(0, left < 0 ? width + left : left), width)
    return (
      Rect(x: x, y: y, width: cut, height: height),
      Rect(x: x + cut, y: y, width: width - cut, height: height)
    )
  }

  /// Returns a rectangle of a size in the middle of this one, cut to fit.
  ///
  /// - Parameter size: The extent wanted.
  /// - Returns: The rectangle in the middle.
  public func centered(_ size: Size) -> Rect {
    let columns = min(size.columns, width)
    let rows = min(size.rows, height)
    return Rect(
      x: x + (width - columns) / 2, y: y + (height - rows) / 2, width: columns, height: rows)
  }

  /// Returns the part that this rectangle and another have in common.
  ///
  /// - Parameter other: The other rectangle.
  /// - Returns: The common part, empty when there is none.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left, y: top, width: min(right, other.right) - left,
      height: min(bottom, other.bottom) - top)
  }
}
