internal import SQLSyntax

/// The objects of a schema at one moment, in a stable order.
public struct SchemaSnapshot: Sendable {
  /// The objects, ordered by kind (tables, indexes, views, triggers) and name.
  public let objects: [SchemaObject]
  let tableNames: Set<SQLName>
  let virtualCount: Int

  /// Creates a snapshot, sorting `objects` into the stable order.
  ///
  /// - Parameter objects: The rows of `sqlite_master`, in any order.
  /// - Complexity: O(*n* log *n*) for *n* objects.
  public init(objects: [SchemaObject]) {
    self.init(inOrder: objects.sorted(by: Self.areInOrder))
  }

  /// Creates a snapshot of objects that are already in the stable order.
  init(inOrder objects: [SchemaObject]) {
    self.init(
      objects, tableNames: Set(objects.lazy.filter { $0.kind == .table }.map { SQLName($0.name) }),
      virtualCount: objects.count(where: \.isVirtual))
  }

  private init(_ objects: [SchemaObject], tableNames: Set<SQLName>, virtualCount: Int) {
    (self.objects, self.tableNames, self.virtualCount) = (objects, tableNames, virtualCount)
  }

  /// Returns a snapshot with some objects replaced.
  ///
  /// - Parameters:
  ///   - gone: The objects to remove.
  ///   - new: The objects to add.
  /// - Returns: The snapshot.
  /// - Complexity: O(*n* + *m* log *n*) for *n* objects, of which *m* are removed or added.
  public func replacing(_ gone: [SchemaObject], by new: [SchemaObject]) -> SchemaSnapshot {
    var objects = objects
    var names = tableNames
    var virtualCount = virtualCount
    for object in gone {
      let index = Self.place(of: object, in: objects)
      if index < objects.count, objects[index] == object {
        objects.remove(at: index)
        if object.isVirtual { virtualCount -= 1 }
      }
      if object.kind == .table { names.remove(SQLName(object.name)) }
    }
    for object in new {
      objects.insert(object, at: Self.place(of: object, in: objects))
      if object.kind == .table { names.insert(SQLName(object.name)) }
      if object.isVirtual { virtualCount += 1 }
    }
    return SchemaSnapshot(objects, tableNames: names, virtualCount: virtualCount)
  }

  /// Returns the objects that are in only one of two schemas.
  ///
  /// A changed object is in both results.
  ///
  /// - Parameter before: The earlier schema.
  /// - Returns: The objects that are only in the earlier schema, and those that are only in this
  ///   one.
  /// - Complexity: O(*n*) for *n* objects.
  public func delta(since before: SchemaSnapshot) -> (gone: [SchemaObject], new: [SchemaObject]) {
    let (old, present) = (before.objects, objects)
    var (gone, new): ([SchemaObject], [SchemaObject]) = ([], [])
    var (i, j) = (0, 0)
    while i < old.count || j < present.count {
      if i < old.count, j < present.count, old[i] == present[j] {
        (i, j) = (i + 1, j + 1)
      } else if j == present.count || i < old.count && Self.areInOrder(old[i], present[j]) {
        gone.append(old[i])
        i += 1
      } else {
        new.append(present[j])
        j += 1
      }
    }
    return (gone, new)
  }

  /// The first index whose object is not ordered before `object`.
  private static func place(of object: SchemaObject, in objects: [SchemaObject]) -> Int {
    var (low, high) = (0, objects.count)
    while low < high {
      let middle = (low + high) / 2
      if areInOrder(objects[middle], object) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  static func areInOrder(_ one: SchemaObject, _ other: SchemaObject) -> Bool {
    (one.kind.rank, one.name, one.tableName) < (other.kind.rank, other.name, other.tableName)
  }

  /// A schema without objects.
  public static let empty = SchemaSnapshot(objects: [])
}

extension SchemaSnapshot: Hashable {
  /// Returns whether two schemas have the same objects, byte for byte.
  public static func == (one: SchemaSnapshot, other: SchemaSnapshot) -> Bool {
    one.objects == other.objects
  }

  /// Hashes the objects.
  public func hash(into hasher: inout Hasher) { hasher.combine(objects) }
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
