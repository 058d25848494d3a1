internal import SQLSyntax

/// The differences between two schemas, object by object.
///
/// Tables are followed through the executed statements, so a renamed table is recognized. Otherwise
/// objects are identified by kind and name, compared as SQLite compares names. An index that was
/// dropped and created under another name counts as renamed. Automatic indexes for `UNIQUE` and
/// `PRIMARY KEY` and the shadow tables of virtual tables are left out, because they follow from
/// another object's SQL.
public struct SchemaDiff: Sendable, Hashable {
  /// The objects that differ, in the order of the snapshots: tables, indexes, views, triggers.
  public let changes: [SchemaChange]
  /// The unique keys of remaining tables that are no longer enforced.
  public let lostUniqueKeys: [UniqueKey]
  /// The removed indexes that another index or a unique constraint replaces.
  public let replacedIndexes: Set<SchemaObject.Identity>

  /// Compares two schemas.
  ///
  /// - Parameters:
  ///   - before: The earlier schema.
  ///   - after: The later schema.
  ///   - events: The known statements that led from one schema to the other.
  /// - Complexity: O(*n* log *n*) for *n* objects.
  public init(before: SchemaSnapshot, after: SchemaSnapshot, events: [SchemaEvent] = []) {
    let lineage = SchemaLineage(of: before, events: events)
    var pairs = ObjectPairs(before: before, after: after, events: events, lineage: lineage)
    replacedIndexes = pairs.matchIndexes(in: after, lineage: lineage)
    let changes =
      pairs.common.compactMap { SchemaChange(before: $0, after: $1, lineage: lineage) }
      + pairs.removed.map { .removed($0) } + pairs.added.map { .added($0) }
    self.changes = changes.sorted { SchemaSnapshot.areInOrder($0.object, $1.object) }
    lostUniqueKeys = UniqueKey.lost(
      from: before, to: after,
      tables: pairs.common.filter { $0.kind == .table && $1.kind == .table },
      in: Set(self.changes.map { SQLName($0.object.tableName) }), lineage: lineage)
  }

  init(
    changes: [SchemaChange], lostUniqueKeys: [UniqueKey],
    replacedIndexes: Set<SchemaObject.Identity>
  ) {
    self.changes = changes
    self.lostUniqueKeys = lostUniqueKeys
    self.replacedIndexes = replacedIndexes
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
