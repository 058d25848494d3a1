/// How closely a step looks at what it does.
public enum Observation: Sendable, Hashable {
  /// Events, times and schema changes.
  case events
  /// The rows of the tables that changed as well, read before the commit: for a step that is held to
  /// what a dry run told.
  case changedRows
  /// The rows of every table as well. Counts all rows, and the violations before and after, so it
  /// is made for copies.
  case rows

  /// Whether rows are counted while they change.
  var countsRows: Bool { self != .events }
}
