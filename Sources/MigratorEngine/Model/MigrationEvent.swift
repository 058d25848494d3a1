/// Progress of a run; the runner emits these events and prints nothing.
public enum MigrationEvent: Sendable, Hashable {
  /// The plan: the identifiers of the steps in execution order.
  case planned(identifiers: [String])
  /// The database was erased because of ``DatabaseMigrator/eraseDatabaseOnSchemaChange``.
  case erased(SchemaChangeReport)
  /// Progress of the copy for a dry run or a backup, in bytes.
  case copying(doneBytes: Int64, totalBytes: Int64)
  /// A migration began; `statements` is 0 for Swift code.
  case began(identifier: String, index: Int, count: Int, statements: Int)
  /// A statement is about to run.
  case statement(identifier: String, index: Int, count: Int, line: Int)
  /// A long statement is still running: virtual-machine steps so far, in thousands.
  case working(identifier: String, kiloSteps: Int)
  /// The statements of a migration, or its code, have run; checks and the commit follow.
  case finishedStatements(identifier: String)
  /// The foreign keys are being checked.
  case checking(identifier: String)
  /// Existing violations remain and do not block the migration.
  ///
  /// See ``ForeignKeyPolicy/newViolationsOnly``.
  case oldViolations(identifier: String, count: Int)
  /// A migration was committed.
  case committed(identifier: String, seconds: Double)
  /// Another process had already applied the migration when the write lock was acquired.
  case alreadyApplied(identifier: String)
  /// A migration failed; ``MigrationFailure/databaseState`` says whether it was rolled back.
  case failed(MigrationFailure)
}
