/// An error for a value that does not convert, or a column that does not exist.
///
/// It is not a ``DatabaseError``, so code that catches errors of SQLite does not catch it. The
/// wording is that of GRDB:
///
/// ```
/// could not decode Int from database value "text" - column: "age", column index: 0, row: [age:"text"]
/// ```
public struct RowDecodingError: Error, Sendable, CustomStringConvertible {
  /// What could not be decoded, the column, the row, and the query if it is known.
  public let description: String

  /// Creates the error of a value that does not convert.
  init(_ value: DatabaseValue, to type: Any.Type, atIndex index: Int, of row: Row) {
    self.init("could not decode \(type) from database value \(value)", at: index, of: row)
  }

  /// Creates the error of a column that does not exist.
  init(missing columnName: String, in row: Row) {
    self.init("column not found: \(String(reflecting: columnName))", of: row)
  }

  /// Creates the error of an index without a column.
  init(missing index: Int, in row: Row) {
    self.init("column index not found: \(index)", of: row)
  }

  /// Creates the error of the first column of a statement's current row.
  init(_ value: DatabaseValue, to type: Any.Type, of statement: Statement) {
    let error = Self(value, to: type, atIndex: 0, of: Row(currentOf: statement, nil))
    description =
      "\(error.description), sql: `\(statement.sql.trimmedStatement)`, arguments: "
      + statement.arguments.description
  }

  private init(_ problem: String, at index: Int? = nil, of row: Row) {
    let place = index.map {
      "column: \(String(reflecting: row.columnNames[$0])), column index: \($0), "
    }
    description = "\(problem) - \(place ?? "")row: \(row)"
  }
}

extension RowDecodingError: ExplainedError {
  /// The description, and the next step.
  public var explanation: Explanation {
    Explanation(
      .internalError, "\(description).",
      "Examine the database with the sqlite3 shell: \(shell: "sqlite3", "-readonly", "DB").")
  }
}

extension Error {
  /// True if a database could not be read: an error of SQLite, or of decoding.
  ///
  /// An interruption does not count, because it must end the work.
  package var isReadFailure: Bool {
    (self as? DatabaseError).map { !$0.isInterruption } ?? (self is RowDecodingError)
  }

  /// True if a statement was interrupted, in a script or elsewhere.
  package var isInterruption: Bool {
    ((self as? ScriptError)?.underlying ?? self as? DatabaseError)?.isInterruption == true
  }
}
