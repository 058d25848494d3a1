/// The values for the parameters of a statement, by position or by name.
public struct StatementArguments: Sendable, Hashable {
  /// The values of `?` parameters, in order.
  var positional: [DatabaseValue]
  /// The values of `:name`, `@name` and `$name`, by name without the prefix.
  var named: [String: DatabaseValue]

  /// Creates empty arguments.
  public init() {
    positional = []
    named = [:]
  }

  /// Creates positional arguments.
  ///
  /// - Parameter values: The values, in the order of the parameters.
  public init(_ values: some Sequence<(any DatabaseValueConvertible)?>) {
    positional = values.map { $0?.databaseValue ?? .null }
    named = [:]
  }

  /// Creates positional arguments.
  ///
  /// - Parameter values: The values, in the order of the parameters.
  public init<Values: Sequence>(_ values: Values)
  where Values.Element: DatabaseValueConvertible {
    positional = values.map(\.databaseValue)
    named = [:]
  }

  /// Creates named arguments.
  ///
  /// - Parameter values: The values by parameter name, without `:`, `@` or `$`.
  public init(_ values: [String: (any DatabaseValueConvertible)?]) {
    positional = []
    named = values.mapValues { $0?.databaseValue ?? .null }
  }

  /// True if there are no arguments.
  public var isEmpty: Bool { positional.isEmpty && named.isEmpty }
}

extension StatementArguments: CustomStringConvertible {
  /// The values in GRDB's format: `[1, "text"]`.
  public var description: String {
    let pairs = named.sorted { $0.key < $1.key }.map { "\(String(reflecting: $0)): \($1)" }
    return "[" + (pairs + positional.map(\.description)).joined(separator: ", ") + "]"
  }
}

extension StatementArguments: ExpressibleByArrayLiteral {
  /// Creates positional arguments.
  ///
  /// - Parameter elements: The values, in the order of the parameters.
  public init(arrayLiteral elements: (any DatabaseValueConvertible)?...) {
    self.init(elements)
  }
}

extension StatementArguments: ExpressibleByDictionaryLiteral {
  /// Creates named arguments.
  ///
  /// - Parameter elements: Names without prefix, and values; if a name occurs twice, its last value
  ///   is used.
  public init(dictionaryLiteral elements: (String, (any DatabaseValueConvertible)?)...) {
    positional = []
    named = Dictionary(elements.map { ($0, $1?.databaseValue ?? .null) }) { $1 }
  }
}

extension StatementArguments {
  func literals(in text: String) -> String {
    var rest = positional[...]
    return SQLTokenizer.tokens(of: text).map { token in
      guard token.kind == .variable else { return token.text }
      let value = token.text.hasPrefix("?") ? nil : named[String(token.text.dropFirst())]
      return (value ?? rest.popFirst())?.sqlLiteral ?? token.text
    }.joined()
  }
}
