/// Something that names a column, such as ``Column`` or a type of your own.
///
/// ```swift
/// enum Columns: String, ColumnExpression { case id, name }
/// try db.create(table: "player") { t in t.column(Columns.name.name, .text) }
/// ```
public protocol ColumnExpression: SQLSpecificExpressible {
  /// The name, unquoted.
  var name: String { get }
}

extension ColumnExpression {
  /// The quoted name.
  public var sqlExpression: SQLExpression { SQLExpression(.column(name)) }
}

extension ColumnExpression where Self: RawRepresentable, RawValue == String {
  /// The raw value.
  public var name: String { rawValue }
}

/// A column of the table that is being defined or read.
public struct Column: ColumnExpression, Sendable {
  /// The name.
  public let name: String

  /// The rowid, whatever the table calls it.
  public static let rowID = Column("rowid")

  /// Creates a column.
  ///
  /// - Parameter name: The name, unquoted.
  public init(_ name: String) {
    self.name = name
  }

  /// Creates a column that is called like a key of your type.
  ///
  /// - Parameter codingKey: The key.
  public init(_ codingKey: some CodingKey) {
    name = codingKey.stringValue
  }
}

extension SQLSpecificExpressible {
  /// Returns whether the expression matches a pattern: `"name" LIKE 'A%'`.
  ///
  /// - Parameter pattern: The pattern, with `%` and `_`.
  /// - Returns: The expression.
  public func like(_ pattern: some SQLExpressible) -> SQLExpression {
    SQLExpression.comparing(sqlExpression, pattern.sqlExpression) { .infix("LIKE", [$0, $1]) }
  }
}

/// Returns `LENGTH(value)`, the number of characters of a text or of bytes of a blob.
///
/// - Parameter value: The text.
/// - Returns: The expression.
public func length(_ value: some SQLSpecificExpressible) -> SQLExpression {
  SQLExpression(.function("LENGTH", [value.sqlExpression]))
}

extension Sequence where Element: SQLExpressible {
  /// Returns whether a column holds one of the values: `"kind" IN ('a', 'b')`.
  ///
  /// - Parameter element: The column.
  /// - Returns: The expression; `0` when there are no values.
  public func contains(_ element: some SQLSpecificExpressible) -> SQLExpression {
    let elements = map(\.sqlExpression)
    switch elements.count {
    case 0: return false.sqlExpression
    case 1: return SQLExpression.equality(.equal, element.sqlExpression, elements[0])
    default:
      return SQLExpression(.membership(element.sqlExpression, elements, isNegated: false))
    }
  }
}

extension ClosedRange where Bound: SQLExpressible {
  /// Returns whether a column is within the range: `"age" BETWEEN 0 AND 99`.
  ///
  /// - Parameter element: The column.
  /// - Returns: The expression.
  public func contains(_ element: some SQLSpecificExpressible) -> SQLExpression {
    SQLExpression(
      .range(
        element.sqlExpression, lowerBound.sqlExpression, upperBound.sqlExpression,
        isNegated: false))
  }
}

extension Range where Bound: SQLExpressible {
  /// Returns whether a column is within the range: `("age" >= 0) AND ("age" < 100)`.
  ///
  /// - Parameter element: The column.
  /// - Returns: The expression.
  public func contains(_ element: some SQLSpecificExpressible) -> SQLExpression {
    element >= lowerBound && element < upperBound
  }
}
