internal import MigratorEngine
internal import MigratorSQLite

struct NewBackup {
  /// The path, in the form in which the database was named.
  let path: String
  /// The record for the history.
  let record: HistoryEvent.BackupRecord?
}

extension MigrationSession {
  /// Makes a backup under an unused name, preferably `wanted`, and compares its ledger with
  /// `status`.
  ///
  /// No backup remains if the call is canceled or fails. The same applies if the file is damaged,
  /// unless damaged pages are accepted.
  func backUp(
    _ inspection: DatabaseInspection, _ runner: (any MigrationRunner)?,
    before occasion: Backup.Occasion,
    preferring wanted: String, holding status: StatusReport?, checksForDamage: Bool = true,
    cancellation: Cancellation? = nil,
    onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> NewBackup {
    try shelf.makeFolder()
    let state = try inspection.fingerprint()
    var sha256: String?
    var path = wanted
    while true {
      do {
        try DatabaseBackup.make(
          of: inspection, to: path, configuration: configuration, checksForDamage: checksForDamage,
          cancellation: cancellation, onEvent: onEvent
        ) { copy in
          sha256 = try BackupContents(of: copy, cancellation: cancellation).sha256
          guard let runner, let status else { return }
          guard try runner.status(copy) == status else { throw MigrationError(.databaseChanged) }
        }
        return try named(path, sha256, of: inspection, in: state)
      } catch let error where Self.meansTakenName(error) {
        // Another process took the name; try another one.
        let other = shelf.free(before: occasion)
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
