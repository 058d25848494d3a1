/// A fragment of SQL in which interpolated values are never parsed as SQL.
///
/// ```swift
/// let name = "O'Brien"
/// let sql: SQL = "name <> \(name)"  // name <> 'O''Brien'
/// ```
///
/// - `\(value)` is a value, a column or an expression; `\(values)` of a sequence is a parenthesized
///   list, as for `IN`;
/// - `\(identifier: name)` is a quoted name;
/// - `\(sql: text)` is verbatim SQL, and `\(literal: sql)` another `SQL`.
public struct SQL: SQLSpecificExpressible, Sendable, Hashable {
  private enum Part: Sendable, Hashable {
    case text(String)
    case value(DatabaseValue)
    case parameterized(String, StatementArguments)
  }

  private var parts: [Part]

  /// Creates SQL from a string.
  ///
  /// - Parameters:
  ///   - sql: The SQL, used verbatim.
  ///   - arguments: The values of its parameters.
  public init(sql: String, arguments: StatementArguments = StatementArguments()) {
    parts = [arguments.isEmpty ? .text(sql) : .parameterized(sql, arguments)]
  }

  /// The SQL as an expression, verbatim.
  public var sqlExpression: SQLExpression { SQLExpression(.literal(self)) }

  /// True if the SQL is empty.
  public var isEmpty: Bool { literalText.isEmpty }

  package var literalText: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .value(let value): value.sqlLiteral
      case .parameterized(let text, let arguments): arguments.literals(in: text)
      }
    }.joined()
  }

  /// The SQL with a `?` for each value.
  var parameterText: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .value: "?"
      case .parameterized(let text, _): text
      }
    }.joined()
  }

  var arguments: StatementArguments {
    var all = StatementArguments()
    for part in parts {
      switch part {
      case .text: break
      case .value(let value): all.positional.append(value)
      case .parameterized(_, let arguments):
        all.positional += arguments.positional
        all.named.merge(arguments.named) { $1 }
      }
    }
    return all
  }

  /// Returns the concatenation of two fragments.
  public static func + (lhs: SQL, rhs: SQL) -> SQL {
    var sum = lhs
    sum += rhs
    return sum
  }

  /// Appends a fragment.
  public static func += (lhs: inout SQL, rhs: SQL) {
    lhs.parts += rhs.parts
  }
}

extension SQL: ExpressibleByStringInterpolation {
  /// Creates SQL from a literal.
  ///
  /// - Parameter value: The SQL, used verbatim.
  public init(stringLiteral value: String) {
    self.init(sql: value)
  }

  /// Creates SQL from an interpolated literal.
  ///
  /// - Parameter stringInterpolation: The interpolation.
  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.sql
  }

  /// Collects the parts of an interpolated literal.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    fileprivate var sql = SQL(sql: "")

    /// Creates an interpolation; called by the compiler.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends SQL verbatim; called by the compiler.
    public mutating func appendLiteral(_ literal: String) {
      sql.parts.append(.text(literal))
    }

    /// Appends a value, a column or an expression.
    public mutating func appendInterpolation(_ expressible: some SQLExpressible) {
      switch expressible.sqlExpression.node {
      case .value(let value): sql.parts.append(.value(value))
      case .literal(let literal): sql += literal
      default: sql.parts.append(.text(expressible.sqlExpression.sql))
      }
    }

    /// Appends a value, or NULL for `nil`.
    public mutating func appendInterpolation<Value: SQLExpressible>(_ expressible: Value?) {
      if let expressible {
        appendInterpolation(expressible)
      } else {
        sql.parts.append(.value(.null))
      }
    }

    /// Appends a parenthesized list of values.
    public mutating func appendInterpolation<Values: Sequence>(_ values: Values)
    where Values.Element: SQLExpressible {
      appendLiteral("(")
      for (index, value) in values.enumerated() {
        if index > 0 { appendLiteral(", ") }
        appendInterpolation(value)
      }
      appendLiteral(")")
    }

    /// Appends a quoted name.
    public mutating func appendInterpolation(identifier: String) {
      appendLiteral(identifier.quotedDatabaseIdentifier)
    }

    /// Appends SQL verbatim.
    public mutating func appendInterpolation(sql text: String) {
      appendLiteral(text)
    }

    /// Appends SQL.
    public mutating func appendInterpolation(literal: SQL) {
      sql += literal
    }
  }
}
