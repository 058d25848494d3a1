import CSQLite3
import MigratorPlatform

/// The current row of a statement, read in place: nothing is copied that is not asked for.
///
/// For reading thousands of rows of which nearly all are known already; it is only good until the
/// statement goes on.
package struct RowView {
  fileprivate let statement: Statement

  /// The names of the columns.
  package var columnNames: [String] { statement.columnNames }

  /// The values of all columns.
  package var values: [DatabaseValue] {
    (0..<statement.columnCount).map { statement.value(at: $0) }
  }

  /// Returns an integer.
  ///
  /// - Parameter index: The index of the column.
  /// - Returns: The integer; 0 for what is none.
  package func integer(at index: Int) -> Int64 {
    sqlite3_column_int64(statement.pointer, Int32(index))
  }

  /// Returns a text, or `nil` for NULL.
  ///
  /// - Parameter index: The index of the column.
  /// - Returns: The text.
  /// - Throws: ``DatabaseError`` SQLITE_MISMATCH for what is neither.
  package func text(at index: Int) throws -> String? {
    switch statement.value(at: index).storage {
    case .null: return nil
    case .string(let text): return text
    default:
      throw DatabaseError(
        resultCode: .SQLITE_MISMATCH, message: "column \(index) is no text", sql: statement.sql)
    }
  }

  /// Returns whether a column has just these bytes.
  ///
  /// - Parameters:
  ///   - text: A text, or `nil` for NULL.
  ///   - index: The index of the column.
  /// - Returns: Whether it has.
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
  ///   - sql: The query: one statement without parameters.
  ///   - body: The closure.
  /// - Throws: ``DatabaseError``, or the error of the closure.
  package func forEachRow(of sql: String, _ body: (RowView) throws -> Void) throws {
    let statement = try makeStatement(sql: sql)
    let view = RowView(statement: statement)
    try statement.begin(arguments: nil)
    while try statement.step() { try body(view) }
  }
}
