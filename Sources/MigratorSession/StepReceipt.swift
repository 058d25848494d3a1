public import MigratorEngine
internal import MigratorSQLite

/// The result of a step on the database file.
public struct StepReceipt: Sendable, Hashable {
  /// The migration's report, including a failure.
  ///
  /// Rows and violations that were not counted on the file come from the dry run of the same state;
  /// `counting` gives the source.
  public let report: StepReport
  /// The backup that was made before the first step of the run, if it still exists.
  public let backupPath: String?

  /// The losses, counted by the step or predicted by the dry run.
  public var losses: Losses { Losses(of: [report]) }
}

/// The result of a run of steps.
public struct StepOutcome: Sendable {
  /// A receipt for each migration that was begun; the last may contain a failure.
  public internal(set) var receipts: [StepReceipt] = []
  /// The backup; `nil` if none was requested, or if nothing was changed and it was removed.
  public internal(set) var backupPath: String?
  /// The backup that was made and then removed, because nothing was changed.
  public internal(set) var removedBackupPath: String?
  /// Older backups that were removed according to the ``BackupPolicy``.
  public internal(set) var prunedBackups: [String] = []
  /// The error that prevented the run or stopped it, or `nil`.
  public internal(set) var error: (any Error)?
  /// Why the history is incomplete, or `nil`.
  public internal(set) var historyFailure: HistoryFailure?

  /// The failure of the last migration, or `nil`.
  public var failure: MigrationFailure? { receipts.last?.report.failure }

  /// True if the file may have changed.
  var mayHaveChanged: Bool { receipts.contains { $0.report.mayHaveChanged } }

  /// Removes the backup of an unchanged database.
  mutating func dropBackup() {
    guard let path = backupPath else { return }
    DatabaseCopy.remove(path)
    (backupPath, removedBackupPath) = (nil, path)
  }
}
