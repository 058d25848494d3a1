public import MigratorSQLite

/// Runs pending migrations for real, on an overlay or a copy that is thrown away.
///
/// What Swift migrations do outside the database is done for real, too.
public enum DryRun {
  /// Applies migrations to an overlay of the database, or to a copy.
  ///
  /// Either is consistent with the `-wal` file, readable by this user alone, and gone on every way out. The
  /// run stops after a migration that fails.
  ///
  /// - Parameters:
  ///   - path: The database file, which is only read.
  ///   - migrator: The registered migrations.
  ///   - scope: Which migrations to run.
  ///   - form: What to run them on, or `nil` for the form that does not block
  ///     writers: an overlay in WAL mode, otherwise a full copy.
  ///   - tracing: Whom to tell of the statements one by one, or `nil`.
  ///   - temporaryDirectory: Where to put what is written or copied, or `nil` for TMPDIR.
  ///   - configuration: How to open it; its purpose becomes `scratch`.
  ///   - cancellation: Stops the run.
  ///   - onEvent: Receives the events, on the calling thread.
  /// - Returns: What the migrations did; a failure of the last one included.
  /// - Throws: `DatabaseError`, ``MigrationError`` when there can be neither;
  ///   SQLITE_INTERRUPT when cancelled before the first migration began.
  public static func run(
    path: String, migrator: DatabaseMigrator, scope: MigrationScope = .all,
    form: CopyForm? = nil, tracing: StatementTracing? = nil, temporaryDirectory: String? = nil,
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

  /// Applies migrations to an overlay or a copy of a database that is open to be looked at.
  ///
  /// - Parameters:
  ///   - inspection: The database.
  ///   - migrator: The registered migrations.
  ///   - scope: Which migrations to run.
  ///   - form: What to run them on, or `nil` for the form that does not block
  ///     writers: an overlay in WAL mode, otherwise a full copy.
  ///   - countsViolations: Whether all foreign keys are searched also for migrations that are declared `off`.
  ///   - tracing: Whom to tell of the statements one by one, or `nil`.
  ///   - temporaryDirectory: Where to put what is written or copied, or `nil` for TMPDIR.
  ///   - configuration: How to open it; its purpose becomes `scratch`.
  ///   - cancellation: Stops the run.
  ///   - onEvent: Receives the events, on the calling thread.
  /// - Returns: What the migrations did; a failure of the last one included.
  /// - Throws: As the other.
  public static func run(
    on inspection: DatabaseInspection, migrator: DatabaseMigrator, scope: MigrationScope = .all,
    form: CopyForm? = nil, countsViolations: Bool = false, tracing: StatementTracing? = nil,
    temporaryDirectory: String? = nil,
    configuration: Configuration = Configuration(),
    cancellation: Cancellation? = nil, onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> DryRunReport {
    try migrator.validate()
    // Read before the copy: a commit in between makes the report stale, never wrong.
    let fingerprint = try inspection.fingerprint()
    let start = ContinuousClock.now
    let trial = try TrialDatabase(
      of: inspection, form, in: temporaryDirectory, configuration: configuration,
      cancellation: cancellation, onEvent: onEvent)
    let copySeconds = (ContinuousClock.now - start).seconds
    let run = try withoutActuallyEscaping(onEvent) { emit in
      var request = StepRequest(emit: emit, cancellation: cancellation, observation: .rows)
      request.countsViolations = countsViolations
      var trialRun = TrialRun(migrator.list, on: trial, tracing, request)
      return try trialRun.run(scope)
    }
    return DryRunReport(
      steps: run.steps, schemaBefore: run.before, schemaAfter: run.after, fingerprint: fingerprint,
      form: trial.form, isSearchedForDamage: run.isSearched, copiedBytes: trial.copied.byteCount,
      isClone: trial.copied.isClone, copySeconds: copySeconds)
  }
}
