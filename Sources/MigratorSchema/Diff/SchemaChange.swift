/// One object that two schemas do not share alike.
public enum SchemaChange: Sendable, Hashable {
  /// The object is new.
  case added(SchemaObject)
  /// The object is gone.
  case removed(SchemaObject)
  /// The object is in both, with different texts.
  case changed(before: SchemaObject, after: SchemaObject)

  /// The kind of the object.
  public var kind: SchemaObject.Kind { object.kind }

  /// The name of the object.
  public var name: String { object.name }

  /// The object after the change, or what it was when it is gone.
  public var object: SchemaObject {
    switch self {
    case .added(let object), .removed(let object), .changed(_, let object): return object
    }
  }

  /// Whether the texts differ only in white space, quotes, comments and the case of keywords.
  public var isTextOnly: Bool {
    guard case .changed(let before, let after) = self else { return false }
    return SQLNormalizer.normalized(before.sql ?? "") == SQLNormalizer.normalized(after.sql ?? "")
  }

  /// What changed within the object, in words: `+ column teamId`, `~ column clubId: NULL → NOT NULL`.
  public var details: [String] { [] }

  /// The differences of the SQL texts, tables laid out with a line for each column.
  public var lineDiff: LineDiff {
    switch self {
    case .added(let object): return LineDiff(before: "", after: object.sql ?? "")
    case .removed(let object): return LineDiff(before: object.sql ?? "", after: "")
    case .changed(let before, let after):
      return LineDiff(before: before.sql ?? "", after: after.sql ?? "")
    }
  }
}
