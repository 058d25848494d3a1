/// An operand of an SQL expression: a value, a column or an expression.
///
/// Every ``DatabaseValueConvertible`` type conforms.
public protocol SQLExpressible {
  /// The expression.
  var sqlExpression: SQLExpression { get }
}

/// A type that is specific to SQL, unlike a number or a string.
///
/// Operators require such an operand on at least one side, so that `1 < 2` remains Swift.
public protocol SQLSpecificExpressible: SQLExpressible {}

extension DatabaseValueConvertible {
  /// The value as a literal.
  public var sqlExpression: SQLExpression { SQLExpression(.value(databaseValue)) }
}

extension Optional: SQLExpressible where Wrapped: SQLExpressible {
  /// The wrapped expression, or NULL.
  public var sqlExpression: SQLExpression { self?.sqlExpression ?? .null }
}
