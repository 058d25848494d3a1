/// Which violations make a deferred migration fail.
public enum ForeignKeyPolicy: String, Sendable, Hashable, CaseIterable {
  /// Any violation in the database, including existing ones, as in GRDB.
  case allViolations
  /// Only violations that the migration adds.
  ///
  /// A violation counts as existing if its row, columns and missing parent are the same before and
  /// after the migration. Tables and columns are matched by name, across renames, and across copies
  /// of all their contents. Rows are matched by rowid or primary key; copied rows that have neither
  /// are matched by all their values.
  ///
  /// Existing violations are reported only if the check had to count them:
  /// ``StepReport/violations``, ``MigrationEvent/oldViolations(identifier:count:)``. A migration
  /// that cannot have broken a foreign key is committed without a search.
  case newViolationsOnly
}
