public import MigratorEngine
internal import MigratorPlatform

extension MigrationSession {
  /// Applies what was prepared to the real file, one migration after the other, up to the first that
  /// fails.
  ///
  /// Nothing is run where the migrations or the schema changed since, another migration is next, or a loss
  /// is not agreed to; of several the files are asked again before each. Rows may change while other programs use the file: before each commit, what the migration
  /// really loses is compared with what the dry run lost, and more than that is rolled back. A backup is
  /// made first; it is removed again where nothing was changed.
  ///
  /// - Parameters:
  ///   - prepared: What a person agreed to.
  ///   - phrases: What a person agreed to, in the words of ``Agreement/phrase`` or ``AgreementDigest/words``.
  ///   - isExact: Whether the file must be in the very state that was looked at, and each later step must
  ///     meet the one that the step before it left, so that nothing need be compared under the lock. It
  ///     is so in any case without a dry run, and for a migration that runs outside a transaction.
  ///   - keepsBackup: Whether a copy of the database as it was is kept beside it.
  ///   - tracing: Whom to tell of the statements one by one, or `nil`. Who holds a migration between two of
  ///     them keeps others from writing, so it has a limit.
  ///   - cancellation: Stops the run; the migration that runs is rolled back.
  ///   - onEvent: Receives the events, on the calling thread.
  ///   - onReceipt: Receives each receipt as soon as it is there.
  /// - Returns: How it ended, what kept it from beginning or going on included.
  public func step(
    _ prepared: PreparedStep, agreeing phrases: [String], isExact: Bool = false,
    keepsBackup: Bool = true, tracing: StatementTracing? = nil,
    cancellation: Cancellation? = nil, onEvent: (MigrationEvent) -> Void = { _ in },
    onReceipt: (StepReceipt) -> Void = { _ in }
  ) -> StepOutcome {
    pinned(to: prepared.overview.file).stepInPlace(
      prepared, agreeing: phrases, isExact: isExact, keepsBackup: keepsBackup, tracing: tracing,
      cancellation: cancellation, onEvent: onEvent, onReceipt: onReceipt)
  }

  private func stepInPlace(
    _ prepared: PreparedStep, agreeing phrases: [String], isExact: Bool,
    keepsBackup: Bool, tracing: StatementTracing?,
    cancellation: Cancellation?, onEvent: (MigrationEvent) -> Void,
    onReceipt: (StepReceipt) -> Void
  ) -> StepOutcome {
    var outcome = StepOutcome()
    var backup: MadeBackup?
    do {
      try requireWritable()
      try prepared.requireAgreed(by: phrases)
      let versions = versions(of: prepared)
      try look { inspection, loaded in
        try loaded.requireTrusted()
        try Self.require(prepared, inspection, loaded, isExact: isExact)
        if keepsBackup, let first = prepared.migrations.first {
          backup = try backUp(
            inspection, loaded.runner, before: .step(first.identifier),
            preferring: prepared.backupPath,
            holding: prepared.overview.status, cancellation: cancellation, onEvent: onEvent)
          outcome.backupPath = backup?.path
        }
        try requireSpace(for: prepared)
      }
      var state: DatabaseFingerprint? = prepared.overview.fingerprint
      let steps = prepared.runner.steps(path: database, configuration: configuration)
      let reports = Dictionary(
        prepared.foretold.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
      let digests = digests(of: prepared)
      for (index, migration) in prepared.migrations.enumerated() {
        let isLast = index == prepared.migrations.count - 1
        let foretold = reports[migration.identifier]
        // All files were read before the first; one that was edited meanwhile is not what was agreed to.
        if index > 0, versions[migration.identifier] != version(of: migration) {
          throw SessionRefusal.migrationsChanged([migration.identifier])
        }
        let condition: StepCondition
        if let foretold, !isExact {
          condition = .foretold(by: foretold, on: state)
        } else if let state {
          condition = .state(state)
        } else {
          throw MigrationError(.databaseChanged)
        }
        // Whoever is killed cannot tell it afterwards.
        outcome.note(
          log.add(
            beginning(
              of: migration.identifier, digest: digests[migration.identifier],
              outcome.backupPath == nil ? nil : backup?.record)))
        let report = try steps.step(
          expecting: migration.identifier, on: condition, isFollowed: !isLast, tracing: tracing,
          cancellation: cancellation, onEvent: onEvent)
        guard let report else {
          throw MigrationError(.unexpectedNext(expected: migration.identifier, found: nil))
        }
        if !report.mayHaveChanged, !outcome.mayHaveChanged { outcome.dropBackup() }
        let receipt = StepReceipt(
          report: report.foretold(by: foretold), backupPath: outcome.backupPath)
        outcome.receipts.append(receipt)
        outcome.note(
          log.add(
            event(
              of: receipt, digest: digests[migration.identifier],
              outcome.backupPath == nil ? nil : backup?.record)))
        onReceipt(receipt)
        if report.failure != nil || isLast { break }
        state = report.fingerprintBefore == state ? report.fingerprint : nil
      }
    } catch {
      outcome.error = error
      let next = prepared.migrations.dropFirst(outcome.receipts.count).first
      outcome.note(log.add(event(ofRefusing: .step, next?.identifier, error)))
    }
    if !outcome.mayHaveChanged { outcome.dropBackup() }
    // In doubt an older one may be the one that is wanted.
    if outcome.backupPath != nil, outcome.receipts.contains(where: \.report.isKept) {
      outcome.prunedBackups = shelf.prune(log.read().events)
    }
    return outcome
  }

  private static func require(
    _ prepared: PreparedStep, _ inspection: DatabaseInspection, _ loaded: LoadedMigrations,
    isExact: Bool
  ) throws {
    let registered = loaded.runner.registeredMigrations
    guard registered == prepared.overview.registered else {
      let changed = differences(from: prepared.overview.registered, to: registered)
      // What could be read then and cannot be now is told as that.
      let unusable = try loaded.runner.status(inspection).migrations.first {
        $0.isUnusable && changed.contains($0.identifier)
      }
      if let obstacle = unusable?.obstacle { throw MigrationError(.obstacle(obstacle)) }
      throw SessionRefusal.migrationsChanged(changed)
    }
    // Asked again under the write lock; here it spares the backup.
    if try inspection.fingerprint() == prepared.overview.fingerprint { return }
    guard !isExact, prepared.dryRun != nil,
      try inspection.schema() == prepared.overview.schema
    else { throw MigrationError(.databaseChanged) }
  }

  /// Throws where the disk has less than the dry run says that the steps take.
  func requireSpace(for prepared: PreparedStep) throws {
    // The journal stands beside the file itself, not beside a link to it.
    let folder = Paths.folder(of: Files.resolved(database) ?? database)
    let needed = prepared.neededBytes
    if let available = Files.freeSpace(in: folder), available < needed {
      throw MigrationError(
        .notEnoughSpace(folder: folder, needed: needed, available: available))
    }
  }

  private func versions(of prepared: PreparedStep) -> [String: String] {
    if prepared.migrations.count < 2 { return [:] }
    return Dictionary(
      prepared.migrations.map { ($0.identifier, version(of: $0)) }, uniquingKeysWith: { $1 })
  }

  private func version(of migration: MigrationStatus) -> String {
    migration.script.map(source.version(of:)) ?? ""
  }

  /// The migrations that are not the same, or not at the same place.
  private static func differences(
    from before: [RegisteredMigration], to after: [RegisteredMigration]
  ) -> [String] {
    var seen: Set<String> = []
    return after.difference(from: before).compactMap { change in
      switch change {
      case .insert(_, let migration, _), .remove(_, let migration, _):
        seen.insert(migration.identifier).inserted ? migration.identifier : nil
      }
    }.sorted()
  }

  /// Lets SQLite undo what a step that was killed has left in the `-journal` file; only a connection
  /// that writes can do that.
  ///
  /// - Returns: Whether there was anything to undo.
  /// - Throws: `DatabaseError`.
  public func undoUnfinishedTransaction() throws -> Bool {
    do {
      try inspect { _ in }
      return false
    } catch let error as DatabaseError where error.openFailure?.kind == .hotJournal {
      try requireWritable()
      try DatabaseQueue(path: database, configuration: configuration).close()
      return true
    }
  }
}
