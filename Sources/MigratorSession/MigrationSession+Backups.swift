internal import MigratorEngine
internal import MigratorSQLite

/// A backup that was made just now.
struct MadeBackup {
  /// The path, as the database was named.
  let path: String
  /// What the history tells of it.
  let record: HistoryEvent.BackupRecord?
}

extension MigrationSession {
  /// Makes a backup under a name that nobody has, if possible the one that a person was shown, and
  /// looks whether its ledger tells what it should.
  ///
  /// When it is cancelled, when something fails, and, unless damaged pages are accepted, when the
  /// file is not sound, no backup is left.
  func backUp(
    _ inspection: DatabaseInspection, _ runner: (any MigrationRunner)?,
    before occasion: Backup.Occasion,
    preferring wanted: String, holding status: StatusReport?, mustBeSound: Bool = true,
    cancellation: Cancellation? = nil,
    onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> MadeBackup {
    try shelf.makeFolder()
    let state = try inspection.fingerprint()
    var sha256: String?
    var path = wanted
    while true {
      do {
        try DatabaseBackup.make(
          of: inspection, to: path, configuration: configuration, mustBeSound: mustBeSound,
          cancellation: cancellation, onEvent: onEvent
        ) { copy in
          sha256 = try BackupContents(of: copy, cancellation: cancellation).sha256
          guard let runner, let status else { return }
          guard try runner.status(copy) == status else { throw MigrationError(.databaseChanged) }
        }
        return try named(path, sha256, of: inspection, in: state)
      } catch let error where Self.meansTakenName(error) {
        // Another process took the name meanwhile; there is another.
        let other = shelf.free(before: occasion)
        if other == path { throw error }
        path = other
      }
    }
  }

  /// A backup that was made; what cannot be told of the database removes it.
  private func named(
    _ path: String, _ sha256: String?, of inspection: DatabaseInspection,
    in state: DatabaseFingerprint
  ) throws -> MadeBackup {
    do {
      let isCertain = try inspection.fingerprint() == state
      return MadeBackup(
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
