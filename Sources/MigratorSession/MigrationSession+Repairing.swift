public import MigratorEngine
internal import MigratorSQLite

/// The applicable repairs of the ledger, for one state of the file.
public struct RepairOffers: Sendable, Hashable {
  /// The repairs, the most urgent first.
  public let repairs: [LedgerRepair]
  /// The obstacle to a step, whether or not a repair exists for it; `nil` if there is none.
  public internal(set) var obstacle: StepObstacle?
  /// The fingerprint of the file.
  public let fingerprint: DatabaseFingerprint
  /// The path for a backup before the repair.
  public let backupPath: String
  /// The effects of a backup on existing ones.
  public internal(set) var backups = BackupPlan()
}

/// The result of a repair.
public struct RepairReceipt: Sendable, Hashable {
  /// The backup that was made first, or `nil` if none was requested.
  public let backupPath: String?
  /// Older backups that were removed according to the ``BackupPolicy``.
  public let prunedBackups: [String]
  /// Why the repair is missing from the history, or `nil`.
  public let historyFailure: HistoryFailure?
}

extension MigrationSession {
  /// Finds the applicable repairs of the ledger.
  ///
  /// - Parameters:
  ///   - selected: The selected migration; a baseline would end with it.
  ///   - cancellation: Stops the replay that adopting a baseline requires.
  /// - Returns: The repairs; empty if the source offers none.
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

  /// Repairs the ledger of the database file, after a backup.
  ///
  /// - Parameters:
  ///   - repair: The confirmed repair.
  ///   - offers: The offers that contained it; if the file changed since then, nothing is changed.
  ///   - keepsBackup: True to make a backup first.
  ///   - cancellation: Stops the repair before it changes the ledger.
  /// - Returns: The backups and the state of the history.
  /// - Throws: ``UncertainChange``, in which case the backup is kept. After any other error nothing
  ///   was changed, and the backup is removed.
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
    var backup: NewBackup?
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
      let error = UncertainChange(error, keptPath: backup?.path) ?? error
      var event = event(ofRefusing: .repair, repair.title, error)
      if error is UncertainChange {
        event.backup = backup?.record
      } else if let backup {
        DatabaseCopy.remove(backup.path)
      }
      _ = log.add(event)
      throw error
    }
  }
}
