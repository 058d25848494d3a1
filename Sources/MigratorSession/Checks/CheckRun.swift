internal import MigratorEngine
internal import MigratorSchema
internal import MigratorSQLite

/// The dry run of a check, which continues past problems that stop the tool.
///
/// Migrations that cannot be run here are left out, and so are later ones that fail without them.
/// Obstacles in the ledger are ignored. If it is unknown which migrations are applied, all of
/// them run on an empty database.
struct CheckRun {
  let dryRun: SessionDryRun
  /// The failures of migrations that were then left out.
  let passed: [MigrationFailure]
  /// The migrations that were left out.
  let absent: AbsentMigrations
  /// True if the migrations ran on an empty database instead of a copy.
  let isFromEmpty: Bool
}

extension MigrationSession {
  /// Runs all pending migrations that can run, and calls a closure with the database that they ran on.
  func checkRun<T>(
    _ inspection: DatabaseInspection, _ loaded: LoadedMigrations, _ overview: SessionOverview,
    cancellation: Cancellation?, onEvent: (MigrationEvent) -> Void,
    _ body: (CheckRun, DatabaseInspection) throws -> T
  ) throws -> T {
    var absent = AbsentMigrations(in: overview.registered.map(\.identifier))
    guard let migrator = loaded.runner as? DatabaseMigrator else {
      return try body(
        CheckRun(
          dryRun: try dryRunUnlessStopped(
            inspection, loaded, overview, cancellation: cancellation, onEvent: onEvent),
          passed: [], absent: absent, isFromEmpty: false), inspection)
    }
    let ledger = try inspection.ledgerState(of: migrator)
    let isFromEmpty = overview.isOfUnknownState(ledger)
    for file in loaded.ignored { absent.add(fileOf: file.problem.file, text: file.text) }
    for migration in overview.status.migrations
    where migration.cannotRun || migration.state == .dirty && !isFromEmpty {
      absent.add(migration.identifier, text: loaded.source(migration.identifier))
    }
    guard ledger.obstacle != nil || !ledger.obstacles.isEmpty || !absent.isEmpty else {
      let dryRun = try self.dryRun(
        inspection, migrator, .all, cancellation: cancellation, onEvent: onEvent)
      return try body(
        CheckRun(dryRun: dryRun, passed: [], absent: absent, isFromEmpty: false), inspection)
    }
    return try withStart(isFromEmpty ? nil : inspection) { start in
      let skipped = Set(absent.identifiers)
      var passed: [MigrationFailure] = []
      let (report, _) = try DryRun.runPastObstacles(
        on: start, migrator: migrator, from: isFromEmpty ? nil : ledger, skipping: skipped,
        form: copyForm, configuration: configuration, cancellation: cancellation, onEvent: onEvent
      ) { step in
        guard let failure = step.failure, !failure.isCancellation,
          absent.cause(of: failure, in: step.identifier) != nil
            || isFromEmpty && failure.isOfMissingObject
        else { return false }
        absent.add(step.identifier, text: loaded.source(step.identifier))
        passed.append(failure)
        return true
      }
      let dryRun = SessionDryRun(
        report: report, scope: .all, registered: migrator.registeredMigrations)
      return try body(
        CheckRun(dryRun: dryRun, passed: passed, absent: absent, isFromEmpty: isFromEmpty), start)
    }
  }

  /// Calls a closure with the given database, or with a new empty one.
  private func withStart<T>(
    _ inspection: DatabaseInspection?, _ body: (DatabaseInspection) throws -> T
  ) throws -> T {
    if let inspection { return try body(inspection) }
    let folder = try ScratchFolder(in: nil)
    defer { withExtendedLifetime(folder) {} }
    try folder.makeDatabase()
    var configuration = configuration
    configuration.file = nil
    return try DatabaseInspection.inspect(
      path: folder.databasePath, configuration: configuration, body)
  }

  /// Runs the migrations of another engine; nothing runs if its ledger has an obstacle.
  private func dryRunUnlessStopped(
    _ inspection: DatabaseInspection, _ loaded: LoadedMigrations, _ overview: SessionOverview,
    cancellation: Cancellation?, onEvent: (MigrationEvent) -> Void
  ) throws -> SessionDryRun {
    do {
      return try dryRun(
        inspection, loaded.runner, .all, cancellation: cancellation, onEvent: onEvent)
    } catch let error as MigrationError {
      guard case .obstacle = error.kind else { throw error }
      return SessionDryRun(
        report: DryRunReport(
          steps: [], schemaBefore: overview.schema, schemaAfter: overview.schema,
          fingerprint: overview.fingerprint, copiedBytes: 0, copySeconds: 0), scope: .all,
        registered: loaded.runner.registeredMigrations)
    }
  }
}

extension MigrationStatus {
  /// True if it is not applied yet and cannot run here: its file is unusable or needs its tool.
  var cannotRun: Bool { state.isDue && script == nil && obstacle != nil }
}

extension SessionOverview {
  /// True if the ledger has an obstacle and records none of the registered migrations, although
  /// the database has tables.
  fileprivate func isOfUnknownState(_ ledger: LedgerState) -> Bool {
    guard let obstacle = ledger.obstacle, !obstacle.isOfFile else { return false }
    let applied = Set(ledger.appliedIdentifiers)
    return !registered.contains { applied.contains($0.identifier) }
      && schema.objects.contains { $0.kind == .table && !$0.isImplied }
  }
}

extension MigrationFailure {
  fileprivate var isOfMissingObject: Bool { NamedObject(message)?.isMissing ?? false }
}
