extension Row: RandomAccessCollection {
  /// The position of a column.
  ///
  /// It is not an integer, so that `row[0]` is the value of a column and not an element.
  public struct Index: Sendable, Hashable, Comparable, Strideable {
    let offset: Int

    /// Returns true if a position is before another one.
    public static func < (lhs: Index, rhs: Index) -> Bool { lhs.offset < rhs.offset }

    /// Returns the number of columns to another position.
    public func distance(to other: Index) -> Int { other.offset - offset }

    /// Returns the position that is the given number of columns further on.
    public func advanced(by n: Int) -> Index { Index(offset: offset + n) }
  }

  /// The position of the first column.
  public var startIndex: Index { Index(offset: 0) }

  /// The position after the last column.
  public var endIndex: Index { Index(offset: databaseValues.count) }

  /// The name and the value of a column.
  public subscript(position: Index) -> (String, DatabaseValue) {
    (columnNames[position.offset], databaseValues[position.offset])
  }
}
