/// An SQL function written in Swift.
///
/// ```swift
/// let initials = DatabaseFunction("initials", argumentCount: 1, pure: true) { values in
///   String.fromDatabaseValue(values[0])?.split(separator: " ").compactMap(\.first).map(String.init)
///     .joined()
/// }
/// configuration.prepareDatabase { db in db.add(function: initials) }
/// ```
///
/// Database files may be untrusted. Views, triggers, constraints, generated columns and indexes may
/// therefore call only pure functions; SQLite otherwise reports `unsafe use of …`.
/// - Source: <https://www.sqlite.org/appfunc.html>
public final class DatabaseFunction: Identifiable, Sendable {
  /// The identity of a function: its name and number of arguments.
  public struct ID: Hashable, Sendable {
    let name: String
    let argumentCount: Int32
  }

  enum Kind: Sendable {
    case function(@Sendable ([DatabaseValue]) throws -> (any DatabaseValueConvertible)?)
    case aggregate(@Sendable () -> any DatabaseAggregate)
  }

  /// The identity of the function within a connection.
  public let id: ID
  /// True if the result depends only on the arguments.
  public let isPure: Bool
  let kind: Kind

  /// The name.
  public var name: String { id.name }

  /// Creates a function.
  ///
  /// - Parameters:
  ///   - name: The name (case-insensitive).
  ///   - argumentCount: The number of arguments, or `nil` for any.
  ///   - pure: True if the result depends only on the arguments, without side effects.
  ///   - function: Computes the result; `nil` is NULL. The statement rethrows its errors.
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
  ///   - name: The name (case-insensitive).
  ///   - argumentCount: The number of arguments, or `nil` for any.
  ///   - pure: True if the result depends only on the arguments, without side effects.
  ///   - aggregate: The type that is instantiated for each group of rows.
  public init<Aggregate: DatabaseAggregate>(
    _ name: String, argumentCount: Int? = nil, pure: Bool = false, aggregate: Aggregate.Type
  ) {
    id = ID(name: name, argumentCount: Self.count(argumentCount))
    isPure = pure
    kind = .aggregate { Aggregate() }
  }

  /// Converts the number so that SQLite rejects invalid values instead of the conversion trapping.
  private static func count(_ argumentCount: Int?) -> Int32 {
    argumentCount.map { Int32(clamping: max($0, -2)) } ?? -1
  }
}

/// The computation of an aggregate function over a group of rows.
public protocol DatabaseAggregate: SendableMetatype {
  /// Begins a group.
  init()

  /// Processes a row.
  ///
  /// - Parameter values: The arguments of the function.
  /// - Throws: An error, which the statement rethrows.
  mutating func step(_ values: [DatabaseValue]) throws

  /// Completes the group.
  ///
  /// - Returns: The result; `nil` is NULL.
  /// - Throws: An error, which the statement rethrows.
  func finalize() throws -> (any DatabaseValueConvertible)?
}
