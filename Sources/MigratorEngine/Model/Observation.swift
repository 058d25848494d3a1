/// How closely a step looks at what it does.
public enum Observation: Sendable, Hashable {
  /// Events, times and schema changes.
  case events
  /// The rows of every table as well. Counts all rows, and the violations before and after, so it
  /// is made for copies.
  case rows
}
