public import MigratorEngine

/// The engine that runs migrations: `DatabaseMigrator` or another implementation.
///
/// The engine only runs migrations. The session decides when a step may run, what must be
/// confirmed, and what is backed up first.
public protocol MigrationRunner: Sendable {
  /// The registered migrations, in order.
  var registeredMigrations: [RegisteredMigration] { get }

  /// True if the engine checks the changes of a migration before it commits.
  ///
  /// Such an engine rolls back a migration that loses more than was accepted. Engines that commit
  /// on their own cannot do this.
  var checksBeforeCommit: Bool { get }

  /// True if its dry runs can be traced statement by statement.
  var tracesStatements: Bool { get }

  /// Combines the registered migrations with the applied ones; only reads.
  ///
  /// - Parameter inspection: The database.
  /// - Returns: The report.
  /// - Throws: An error of the database or of the registration.
  func status(_ inspection: DatabaseInspection) throws -> StatusReport

  /// Compares the schema with the one that the applied migrations produce.
  ///
  /// - Parameters:
  ///   - inspection: The database.
  ///   - configuration: How to open the scratch database.
  ///   - cancellation: Stops the comparison.
  /// - Returns: The schema drift.
  /// - Throws: An error of the database.
  func drift(
    _ inspection: DatabaseInspection, configuration: Configuration, cancellation: Cancellation?
  ) throws -> SchemaDrift.Result

  /// Searches the pending migrations for features that this program's SQLite lacks.
  ///
  /// - Parameters:
  ///   - inspection: The database.
  ///   - configuration: How to open a scratch database.
  ///   - cancellation: Stops the search.
  /// - Returns: The missing features.
  /// - Throws: An error of the database.
  func missingFeatures(
    _ inspection: DatabaseInspection, configuration: Configuration, cancellation: Cancellation?
  ) throws -> [MissingFeature]

  /// Applies migrations to a copy, which is discarded.
  ///
  /// - Parameters:
  ///   - inspection: The database, which is only read.
  ///   - scope: The migrations to apply.
  ///   - form: The kind of copy, or `nil` for any.
  ///   - tracing: Receives each statement, or `nil`.
  ///   - configuration: How to open the copy.
  ///   - cancellation: Stops the run.
  ///   - onEvent: Receives the events.
  /// - Returns: The report of each migration, including one that failed.
  /// - Throws: An error if no copy could be made.
  func dryRun(
    _ inspection: DatabaseInspection, scope: MigrationScope, form: CopyKind?,
    tracing: StatementTracing?, configuration: Configuration, cancellation: Cancellation?,
    onEvent: (MigrationEvent) -> Void
  ) throws -> DryRunReport

  /// Begins a series of steps on the database file.
  ///
  /// - Parameters:
  ///   - path: The database file.
  ///   - configuration: How to open it.
  /// - Returns: The steps. The file is closed after the last step, or when they are released.
  func steps(path: String, configuration: Configuration) -> any MigrationSteps
}

extension MigrationRunner {
  /// Returns `true`.
  public var checksBeforeCommit: Bool { true }

  /// Returns `true`.
  public var tracesStatements: Bool { true }
}

extension DatabaseMigrator: MigrationRunner {
  /// Combines the registered migrations with the applied ones.
  public func status(_ inspection: DatabaseInspection) throws -> StatusReport {
    try inspection.status(of: self)
  }

  /// Replays the applied migrations on a scratch database and compares the schemas.
  public func drift(
    _ inspection: DatabaseInspection, configuration: Configuration, cancellation: Cancellation?
  ) throws -> SchemaDrift.Result {
    try SchemaDrift.diff(
      of: inspection, migrator: self, configuration: configuration, cancellation: cancellation)
  }

  /// Compiles the pending migrations on a scratch database with the same schema.
  public func missingFeatures(
    _ inspection: DatabaseInspection, configuration: Configuration, cancellation: Cancellation?
  ) throws -> [MissingFeature] {
    try MissingFeature.search(
      on: inspection, migrator: self, configuration: configuration, cancellation: cancellation)
  }

  /// Applies migrations to a copy.
  public func dryRun(
    _ inspection: DatabaseInspection, scope: MigrationScope, form: CopyKind?,
    tracing: StatementTracing?, configuration: Configuration, cancellation: Cancellation?,
    onEvent: (MigrationEvent) -> Void
  ) throws -> DryRunReport {
    try DryRun.run(
      on: inspection, migrator: self, scope: scope, form: form, tracing: tracing,
      configuration: configuration, cancellation: cancellation, onEvent: onEvent)
  }

  /// Begins a series of steps on one connection.
  public func steps(path: String, configuration: Configuration) -> any MigrationSteps {
    StepSeries(self, path: path, configuration: configuration)
  }
}

/// A series of steps on one file.
public protocol MigrationSteps {
  /// Applies one migration to the database file.
  ///
  /// Under the write lock, the expected migration must be the next one and the file must meet the
  /// condition. Otherwise the implementation must run nothing and throw.
  ///
  /// - Parameters:
  ///   - identifier: The migration that must be next.
  ///   - condition: The required state of the file, and the permitted losses.
  ///   - isFollowed: True if another step will check ``StepReport/fingerprint``. The bytes of the
  ///     file and its `-wal` must then remain as the commit left them.
  ///   - tracing: Receives each statement, or `nil`. An engine that cannot trace throws.
  ///   - cancellation: Rolls the migration back.
  ///   - onEvent: Receives the events.
  /// - Returns: The report, including a failure; `nil` if nothing is pending.
  /// - Throws: An error if the step could not start.
  func step(
    expecting identifier: String, on condition: StepCondition, isFollowed: Bool,
    tracing: StatementTracing?, cancellation: Cancellation?, onEvent: (MigrationEvent) -> Void
  ) throws -> StepReport?
}

extension StepSeries: MigrationSteps {}
