/// Which violations make a deferred migration fail.
public enum ForeignKeyPolicy: String, Sendable, Hashable, CaseIterable {
  /// Any violation in the database, also one that was there before: the verdict of GRDB.
  case allViolations
  /// Only violations that the migration adds.
  ///
  /// A violation is the same before and after when it is in the same row (rowid or primary key)
  /// of the table of that name, and of the same columns referring to the table of that name. The
  /// old ones are reported: ``StepReport/violations``,
  /// ``MigrationEvent/oldViolations(identifier:count:)``.
  case newViolationsOnly
}
