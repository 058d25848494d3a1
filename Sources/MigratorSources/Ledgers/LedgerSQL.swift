import MigratorEngine

/// The text of statements that write ledgers, with literal values.
enum LedgerSQL {
  /// A table of the main database, quoted.
  static func table(_ name: String) -> String { "main.\(name.quotedDatabaseIdentifier)" }

  /// Returns `INSERT INTO main."table" (a, b) VALUES (1, 'x')`.
  ///
  /// - Parameters:
  ///   - table: The name of the table.
  ///   - values: The columns, as SQL names them, and their values.
  /// - Returns: The statement.
  static func insert(
    into table: String, _ values: KeyValuePairs<String, any DatabaseValueConvertible>
  ) -> String {
    let columns = values.map(\.key).joined(separator: ", ")
    let literals = values.map(\.value.databaseValue.sqlLiteral).joined(separator: ", ")
    return "INSERT INTO \(self.table(table)) (\(columns)) VALUES (\(literals))"
  }

  /// A value as a literal.
  static func literal(_ value: any DatabaseValueConvertible) -> String {
    value.databaseValue.sqlLiteral
  }

  /// The present moment in milliseconds since 1970, told by SQLite when the statement runs.
  static let presentMilliseconds = "CAST(strftime('%s', 'now') AS INTEGER) * 1000"
}
