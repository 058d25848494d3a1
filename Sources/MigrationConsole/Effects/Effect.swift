import MigratorEngine
import MigratorSession
import MigratorWriter

/// Work that `update` requests; results come back as messages.
enum Effect: Sendable, Hashable {
  /// Read facts, status, schema and history.
  case loadOverview
  /// Compare the live schema with the one that the applied migrations produce.
  case computeDrift(generation: Int)
  /// Search for violations; with words, only for those whose description contains them.
  case searchViolations(matching: String = "", generation: Int)
  /// Run statements that fix violations on a copy.
  case tryFixes([FixChoice], generation: Int)
  /// Run them on the real file.
  case applyFixes(FixTrial, agreeing: String?, keepsBackup: Bool, generation: Int)
  /// Plan a new migration and try it on generated rows.
  case draftMigration(MigrationDraft.Goal, answering: WriterAnswers, generation: Int)
  case writeFiles([MigrationFile], for: NewFilePurpose)
  case dryRun(MigrationScope, generation: Int)
  /// Make sure that a dry run of the current state exists, then open the confirm dialog.
  case prepareStep(MigrationScope, known: SessionDryRun?, generation: Int)
  /// Apply the confirmed migrations to the real file, optionally pausing between statements.
  case step(
    PreparedStep, agreeing: [String], keepsBackup: Bool, isHeld: Bool, generation: Int)
  /// Search for repairs of the ledger; a baseline would end with the selected migration.
  case findRepairs(selected: String?, generation: Int)
  case repair(LedgerRepair, of: RepairOffers, keepsBackup: Bool, generation: Int)
  /// Find out what restoring a backup would undo; `nil` is the backup of the last change.
  case prepareRestore(String?, generation: Int)
  case restore(PreparedRestore, agreeing: String?, keepsBackup: Bool, generation: Int)
  /// Run a pending migration on a copy, pausing between statements.
  case trace(String, generation: Int)
  case runTrace(to: TraceGoal, generation: Int)
  case queryTrace(String, generation: Int)
  case cancel(generation: Int)
  case copyToClipboard(String)
  /// Write a report to a file that does not exist yet.
  case export(text: String, fileName: String)
  case setMouse(Bool)
  case run(ExternalProgram)
  case flushTypeAhead
  /// Restore the terminal and stop until the shell continues the process.
  case suspend
  case redraw
  case quit
}

/// The purpose of a new migration.
enum NewFilePurpose: Sendable, Hashable {
  /// It produces a schema.
  case schema(MigrationDraft.Goal)
  /// It fixes violations, before the pending migration with this identifier if there is one.
  case fixes(before: String?)
}
