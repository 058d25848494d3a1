internal import SQLSyntax

/// One object that two schemas do not share alike.
public enum SchemaChange: Sendable, Hashable {
  /// The object is new.
  case added(SchemaObject)
  /// The object is gone.
  case removed(SchemaObject)
  /// The object is in both, under another name or with another text; without differences where the
  /// text is but written otherwise: white space, quotes, comments, the case of keywords, or the new
  /// name of something that it mentions.
  case changed(before: SchemaObject, after: SchemaObject, [SchemaDifference])

  /// Compares an object with what it was; fails when nothing changed.
  ///
  /// - Complexity: O(*n*) for texts of *n* bytes.
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

  /// The object after the change, or what it was when it is gone.
  public var object: SchemaObject {
    switch self {
    case .added(let object), .removed(let object), .changed(_, let object, _): return object
    }
  }

  /// Whether the texts differ in nothing that means something.
  public var isTextOnly: Bool {
    if case .changed(_, _, let differences) = self { return differences.isEmpty }
    return false
  }

  /// The differences of the SQL texts, line by line.
  ///
  /// Tables are laid out with a line for each column first, so that an appended column is one added
  /// line; a change of the mere text is shown in the texts as they are.
  ///
  /// - Complexity: That of ``LineDiff/init(before:after:)``.
  public var lineDiff: LineDiff {
    switch self {
    case .added(let object): return LineDiff(before: "", after: SQLLayout.pretty(object.sql ?? ""))
    case .removed(let object):
      return LineDiff(before: SQLLayout.pretty(object.sql ?? ""), after: "")
    case .changed(let before, let after, _):
      let (old, new) = (before.sql ?? "", after.sql ?? "")
      let laidOut = LineDiff(before: SQLLayout.pretty(old), after: SQLLayout.pretty(new))
      return laidOut.isEmpty ? LineDiff(before: old, after: new) : laidOut
    }
  }
}

extension SchemaObject {
  fileprivate func hasSameText(as other: SchemaObject) -> Bool {
    (sql == nil) == (other.sql == nil) && (sql ?? "").hasSameBytes(as: other.sql ?? "")
  }

  /// Whether the object is an index that allows no two rows to be equal.
  public var isUnique: Bool {
    kind == .index && sql.flatMap { ParsedIndex(TokenReader($0)) }?.isUnique == true
  }
}
