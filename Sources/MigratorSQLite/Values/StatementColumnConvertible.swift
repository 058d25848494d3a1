/// A type that is converted from a column by SQLite's rules, from any storage class.
///
/// For example, `'12'` converts to the integer 12, and 1.5 to 1. As in GRDB, fetched single values
/// and rows of a cursor use this conversion. Copies of rows and function arguments use
/// ``DatabaseValueConvertible``, which does not convert text to numbers.
/// - Source: <https://www.sqlite.org/c3ref/column_blob.html>
public protocol StatementColumnConvertible {
  /// Creates a value, or `nil` if the column does not convert.
  ///
  /// - Parameter column: The column; never NULL.
  init?(column: StatementColumn)
}

extension DatabaseValueConvertible where Self: StatementColumnConvertible {
  /// Returns the value converted by SQLite's rules, or `nil` for NULL or a failed conversion.
  public static func fromColumn(_ column: StatementColumn) -> Self? {
    column.isNull ? nil : Self(column: column)
  }
}

extension StatementColumnConvertible
where Self: RawRepresentable, RawValue: StatementColumnConvertible {
  /// Creates the value for a raw value, if there is one.
  public init?(column: StatementColumn) {
    guard let rawValue = RawValue(column: column) else { return nil }
    self.init(rawValue: rawValue)
  }
}
