/// The objects of a schema at one moment, in a stable order.
public struct SchemaSnapshot: Sendable, Hashable {
  /// The objects, ordered by kind (tables, indexes, views, triggers) and name.
  public let objects: [SchemaObject]

  /// Creates a snapshot, sorting `objects` into the stable order.
  ///
  /// - Parameter objects: The rows of `sqlite_master`, in any order.
  /// - Complexity: O(*n* log *n*) for *n* objects.
  public init(objects: [SchemaObject]) {
    self.objects = objects.sorted(by: Self.areInOrder)
  }

  /// Whether an object stands before another.
  static func areInOrder(_ one: SchemaObject, _ other: SchemaObject) -> Bool {
    (one.kind.rank, one.name, one.tableName) < (other.kind.rank, other.name, other.tableName)
  }

  /// A schema without objects.
  public static let empty = SchemaSnapshot(objects: [])
}

extension SchemaObject.Kind {
  fileprivate var rank: Int {
    switch self {
    case .table: 0
    case .index: 1
    case .view: 2
    case .trigger: 3
    }
  }
}
