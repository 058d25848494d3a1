/// Something that can stand in an SQL expression: a value, a column, an expression.
///
/// Whatever is ``DatabaseValueConvertible`` is one.
public protocol SQLExpressible {
  /// The expression.
  var sqlExpression: SQLExpression { get }
}

/// Something that can only be meant as SQL, unlike a number or a text.
///
/// Operators need one of these on at least one side, so that `1 < 2` stays Swift.
public protocol SQLSpecificExpressible: SQLExpressible {}

extension DatabaseValueConvertible {
  /// The value as a literal.
  public var sqlExpression: SQLExpression { SQLExpression(.value(databaseValue)) }
}

extension Optional: SQLExpressible where Wrapped: SQLExpressible {
  /// The wrapped expression, or NULL.
  public var sqlExpression: SQLExpression { self?.sqlExpression ?? .null }
}
