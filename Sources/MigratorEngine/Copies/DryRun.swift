public import MigratorSQLite
internal import MigratorSchema

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
  ///   - form: What to run them on, or `nil` for an overlay where nobody has to wait for it.
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
    try DatabaseInspection.inspect(path: path) {
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
  ///   - form: What to run them on, or `nil` for an overlay where nobody has to wait for it.
  ///   - tracing: Whom to tell of the statements one by one, or `nil`.
  ///   - temporaryDirectory: Where to put what is written or copied, or `nil` for TMPDIR.
  ///   - configuration: How to open it; its purpose becomes `scratch`.
  ///   - cancellation: Stops the run.
  ///   - onEvent: Receives the events, on the calling thread.
  /// - Returns: What the migrations did; a failure of the last one included.
  /// - Throws: As the other.
  public static func run(
    on inspection: DatabaseInspection, migrator: DatabaseMigrator, scope: MigrationScope = .all,
    form: CopyForm? = nil, tracing: StatementTracing? = nil, temporaryDirectory: String? = nil,
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
      try steps(
        of: migrator.list, scope: scope, on: trial, tracing,
        StepRequest(emit: emit, cancellation: cancellation, observation: .rows))
    }
    return DryRunReport(
      steps: run.steps, schemaBefore: run.before, schemaAfter: run.after, fingerprint: fingerprint,
      form: trial.form, isSearchedForDamage: run.isSearched, copiedBytes: trial.copied.byteCount,
      isClone: trial.copied.isClone, copySeconds: copySeconds)
  }

  /// The greatest size in bytes that is searched for damage where nothing else reads the whole file.
  private static let damageLimit: Int64 = 256 * 1024 * 1024

  /// Runs the migrations of the scope one by one, each starting from what the one before it left.
  private static func steps(
    of list: MigrationList, scope: MigrationScope, on trial: TrialDatabase,
    _ tracing: StatementTracing?, _ request: StepRequest
  ) throws -> (
    steps: [StepReport], before: SchemaSnapshot, after: SchemaSnapshot, isSearched: Bool
  ) {
    var target: String?
    if case .upTo(let identifier) = scope { target = identifier }
    var request = request
    let checks = CheckSession()
    let (planned, before, isSearched) = try trial.access { db in
      var planned = try list.currentPlan(db, upTo: target).filter(\.runs).map(\.identifier)
      if scope == .next { planned = Array(planned.prefix(1)) }
      request.emit(.planned(identifiers: planned))
      let isSearched = try trial.form == .full || db.byteCount() <= damageLimit
      if isSearched {
        try db.monitored(by: ProgressMonitor(cancellation: request.cancellation)) {
          try db.checkForDamage()
        }
      }
      if let first = planned.first {
        request.emit(.checking(identifier: first))
        try db.monitored(by: ProgressMonitor(cancellation: request.cancellation)) {
          request.known.violations = try checks.takeCensus(db)
        }
      }
      return (planned, try db.userSchema(besides: list.ledger), isSearched)
    }
    request.count = planned.count
    var steps: [StepReport] = []
    for (index, identifier) in planned.enumerated() {
      request.index = index
      request.tracing = tracing?.told(of: identifier, on: trial.form)
      // Outside a transaction a migration may want the database to itself.
      let isWhole = list[identifier]?.runsOutsideTransaction == false
      func runNext(
        _ db: Database, _ former: StepRequest.FormerState
      ) throws -> (report: StepReport, known: StepRequest.HandedOn)? {
        request.former = former
        return try MigrationSequence(list: list, db: db, checks: checks)
          .runNext(expecting: identifier, request, announcing: false)
      }
      let result =
        isWhole
        ? try trial.accessKeepingFormer { db, former in
          try runNext(db, former.map { .connection($0) } ?? .none(.noFormerState))
        } : try trial.access { try runNext($0, .none(.outsideTransaction)) }
      guard var report = result?.report else { break }
      request.known = result?.known ?? request.known
      if let failure = report.failure, failure.phase == .check, !failure.violations.isEmpty,
        let migration = list[identifier]
      {
        try trial.access { db in
          report.failure?.violations =
            ViolationTracing(migration, on: db)?
            .traced(failure.violations, cancellation: request.cancellation) ?? failure.violations
        }
      }
      steps.append(report)
      if report.failure != nil { break }
    }
    return (steps, before, steps.last?.schemaAfter ?? before, isSearched)
  }
}
