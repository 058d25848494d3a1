public import MigratorEngine
internal import MigratorSQLite

/// Repairs of the ledger that make sense, of one state of the file.
public struct RepairOffers: Sendable, Hashable {
  /// The repairs, the most urgent first.
  public let repairs: [LedgerRepair]
  /// What stands in the way of a step, be there a repair for it or not; `nil` where nothing does.
  public internal(set) var obstacle: StepObstacle?
  /// The state of the file.
  public let fingerprint: DatabaseFingerprint
  /// Where a backup made before would go.
  public let backupPath: String
  /// What becomes of the backups that are there.
  public internal(set) var backups = BackupPlan()
}

/// A repair that was made.
public struct RepairReceipt: Sendable, Hashable {
  /// The backup that was made before, or `nil` when none was wanted.
  public let backupPath: String?
  /// Older backups that were removed, as the ``BackupPolicy`` says.
  public let prunedBackups: [String]
  /// Why the history does not tell of it, or `nil`.
  public let historyFailure: HistoryFailure?
}

extension MigrationSession {
  /// Looks for repairs of the ledger that make sense now.
  ///
  /// - Parameters:
  ///   - selected: The migration in view: a baseline would end with it.
  ///   - cancellation: Stops the replay that an adoption needs.
  /// - Returns: The repairs; none where the source offers none.
  /// - Throws: `DatabaseError`; an error of the source.
  public func repairs(
    selected: String? = nil, cancellation: Cancellation? = nil
  ) throws -> RepairOffers {
    try look { inspection, loaded in
      let fingerprint = try inspection.fingerprint()
      let status = try loaded.runner.status(inspection)
      let leftover = leftover(status)
      return RepairOffers(
        repairs: try loaded.repairs(selected, inspection, cancellation).map { repair in
          guard let leftover, repair.kind == .clearDirty, repair.identifier == leftover.subject
          else { return repair }
          return repair.explained(by: leftover.leftoverWords)
        },
        obstacle: status.obstacle ?? status.caution, fingerprint: fingerprint,
        backupPath: shelf.free(before: .repair), backups: shelf.plan(log.read().events))
    }
  }

  /// Runs a repair on the real file, after a backup.
  ///
  /// - Parameters:
  ///   - repair: The repair that a person agreed to.
  ///   - offers: What it was offered among: nothing is changed where the file changed since.
  ///   - keepsBackup: Whether a copy of the database as it was is kept beside it.
  ///   - cancellation: Stops it before the ledger is changed.
  /// - Returns: What there is now.
  /// - Throws: ``ChangeInDoubt``, and the backup stays; otherwise an error when nothing was changed, and the
  ///   backup is removed.
  public func repair(
    _ repair: LedgerRepair, of offers: RepairOffers, keepsBackup: Bool = true,
    cancellation: Cancellation? = nil
  ) throws -> RepairReceipt {
    try pinned(to: DatabaseFile(at: database)).repairInPlace(
      repair, of: offers, keepsBackup: keepsBackup, cancellation: cancellation)
  }

  private func repairInPlace(
    _ repair: LedgerRepair, of offers: RepairOffers, keepsBackup: Bool,
    cancellation: Cancellation?
  ) throws -> RepairReceipt {
    var backup: MadeBackup?
    let start = ContinuousClock.now
    do {
      try look { inspection, loaded in
        try requireWritable(try inspection.facts())
        try loaded.requireTrusted()
        guard keepsBackup else { return }
        backup = try backUp(
          inspection, loaded.runner, before: .repair, preferring: offers.backupPath,
          holding: try loaded.runner.status(inspection), cancellation: cancellation)
      }
      try cancellation?.check()
      let queue = try DatabaseQueue(path: database, configuration: configuration)
      let result = Result {
        try repair.apply(queue, expectedFingerprint: offers.fingerprint).flatMap { left in
          try queue.writeWithoutTransaction { DatabaseFingerprint(settling: $0, from: left) }
        }
      }
      try? queue.close()
      let left = try result.get()
      var event = log.event(.repair, .repaired)
      event.subject = repair.title
      event.seconds = (ContinuousClock.now - start) / .seconds(1)
      event.backup = backup?.record
      event.before = offers.fingerprint.value
      event.after = left?.value
      let failure = log.add(event)
      return RepairReceipt(
        backupPath: backup?.path,
        prunedBackups: backup == nil ? [] : shelf.prune(log.read().events),
        historyFailure: failure)
    } catch {
      let error = ChangeInDoubt(error, keptPath: backup?.path) ?? error
      var event = event(ofRefusing: .repair, repair.title, error)
      if error is ChangeInDoubt {
        event.backup = backup?.record
      } else if let backup {
        DatabaseCopy.remove(backup.path)
      }
      _ = log.add(event)
      throw error
    }
  }
}
