/// The kinds of schema objects, spelled as in the column `type` of a schema table.
public enum SchemaObjectKind: String, Sendable, Hashable, CaseIterable {
  /// A table, including virtual tables.
  case table
  /// An index.
  case index
  /// A view.
  case view
  /// A trigger.
  case trigger
}
