internal import SQLSyntax

/// A filter for schema objects.
public struct SchemaFilter: Sendable {
  let includes: @Sendable (SchemaObject) -> Bool

  /// Creates a filter.
  ///
  /// - Parameter includes: Returns whether to include an object.
  public init(_ includes: @escaping @Sendable (SchemaObject) -> Bool) {
    self.includes = includes
  }

  /// All objects except SQLite's internal ones, whose names begin with `sqlite_`.
  public static let userObjects = SchemaFilter { object in
    !SQLName(object.name).isInternal
  }

  /// Returns a filter for all objects except ledger tables and their indexes and triggers.
  ///
  /// - Parameter names: Names of ledger tables.
  /// - Returns: The filter.
  public static func ledger(_ names: [String]) -> SchemaFilter {
    let hidden = Set(names.map(SQLName.init(_:)))
    return SchemaFilter { !hidden.contains(SQLName($0.tableName)) }
  }
}

extension SchemaSnapshot {
  /// Returns the objects that a filter includes.
  ///
  /// - Parameter filter: The filter.
  /// - Returns: A snapshot of the included objects.
  /// - Complexity: O(*n*) for *n* objects.
  public func filtered(_ filter: SchemaFilter) -> SchemaSnapshot {
    SchemaSnapshot(inOrder: objects.filter(filter.includes))
  }
}
