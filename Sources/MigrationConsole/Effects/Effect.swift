import MigratorEngine
import MigratorSession

/// Work that `update` asks for; it runs elsewhere and comes back as messages.
enum Effect: Sendable, Hashable {
  /// Read facts, status, schema and history.
  case loadOverview
  /// Compare the live schema with what the applied migrations produce.
  case computeDrift(generation: Int)
  /// Search violations of foreign keys.
  case searchViolations(generation: Int)
  /// Run a statement that mends violations on a copy.
  case tryMending(GroupRemedy, generation: Int)
  /// Write a new migration with such a statement into the project's folder.
  case writeMigration(title: String, sql: String)
  /// Execute pending migrations on a copy.
  case dryRun(MigrationScope, generation: Int)
  /// Make sure a dry run of this very state exists, then open the confirm dialog.
  case prepareStep(MigrationScope, known: SessionDryRun?, generation: Int)
  /// Apply what the operator agreed to to the real file, perhaps to be held between its statements.
  case step(
    PreparedStep, agreeing: [String], keepsBackup: Bool, isHeld: Bool, generation: Int)
  /// Look for repairs of the ledger; a baseline would end with the selected migration.
  case findRepairs(selected: String?, generation: Int)
  /// Run a repair on the real file.
  case repair(LedgerRepair, of: RepairOffers, keepsBackup: Bool, generation: Int)
  /// Look what bringing the last backup back would undo.
  case prepareRestore(generation: Int)
  /// Bring the backup back that the operator agreed to.
  case restore(PreparedRestore, agreeing: String?, keepsBackup: Bool, generation: Int)
  /// Run a pending migration on a copy, to be held between its statements.
  case trace(String, generation: Int)
  /// Let it go on.
  case runTrace(to: TraceGoal, generation: Int)
  /// Ask the copy of a held migration something.
  case queryTrace(String, generation: Int)
  /// Stop the work of a generation.
  case cancel(generation: Int)
  /// Put text on the operator's clipboard.
  case copyToClipboard(String)
  /// Write a report to a file that does not exist yet.
  case export(text: String, fileName: String)
  /// Ask the terminal to report the mouse, or to keep it.
  case setMouse(Bool)
  /// Give the terminal to a program of the person's until that ends.
  case run(OutsideProgram)
  /// Throw away keys typed ahead.
  case flushTypeAhead
  /// Give the terminal back and stop until the shell continues the process.
  case suspend
  /// Draw the whole screen again.
  case redraw
  /// Leave the program.
  case quit
}
