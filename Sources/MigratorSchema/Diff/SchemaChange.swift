internal import SQLSyntax

/// An object that differs between two schemas.
public enum SchemaChange: Sendable, Hashable {
  /// The object was added.
  case added(SchemaObject)
  /// The object was removed.
  case removed(SchemaObject)
  /// The object is in both schemas with a different name or different SQL.
  ///
  /// The list of differences is empty if only white space, quotes, comments, keyword case or the
  /// new name of a mentioned object differs.
  case changed(before: SchemaObject, after: SchemaObject, [SchemaDifference])

  /// Compares two versions of an object; returns `nil` if nothing changed.
  ///
  /// - Complexity: O(*n*) for *n* bytes of SQL.
  init?(before: SchemaObject, after: SchemaObject, lineage: SchemaLineage) {
    let comparison = ObjectComparison(before: before, after: after, lineage: lineage)
    let differences = comparison.differences
    let isSameText =
      before.hasSameText(as: after) && before.name.hasSameBytes(as: after.name)
      && before.tableName.hasSameBytes(as: after.tableName)
    if isSameText && differences.isEmpty { return nil }
    self = .changed(before: before, after: after, differences)
  }

  /// The kind of the object.
  public var kind: SchemaObject.Kind { object.kind }

  /// The name of the object.
  public var name: String { object.name }

  /// The object after the change, or before it if the object was removed.
  public var object: SchemaObject {
    switch self {
    case .added(let object), .removed(let object), .changed(_, let object, _): return object
    }
  }

  /// True if the SQL differs but has the same meaning.
  public var isTextOnly: Bool {
    if case .changed(_, _, let differences) = self { return differences.isEmpty }
    return false
  }

  /// The differences of the SQL, line by line.
  ///
  /// Tables are laid out first with a line for each column, so that an appended column is one added
  /// line. A line is the same if only quotes, spaces or the comma at its end differ. If nothing else
  /// changed, the original SQL is compared.
  ///
  /// - Complexity: That of ``LineDiff/init(before:after:)``.
  public var lineDiff: LineDiff {
    switch self {
    case .added(let object): return LineDiff(before: "", after: SQLLayout.pretty(object.sql ?? ""))
    case .removed(let object):
      return LineDiff(before: SQLLayout.pretty(object.sql ?? ""), after: "")
    case .changed(let before, let after, _):
      let (old, new) = (before.sql ?? "", after.sql ?? "")
      let laidOut = LineDiff(before: SQLLayout.pretty(old), after: SQLLayout.pretty(new)) { line in
        let end = line.lastIndex { $0 != " " && $0 != "," }
        return SQLNormalizer.normalized(String(end.map { line[...$0] } ?? ""))
      }
      return laidOut.isEmpty ? LineDiff(before: old, after: new) : laidOut
    }
  }
}

extension SchemaObject {
  fileprivate func hasSameText(as other: SchemaObject) -> Bool {
    (sql == nil) == (other.sql == nil) && (sql ?? "").hasSameBytes(as: other.sql ?? "")
  }

  /// True for a unique index.
  public var isUnique: Bool {
    kind == .index && sql.flatMap { ParsedIndex(TokenReader($0)) }?.isUnique == true
  }
}
