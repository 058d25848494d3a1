/// What happens while migrations run; the runner emits these and prints nothing.
public enum MigrationEvent: Sendable, Hashable {
  /// The plan: identifiers of the steps in the order of execution.
  case planned(identifiers: [String])
  /// The database was erased, for this reason, because the migrator's
  /// ``DatabaseMigrator/eraseDatabaseOnSchemaChange`` says so.
  case erased(SchemaChangeReport)
  /// Progress of making the copy of a dry run or a backup, in bytes.
  case copying(doneBytes: Int64, totalBytes: Int64)
  /// A migration began; `statements` is 0 for Swift code.
  case began(identifier: String, index: Int, count: Int, statements: Int)
  /// A statement is about to run.
  case statement(identifier: String, index: Int, count: Int, line: Int)
  /// A sign of life within a long statement: virtual-machine steps so far, in thousands.
  case working(identifier: String, kiloSteps: Int)
  /// The foreign keys are being checked.
  case checking(identifier: String)
  /// Violations from before the migration remain, and do not block it; see
  /// ``ForeignKeyPolicy/newViolationsOnly``.
  case oldViolations(identifier: String, count: Int)
  /// A migration is committed.
  case committed(identifier: String, seconds: Double)
  /// Another process had applied the migration when the write lock was taken.
  case alreadyApplied(identifier: String)
  /// A migration failed and was rolled back, or left what ``MigrationFailure/databaseState`` says.
  case failed(MigrationFailure)
}
