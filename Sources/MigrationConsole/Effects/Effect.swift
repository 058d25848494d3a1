public import MigratorEngine

/// Work that `update` asks for; it runs elsewhere and comes back as messages.
enum Effect: Sendable, Hashable {
  /// Read facts, status and schema.
  case loadOverview
  /// Compare the live schema with what the applied migrations produce.
  case computeDrift(generation: Int)
  /// Search violations of foreign keys.
  case searchViolations(generation: Int)
  /// Execute pending migrations on a copy.
  case dryRun(RunScope, generation: Int)
  /// Make sure a dry run of this very state exists, then open the confirm dialog.
  case prepareStep(RunScope, known: DryRunReport?, generation: Int)
  /// Apply migrations to the real file, one after the other.
  case step(StepPlan, generation: Int)
  /// Look for repairs of the ledger; a baseline would end with the selected migration.
  case findRepairs(selected: String?, generation: Int)
  /// Run a repair on the real file.
  case repair(RepairRequest, generation: Int)
  /// Stop the work of a generation.
  case cancel(generation: Int)
  /// Put text on the operator's clipboard.
  case copyToClipboard(String)
  /// Write a report to a file that does not exist yet.
  case export(text: String, fileName: String)
  /// Throw away keys typed ahead.
  case flushTypeAhead
  /// Give the terminal back and stop until the shell continues the process.
  case suspend
  /// Draw the whole screen again.
  case redraw
  /// Leave the program.
  case quit
}

/// What the operator confirmed: migrations to apply in order, stopping at the first failure.
struct StepPlan: Sendable, Hashable {
  /// The migrations to apply.
  var identifiers: [String]
  /// The state of the file that the operator saw.
  var fingerprint: DatabaseFingerprint?
  /// Where the backup goes that is made before the first step, or `nil` for none.
  var backupPath: String?
}

/// What the operator confirmed: a change of the ledger alone.
public struct RepairRequest: Sendable, Hashable {
  /// The repair.
  public let repair: LedgerRepair
  /// The state of the file that the operator saw.
  public let fingerprint: DatabaseFingerprint
  /// Where the backup goes that is made before, or `nil` for none.
  public let backupPath: String?

  /// Creates a request; the parameters are the properties.
  public init(repair: LedgerRepair, fingerprint: DatabaseFingerprint, backupPath: String?) {
    self.repair = repair
    self.fingerprint = fingerprint
    self.backupPath = backupPath
  }
}
