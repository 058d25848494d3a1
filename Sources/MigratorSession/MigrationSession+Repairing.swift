public import MigratorEngine
internal import MigratorSQLite

/// The applicable repairs of the ledger, for one state of the file.
public struct RepairOffers: Sendable, Hashable {
  /// The repairs, the most urgent first.
  public let repairs: [LedgerRepair]
  /// The obstacle to a step, whether or not a repair exists for it; `nil` without an obstacle.
  public internal(set) var obstacle: StepObstacle?
  /// The fingerprint of the file.
  public let fingerprint: DatabaseFingerprint
  /// The backup that is made before the repair, if any.
  public let backups: BackupPlan
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
        backups: shelf.plan(before: .repair, log.read().events))
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
  /// - Throws: ``UncertainChange``, in which case the backup is kept. After any other error,
  ///   nothing was changed, and the backup is removed.
  public func repair(
    _ repair: LedgerRepair, of offers: RepairOffers, keepsBackup: Bool = true,
    cancellation: Cancellation? = nil
  ) throws -> RepairOutcome {
    let outcome = change(
      .repair, of: repair.title, (), in: DatabaseFile(at: database), keepsBackup: keepsBackup
    ) { session, change in
      try session.run(repair, of: offers, in: &change, cancellation)
    }
    if let error = outcome.error { throw error }
    return outcome
  }

  private func run(
    _ repair: LedgerRepair, of offers: RepairOffers, in change: inout FileChange<Void>,
    _ cancellation: Cancellation?
  ) throws {
    try look { inspection, loaded in
      try requireWritable(try inspection.facts(), loaded)
      try loaded.requireTrusted()
      try change.backUp(
        inspection, as: offers.backups,
        holding: (loaded.runner, try loaded.runner.status(inspection)), cancellation: cancellation)
    }
    try cancellation?.check()
    try change.run {
      let queue = try DatabaseQueue(path: database, configuration: configuration)
      let result = Result {
        try repair.apply(queue, expectedFingerprint: offers.fingerprint).flatMap { left in
          try queue.writeWithoutTransaction { DatabaseFingerprint(settling: $0, from: left) }
        }
      }
      try? queue.close()
      let left = try result.get()
      var event = log.event(.repair, .repaired)
      event.before = offers.fingerprint.value
      event.after = left?.value
      return ((), .changed, event)
    }
  }
}
