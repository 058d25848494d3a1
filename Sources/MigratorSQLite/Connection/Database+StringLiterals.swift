internal import CSQLite3

extension Database {
  /// True if SQLite treats double-quoted text as a string when no column has that name.
  ///
  /// Source: <https://www.sqlite.org/quirks.html#dblquote>.
  package var acceptsDoubleQuotedStringLiterals: Bool {
    migtui_db_config_value(connection, SQLITE_DBCONFIG_DQS_DML) == 1
  }

  /// Runs a closure whose statements accept double-quoted strings, or refuse them.
  ///
  /// - Parameters:
  ///   - isAccepted: True to accept them.
  ///   - body: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure; ``DatabaseError``.
  package func withDoubleQuotedStringLiterals<T>(
    accepted isAccepted: Bool, _ body: () throws -> T
  ) throws -> T {
    let wasAccepted = acceptsDoubleQuotedStringLiterals
    if wasAccepted == isAccepted { return try body() }
    try setDoubleQuotedStringLiterals(accepted: isAccepted)
    let result = Result { try body() }
    try setDoubleQuotedStringLiterals(accepted: wasAccepted)
    return try result.get()
  }

  /// Accepts or refuses double-quoted strings in later statements.
  ///
  /// Strings in the tables and indexes of the schema are always accepted.
  func setDoubleQuotedStringLiterals(accepted isAccepted: Bool) throws {
    for option in [SQLITE_DBCONFIG_DQS_DML, SQLITE_DBCONFIG_DQS_DDL] {
      try check(migtui_db_config_flag(connection, option, isAccepted ? 1 : 0))
    }
  }
}
