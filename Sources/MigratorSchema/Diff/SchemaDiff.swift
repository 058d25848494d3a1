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
    let old = Self.objectsByIdentity(before)
    let new = Self.objectsByIdentity(after)
    let all = SchemaSnapshot(
      objects: before.objects + after.objects.filter { old[.init($0)] == nil })
    changes = all.objects.compactMap { object in
      let identity = Identity(object)
      switch (old[identity], new[identity]) {
      case (let old?, let new?):
        guard old.sql != new.sql || old.tableName != new.tableName else { return nil }
        return .changed(before: old, after: new)
      case (let old?, nil): return .removed(old)
      case (nil, let new?): return .added(new)
      case (nil, nil): return nil
      }
    }
  }

  private struct Identity: Hashable {
    let kind: SchemaObject.Kind
    let name: String
    init(_ object: SchemaObject) {
      kind = object.kind
      name = object.name
    }
  }

  private static func objectsByIdentity(_ snapshot: SchemaSnapshot) -> [Identity: SchemaObject] {
    let made = snapshot.objects.filter { $0.kind != .index || $0.sql != nil }
    return Dictionary(made.map { (Identity($0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether the schemas are the same.
  public var isEmpty: Bool { changes.isEmpty }

  /// Whether the schemas differ in nothing but white space, quotes, comments and keyword case.
  ///
  /// `ALTER TABLE` rewrites the stored texts, so such differences are no drift.
  public var isTextOnly: Bool { changes.allSatisfy(\.isTextOnly) }

  /// The differences without those of the mere text.
  public var meaningfulChanges: [SchemaChange] { changes.filter { !$0.isTextOnly } }

  /// The differences in words, a line for each table: `player: + column teamId, - index player_on_name`.
  ///
  /// Tables and views stand in the order of their names; what belongs to a table stands on its line.
  public var summaryLines: [String] { summaries.map(\.line) }

  /// What changes in a table, in words.
  public struct Summary: Sendable, Hashable {
    /// The name of the table or view.
    public let table: String
    /// The changes, such as `+ column teamId`.
    public let words: [String]
    /// All of it in one line.
    public var line: String { "\(table): \(words.joined(separator: ", "))" }
  }

  /// The differences in words, table by table, in the order of ``summaryLines``.
  public var summaries: [Summary] {
    let groups = Dictionary(grouping: changes, by: \.object.tableName)
    return groups.keys.sorted().map { table in
      Summary(table: table, words: (groups[table] ?? []).flatMap(Self.words))
    }
  }

  private static func words(_ change: SchemaChange) -> [String] {
    let label = change.kind.rawValue
    let subject =
      change.name == change.object.tableName && change.kind != .index && change.kind != .trigger
      ? label : "\(label) \(change.name)"
    guard case .changed = change else { return ["\(change.sign) \(subject)"] }
    if change.isTextOnly { return ["~ \(subject) (text only)"] }
    guard change.kind != .table else { return change.details }
    let details = change.details.map { $0.hasPrefix("~ ") ? String($0.dropFirst(2)) : $0 }
    return ["~ \(subject): " + details.joined(separator: "; ")]
  }
}
