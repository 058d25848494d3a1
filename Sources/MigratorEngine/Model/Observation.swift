/// How closely a step observes its effects.
public enum Observation: Sendable, Hashable {
  /// Events, times and schema changes.
  case events
  /// Also the rows of the tables that changed, read before the commit.
  ///
  /// Used for a step that must match a dry run.
  case changedRows
  /// Also the rows of every table. Counts all rows, and the violations before and after the
  /// migration.
  ///
  /// Intended for copies.
  case rows

  var countsRows: Bool { self != .events }
}
