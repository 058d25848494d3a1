/// The objects of a schema at one moment, in a stable order.
public struct SchemaSnapshot: Sendable, Hashable {
  /// The objects, ordered by kind (tables, indexes, views, triggers) and name.
  public let objects: [SchemaObject]

  /// Creates a snapshot, sorting `objects` into the stable order.
  ///
  /// - Parameter objects: The rows of `sqlite_master`, in any order.
  /// - Complexity: O(*n* log *n*) for *n* objects.
  public init(objects: [SchemaObject]) {
    let rank = Dictionary(
      uniqueKeysWithValues: SchemaObject.Kind.allCases.enumerated().map { ($1, $0) })
    self.objects = objects.sorted {
      (rank[$0.kind] ?? 0, $0.name, $0.tableName) < (rank[$1.kind] ?? 0, $1.name, $1.tableName)
    }
  }

  /// A schema without objects.
  public static let empty = SchemaSnapshot(objects: [])
}
