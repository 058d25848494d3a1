public import MigratorEngine

/// Repairs of the ledger that make sense, of one state of the file.
public struct RepairOffers: Sendable, Hashable {
  /// The repairs, the most urgent first.
  public let repairs: [LedgerRepair]
  /// The state of the file.
  public let fingerprint: DatabaseFingerprint
  /// Where a backup made before would go.
  public let backupPath: String

  package init(repairs: [LedgerRepair], fingerprint: DatabaseFingerprint, backupPath: String) {
    self.repairs = repairs
    self.fingerprint = fingerprint
    self.backupPath = backupPath
  }
}

extension MigrationSession {
  /// Looks for repairs of the ledger that make sense now.
  ///
  /// - Parameters:
  ///   - selected: The migration in view: a baseline would end with it.
  ///   - cancellation: Stops the replay that an adoption needs.
  /// - Returns: The repairs; none where the source offers none.
  /// - Throws: `OpenFailure`, `DatabaseError`; an error of the source.
  public func repairs(
    selected: String? = nil, cancellation: Cancellation? = nil
  ) throws -> RepairOffers {
    try look { inspection, loaded in
      let fingerprint = try inspection.fingerprint()
      return RepairOffers(
        repairs: try loaded.repairs(selected, inspection, cancellation), fingerprint: fingerprint,
        backupPath: BackupName.free(before: "repair", of: database))
    }
  }

  /// Runs a repair on the real file, after a backup.
  ///
  /// - Parameters:
  ///   - repair: The repair that a person agreed to.
  ///   - offers: What it was offered among: nothing is changed where the file changed since.
  ///   - keepsBackup: Whether a copy of the database as it was is kept beside it.
  /// - Returns: The backup, or `nil` when none was wanted.
  /// - Throws: An error when nothing was changed; the backup is removed then.
  public func repair(
    _ repair: LedgerRepair, of offers: RepairOffers, keepsBackup: Bool = true
  ) throws -> String? {
    var backup: String?
    do {
      if keepsBackup {
        backup = try DatabaseInspection.inspect(path: database, configuration: configuration) {
          try backUp($0, before: "repair", preferring: offers.backupPath)
        }
      }
      let queue = try DatabaseQueue(path: database, configuration: configuration)
      let result = Result { try repair.apply(queue, expectedFingerprint: offers.fingerprint) }
      try queue.close()
      try result.get()
      return backup
    } catch {
      if let backup { DatabaseCopy.remove(backup) }
      throw error
    }
  }
}
