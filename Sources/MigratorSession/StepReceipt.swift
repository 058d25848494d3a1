public import MigratorEngine
internal import MigratorSQLite

/// What a step did, or tried to do, on the real file.
public struct StepReceipt: Sendable, Hashable {
  /// What the migration did, its failure included.
  ///
  /// Rows and violations that were not counted on the real file are those that the dry run of this very
  /// state foretold; `counting` says which.
  public let report: StepReport
  /// The backup that was made before the first step of the run, and is still there.
  public let backupPath: String?

  /// What was lost, as counted or foretold.
  public var losses: Losses { Losses(of: [report]) }
}

/// How a run of steps ended.
public struct StepOutcome: Sendable {
  /// A receipt for each migration that was begun; the last may carry a failure.
  public internal(set) var receipts: [StepReceipt] = []
  /// The backup that is there, or `nil`: none was wanted, or nothing was changed and it was removed.
  public internal(set) var backupPath: String?
  /// The backup that was made and removed again, because nothing was changed.
  public internal(set) var removedBackupPath: String?
  /// Older backups that were removed, as the ``BackupPolicy`` says.
  public internal(set) var prunedBackups: [String] = []
  /// What kept the run from beginning or from going on, or `nil`.
  public internal(set) var error: (any Error)?
  /// Why the history does not tell of all of it, or `nil`.
  public internal(set) var historyFailure: HistoryFailure?

  /// The failure of the last migration, or `nil`.
  public var failure: MigrationFailure? { receipts.last?.report.failure }

  /// Whether the file may differ from before.
  var mayHaveChanged: Bool { receipts.contains { $0.report.mayHaveChanged } }

  /// Removes the backup of a database that is as it was.
  mutating func dropBackup() {
    guard let path = backupPath else { return }
    DatabaseCopy.remove(path)
    (backupPath, removedBackupPath) = (nil, path)
  }
}
