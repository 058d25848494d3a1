/// A type that is made of a column as SQLite itself converts columns: of any storage class.
///
/// `'12'` is the integer 12 so, and 1.5 is 1. Single values that are fetched and rows of a cursor are converted
/// by this, as in GRDB; copies of rows and the arguments of functions only by ``DatabaseValueConvertible``, which
/// takes no text for a number.
/// - Source: <https://www.sqlite.org/c3ref/column_blob.html>
public protocol StatementColumnConvertible {
  /// Creates a value, or `nil` when that is impossible.
  ///
  /// - Parameter column: The column; never NULL.
  init?(column: StatementColumn)
}

extension DatabaseValueConvertible where Self: StatementColumnConvertible {
  /// Returns the value made of a column as SQLite converts it, or `nil` for NULL and when that is impossible.
  public static func fromColumn(_ column: StatementColumn) -> Self? {
    column.isNull ? nil : Self(column: column)
  }
}

extension StatementColumnConvertible
where Self: RawRepresentable, RawValue: StatementColumnConvertible {
  /// Creates the value of a raw value, if there is one.
  public init?(column: StatementColumn) {
    guard let rawValue = RawValue(column: column) else { return nil }
    self.init(rawValue: rawValue)
  }
}
