// Arithmetic and logical operators. Each accepts a plain value on either side; if both sides are
// expressions, Swift prefers the first form.

extension SQLSpecificExpressible {
  /// `AND`.
  public static func && (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression.chain("AND", [lhs.sqlExpression, rhs.sqlExpression])
  }

  /// `AND`.
  @_disfavoredOverload
  public static func && (lhs: some SQLExpressible, rhs: Self) -> SQLExpression {
    SQLExpression.chain("AND", [lhs.sqlExpression, rhs.sqlExpression])
  }

  /// `OR`.
  public static func || (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression.chain("OR", [lhs.sqlExpression, rhs.sqlExpression])
  }

  /// `OR`.
  @_disfavoredOverload
  public static func || (lhs: some SQLExpressible, rhs: Self) -> SQLExpression {
    SQLExpression.chain("OR", [lhs.sqlExpression, rhs.sqlExpression])
  }

  /// The negation: `NOT`, or the opposite operator.
  public static prefix func ! (operand: Self) -> SQLExpression {
    operand.sqlExpression.negated
  }

  /// `-`, the arithmetic negation.
  public static prefix func - (operand: Self) -> SQLExpression {
    SQLExpression(.prefix("-", operand.sqlExpression))
  }

  /// `+`.
  public static func + (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(.infix("+", [lhs.sqlExpression, rhs.sqlExpression]))
  }

  /// `+`.
  @_disfavoredOverload
  public static func + (lhs: some SQLExpressible, rhs: Self) -> SQLExpression {
    SQLExpression(.infix("+", [lhs.sqlExpression, rhs.sqlExpression]))
  }

  /// `-`.
  public static func - (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(.infix("-", [lhs.sqlExpression, rhs.sqlExpression]))
  }

  /// `-`.
  @_disfavoredOverload
  public static func - (lhs: some SQLExpressible, rhs: Self) -> SQLExpression {
    SQLExpression(.infix("-", [lhs.sqlExpression, rhs.sqlExpression]))
  }

  /// `*`.
  public static func * (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(.infix("*", [lhs.sqlExpression, rhs.sqlExpression]))
  }

  /// `*`.
  @_disfavoredOverload
  public static func * (lhs: some SQLExpressible, rhs: Self) -> SQLExpression {
    SQLExpression(.infix("*", [lhs.sqlExpression, rhs.sqlExpression]))
  }

  /// `/`.
  public static func / (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(.infix("/", [lhs.sqlExpression, rhs.sqlExpression]))
  }

  /// `/`.
  @_disfavoredOverload
  public static func / (lhs: some SQLExpressible, rhs: Self) -> SQLExpression {
    SQLExpression(.infix("/", [lhs.sqlExpression, rhs.sqlExpression]))
  }
}
