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

  /// The sign of the change: `+`, `-` or `~`.
  public var sign: String {
    switch self {
    case .added: return "+"
    case .removed: return "-"
    case .changed: return "~"
    }
  }

  /// Whether the texts differ only in white space, quotes, comments and the case of keywords.
  ///
  /// - Complexity: O(*n*) for texts of *n* bytes.
  public var isTextOnly: Bool {
    guard case .changed(let before, let after) = self, let old = before.sql, let new = after.sql
    else { return false }
    if SQLNormalizer.normalized(old) == SQLNormalizer.normalized(new) { return true }
    guard kind == .table, let oldTable = TableParser.parse(old),
      let newTable = TableParser.parse(new)
    else { return false }
    return oldTable == newTable
  }

  /// What changed within the object, in words: `+ column teamId`, `~ column clubId: NULL → NOT NULL`.
  ///
  /// Empty for objects that are new or gone, and for changes of the mere text. `~ definition` stands
  /// for a change that only the ``lineDiff`` tells.
  ///
  /// - Complexity: O(*n*) for texts of *n* bytes.
  public var details: [String] {
    guard case .changed(let before, let after) = self, !isTextOnly else { return [] }
    let words = Self.words(kind, before: before, after: after)
    return words.isEmpty ? ["~ definition"] : words
  }

  private static func words(
    _ kind: SchemaObject.Kind, before: SchemaObject, after: SchemaObject
  ) -> [String] {
    guard let old = before.sql, let new = after.sql else { return [] }
    switch kind {
    case .table:
      guard let before = TableParser.parse(old), let after = TableParser.parse(new) else {
        return []
      }
      return TableComparison(before: before, after: after).words
    case .index:
      guard let before = IndexDefinition(old), let after = IndexDefinition(new) else { return [] }
      return IndexComparison.words(before: before, after: after)
    case .trigger:
      guard let before = TriggerDefinition(old), let after = TriggerDefinition(new) else {
        return []
      }
      return
        (before.event == after.event
        ? [] : ["~ fires \(before.event.readable) → \(after.event.readable)"])
        + (before.body == after.body ? [] : ["~ body"])
    case .view:
      return []
    }
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
    case .changed(let before, let after):
      let (old, new) = (before.sql ?? "", after.sql ?? "")
      let laidOut = LineDiff(before: SQLLayout.pretty(old), after: SQLLayout.pretty(new))
      return laidOut.isEmpty ? LineDiff(before: old, after: new) : laidOut
    }
  }
}
