internal import MigratorEngine
internal import MigratorSQLite

struct NewBackup {
  /// The path, in the same form as the database path that the user gave.
  let path: String
  let record: HistoryEvent.BackupRecord?
}

extension MigrationSession {
  /// Makes a backup under an unused name, preferably the planned one, and compares its ledger.
  ///
  /// No backup remains if the call is canceled or fails. The same applies if the file is damaged,
  /// unless a restore will replace it.
  func backUp(
    _ inspection: DatabaseInspection, as plan: BackupPlan,
    holding ledger: (runner: any MigrationRunner, status: StatusReport)?,
    cancellation: Cancellation?, onEvent: (MigrationEvent) -> Void
  ) throws -> NewBackup {
    try shelf.makeFolder()
    let state = try inspection.fingerprint()
    var sha256: String?
    var path = plan.path
    while true {
      do {
        try DatabaseBackup.make(
          of: inspection, to: path, configuration: configuration,
          checksForDamage: plan.occasion != .restore, cancellation: cancellation,
          onEvent: onEvent
        ) { copy in
          sha256 = try BackupContents(of: copy, cancellation: cancellation).sha256
          guard let ledger else { return }
          guard try ledger.runner.status(copy) == ledger.status else {
            throw MigrationError(.databaseChanged)
          }
        }
        return try named(path, sha256, of: inspection, in: state)
      } catch let error where Self.meansTakenName(error) {
        // Another process created a file with this name; try another name.
        let other = shelf.free(before: plan.occasion)
        if other == path { throw error }
        path = other
      }
    }
  }

  /// Describes a new backup; removes it if the database's fingerprint cannot be read.
  private func named(
    _ path: String, _ sha256: String?, of inspection: DatabaseInspection,
    in state: DatabaseFingerprint
  ) throws -> NewBackup {
    do {
      let isCertain = try inspection.fingerprint() == state
      return NewBackup(
        path: path, record: log.backup(path, sha256: sha256, state: isCertain ? state : nil))
    } catch {
      DatabaseCopy.remove(path)
      throw error
    }
  }

  private static func meansTakenName(_ error: any Error) -> Bool {
    if case .file = (error as? MigrationError)?.kind { return true }
    return ResultCode.SQLITE_CANTOPEN ~= error
  }
}
