internal import SQLSyntax

/// The differences of two schemas, object by object.
///
/// A table is followed through the statements between the two, and so has another name where it was
/// renamed; otherwise the identity of an object is its kind and its name, as SQLite compares names.
/// Indexes that SQLite makes by itself for `UNIQUE` and `PRIMARY KEY`, and the shadow tables of virtual
/// ones, follow from the text of the table that they belong to, and are left out.
public struct SchemaDiff: Sendable, Hashable {
  /// The objects that differ, in the order of the snapshots: tables, indexes, views, triggers.
  public let changes: [SchemaChange]
  /// The columns of tables that stayed of which no two rows could agree, and now may.
  public let lostUniqueKeys: [UniqueKey]

  /// Compares two schemas.
  ///
  /// - Parameters:
  ///   - before: The schema before.
  ///   - after: The schema after.
  ///   - events: What statements made of the one the other, as far as that is known.
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

  /// The differences of a schema from itself.
  public static let empty = SchemaDiff(before: .empty, after: .empty)

  /// Whether the schemas are the same.
  public var isEmpty: Bool { changes.isEmpty }

  /// Whether the schemas differ in nothing but white space, quotes, comments and keyword case.
  ///
  /// `ALTER TABLE` rewrites the stored texts, so such differences are no drift.
  public var isTextOnly: Bool { changes.allSatisfy(\.isTextOnly) }
}

/// The objects of two schemas, each with what it was or is.
private struct ObjectPairs {
  /// Those that may differ; a table to which nothing was done, and nothing that belongs to it is another, is
  /// left out.
  private(set) var common: [(before: SchemaObject, after: SchemaObject)] = []
  private(set) var removed: [SchemaObject] = []
  private(set) var added: [SchemaObject] = []

  init(
    before: SchemaSnapshot, after: SchemaSnapshot, events: [SchemaEvent], lineage: SchemaLineage
  ) {
    // A rename is written into texts anywhere.
    let names = lineage.hasRenames ? nil : Self.touchedTables(before, after, events)
    var new = Dictionary(
      Self.told(after, names).map { ($0.identity, $0) },
      uniquingKeysWith: { first, _ in first })
    var left: [SchemaObject] = []
    // What is still itself comes first: another may have taken its name.
    for object in Self.told(before, names) {
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
      // A table of that name that was another one before was paired, so this is one made anew.
      if let found = new.removeValue(forKey: object.identity) {
        common.append((object, found))
      } else {
        removed.append(object)
      }
    }
    added = Array(new.values)
  }

  private static func told(_ snapshot: SchemaSnapshot, _ tables: Set<SQLName>?) -> [SchemaObject] {
    guard let tables else { return snapshot.objects.filter { !$0.isImplied } }
    // To compare with each of a few names costs less than to hash the names of all objects.
    let few = tables.count < 8 ? Array(tables) : nil
    return snapshot.objects.filter {
      let name = SQLName($0.tableName)
      return (few?.contains(name) ?? tables.contains(name)) && !$0.isImplied
    }
  }

  /// The tables, and the other names, of which something is on one side alone or was done to.
  private static func touchedTables(
    _ before: SchemaSnapshot, _ after: SchemaSnapshot, _ events: [SchemaEvent]
  ) -> Set<SQLName> {
    let (gone, new) = after.delta(since: before)
    return Set(events.map(\.subject) + (gone + new).map { SQLName($0.tableName) })
  }
}
