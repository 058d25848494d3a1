/// The differences of two schemas, object by object.
///
/// The identity of an object is its kind and its name; `rootpage` plays no part. Indexes that SQLite
/// makes by itself for `UNIQUE` and `PRIMARY KEY` follow from the table's text and are left out.
public struct SchemaDiff: Sendable, Hashable {
  /// The objects that differ, in the order of the snapshots: tables, indexes, views, triggers.
  public let changes: [SchemaChange]

  /// Compares two schemas.
  ///
  /// - Parameters:
  ///   - before: The schema before.
  ///   - after: The schema after.
  /// - Complexity: O(*n* log *n*) for *n* objects.
  public init(before: SchemaSnapshot, after: SchemaSnapshot) {
    changes = []
  }

  /// Whether the schemas are the same.
  public var isEmpty: Bool { changes.isEmpty }

  /// Whether the schemas differ in nothing but white space, quotes, comments and keyword case.
  public var isTextOnly: Bool { changes.allSatisfy(\.isTextOnly) }

  /// The differences in words, a line for each table: `player: + column teamId, - index player_on_name`.
  public var summaryLines: [String] { [] }
}
