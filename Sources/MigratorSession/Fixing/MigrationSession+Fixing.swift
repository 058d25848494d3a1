public import MigratorEngine
internal import MigratorPlatform
internal import MigratorSQLite

extension MigrationSession {
  /// Returns the ways to fix all violations of given foreign keys.
  ///
  /// - Parameter keys: The foreign keys.
  /// - Returns: For each key, an option for each way, also those that are not possible.
  /// - Throws: `DatabaseError`.
  public func fixOptions(
    of keys: [ForeignKeyInfo]
  ) throws -> [ForeignKeyInfo: [FixOption]] {
    guard !keys.isEmpty else { return [:] }
    return try inspect { look in
      try keys.reduce(into: [:]) { $0[$1] = try look.fixOptions(of: $1) }
    }
  }

  /// Runs statements that fix violations on a copy, which is discarded.
  ///
  /// The statements of parent tables run first. If one fails, the later ones do not run.
  ///
  /// - Parameters:
  ///   - choices: The fix of each foreign key.
  ///   - cancellation: Stops it.
  ///   - onEvent: Receives the events, on the calling thread.
  /// - Returns: The result, and how the statements can reach the database.
  /// - Throws: ``FixRefusal`` if a choice is not possible; an error if no copy could be made;
  ///   SQLITE_INTERRUPT when canceled.
  public func tryFixes(
    _ choices: [FixChoice], cancellation: Cancellation? = nil,
    onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> FixTrial {
    try inspect { look in
      let fixes = try choices.parentsFirst.map { try look.fix($0.action, of: $0.foreignKey) }
      var migrator = DatabaseMigrator()
      for (index, fix) in fixes.enumerated() {
        // Foreign-key checks are off so that the remaining violations can be counted.
        let name = "fix \(index + 1)"
        migrator.registerMigration(
          name, foreignKeyChecks: .disabled, script: SQLScript(file: name, text: fix.sql))
      }
      let run = try DryRun.run(
        on: look, migrator: migrator, scope: .all, form: copyForm, countsViolations: true,
        configuration: configuration, cancellation: cancellation, onEvent: onEvent)
      if run.steps.isEmpty { throw CancellationError() }
      let left = run.steps.last?.violations?.after ?? 0
      return FixTrial(
        fixes: fixes, reports: run.steps,
        delivery: try delivery(of: fixes, leaving: left, look),
        backups: shelf.plan(before: .repair, log.read().events), fingerprint: run.fingerprint)
    }
  }

  /// Creates the file without writing it, to learn whether the tool would run it in time.
  private func delivery(
    of fixes: [GroupFix], leaving violations: Int, _ inspection: DatabaseInspection
  ) throws -> FixDelivery {
    guard let loaded = try loadIfPossible(inspection) else {
      return .atOnce(reason: "The migrations cannot be read.")
    }
    let status = try loaded.runner.status(inspection)
    if !loaded.origin.isThere, status.recordedCount > 0 {
      return .atOnce(reason: "The ledger records migrations of which no file was found.")
    }
    let follower = status.next ?? status.migrations.first { $0.state.isDue }
    var statements = NewStatements(up: fixes.flatMap { NewStatements(sql: $0.sql).up })
    statements.turnsForeignKeysOff = true
    statements.toleratesViolations = violations > 0
    do {
      let files = try loaded.newFiles(
        fixes.title, statements, follower.map { .before($0.identifier, inspection) } ?? .last)
      guard let files, !files.isEmpty else { throw Self.cannotWrite }
      return .file(files, before: follower?.identifier)
    } catch let error as any ExplainedError {
      return .atOnce(reason: error.explanation.sentence)
    }
  }

  /// Runs tried statements on the database file, after a backup.
  ///
  /// - Parameters:
  ///   - trial: The trial that the user confirmed; if the file changed since then, nothing is
  ///     changed.
  ///   - phrase: The typed ``FixTrial/phrase``.
  ///   - keepsBackup: True to make a backup first.
  ///   - cancellation: Stops the statements, which are rolled back.
  /// - Returns: The backups and the state of the history.
  /// - Throws: ``SessionRefusal``; ``UncertainChange``, in which case the backup is kept. After any
  ///   other error nothing was changed, and the backup is removed.
  public func apply(
    _ trial: FixTrial, agreeing phrase: String?, keepsBackup: Bool = true,
    cancellation: Cancellation? = nil
  ) throws -> RepairOutcome {
    let outcome = change(
      .repair, of: trial.title, (), in: DatabaseFile(at: database), keepsBackup: keepsBackup
    ) { session, change in
      if let failure = trial.failure {
        throw FixRefusal("A fix failed on a copy: \(failure.message).")
      }
      if let needed = trial.phrase, needed != phrase {
        throw SessionRefusal.notAgreedToFix(phrase: needed)
      }
      try session.run(trial, in: &change, cancellation)
    }
    if let error = outcome.error { throw error }
    return outcome
  }

  private func run(
    _ trial: FixTrial, in change: inout FileChange<Void>, _ cancellation: Cancellation?
  ) throws {
    try inspect { inspection in
      try requireWritable(try inspection.facts(), try loadIfPossible(inspection))
      guard try inspection.fingerprint() == trial.fingerprint else {
        throw MigrationError(.databaseChanged)
      }
      try change.backUp(inspection, as: trial.backups, cancellation: cancellation)
    }
    try change.run {
      let queue = try DatabaseQueue(path: database, configuration: configuration)
      let result = Result {
        try trial.fixes.apply(
          queue, expectedFingerprint: trial.fingerprint, cancellation: cancellation
        ).flatMap { left in
          try queue.writeWithoutTransaction { DatabaseFingerprint(settling: $0, from: left) }
        }
      }
      try? queue.close()
      return ((), .changed, event(of: trial, leaving: try result.get()))
    }
  }

  /// Writes a new migration to the project's folder, in the style of the existing ones.
  ///
  /// - Parameters:
  ///   - title: A short description.
  ///   - sql: The statements, which change only rows.
  /// - Returns: The paths of the new files.
  /// - Throws: ``MigrationWriteFailure``; an error of the source.
  public func writeMigration(titled title: String, sql: String) throws -> [String] {
    try writeMigration(titled: title, NewStatements(sql: sql))
  }
}
