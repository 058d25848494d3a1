internal import MigratorEngine

/// One change to the database file: a run of steps, a repair or a restore.
///
/// All of them follow the same order, so that nothing is lost if the process is killed:
/// 1. A backup is made, before anything is changed.
/// 2. The beginning is recorded in the history.
/// 3. The change runs.
/// 4. If the file is unchanged, the backup is removed.
/// 5. The end is recorded, with the backup if it was kept.
/// 6. Older backups are removed, once the history contains the new one.
///
/// A run of steps repeats 2 to 5 for each migration.
struct FileChange<Result: Sendable> {
  var outcome: ChangeOutcome<Result>
  /// The next migration, or the description of the change.
  var subject: String?
  private let session: MigrationSession
  private let action: HistoryEvent.Action
  private let keepsBackup: Bool
  private let start = ContinuousClock.now
  private var backup: NewBackup?
  private var effect = FileEffect.none

  fileprivate init(
    _ action: HistoryEvent.Action, _ subject: String?, _ result: Result, keepsBackup: Bool,
    in session: MigrationSession
  ) {
    outcome = ChangeOutcome(result)
    (self.action, self.subject, self.keepsBackup) = (action, subject, keepsBackup)
    self.session = session
  }

  /// Makes the backup, if one was requested.
  ///
  /// - Parameters:
  ///   - inspection: The database.
  ///   - plan: The prepared plan.
  ///   - ledger: The status of the ledger, which must be the same in the backup, or `nil`.
  ///   - cancellation: Stops the copy and removes it.
  ///   - onEvent: Receives the progress.
  /// - Throws: An error if the backup is incomplete; in that case, the backup is removed.
  mutating func backUp(
    _ inspection: DatabaseInspection, as plan: BackupPlan,
    holding ledger: (runner: any MigrationRunner, status: StatusReport)? = nil,
    cancellation: Cancellation?, onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws {
    guard keepsBackup else { return }
    backup = try session.backUp(
      inspection, as: plan, holding: ledger, cancellation: cancellation, onEvent: onEvent)
    outcome.backupPath = backup?.path
  }

  /// Runs the change, or one of several migrations, and records its end.
  ///
  /// - Parameters:
  ///   - beginning: The event to record first, or `nil`; a killed process cannot record it
  ///     afterwards.
  ///   - body: Changes the file. If it throws, the end is recorded as a refusal or failure.
  /// - Returns: The value of `body`.
  /// - Throws: The error of `body`.
  mutating func run<Value>(
    beginning: HistoryEvent? = nil,
    _ body: () throws -> (value: Value, effect: FileEffect, end: HistoryEvent)
  ) throws -> Value {
    if let beginning { record(beginning, backup) }
    var (value, effect, end) = try body()
    settle(effect)
    end.subject = end.subject ?? subject
    end.seconds = end.seconds ?? outcome.seconds
    record(end, backup)
    return value
  }

  /// Records an error that prevented the change or stopped it.
  ///
  /// A step that started reports its failure instead of throwing. So if a step throws an error, it
  /// changed nothing.
  fileprivate mutating func fail(_ error: any Error) {
    let isStep = action == .step
    let doubt = isStep ? nil : UncertainChange(error, keptPath: backup?.path)
    settle(doubt == nil ? .none : .uncertain)
    outcome.error = doubt ?? error
    var event = session.event(ofRefusing: action, subject, doubt ?? error)
    if !isStep { event.seconds = outcome.seconds }
    record(event, doubt == nil ? nil : backup)
  }

  /// Removes older backups, if there is a new one.
  fileprivate mutating func finish() {
    settle(.none)
    guard backup != nil, effect.prunesBackups else { return }
    outcome.prunedBackups = session.shelf.prune(session.log.read().events)
  }

  /// Records the effect of one migration or of the whole change, and removes the backup if nothing
  /// has changed so far.
  private mutating func settle(_ effect: FileEffect) {
    outcome.seconds = (ContinuousClock.now - start) / .seconds(1)
    self.effect = max(self.effect, effect)
    guard let backup, !self.effect.keepsBackup else { return }
    DatabaseCopy.remove(backup.path)
    (self.backup, outcome.backupPath, outcome.removedBackupPath) = (nil, nil, backup.path)
  }

  /// Records an event, with the backup; keeps the first failure to write the history.
  private mutating func record(_ event: HistoryEvent, _ backup: NewBackup?) {
    var event = event
    event.backup = backup?.record
    let failure = session.log.add(event)
    outcome.historyFailure = outcome.historyFailure ?? failure
  }
}

extension MigrationSession {
  /// Changes the database file, through ``FileChange``.
  ///
  /// - Parameters:
  ///   - action: The kind of change.
  ///   - subject: The subject of its events.
  ///   - result: The result before the change.
  ///   - file: The only file that may be changed.
  ///   - keepsBackup: True to make a backup first.
  ///   - body: Checks the conditions, makes the backup and runs the change. Its session is
  ///     restricted to the file.
  /// - Returns: The outcome, with the error of `body`.
  func change<Result>(
    _ action: HistoryEvent.Action, of subject: String?, _ result: Result, in file: DatabaseFile?,
    keepsBackup: Bool,
    _ body: (MigrationSession, inout FileChange<Result>) throws -> Void
  ) -> ChangeOutcome<Result> {
    let session = pinned(to: file)
    var change = FileChange(action, subject, result, keepsBackup: keepsBackup, in: session)
    do {
      try requireWritable()
      try body(session, &change)
    } catch {
      change.fail(error)
    }
    change.finish()
    return change.outcome
  }
}
