public import MigratorEngine
internal import MigratorPlatform
internal import MigratorSQLite
internal import MigratorSchema

extension MigrationSession {
  /// Returns the existing backups of the database, newest first.
  ///
  /// Finds them by name, and by the paths that the history records.
  public func backupsThere() -> [Backup] { shelf.backups(log.read().events) }

  /// Prepares a restore, with everything that the operator must see first.
  ///
  /// - Parameters:
  ///   - path: The backup, or `nil` for the backup of the last change that is in effect.
  ///   - cancellation: Stops counting the rows.
  /// - Returns: The prepared restore.
  /// - Throws: ``SessionRefusal`` if no backup exists or the file is read-only;
  ///   ``RestoreObstacle`` if the file is not a valid database or the backup is damaged;
  ///   `DatabaseError`.
  /// - Complexity: Counts the rows of all tables in both files, and reads the backup once for its
  ///   SHA-256.
  public func prepareRestore(
    _ path: String? = nil, cancellation: Cancellation? = nil
  ) throws -> PreparedRestore {
    let events = log.read().events
    do {
      return try prepareRestore(path, events, cancellation)
    } catch {
      guard let obstacle = RestoreObstacle(error, to: database, shelf.backups(events)) else {
        throw error
      }
      throw obstacle
    }
  }

  private func prepareRestore(
    _ path: String?, _ events: [HistoryEvent], _ cancellation: Cancellation?
  ) throws -> PreparedRestore {
    try inspect { now in
      let fingerprint = try now.fingerprint()
      let facts = try now.facts()
      var backup = try self.backup(path, from: fingerprint, events)
      let loaded = try loadIfPossible(now)
      try requireWritable(facts, loaded)
      return try DatabaseBackup.inspect(backup.path, configuration) { then in
        let ledger = loaded.flatMap { ledgers($0, now, then) }
        let leftOut = ledger.map { [$0.now.ledgerName, $0.then.ledgerName] } ?? []
        let contents = try BackupContents(of: then, cancellation: cancellation)
        backup.compare(with: events, sha256: contents.sha256)
        let record = backup.record
        let counts = try Self.counts(now, then, besides: leftOut, cancellation)
        let backupFacts = try then.facts()
        return PreparedRestore(
          facts: facts, backup: backup,
          schema: SchemaDiff(before: try now.schema(), after: try then.schema()),
          rows: counts.rows,
          settings: PreparedRestore.Setting.differing(facts, backupFacts),
          otherJournalMode: facts.otherJournalMode(
            of: backupFacts, isEncrypted: try then.read { try $0.isEncrypted }),
          damage: counts.damage,
          undone: ledger.map { $0.now.recorded.filter(Set($0.then.recorded).isMissing) },
          redone: ledger.map { $0.then.recorded.filter(Set($0.now.recorded).isMissing) } ?? [],
          isStraight: record.map { events.leadStraight(from: $0, to: fingerprint.value) } ?? false,
          isOfAnotherFile: Self.isOfAnotherFile(backup, than: database, events),
          backups: shelf.plan(before: .restore, events),
          fingerprint: fingerprint, contents: contents)
      }
    }
  }

  /// True if, according to the history, the backup was made from another file at the same path.
  private static func isOfAnotherFile(
    _ backup: Backup, than database: String, _ events: [HistoryEvent]
  ) -> Bool {
    let maker = events.last { $0.backup != nil && $0.backup == backup.record }
    guard let then = maker?.file, let now = Files.identity(of: database)?.text else { return false }
    return then != now
  }

  /// The tables whose row counts differ.
  ///
  /// A damaged database must not prevent a restore, so an error about damage is returned instead of
  /// thrown.
  private static func counts(
    _ now: DatabaseInspection, _ then: DatabaseInspection, besides leftOut: [String],
    _ cancellation: Cancellation?
  ) throws -> (rows: [PreparedRestore.Rows], damage: String?) {
    let backup: [(table: String, rows: Int64)]
    do {
      backup = try then.rowCounts(besides: leftOut, cancellation: cancellation)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      throw RestoreObstacle(damaged: then.path, error)
    }
    do {
      let present = try now.rowCounts(besides: leftOut, cancellation: cancellation)
      return (PreparedRestore.Rows.differing(present, backup), nil)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      return ([], error.message ?? "malformed")
    }
  }

  /// The backup at `path`, or else the backup of the last change in effect.
  private func backup(
    _ path: String?, from now: DatabaseFingerprint, _ events: [HistoryEvent]
  ) throws -> Backup {
    if let path {
      if let identity = Files.identity(of: path), identity == Files.identity(of: database) {
        throw SessionRefusal.backupIsDatabase(path: path)
      }
      guard
        let backup = Backup(
          HistoryLog.fullPath(path), named: shelf.name(path), events)
      else {
        // Opening the file throws the specific reason.
        _ = try DatabaseBackup.inspect(path, configuration) { $0.path }
        throw SessionRefusal.noBackup
      }
      return backup
    }
    let all = shelf.backups(events)
    let inEffect = events.backupPathsInEffect(from: now.value).lazy.compactMap { path in
      all.first { $0.path == path }
    }
    // After a restore, offer the backup of the database that it replaced.
    let undone = events.last { $0.after != nil }.flatMap { event in
      event.outcome == .restored && event.after == now.value
        ? all.first { $0.path == event.backup?.path } : nil
    }
    let newest = all.first { $0.occasion?.isRestore != true }
    guard let backup = inEffect.first ?? undone ?? newest else { throw SessionRefusal.noBackup }
    return backup
  }

  /// The migrations; `nil` if they cannot be read, which must not prevent a restore.
  ///
  /// Throws if the settings are invalid, because they can forbid the restore.
  func loadIfPossible(_ inspection: DatabaseInspection) throws -> LoadedMigrations? {
    do {
      return try source.load(for: inspection)
    } catch let failure as SettingsFailure {
      throw failure
    } catch {
      return nil
    }
  }

  /// The status of both ledgers; `nil` if they cannot be read, which must not prevent a restore.
  private func ledgers(
    _ loaded: LoadedMigrations, _ now: DatabaseInspection, _ then: DatabaseInspection
  ) -> (now: StatusReport, then: StatusReport)? {
    (try? (loaded.runner.status(now), loaded.runner.status(then))).map { (now: $0.0, then: $0.1) }
  }

  /// Restores a backup to the database file.
  ///
  /// The database then has the backup's contents, or is unchanged. ``UncertainChange`` means that
  /// this could not be determined.
  ///
  /// Nothing is changed if the backup file changed since the preparation, or if `phrase` does not
  /// match. If the database changed, the restore is prepared again. It continues only if it shows
  /// the same changes and the operator agreed to undo other writes. By default, a backup of the
  /// current database is made first.
  ///
  /// - Parameters:
  ///   - prepared: The prepared restore that the operator confirmed.
  ///   - phrase: The ``PreparedRestore/phrase``.
  ///   - keepsBackup: True to make a backup of the current database first.
  ///   - cancellation: Stops the restore; the database is then unchanged.
  ///   - onEvent: Receives the progress, on the calling thread.
  /// - Returns: The result, including any error.
  public func restore(
    _ prepared: PreparedRestore, agreeing phrase: String? = nil, keepsBackup: Bool = true,
    cancellation: Cancellation? = nil, onEvent: (MigrationEvent) -> Void = { _ in }
  ) -> RestoreOutcome {
    change(
      .restore, of: prepared.backup.path, nil, in: DatabaseFile(at: database),
      keepsBackup: keepsBackup
    ) { session, change in
      do {
        try session.run(prepared, agreeing: phrase, in: &change, cancellation, onEvent)
      } catch let error as MigrationError where error.kind == .databaseChanged {
        throw SessionRefusal.databaseChanged(path: database)
      }
    }
  }

  private func run(
    _ prepared: PreparedRestore, agreeing phrase: String?,
    in change: inout FileChange<DatabaseBackup.Restored?>, _ cancellation: Cancellation?,
    _ onEvent: (MigrationEvent) -> Void
  ) throws {
    if let wanted = prepared.phrase, phrase != wanted {
      throw SessionRefusal.notAgreedToUndo(phrase: wanted)
    }
    guard (try? FileStatus(of: prepared.backup.path).version) == prepared.backup.version else {
      throw SessionRefusal.backupChanged(path: prepared.backup.path)
    }
    let state = try presentState(prepared, cancellation)
    try inspect {
      try change.backUp($0, as: prepared.backups, cancellation: cancellation, onEvent: onEvent)
    }
    change.outcome.result = try change.run {
      let restored = try DatabaseBackup.inspect(prepared.backup.path, configuration) { then in
        guard try BackupContents(of: then, cancellation: cancellation) == prepared.contents else {
          throw SessionRefusal.backupChanged(path: prepared.backup.path)
        }
        return try DatabaseBackup.restore(
          then, to: database, expecting: state, configuration: configuration,
          cancellation: cancellation, onEvent: onEvent)
      }
      var event = log.event(.restore, .restored)
      event.after = restored.fingerprint?.value
      event.before = state.value
      event.restored =
        prepared.backup.record
        ?? log.backup(prepared.backup.path, sha256: prepared.contents?.sha256, state: nil)
      event.message = restored.problem?.message ?? restored.unreadWarning
      return (restored, .changed, event)
    }
  }
}

extension MigrationSession {
  /// The fingerprint that a restore must find: the prepared one, or the current one.
  ///
  /// The current one is accepted only if the operator agreed to undo other writes and would see the
  /// same changes.
  private func presentState(
    _ prepared: PreparedRestore, _ cancellation: Cancellation?
  ) throws -> DatabaseFingerprint {
    if try fingerprint() == prepared.fingerprint { return prepared.fingerprint }
    guard prepared.phrase != nil else { throw MigrationError(.databaseChanged) }
    let now = try prepareRestore(prepared.backup.path, cancellation: cancellation)
    guard now.phrase == prepared.phrase, now.schema == prepared.schema, now.rows == prepared.rows,
      now.settings == prepared.settings, now.undone == prepared.undone
    else { throw MigrationError(.databaseChanged) }
    return now.fingerprint
  }
}

extension PreparedRestore.Rows {
  /// The tables whose row counts differ, in the order of their names.
  fileprivate static func differing(
    _ now: [(table: String, rows: Int64)], _ backup: [(table: String, rows: Int64)]
  ) -> [PreparedRestore.Rows] {
    func counts(_ counts: [(table: String, rows: Int64)]) -> [SQLName: Int64] {
      Dictionary(counts.map { (SQLName($0.table), $0.rows) }) { first, _ in first }
    }
    let (old, new) = (counts(now), counts(backup))
    return (now + backup.filter { old[SQLName($0.table)] == nil }).map {
      Self(table: $0.table, now: old[SQLName($0.table)], backup: new[SQLName($0.table)])
    }.filter { $0.now != $0.backup }.sorted { $0.table < $1.table }
  }
}

extension PreparedRestore.Setting {
  fileprivate static func differing(_ now: DatabaseFacts, _ backup: DatabaseFacts) -> [Self] {
    [
      Self(name: "user_version", now: now.userVersion, backup: backup.userVersion),
      Self(name: "application_id", now: now.applicationID, backup: backup.applicationID),
    ].filter { $0.now != $0.backup }
  }
}

extension DatabaseFacts {
  /// The journal mode of a backup if only one of the two files is in WAL mode.
  ///
  /// Returns `nil` for an encrypted backup, because its header is unreadable without locks.
  fileprivate func otherJournalMode(
    of backup: DatabaseFacts, isEncrypted: Bool
  ) -> String? {
    isEncrypted || (journalMode == "wal") == (backup.journalMode == "wal")
      ? nil : backup.journalMode
  }
}

extension StatusReport {
  /// The migrations that the ledger records as applied, changed or begun.
  fileprivate var recorded: [String] {
    migrations.filter { $0.state.isRecorded || $0.state == .dirty }.map(\.identifier)
  }
}

extension Set {
  fileprivate func isMissing(_ element: Element) -> Bool { !contains(element) }
}
