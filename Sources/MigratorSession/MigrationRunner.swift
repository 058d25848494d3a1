public import MigratorEngine

/// The engine that runs migrations: the port behind which `DatabaseMigrator` stands, or another.
///
/// It runs what it is told; when a step may run, what is asked for and what is saved before is the
/// session's business.
public protocol MigrationRunner: Sendable {
  /// What is registered, in order.
  var registeredMigrations: [RegisteredMigration] { get }

  /// Whether it looks at what a migration did before it commits, and rolls back what is more than was agreed to,
  /// as the engine of this package does; another engine that commits by itself cannot.
  var looksBeforeCommit: Bool { get }

  /// Whether its dry runs can be followed statement by statement.
  var tracesStatements: Bool { get }

  /// Joins what is registered with what is applied; only reads.
  ///
  /// - Parameter inspection: The database.
  /// - Returns: The report.
  /// - Throws: An error of the database or of the registration.
  func status(_ inspection: DatabaseInspection) throws -> StatusReport

  /// Compares the schema with what the applied migrations produce.
  ///
  /// - Parameters:
  ///   - inspection: The database.
  ///   - configuration: How to open the scratch database.
  ///   - cancellation: Stops the comparison.
  /// - Returns: The answer.
  /// - Throws: An error of the database.
  func drift(
    _ inspection: DatabaseInspection, configuration: Configuration, cancellation: Cancellation?
  ) throws -> SchemaDrift.Result

  /// Looks for what the pending migrations use and this program's SQLite does not have.
  ///
  /// - Parameters:
  ///   - inspection: The database.
  ///   - configuration: How to open a scratch database.
  ///   - cancellation: Stops the search.
  /// - Returns: What is missing.
  /// - Throws: An error of the database.
  func missingFeatures(
    _ inspection: DatabaseInspection, configuration: Configuration, cancellation: Cancellation?
  ) throws -> [MissingFeature]

  /// Applies migrations to a copy, which is thrown away.
  ///
  /// - Parameters:
  ///   - inspection: The database, which is only read.
  ///   - scope: Which migrations.
  ///   - form: What to run them on, or `nil` where any will do.
  ///   - tracing: Whom to tell of the statements one by one, or `nil`.
  ///   - configuration: How to open the copy.
  ///   - cancellation: Stops the run.
  ///   - onEvent: Receives the events.
  /// - Returns: What the migrations did, the failure of the last included.
  /// - Throws: An error when no copy could be made.
  func dryRun(
    _ inspection: DatabaseInspection, scope: MigrationScope, form: CopyForm?,
    tracing: StatementTracing?, configuration: Configuration, cancellation: Cancellation?,
    onEvent: (MigrationEvent) -> Void
  ) throws -> DryRunReport

  /// Begins steps of the real file that follow each other.
  ///
  /// - Parameters:
  ///   - path: The database file.
  ///   - configuration: How to open it.
  /// - Returns: The steps; the file is closed with the last of them, and with the value.
  func steps(path: String, configuration: Configuration) -> any MigrationSteps
}

extension MigrationRunner {
  /// It looks.
  public var looksBeforeCommit: Bool { true }

  /// They can.
  public var tracesStatements: Bool { true }
}

extension DatabaseMigrator: MigrationRunner {
  /// Joins what is registered with what is applied.
  public func status(_ inspection: DatabaseInspection) throws -> StatusReport {
    try inspection.status(of: self)
  }

  /// Replays the applied migrations on a scratch database and compares.
  public func drift(
    _ inspection: DatabaseInspection, configuration: Configuration, cancellation: Cancellation?
  ) throws -> SchemaDrift.Result {
    try SchemaDrift.diff(
      of: inspection, migrator: self, configuration: configuration, cancellation: cancellation)
  }

  /// Compiles the pending migrations on a scratch database of the same schema.
  public func missingFeatures(
    _ inspection: DatabaseInspection, configuration: Configuration, cancellation: Cancellation?
  ) throws -> [MissingFeature] {
    try MissingFeature.search(
      on: inspection, migrator: self, configuration: configuration, cancellation: cancellation)
  }

  /// Applies migrations to a copy.
  public func dryRun(
    _ inspection: DatabaseInspection, scope: MigrationScope, form: CopyForm?,
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

/// Steps of one file, one after the other.
public protocol MigrationSteps {
  /// Applies one migration to the real file.
  ///
  /// Under the write lock it must see the expected migration as the next one, and the file as the
  /// condition has it; otherwise it must run nothing and throw.
  ///
  /// - Parameters:
  ///   - identifier: The migration that must be next.
  ///   - condition: What the step is held to.
  ///   - isFollowed: Whether another step is to meet ``StepReport/fingerprint``, so that the bytes of
  ///     the file and its `-wal` must stay as the commit left them.
  ///   - tracing: Whom to tell of the statements one by one, or `nil`; who cannot do that throws.
  ///   - cancellation: Rolls the migration back.
  ///   - onEvent: Receives the events.
  /// - Returns: What the migration did, its failure included; `nil` when nothing is pending.
  /// - Throws: An error when nothing was begun.
  func step(
    expecting identifier: String, on condition: StepCondition, isFollowed: Bool,
    tracing: StatementTracing?, cancellation: Cancellation?, onEvent: (MigrationEvent) -> Void
  ) throws -> StepReport?
}

extension StepSeries: MigrationSteps {}
