import CSQLite3
import MigratorPlatform

/// The current row of a statement, read in place without copying unused columns.
///
/// Use it to read thousands of rows of which most are already known. It is valid only until the
/// next step of the statement.
package struct RowView {
  fileprivate let statement: Statement

  package var columnNames: [String] { statement.columnNames }

  package var values: [DatabaseValue] {
    (0..<statement.columnCount).map { statement.value(at: $0) }
  }

  /// Returns an integer.
  ///
  /// - Parameter index: The index of the column.
  /// - Returns: The integer; 0 if the value does not convert.
  package func integer(at index: Int) -> Int64 {
    sqlite3_column_int64(statement.pointer, Int32(index))
  }

  /// Returns a string, or `nil` for NULL.
  ///
  /// - Parameter index: The index of the column.
  /// - Returns: The string.
  /// - Throws: ``DatabaseError`` SQLITE_MISMATCH for any other type.
  package func text(at index: Int) throws -> String? {
    switch statement.value(at: index).storage {
    case .null: return nil
    case .string(let text): return text
    default:
      throw DatabaseError(
        resultCode: .SQLITE_MISMATCH, message: "column \(index) is not text", sql: statement.sql)
    }
  }

  /// Returns true if a column has exactly these bytes.
  ///
  /// - Parameters:
  ///   - text: The string, or `nil` for NULL.
  ///   - index: The index of the column.
  /// - Returns: `true` if the column is NULL or text with these bytes, respectively.
  package func has(_ text: String?, at index: Int) -> Bool {
    let (pointer, column) = (statement.pointer, Int32(index))
    guard var text else { return sqlite3_column_type(pointer, column) == SQLITE_NULL }
    guard sqlite3_column_type(pointer, column) == SQLITE_TEXT,
      let stored = sqlite3_column_text(pointer, column)
    else { return false }
    let count = Int(sqlite3_column_bytes(pointer, column))
    return text.withUTF8 { bytes in
      guard bytes.count == count, let start = bytes.baseAddress else { return count == bytes.count }
      return memcmp(start, stored, count) == 0
    }
  }
}

extension Database {
  /// Calls a closure for each row of a query.
  ///
  /// - Parameters:
  ///   - sql: The query: one statement.
  ///   - arguments: The values of its parameters.
  ///   - body: The closure.
  /// - Throws: ``DatabaseError``, or errors thrown by the closure.
  package func forEachRow(
    of sql: String, arguments: StatementArguments = StatementArguments(),
    _ body: (RowView) throws -> Void
  ) throws {
    try visitRows(of: sql, arguments: arguments) {
      try body($0)
      return true
    }
  }

  /// Calls a closure for each row of a query until it returns `false`.
  ///
  /// - Parameters:
  ///   - sql: The query: one statement.
  ///   - arguments: The values of its parameters.
  ///   - body: The closure.
  /// - Returns: `false` if the closure did, otherwise `true`.
  /// - Throws: ``DatabaseError``, or errors thrown by the closure.
  @discardableResult
  package func visitRows(
    of sql: String, arguments: StatementArguments = StatementArguments(),
    while body: (RowView) throws -> Bool
  ) throws -> Bool {
    let statement = try makeStatement(sql: sql)
    let view = RowView(statement: statement)
    try statement.begin(arguments: arguments)
    while try statement.step() {
      guard try body(view) else { return false }
    }
    return true
  }
}
