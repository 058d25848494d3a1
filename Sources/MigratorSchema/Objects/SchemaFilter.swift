internal import SQLSyntax

/// A choice of schema objects.
public struct SchemaFilter: Sendable {
  let includes: @Sendable (SchemaObject) -> Bool

  /// Creates a choice.
  ///
  /// - Parameter includes: Returns whether an object is chosen.
  public init(_ includes: @escaping @Sendable (SchemaObject) -> Bool) {
    self.includes = includes
  }

  /// Objects that people made: all but those whose name begins with `sqlite_`.
  public static let userObjects = SchemaFilter { object in
    !SQLName(object.name).isInternal
  }

  /// All objects but the given ledger tables and what belongs to them.
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
  /// - Parameter filter: The choice of objects.
  /// - Returns: A snapshot of the included objects.
  /// - Complexity: O(*n*) for *n* objects.
  public func filtered(_ filter: SchemaFilter) -> SchemaSnapshot {
    SchemaSnapshot(inOrder: objects.filter(filter.includes))
  }
}
