extension Row: RandomAccessCollection {
  /// The place of a column.
  ///
  /// A type of its own, so that `row[0]` is the value of a column and not an element.
  public struct Index: Sendable, Hashable, Comparable, Strideable {
    let offset: Int

    /// Returns whether one place is left of another.
    public static func < (lhs: Index, rhs: Index) -> Bool { lhs.offset < rhs.offset }

    /// Returns how many columns it is to another place.
    public func distance(to other: Index) -> Int { other.offset - offset }

    /// Returns the place so many columns on.
    public func advanced(by n: Int) -> Index { Index(offset: offset + n) }
  }

  /// The first column.
  public var startIndex: Index { Index(offset: 0) }

  /// The place behind the last column.
  public var endIndex: Index { Index(offset: databaseValues.count) }

  /// The name and the value of a column.
  public subscript(position: Index) -> (String, DatabaseValue) {
    (columnNames[position.offset], databaseValues[position.offset])
  }
}
