public import MigratorEngine
internal import MigratorPlatform
internal import MigratorSQLite
internal import MigratorSchema

extension MigrationSession {
  /// The backups of the database that are there, the newest first: those whose names say so, and those
  /// that the history names.
  public func backupsThere() -> [Backup] { shelf.backups(log.read().events) }

  /// Makes ready what a person has to see before a backup is brought back.
  ///
  /// - Parameters:
  ///   - path: The backup, or `nil` for that of the last change that is in effect.
  ///   - cancellation: Stops the counting of rows.
  /// - Returns: The restore.
  /// - Throws: ``SessionRefusal`` when there is no backup, or the file may not be written; ``RestoreObstacle`` when
  ///   the database is none any more, or the backup is damaged; `DatabaseError`.
  /// - Complexity: Counts the rows of all tables, here and in the backup, and reads the backup once for its
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
      try requireWritable(facts)
      return try DatabaseBackup.inspect(backup.path, configuration) { then in
        let ledger = try ledgers(now, then)
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
          keptPath: shelf.free(before: .restore), backups: shelf.plan(events),
          fingerprint: fingerprint, contents: contents)
      }
    }
  }

  /// Whether the history says that the backup was made while another file stood at the path.
  private static func isOfAnotherFile(
    _ backup: Backup, than database: String, _ events: [HistoryEvent]
  ) -> Bool {
    let maker = events.last { $0.backup != nil && $0.backup == backup.record }
    guard let then = maker?.file, let now = Files.identity(of: database)?.text else { return false }
    return then != now
  }

  /// The tables with other numbers of rows; what is damaged is what a restore is for, and must not
  /// keep it from being made.
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

  /// The backup that is meant.
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
        // The opening knows why.
        _ = try DatabaseBackup.inspect(path, configuration) { $0.path }
        throw SessionRefusal.noBackup
      }
      return backup
    }
    let all = shelf.backups(events)
    let inEffect = events.wayBack(from: now.value).lazy.compactMap { path in
      all.first { $0.path == path }
    }
    // Of a restore, the way back is what was there before it.
    let undone = events.last { $0.after != nil }.flatMap { event in
      event.outcome == .restored && event.after == now.value
        ? all.first { $0.path == event.backup?.path } : nil
    }
    let newest = all.first { $0.occasion?.isRestore != true }
    guard let backup = inEffect.first ?? undone ?? newest else { throw SessionRefusal.noBackup }
    return backup
  }

  /// What the ledgers tell; `nil` where the migrations cannot be read, which must not stand in the way
  /// of a restore.
  private func ledgers(
    _ now: DatabaseInspection, _ then: DatabaseInspection
  ) throws -> (now: StatusReport, then: StatusReport)? {
    guard let runner = try? source.load(for: now).runner else { return nil }
    return (try? (runner.status(now), runner.status(then))).map { (now: $0.0, then: $0.1) }
  }

  /// Brings a backup back: the database holds what the backup holds, or is as it was; which of both, ``ChangeInDoubt``
  /// leaves open.
  ///
  /// Nothing is done where the backup changed since it was prepared, or what would be undone is not
  /// agreed to. Where the database changed meanwhile, it is looked at again, and nothing is done unless a
  /// person would be shown the same and agreed to undo what others write. It is kept as it is first.
  ///
  /// - Parameters:
  ///   - prepared: What a person agreed to.
  ///   - phrase: The words of ``PreparedRestore/phrase``.
  ///   - keepsBackup: Whether the database as it is now is kept.
  ///   - cancellation: Stops it; the database is as it was then.
  ///   - onEvent: Receives the progress, on the calling thread.
  /// - Returns: How it ended.
  public func restore(
    _ prepared: PreparedRestore, agreeing phrase: String? = nil, keepsBackup: Bool = true,
    cancellation: Cancellation? = nil, onEvent: (MigrationEvent) -> Void = { _ in }
  ) -> RestoreOutcome {
    pinned(to: DatabaseFile(at: database)).restoreInPlace(
      prepared, agreeing: phrase, keepsBackup: keepsBackup, cancellation: cancellation,
      onEvent: onEvent)
  }

  private func restoreInPlace(
    _ prepared: PreparedRestore, agreeing phrase: String?, keepsBackup: Bool,
    cancellation: Cancellation?, onEvent: (MigrationEvent) -> Void
  ) -> RestoreOutcome {
    var outcome = RestoreOutcome()
    let start = ContinuousClock.now
    var kept: MadeBackup?
    var event = log.event(.restore, .restored)
    do {
      try requireWritable()
      if let wanted = prepared.phrase, phrase != wanted {
        throw SessionRefusal.notAgreedToUndo(phrase: wanted)
      }
      guard (try? FileStatus(of: prepared.backup.path).version) == prepared.backup.version else {
        throw SessionRefusal.backupChanged(path: prepared.backup.path)
      }
      let state = try presentState(prepared, cancellation)
      if keepsBackup {
        kept = try inspect {
          try backUp(
            $0, nil, before: .restore, preferring: prepared.keptPath, holding: nil,
            mustBeSound: false,
            cancellation: cancellation, onEvent: onEvent)
        }
      }
      let restored = try DatabaseBackup.inspect(prepared.backup.path, configuration) { then in
        guard try BackupContents(of: then, cancellation: cancellation) == prepared.contents else {
          throw SessionRefusal.backupChanged(path: prepared.backup.path)
        }
        return try DatabaseBackup.restore(
          then, to: database, expecting: state, configuration: configuration,
          cancellation: cancellation, onEvent: onEvent)
      }
      outcome.isRestored = true
      outcome.problem = restored.problem
      outcome.unreadWarning = restored.unreadReason.map {
        "The backup is restored, but could not be read again to be checked: \($0)."
      }
      outcome.keptPath = kept?.path
      event = log.event(.restore, .restored)
      event.after = restored.fingerprint?.value
      event.before = state.value
      event.backup = kept?.record
      event.restored =
        prepared.backup.record
        ?? log.backup(prepared.backup.path, sha256: prepared.contents?.sha256, state: nil)
      event.message = restored.problem?.message ?? outcome.unreadWarning
    } catch {
      let isChanged = (error as? MigrationError)?.kind == .databaseChanged
      let doubt = ChangeInDoubt(error, keptPath: kept?.path)
      let told: any Error =
        isChanged ? SessionRefusal.databaseChanged(path: database) : doubt ?? error
      outcome.error = told
      event = self.event(ofRefusing: .restore, nil, told)
      if doubt != nil {
        outcome.keptPath = kept?.path
        event.backup = kept?.record
      } else if let kept {
        DatabaseCopy.remove(kept.path)
      }
    }
    outcome.seconds = (ContinuousClock.now - start) / .seconds(1)
    event.subject = prepared.backup.path
    event.seconds = outcome.seconds
    outcome.historyFailure = log.add(event)
    if outcome.isRestored, outcome.keptPath != nil {
      outcome.prunedBackups = shelf.prune(log.read().events)
    }
    return outcome
  }
}

extension MigrationSession {
  /// The state that a restore must meet: the one that was looked at, or another in which a person who
  /// agreed to undo what others write would be shown the same.
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
  /// The tables whose numbers of rows are not the same, in the order of their names.
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
  /// The numbers that are not the same.
  fileprivate static func differing(_ now: DatabaseFacts, _ backup: DatabaseFacts) -> [Self] {
    [
      Self(name: "user_version", now: now.userVersion, backup: backup.userVersion),
      Self(name: "application_id", now: now.applicationID, backup: backup.applicationID),
    ].filter { $0.now != $0.backup }
  }
}

extension DatabaseFacts {
  /// The journal mode of a backup, where the header of its file says another than that of the database.
  ///
  /// Of an encrypted file that is read without locks no header tells.
  fileprivate func otherJournalMode(
    of backup: DatabaseFacts, isEncrypted: Bool
  ) -> String? {
    isEncrypted || (journalMode == "wal") == (backup.journalMode == "wal")
      ? nil : backup.journalMode
  }
}

extension StatusReport {
  /// What the ledger records as applied, changed or begun.
  fileprivate var recorded: [String] {
    migrations.filter { $0.state.isRecorded || $0.state == .dirty }.map(\.identifier)
  }
}

extension Set {
  fileprivate func isMissing(_ element: Element) -> Bool { !contains(element) }
}
