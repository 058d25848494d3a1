internal import SQLSyntax

/// The differences of two schemas, object by object.
///
/// Tables are followed through the executed statements, so a renamed table is recognized. Otherwise
/// objects are identified by kind and name, compared as SQLite compares names. Automatic indexes
/// for `UNIQUE` and `PRIMARY KEY` and the shadow tables of virtual tables are left out, because
/// they follow from another object's SQL.
public struct SchemaDiff: Sendable, Hashable {
  /// The objects that differ, in the order of the snapshots: tables, indexes, views, triggers.
  public let changes: [SchemaChange]
  /// The unique keys of remaining tables that are no longer enforced.
  public let lostUniqueKeys: [UniqueKey]

  /// Compares two schemas.
  ///
  /// - Parameters:
  ///   - before: The schema before.
  ///   - after: The schema after.
  ///   - events: The known statements that led from one schema to the other.
  /// - Complexity: O(*n* log *n*) for *n* objects.
  public init(before: SchemaSnapshot, after: SchemaSnapshot, events: [SchemaEvent] = []) {
    let lineage = SchemaLineage(of: before, events: events)
    let pairs = ObjectPairs(before: before, after: after, events: events, lineage: lineage)
    let changes =
      pairs.common.compactMap { SchemaChange(before: $0, after: $1, lineage: lineage) }
      + pairs.removed.map { .removed($0) } + pairs.added.map { .added($0) }
    self.changes = changes.sorted { SchemaSnapshot.areInOrder($0.object, $1.object) }
    lostUniqueKeys = UniqueKey.lost(
      from: before, to: after,
      tables: pairs.common.filter { $0.kind == .table && $1.kind == .table },
      in: Set(self.changes.map { SQLName($0.object.tableName) }), lineage: lineage)
  }

  /// A diff without differences.
  public static let empty = SchemaDiff(before: .empty, after: .empty)

  /// True if the schemas are the same.
  public var isEmpty: Bool { changes.isEmpty }

  /// True if the schemas differ only in white space, quotes, comments and keyword case.
  ///
  /// `ALTER TABLE` rewrites the stored SQL, so such differences are not schema drift.
  public var isTextOnly: Bool { changes.allSatisfy(\.isTextOnly) }
}

private struct ObjectPairs {
  /// Objects in both schemas, without untouched tables and the objects that belong to them.
  private(set) var common: [(before: SchemaObject, after: SchemaObject)] = []
  private(set) var removed: [SchemaObject] = []
  private(set) var added: [SchemaObject] = []

  init(
    before: SchemaSnapshot, after: SchemaSnapshot, events: [SchemaEvent], lineage: SchemaLineage
  ) {
    // A rename can change the SQL of any object.
    let names = lineage.hasRenames ? nil : Self.touchedTables(before, after, events)
    var new = Dictionary(
      Self.reported(after, names).map { ($0.identity, $0) },
      uniquingKeysWith: { first, _ in first })
    var left: [SchemaObject] = []
    // Match surviving tables first, because another table may have taken a former name.
    for object in Self.reported(before, names) {
      let name = SQLName(object.name)
      if object.kind == .table,
        let present = lineage.place(ofTable: name),
        let found = new.removeValue(forKey: SchemaObject.Identity(kind: .table, name: present))
      {
        common.append((object, found))
      } else {
        left.append(object)
      }
    }
    for object in left {
      // Any surviving table is already matched, so a table with this name was re-created.
      if let found = new.removeValue(forKey: object.identity) {
        common.append((object, found))
      } else {
        removed.append(object)
      }
    }
    added = Array(new.values)
  }

  private static func reported(_ snapshot: SchemaSnapshot, _ tables: Set<SQLName>?)
    -> [SchemaObject]
  {
    guard let tables else { return snapshot.objects.filter { !$0.isImplied } }
    // Comparing with a few names is faster than hashing the names of all objects.
    let few = tables.count < 8 ? Array(tables) : nil
    return snapshot.objects.filter {
      let name = SQLName($0.tableName)
      return (few?.contains(name) ?? tables.contains(name)) && !$0.isImplied
    }
  }

  /// The tables that statements affected, or that have objects in only one of the schemas.
  private static func touchedTables(
    _ before: SchemaSnapshot, _ after: SchemaSnapshot, _ events: [SchemaEvent]
  ) -> Set<SQLName> {
    let (gone, new) = after.delta(since: before)
    return Set(events.map(\.subject) + (gone + new).map { SQLName($0.tableName) })
  }
}
