public import MigratorEngine
internal import MigratorPlatform

extension MigrationSession {
  /// Applies prepared migrations to the database file, stopping at the first failure.
  ///
  /// Nothing is run if the migrations or the schema changed, another migration is next, or a loss
  /// was not accepted. In a run of several migrations, each file is checked again before its step.
  /// Other programs may change rows in between. Before each commit, the losses are compared with
  /// the dry run's; a migration that loses more is rolled back. A backup is made first, and is
  /// removed if nothing was changed.
  ///
  /// - Parameters:
  ///   - prepared: The prepared step that the operator confirmed.
  ///   - phrases: The accepted losses, each as ``Agreement/phrase`` or ``AgreementDigest/words``.
  ///   - isExact: True if the file must have exactly the prepared state. Each later step then
  ///     requires the state that the previous step left, so nothing needs to be compared under the
  ///     lock. Steps without a dry run and migrations outside a transaction always require this.
  ///   - keepsBackup: True to make a backup first.
  ///   - tracing: Receives each statement, or `nil`. A pause between two statements blocks other
  ///     writers, so its length is limited.
  ///   - cancellation: Stops the run; the current migration is rolled back.
  ///   - onEvent: Receives the events, on the calling thread.
  ///   - onStep: Receives each report immediately after its migration, and the path of the backup if it
  ///     still exists.
  /// - Returns: The result, including any error that prevented the run or stopped it.
  public func step(
    _ prepared: PreparedStep, agreeing phrases: [String], isExact: Bool = false,
    keepsBackup: Bool = true, tracing: StatementTracing? = nil,
    cancellation: Cancellation? = nil, onEvent: (MigrationEvent) -> Void = { _ in },
    onStep: (StepReport, _ backupPath: String?) -> Void = { _, _ in }
  ) -> StepOutcome {
    change(
      .step, of: prepared.migrations.first?.identifier, [], in: prepared.overview.file,
      keepsBackup: keepsBackup
    ) { session, change in
      // A refusal is recorded for the migration whose loss was not accepted.
      change.subject = prepared.missing(in: phrases).first?.digest.migration ?? change.subject
      try prepared.requireAgreed(by: phrases)
      try session.run(
        prepared, isExact: isExact, in: &change, tracing: tracing, cancellation: cancellation,
        onEvent: onEvent, onStep: onStep)
    }
  }

  private func run(
    _ prepared: PreparedStep, isExact: Bool, in change: inout FileChange<[StepReport]>,
    tracing: StatementTracing?, cancellation: Cancellation?, onEvent: (MigrationEvent) -> Void,
    onStep: (StepReport, String?) -> Void
  ) throws {
    let versions = versions(of: prepared)
    try look { inspection, loaded in
      try requireWritable(loaded)
      try loaded.requireTrusted()
      try Self.require(prepared, inspection, loaded, isExact: isExact)
      try change.backUp(
        inspection, as: prepared.backups, holding: (loaded.runner, prepared.overview.status),
        cancellation: cancellation, onEvent: onEvent)
      try requireSpace(for: prepared)
    }
    var state: DatabaseFingerprint? = prepared.overview.fingerprint
    let steps = prepared.runner.steps(path: database, configuration: configuration)
    let reports = Dictionary(
      prepared.predicted.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    let digests = digests(of: prepared)
    for (index, migration) in prepared.migrations.enumerated() {
      change.subject = migration.identifier
      let isLast = index == prepared.migrations.count - 1
      let predicted = reports[migration.identifier]
      // All files were read before the first step. A file edited since then was not confirmed.
      if index > 0, versions[migration.identifier] != version(of: migration) {
        throw SessionRefusal.migrationsChanged([migration.identifier])
      }
      let condition: StepCondition
      if let predicted, !isExact {
        condition = .predicted(by: predicted, on: state)
      } else if let state {
        condition = .state(state)
      } else {
        throw MigrationError(.databaseChanged)
      }
      let digest = digests[migration.identifier]
      let report = try change.run(beginning: beginning(of: migration.identifier, digest: digest)) {
        let report = try steps.step(
          expecting: migration.identifier, on: condition, isFollowed: !isLast, tracing: tracing,
          cancellation: cancellation, onEvent: onEvent)
        guard let report = report?.predicted(by: predicted) else {
          throw MigrationError(.unexpectedNext(expected: migration.identifier, found: nil))
        }
        return (report, report.effect, event(of: report, digest: digest))
      }
      change.outcome.result.append(report)
      onStep(report, change.outcome.backupPath)
      if report.failure != nil || isLast { break }
      state = report.fingerprintBefore == state ? report.fingerprint : nil
    }
  }

  private static func require(
    _ prepared: PreparedStep, _ inspection: DatabaseInspection, _ loaded: LoadedMigrations,
    isExact: Bool
  ) throws {
    let registered = loaded.runner.registeredMigrations
    guard registered == prepared.overview.registered else {
      let changed = differences(from: prepared.overview.registered, to: registered)
      // If a file has become unusable, report that instead of the change.
      let unusable = try loaded.runner.status(inspection).migrations.first {
        $0.isUnusable && changed.contains($0.identifier)
      }
      if let obstacle = unusable?.obstacle { throw MigrationError(.obstacle(obstacle)) }
      throw SessionRefusal.migrationsChanged(changed)
    }
    // Checked again under the write lock; checking here avoids a needless backup.
    if try inspection.fingerprint() == prepared.overview.fingerprint { return }
    guard !isExact, prepared.dryRun != nil,
      try inspection.schema() == prepared.overview.schema
    else { throw MigrationError(.databaseChanged) }
  }

  /// Throws if the disk has less free space than the steps need according to the dry run.
  func requireSpace(for prepared: PreparedStep) throws {
    // SQLite creates the journal next to the file itself, not next to a symbolic link to it.
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

  /// Opens the file for writing so that SQLite rolls back a hot journal of a killed step.
  ///
  /// - Returns: True if there was a hot journal.
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
