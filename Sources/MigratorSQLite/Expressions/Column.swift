/// A type that names a column, such as ``Column`` or your own enumeration.
///
/// ```swift
/// enum Columns: String, ColumnExpression { case id, name }
/// try db.create(table: "player") { t in t.column(Columns.name.name, .text) }
/// ```
public protocol ColumnExpression: SQLSpecificExpressible {
  /// The unquoted name.
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

/// A column of the table being defined or read.
public struct Column: ColumnExpression, Sendable {
  /// The name.
  public let name: String

  /// The rowid, by its SQLite name.
  public static let rowID = Column("rowid")

  /// Creates a column.
  ///
  /// - Parameter name: The unquoted name.
  public init(_ name: String) {
    self.name = name
  }

  /// Creates a column named like a coding key.
  ///
  /// - Parameter codingKey: The key.
  public init(_ codingKey: some CodingKey) {
    name = codingKey.stringValue
  }
}

extension SQLSpecificExpressible {
  /// Returns a `LIKE` expression: `"name" LIKE 'A%'`.
  ///
  /// - Parameter pattern: The pattern, with `%` and `_` as wildcards.
  /// - Returns: The expression.
  public func like(_ pattern: some SQLExpressible) -> SQLExpression {
    SQLExpression.comparing(sqlExpression, pattern.sqlExpression) { .infix("LIKE", [$0, $1]) }
  }
}

/// Returns `LENGTH(value)`: the number of characters of text, or of bytes of a blob.
///
/// - Parameter value: A text or blob expression.
/// - Returns: The expression.
public func length(_ value: some SQLSpecificExpressible) -> SQLExpression {
  SQLExpression(.function("LENGTH", [value.sqlExpression]))
}

extension Sequence where Element: SQLExpressible {
  /// Returns an `IN` expression: `"kind" IN ('a', 'b')`.
  ///
  /// - Parameter element: The column.
  /// - Returns: The expression; `0` for an empty sequence.
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
  /// Returns a `BETWEEN` expression: `"age" BETWEEN 0 AND 99`.
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
  /// Returns an expression for a half-open range: `("age" >= 0) AND ("age" < 100)`.
  ///
  /// - Parameter element: The column.
  /// - Returns: The expression.
  public func contains(_ element: some SQLSpecificExpressible) -> SQLExpression {
    element >= lowerBound && element < upperBound
  }
}
