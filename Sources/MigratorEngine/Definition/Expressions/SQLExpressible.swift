public import MigratorSQLite

/// Something that can stand in an SQL expression: a value, a column, an expression.
///
/// Types of your own that are `DatabaseValueConvertible` only have to declare the conformance.
public protocol SQLExpressible {
  /// The expression.
  var sqlExpression: SQLExpression { get }
}

/// Something that can only be meant as SQL, unlike a number or a text.
///
/// Operators need one of these on at least one side, so that `1 < 2` stays Swift.
public protocol SQLSpecificExpressible: SQLExpressible {}

extension SQLExpressible where Self: DatabaseValueConvertible {
  /// The value as a literal.
  public var sqlExpression: SQLExpression { SQLExpression(.value(databaseValue)) }
}

extension DatabaseValue: SQLExpressible {}
extension Int: SQLExpressible {}
extension Int32: SQLExpressible {}
extension Int64: SQLExpressible {}
extension Double: SQLExpressible {}
extension Bool: SQLExpressible {}
extension String: SQLExpressible {}
extension Array: SQLExpressible where Element == UInt8 {}

extension Optional: SQLExpressible where Wrapped: SQLExpressible {
  /// The wrapped expression, or NULL.
  public var sqlExpression: SQLExpression { self?.sqlExpression ?? .null }
}
