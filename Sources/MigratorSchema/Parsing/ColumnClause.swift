/// A part of a column definition.
public enum ColumnClause: Int, Sendable, Hashable, CaseIterable {
  /// The type, which may be missing.
  case type
  /// `NOT NULL` or `NULL`.
  case nullability
  case primaryKey, unique, defaultValue, check, references, deferral, collation, generated
}
