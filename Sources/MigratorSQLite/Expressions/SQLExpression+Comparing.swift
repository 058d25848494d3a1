// Comparison operators. Each accepts a plain value on either side. If both sides are expressions,
// Swift prefers the first form, or, for operators with optional operands, the form for two
// expressions.

extension SQLSpecificExpressible {
  /// `=`, or `IS NULL` when a side is `nil`.
  public static func == (lhs: Self, rhs: (any SQLExpressible)?) -> SQLExpression {
    SQLExpression.equality(.equal, lhs.sqlExpression, rhs?.sqlExpression ?? .null)
  }

  /// `=`, or `IS NULL` when a side is `nil`.
  public static func == (lhs: (any SQLExpressible)?, rhs: Self) -> SQLExpression {
    SQLExpression.equality(.equal, lhs?.sqlExpression ?? .null, rhs.sqlExpression)
  }

  /// `=`, or `IS NULL` when a side is `nil`.
  public static func == (lhs: Self, rhs: some SQLSpecificExpressible) -> SQLExpression {
    SQLExpression.equality(.equal, lhs.sqlExpression, rhs.sqlExpression)
  }

  /// `<>`, or `IS NOT NULL` when a side is `nil`.
  public static func != (lhs: Self, rhs: (any SQLExpressible)?) -> SQLExpression {
    SQLExpression.equality(.notEqual, lhs.sqlExpression, rhs?.sqlExpression ?? .null)
  }

  /// `<>`, or `IS NOT NULL` when a side is `nil`.
  public static func != (lhs: (any SQLExpressible)?, rhs: Self) -> SQLExpression {
    SQLExpression.equality(.notEqual, lhs?.sqlExpression ?? .null, rhs.sqlExpression)
  }

  /// `<>`, or `IS NOT NULL` when a side is `nil`.
  public static func != (lhs: Self, rhs: some SQLSpecificExpressible) -> SQLExpression {
    SQLExpression.equality(.notEqual, lhs.sqlExpression, rhs.sqlExpression)
  }

  /// `IS`, which treats NULLs as equal.
  public static func === (lhs: Self, rhs: (any SQLExpressible)?) -> SQLExpression {
    SQLExpression.equality(.identical, lhs.sqlExpression, rhs?.sqlExpression ?? .null)
  }

  /// `IS`, which treats NULLs as equal.
  public static func === (lhs: (any SQLExpressible)?, rhs: Self) -> SQLExpression {
    SQLExpression.equality(.identical, lhs?.sqlExpression ?? .null, rhs.sqlExpression)
  }

  /// `IS`, which treats NULLs as equal.
  public static func === (lhs: Self, rhs: some SQLSpecificExpressible) -> SQLExpression {
    SQLExpression.equality(.identical, lhs.sqlExpression, rhs.sqlExpression)
  }

  /// `IS NOT`, which treats NULLs as equal.
  public static func !== (lhs: Self, rhs: (any SQLExpressible)?) -> SQLExpression {
    SQLExpression.equality(.notIdentical, lhs.sqlExpression, rhs?.sqlExpression ?? .null)
  }

  /// `IS NOT`, which treats NULLs as equal.
  public static func !== (lhs: (any SQLExpressible)?, rhs: Self) -> SQLExpression {
    SQLExpression.equality(.notIdentical, lhs?.sqlExpression ?? .null, rhs.sqlExpression)
  }

  /// `IS NOT`, which treats NULLs as equal.
  public static func !== (lhs: Self, rhs: some SQLSpecificExpressible) -> SQLExpression {
    SQLExpression.equality(.notIdentical, lhs.sqlExpression, rhs.sqlExpression)
  }

  /// `<`.
  public static func < (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression.comparing(lhs.sqlExpression, rhs.sqlExpression) { .infix("<", [$0, $1]) }
  }

  /// `<`.
  @_disfavoredOverload
  public static func < (lhs: some SQLExpressible, rhs: Self) -> SQLExpression {
    SQLExpression.comparing(lhs.sqlExpression, rhs.sqlExpression) { .infix("<", [$0, $1]) }
  }

  /// `<=`.
  public static func <= (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression.comparing(lhs.sqlExpression, rhs.sqlExpression) { .infix("<=", [$0, $1]) }
  }

  /// `<=`.
  @_disfavoredOverload
  public static func <= (lhs: some SQLExpressible, rhs: Self) -> SQLExpression {
    SQLExpression.comparing(lhs.sqlExpression, rhs.sqlExpression) { .infix("<=", [$0, $1]) }
  }

  /// `>`.
  public static func > (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression.comparing(lhs.sqlExpression, rhs.sqlExpression) { .infix(">", [$0, $1]) }
  }

  /// `>`.
  @_disfavoredOverload
  public static func > (lhs: some SQLExpressible, rhs: Self) -> SQLExpression {
    SQLExpression.comparing(lhs.sqlExpression, rhs.sqlExpression) { .infix(">", [$0, $1]) }
  }

  /// `>=`.
  public static func >= (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression.comparing(lhs.sqlExpression, rhs.sqlExpression) { .infix(">=", [$0, $1]) }
  }

  /// `>=`.
  @_disfavoredOverload
  public static func >= (lhs: some SQLExpressible, rhs: Self) -> SQLExpression {
    SQLExpression.comparing(lhs.sqlExpression, rhs.sqlExpression) { .infix(">=", [$0, $1]) }
  }
}
