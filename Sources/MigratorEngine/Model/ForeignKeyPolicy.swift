/// Which violations make a deferred migration fail.
public enum ForeignKeyPolicy: String, Sendable, Hashable, CaseIterable {
  /// Any violation in the database, also one that was there before: the verdict of GRDB.
  case allViolations
  /// Only violations that the migration adds.
  ///
  /// A violation is the same before and after when it is in the same row and of the same columns,
  /// and refers to the same. Tables and columns are the same under any name, where they were renamed
  /// or all their contents copied; rows by rowid or primary key, and those that were copied without
  /// either by all their values. The old ones are reported (``StepReport/violations``,
  /// ``MigrationEvent/oldViolations(identifier:count:)``) if the check had to count them: a migration that cannot
  /// have broken a foreign key is committed without a search.
  case newViolationsOnly
}
