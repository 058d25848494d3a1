extension SQLSpecificExpressible {
  /// Returns the expression with a collation: `"name" COLLATE NOCASE`.
  ///
  /// - Parameter collation: The collation.
  /// - Returns: The expression.
  public func collating(_ collation: Database.CollationName) -> SQLExpression {
    SQLExpression(.collated(sqlExpression, collation.sql))
  }

  /// Returns the expression with a collation.
  ///
  /// - Parameter collation: The collation, which connections must provide.
  /// - Returns: The expression.
  public func collating(_ collation: DatabaseCollation) -> SQLExpression {
    collating(Database.CollationName(rawValue: collation.name))
  }
}
