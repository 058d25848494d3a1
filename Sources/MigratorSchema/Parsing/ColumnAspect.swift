/// Something that a column definition says of its column.
public enum ColumnAspect: Int, Sendable, Hashable, CaseIterable {
  /// The type; none is a type, too.
  case type
  /// `NOT NULL`, or that NULL is allowed.
  case nullability
  case primaryKey, unique, defaultValue, check, references, deferral, collation, generated
}
