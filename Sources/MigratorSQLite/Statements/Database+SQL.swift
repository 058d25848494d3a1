extension Database {
  /// Runs one or more statements with interpolated values.
  ///
  /// ```swift
  /// try db.execute(literal: "UPDATE player SET name = \(name) WHERE id = \(id)")
  /// ```
  ///
  /// - Parameter sqlLiteral: The statements.
  /// - Throws: `DatabaseError`; statements before the failing one are not undone.
  public func execute(literal sqlLiteral: SQL) throws {
    try execute(sql: sqlLiteral.parameterText, arguments: sqlLiteral.arguments)
  }
}
