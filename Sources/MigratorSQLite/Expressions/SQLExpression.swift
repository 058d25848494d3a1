/// An SQL expression for checks, generated columns and conditions of partial indexes.
///
/// ```swift
/// t.check(Column("low") + 10 <= Column("high"))
/// ```
public struct SQLExpression: SQLSpecificExpressible, Sendable {
  package indirect enum Node: Sendable {
    case column(String)
    case value(DatabaseValue)
    case literal(SQL)
    case prefix(String, SQLExpression)
    case infix(String, [SQLExpression])
    case comparison(Comparison, SQLExpression, SQLExpression)
    case membership(SQLExpression, [SQLExpression], isNegated: Bool)
    case range(SQLExpression, SQLExpression, SQLExpression, isNegated: Bool)
    case collated(SQLExpression, String)
    case function(String, [SQLExpression])
  }

  package enum Comparison: String, Sendable {
    case equal = "="
    case notEqual = "<>"
    case identical = "IS"
    case notIdentical = "IS NOT"
  }

  package let node: Node

  static let null = SQLExpression(.value(.null))

  package init(_ node: Node) {
    self.node = node
  }

  /// The expression itself.
  public var sqlExpression: SQLExpression { self }

  /// The SQL of the expression, with values as literals.
  package var sql: String {
    switch node {
    case .column(let name): name.quotedDatabaseIdentifier
    case .value(let value): value.sqlLiteral
    case .literal(let literal): literal.literalText
    case .prefix(let symbol, let operand): "\(symbol) \(operand.operandSQL)"
    case .infix(let symbol, let operands):
      operands.map(\.operandSQL).joined(separator: " \(symbol) ")
    case .comparison(let comparison, let left, let right):
      "\(left.operandSQL) \(comparison.rawValue) \(right.operandSQL)"
    case .membership(let element, let elements, let isNegated):
      "\(element.operandSQL) \(isNegated ? "NOT IN" : "IN") (\(Self.list(elements)))"
    case .range(let element, let low, let high, let isNegated):
      "\(element.operandSQL) \(isNegated ? "NOT BETWEEN" : "BETWEEN") "
        + "\(low.operandSQL) AND \(high.operandSQL)"
    case .collated(let operand, let collation): "\(operand.collatedSQL) COLLATE \(collation)"
    case .function(let name, let arguments): "\(name)(\(Self.list(arguments)))"
    }
  }

  /// The SQL for use inside a larger expression.
  private var operandSQL: String {
    switch node {
    case .column, .value, .function: sql
    default: "(\(sql))"
    }
  }

  /// The SQL before COLLATE.
  ///
  /// A comparison needs no parentheses, because COLLATE then applies to its right side, as
  /// intended.
  private var collatedSQL: String {
    switch node {
    case .comparison, .column, .value, .function: sql
    default: "(\(sql))"
    }
  }

  private static func list(_ expressions: [SQLExpression]) -> String {
    expressions.map(\.sql).joined(separator: ", ")
  }
}

// MARK: - Building

extension SQLExpression {
  /// Returns a chain of operands, flattened because the order of evaluation does not matter.
  static func chain(_ symbol: String, _ operands: [SQLExpression]) -> SQLExpression {
    let flattened = operands.flatMap { operand -> [SQLExpression] in
      if case .infix(symbol, let inner) = operand.node { return inner }
      return [operand]
    }
    return SQLExpression(.infix(symbol, flattened))
  }

  /// Returns a comparison; a collation of one side applies to the whole.
  static func comparing(
    _ left: SQLExpression, _ right: SQLExpression,
    by node: (SQLExpression, SQLExpression) -> Node
  ) -> SQLExpression {
    if case .collated(let inner, let collation) = left.node {
      return SQLExpression(.collated(comparing(inner, right, by: node), collation))
    }
    if case .collated(let inner, let collation) = right.node {
      return SQLExpression(.collated(SQLExpression(node(left, inner)), collation))
    }
    return SQLExpression(node(left, right))
  }

  /// Returns an equality, or `IS NULL` if a side is NULL.
  static func equality(
    _ comparison: Comparison, _ left: SQLExpression, _ right: SQLExpression
  ) -> SQLExpression {
    if left.isNull && !right.isNull { return equality(comparison, right, left) }
    let nullSafe: Comparison = comparison == .equal ? .identical : .notIdentical
    let used =
      right.isNull && (comparison == .equal || comparison == .notEqual) ? nullSafe : comparison
    return comparing(left, right) { .comparison(used, $0, $1) }
  }

  private var isNull: Bool {
    if case .value(let value) = node { return value.isNull }
    return false
  }

  var negated: SQLExpression {
    switch node {
    case .comparison(let comparison, let left, let right):
      SQLExpression(.comparison(comparison.opposite, left, right))
    case .membership(let element, let elements, let isNegated):
      SQLExpression(.membership(element, elements, isNegated: !isNegated))
    case .range(let element, let low, let high, let isNegated):
      SQLExpression(.range(element, low, high, isNegated: !isNegated))
    case .collated(let operand, let collation):
      SQLExpression(.collated(operand.negated, collation))
    default: SQLExpression(.prefix("NOT", self))
    }
  }
}

extension SQLExpression.Comparison {
  fileprivate var opposite: SQLExpression.Comparison {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .identical: .notIdentical
    case .notIdentical: .identical
    }
  }
}
