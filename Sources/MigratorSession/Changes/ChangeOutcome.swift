public import MigratorEngine

/// The result of a change to the database file, with its backups and any error.
public struct ChangeOutcome<Result: Sendable>: Sendable {
  /// The result; after an error, the result of the part that was completed.
  public internal(set) var result: Result
  /// The duration in seconds.
  public internal(set) var seconds = 0.0
  /// The backup; `nil` if none was requested, or if nothing was changed and it was removed.
  public internal(set) var backupPath: String?
  /// The backup that was made and then removed, because nothing was changed.
  public internal(set) var removedBackupPath: String?
  /// Older backups that were removed according to the ``BackupPolicy``.
  public internal(set) var prunedBackups: [String] = []
  /// The error that prevented the change or stopped it, or `nil`.
  public internal(set) var error: (any Error)?
  /// Why the history is incomplete, or `nil`.
  public internal(set) var historyFailure: HistoryFailure?

  package init(_ result: Result, backupPath: String? = nil, error: (any Error)? = nil) {
    (self.result, self.backupPath, self.error) = (result, backupPath, error)
  }
}

/// The result of a run of steps: a report for each migration that started.
public typealias StepOutcome = ChangeOutcome<[StepReport]>

extension StepOutcome {
  /// The reports; the last may contain a failure.
  ///
  /// Rows and violations that were not counted in the file were counted by a dry run of the same
  /// state; `counting` shows the source.
  public var steps: [StepReport] { result }

  /// The failure of the last migration, or `nil`.
  public var failure: MigrationFailure? { steps.last?.failure }

  /// Adds a later run, which was prepared after another program changed the database.
  package mutating func append(_ next: StepOutcome) {
    result += next.result
    seconds += next.seconds
    backupPath = backupPath ?? next.backupPath
    removedBackupPath = next.removedBackupPath
    prunedBackups += next.prunedBackups
    error = next.error
    historyFailure = historyFailure ?? next.historyFailure
  }
}

extension StepReport {
  /// The losses, counted by the step or predicted by the dry run.
  public var losses: Losses { Losses(of: [self]) }
}

/// The result of a repair.
public typealias RepairOutcome = ChangeOutcome<Void>

/// The result of a restore, or `nil` if the backup was not restored.
public typealias RestoreOutcome = ChangeOutcome<DatabaseBackup.Restored?>

extension RestoreOutcome {
  /// True if the backup was restored.
  public var isRestored: Bool { result != nil }

  /// A problem found when the database was read afterwards, or `nil`.
  public var problem: MigrationError? { result?.problem }

  /// Why the restored database could not be read completely, as a sentence, or `nil`.
  public var unreadWarning: String? { result?.unreadWarning }
}

extension DatabaseBackup.Restored {
  var unreadWarning: String? {
    unreadReason.map { "The backup was restored, but could not be checked afterwards: \($0)." }
  }
}
