public import MigratorSQLite

/// Runs pending migrations for real, on an overlay or a copy that is discarded afterwards.
///
/// If a Swift migration changes anything outside the database, that change is not undone.
public enum DryRun {
  /// Applies migrations to an overlay of the database, or to a copy.
  ///
  /// The overlay or copy includes the content of the `-wal` file and is readable only by the
  /// current user. It is removed on every exit path. The run stops after a migration that fails.
  ///
  /// - Parameters:
  ///   - path: The database file, which is only read.
  ///   - migrator: The registered migrations.
  ///   - scope: Which migrations to run.
  ///   - form: The form to use, or `nil` for the one that does not block writers: an overlay in WAL
  ///     mode, otherwise a full copy.
  ///   - tracing: Receives the statements one by one, or `nil`.
  ///   - temporaryDirectory: The folder for the overlay or copy, or `nil` for TMPDIR.
  ///   - configuration: How to open the database and the copy; the purpose of the copy becomes
  ///     `scratch`.
  ///   - cancellation: Stops the run.
  ///   - onEvent: Receives the events, on the calling thread.
  /// - Returns: The results of the migrations, including a failure of the last one.
  /// - Throws: `DatabaseError`. ``MigrationError`` if neither an overlay nor a copy can be made.
  ///   SQLITE_INTERRUPT if cancelled before the first migration began.
  public static func run(
    path: String, migrator: DatabaseMigrator, scope: MigrationScope = .all,
    form: CopyKind? = nil, tracing: StatementTracing? = nil, temporaryDirectory: String? = nil,
    configuration: Configuration = Configuration(),
    cancellation: Cancellation? = nil, onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> DryRunReport {
    try DatabaseInspection.inspect(path: path, configuration: configuration) {
      try run(
        on: $0, migrator: migrator, scope: scope, form: form, tracing: tracing,
        temporaryDirectory: temporaryDirectory, configuration: configuration,
        cancellation: cancellation, onEvent: onEvent)
    }
  }

  /// Applies migrations to an overlay or a copy of a database that is open for inspection.
  ///
  /// - Parameters:
  ///   - inspection: The database.
  ///   - migrator: The registered migrations.
  ///   - scope: Which migrations to run.
  ///   - form: The form to use, or `nil` for the one that does not block writers: an overlay in WAL
  ///     mode, otherwise a full copy.
  ///   - countsViolations: `true` to check all foreign keys even if a migration disables its
  ///     foreign key checks.
  ///   - tracing: Receives the statements one by one, or `nil`.
  ///   - temporaryDirectory: The folder for the overlay or copy, or `nil` for TMPDIR.
  ///   - configuration: How to open the overlay or copy; the purpose is always set to `scratch`.
  ///   - cancellation: Stops the run.
  ///   - onEvent: Receives the events, on the calling thread.
  /// - Returns: The results of the migrations, including a failure of the last one.
  /// - Throws: `DatabaseError`. ``MigrationError`` if neither an overlay nor a copy can be made.
  ///   SQLITE_INTERRUPT if cancelled before the first migration began.
  public static func run(
    on inspection: DatabaseInspection, migrator: DatabaseMigrator, scope: MigrationScope = .all,
    form: CopyKind? = nil, countsViolations: Bool = false, tracing: StatementTracing? = nil,
    temporaryDirectory: String? = nil,
    configuration: Configuration = Configuration(),
    cancellation: Cancellation? = nil, onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> DryRunReport {
    try run(
      on: inspection, list: migrator.list, scope: scope, form: form,
      countsViolations: countsViolations, tracing: tracing, temporaryDirectory: temporaryDirectory,
      configuration: configuration, cancellation: cancellation, onEvent: onEvent
    ).report
  }

  /// Applies to a copy all pending migrations that can be run, even those before which the tool
  /// would stop.
  ///
  /// The copy has a ledger of its own, so obstacles in the tool's ledger have no effect.
  ///
  /// - Parameters:
  ///   - inspection: The database.
  ///   - migrator: The registered migrations.
  ///   - start: The recorded state; `nil` if no migration is known to be applied.
  ///   - skipped: The migrations that are not run.
  ///   - form: The form to use, or `nil` for the one that does not block writers.
  ///   - configuration: How to open the overlay or copy.
  ///   - cancellation: Stops the run.
  ///   - onEvent: Receives the events, on the calling thread.
  ///   - passing: Returns whether to continue after a migration that failed and was rolled back.
  /// - Returns: The results, and the reports of the failures that `passing` accepted.
  /// - Throws: The errors of ``run(on:migrator:scope:form:countsViolations:tracing:temporaryDirectory:configuration:cancellation:onEvent:)``.
  package static func runPastObstacles(
    on inspection: DatabaseInspection, migrator: DatabaseMigrator, from start: LedgerState?,
    skipping skipped: Set<String>, form: CopyKind?, configuration: Configuration,
    cancellation: Cancellation?, onEvent: (MigrationEvent) -> Void,
    passing: (StepReport) -> Bool
  ) throws -> (report: DryRunReport, passed: [StepReport]) {
    let ledger = try inspection.read {
      try TrialLedger(of: migrator.list.ledger, from: start, skipping: skipped, $0)
    }
    return try run(
      on: inspection, list: migrator.list.recorded(in: ledger), form: form,
      configuration: configuration, cancellation: cancellation, onEvent: onEvent, passing: passing)
  }

  private static func run(
    on inspection: DatabaseInspection, list: MigrationList, scope: MigrationScope = .all,
    form: CopyKind?, countsViolations: Bool = false, tracing: StatementTracing? = nil,
    temporaryDirectory: String? = nil, configuration: Configuration, cancellation: Cancellation?,
    onEvent: (MigrationEvent) -> Void, passing: (StepReport) -> Bool = { _ in false }
  ) throws -> (report: DryRunReport, passed: [StepReport]) {
    try list.validate()
    // Read before the copy is made: a commit in between then makes the report outdated, but not
    // wrong.
    let fingerprint = try inspection.fingerprint()
    let start = ContinuousClock.now
    let trial = try TrialDatabase(
      of: inspection, form, in: temporaryDirectory, configuration: configuration,
      cancellation: cancellation, onEvent: onEvent)
    let copySeconds = (ContinuousClock.now - start).seconds
    let run = try withoutActuallyEscaping(onEvent) { emit in
      var request = StepRequest(emit: emit, cancellation: cancellation, observation: .rows)
      request.countsViolations = countsViolations
      var trialRun = TrialRun(list, on: trial, tracing, request)
      return try trialRun.run(scope, passing: passing)
    }
    let report = DryRunReport(
      steps: run.steps, schemaBefore: run.before, schemaAfter: run.after, fingerprint: fingerprint,
      form: trial.form, isSearchedForDamage: run.isSearched, copiedBytes: trial.copied.byteCount,
      isClone: trial.copied.isClone, copySeconds: copySeconds)
    return (report, run.passed)
  }
}
