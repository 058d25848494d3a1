import MigratorEngine
import MigratorSession

/// Work that `update` requests; results come back as messages.
enum Effect: Sendable, Hashable {
  /// Read facts, status, schema and history.
  case loadOverview
  /// Compare the live schema with what the applied migrations produce.
  case computeDrift(generation: Int)
  /// Search for foreign-key violations.
  case searchViolations(generation: Int)
  /// Run a statement that fixes violations on a copy.
  case tryFix(GroupFix, generation: Int)
  /// Write a new migration with this SQL into the project's folder.
  case writeMigration(title: String, sql: String)
  /// Run pending migrations on a copy.
  case dryRun(MigrationScope, generation: Int)
  /// Make sure that a dry run of the current state exists, then open the confirm dialog.
  case prepareStep(MigrationScope, known: SessionDryRun?, generation: Int)
  /// Apply the confirmed migrations to the real file, optionally pausing between statements.
  case step(
    PreparedStep, agreeing: [String], keepsBackup: Bool, isHeld: Bool, generation: Int)
  /// Search for repairs of the ledger; a baseline would end with the selected migration.
  case findRepairs(selected: String?, generation: Int)
  /// Run a repair on the real file.
  case repair(LedgerRepair, of: RepairOffers, keepsBackup: Bool, generation: Int)
  /// Find out what restoring the last backup would undo.
  case prepareRestore(generation: Int)
  /// Restore the confirmed backup.
  case restore(PreparedRestore, agreeing: String?, keepsBackup: Bool, generation: Int)
  /// Run a pending migration on a copy, pausing between statements.
  case trace(String, generation: Int)
  /// Resume a traced migration.
  case runTrace(to: TraceGoal, generation: Int)
  /// Run a query in a paused migration.
  case queryTrace(String, generation: Int)
  /// Cancel the work of a generation.
  case cancel(generation: Int)
  /// Put text on the operator's clipboard.
  case copyToClipboard(String)
  /// Write a report to a file that does not exist yet.
  case export(text: String, fileName: String)
  /// Turn the mouse reports of the terminal on or off.
  case setMouse(Bool)
  /// Lend the terminal to an external program until it ends.
  case run(ExternalProgram)
  /// Discard keys typed ahead.
  case flushTypeAhead
  /// Restore the terminal and stop until the shell continues the process.
  case suspend
  /// Redraw the whole screen.
  case redraw
  case quit
}
