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
  /// Makes a backup under a name that nobody has, and looks whether it holds what it should.
  ///
  /// - Parameters:
  ///   - inspection: The database.
  ///   - runner: What tells what a ledger holds, or `nil` where nothing can.
  ///   - occasion: What is about to be done.
  ///   - wanted: The path that a person was shown.
  ///   - status: What the backup's ledger must tell.
  ///   - mustBeSound: Whether damaged pages are a reason to keep no backup.
  ///   - cancellation: Stops it; nothing is left then.
  ///   - onEvent: Receives the progress.
  /// - Returns: The backup.
  /// - Throws: `MigrationError`, `DatabaseError`; no backup is left then.
  func backUp(
    _ inspection: DatabaseInspection, _ runner: (any MigrationRunner)?,
    before occasion: Backup.Occasion,
    preferring wanted: String, holding status: StatusReport?, mustBeSound: Bool = true,
    cancellation: Cancellation? = nil,
    onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> MadeBackup {
    try shelf.makeFolder()
    let state = try inspection.fingerprint()
    var path = wanted
    while true {
      do {
        try DatabaseBackup.make(
          of: inspection, to: path, configuration: configuration, mustBeSound: mustBeSound,
          cancellation: cancellation, onEvent: onEvent
        ) { copy in
          guard let runner, let status else { return }
          guard try runner.status(copy) == status else { throw MigrationError(.databaseChanged) }
        }
        return try named(path, of: inspection, in: state)
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
    _ path: String, of inspection: DatabaseInspection, in state: DatabaseFingerprint
  ) throws -> MadeBackup {
    do {
      let isCertain = try inspection.fingerprint() == state
      return MadeBackup(path: path, record: log.backup(path, state: isCertain ? state : nil))
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
