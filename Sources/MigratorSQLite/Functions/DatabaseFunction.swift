/// A function that SQL can call, written in Swift.
///
/// ```swift
/// let initials = DatabaseFunction("initials", argumentCount: 1, pure: true) { values in
///   String.fromDatabaseValue(values[0])?.split(separator: " ").compactMap(\.first).map(String.init)
///     .joined()
/// }
/// configuration.prepareDatabase { db in db.add(function: initials) }
/// ```
///
/// Files may come from strangers, so views, triggers, constraints, generated columns and indexes may
/// only call functions that are pure; SQLite says `unsafe use of …` otherwise.
/// - Source: <https://www.sqlite.org/appfunc.html>
public final class DatabaseFunction: Identifiable, Sendable {
  /// What tells a function from others: the name, and for how many arguments it is.
  public struct ID: Hashable, Sendable {
    let name: String
    let argumentCount: Int32
  }

  enum Kind: Sendable {
    case function(@Sendable ([DatabaseValue]) throws -> (any DatabaseValueConvertible)?)
    case aggregate(@Sendable () -> any DatabaseAggregate)
  }

  /// What tells the function from others of one connection.
  public let id: ID
  /// Whether the result follows from the arguments alone.
  public let isPure: Bool
  let kind: Kind

  /// The name.
  public var name: String { id.name }

  /// Creates a function.
  ///
  /// - Parameters:
  ///   - name: The name; upper and lower case are the same.
  ///   - argumentCount: The number of arguments, or `nil` for any.
  ///   - pure: Whether the result follows from the arguments alone, and nothing else happens.
  ///   - function: Computes the result; `nil` is NULL. An error it throws is that of the statement.
  public init(
    _ name: String, argumentCount: Int? = nil, pure: Bool = false,
    function: @escaping @Sendable ([DatabaseValue]) throws -> (any DatabaseValueConvertible)?
  ) {
    id = ID(name: name, argumentCount: Self.count(argumentCount))
    isPure = pure
    kind = .function(function)
  }

  /// Creates an aggregate function, such as `sum`.
  ///
  /// - Parameters:
  ///   - name: The name; upper and lower case are the same.
  ///   - argumentCount: The number of arguments, or `nil` for any.
  ///   - pure: Whether the result follows from the arguments alone, and nothing else happens.
  ///   - aggregate: The type of which each group of rows gets a value.
  public init<Aggregate: DatabaseAggregate>(
    _ name: String, argumentCount: Int? = nil, pure: Bool = false, aggregate: Aggregate.Type
  ) {
    id = ID(name: name, argumentCount: Self.count(argumentCount))
    isPure = pure
    kind = .aggregate { Aggregate() }
  }

  /// A number that SQLite takes, or refuses instead of our trapping.
  private static func count(_ argumentCount: Int?) -> Int32 {
    argumentCount.map { Int32(clamping: max($0, -2)) } ?? -1
  }
}

/// What an aggregate function computes over a group of rows.
public protocol DatabaseAggregate: SendableMetatype {
  /// Begins a group.
  init()

  /// Takes in a row.
  ///
  /// - Parameter values: The arguments of the function.
  /// - Throws: An error that becomes that of the statement.
  mutating func step(_ values: [DatabaseValue]) throws

  /// Ends the group.
  ///
  /// - Returns: The result; `nil` is NULL.
  /// - Throws: An error that becomes that of the statement.
  func finalize() throws -> (any DatabaseValueConvertible)?
}
