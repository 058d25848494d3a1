// The operators of expressions that calculate and combine. Each has a form for values on either side, of which Swift
// takes the first where expressions stand on both.

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

  /// The opposite: `NOT`, or the opposite operator.
  public static prefix func ! (operand: Self) -> SQLExpression {
    operand.sqlExpression.negated
  }

  /// `-`, the negative number.
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
