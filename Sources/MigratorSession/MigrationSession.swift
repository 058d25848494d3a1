public import MigratorEngine
internal import MigratorPlatform
public import MigratorSchema

/// The operations on one database: inspect, dry run, step, repair and restore.
///
/// The console, the batch commands and apps that embed migtui all use it.
///
/// ```swift
/// let session = MigrationSession(database: "app.sqlite", migrations: migrator)
/// if case .ready(let prepared) = try session.prepareStep() {
///   let outcome = session.step(prepared, agreeing: ["012: lose 1 column"])
/// }
/// ```
///
/// A session is a value and keeps no file open. Each call opens the database once, reads the
/// migrations again, and closes the database. All calls block.
///
/// Only these methods change the database:
/// - ``step(_:agreeing:isExact:keepsBackup:tracing:cancellation:onEvent:onStep:)``
/// - ``repair(_:of:keepsBackup:cancellation:)``
/// - ``apply(_:agreeing:keepsBackup:cancellation:)``
/// - ``restore(_:agreeing:keepsBackup:cancellation:onEvent:)``
/// - ``undoUnfinishedTransaction()``
///
/// The ``history()`` records steps, repairs, fixes and restores, including refused ones.
public struct MigrationSession: Sendable {
  /// The path of the database.
  public let database: String
  /// How to open the database and its copies.
  public private(set) var configuration: Configuration
  /// The kind of copy for dry runs, or `nil` for the one that does not block writers.
  ///
  /// That is an overlay in WAL mode, and a full copy otherwise.
  public let copyForm: CopyKind?
  /// The folder for backups, and the number of backups to keep.
  public let backups: BackupPolicy
  /// Identifies this session's events in the history.
  public let identifier: String
  /// Why the session is read-only, or `nil` if it is not; set by ``readOnly(_:)``.
  public internal(set) var readOnlyReason: ReadOnlyReason?
  /// The settings of ``check(agreeing:lockLimit:base:severities:oldestSQLite:generating:cancellation:onEvent:)``
  /// if the source has none.
  public var settings = ProjectSettings()
  let source: any MigrationSource
  private(set) var log: HistoryLog
  var shelf: BackupStore { BackupStore(of: database, backups) }

  /// The default configuration, with a busy timeout of five seconds.
  ///
  /// A step waits that long for other readers and writers, because a commit needs exclusive access.
  public static var waitingConfiguration: Configuration {
    var configuration = Configuration(purpose: .migrate)
    configuration.busyMode = .timeout(5)
    return configuration
  }

  /// Creates a session; opens nothing.
  ///
  /// - Parameters:
  ///   - database: The path of the database.
  ///   - migrations: The source of the migrations: a migrator, or a folder of a tool.
  ///   - configuration: How to open the database and its copies, including the busy mode and the
  ///     functions and collations that the migrations need.
  ///   - copyForm: The kind of copy for dry runs, or `nil` for the one that does not block writers:
  ///     an overlay in WAL mode, a full copy otherwise.
  ///   - backups: The folder for backups, and the number of backups to keep.
  ///   - history: The location of the history.
  public init(
    database: String, migrations: any MigrationSource,
    configuration: Configuration = MigrationSession.waitingConfiguration,
    copyForm: CopyKind? = nil, backups: BackupPolicy = BackupPolicy(),
    history: HistoryLocation = .user
  ) {
    self.database = database
    self.source = migrations
    self.configuration = configuration
    self.copyForm = copyForm
    self.backups = backups
    identifier = Encodings.randomUUID()
    log = HistoryLog(of: database, in: history, session: identifier)
  }

  /// Reads the history of the database, as written by all sessions of this user.
  ///
  /// Does not open the database.
  ///
  /// - Returns: The events, oldest first, and any problems with the file.
  /// - Complexity: Reads and parses the whole file.
  public func history() -> History { log.read() }

  /// Throws if no readable database exists at the path.
  package func expectFile() throws { try inspect { _ in } }

  /// Opens the database for inspection.
  ///
  /// Every inspection of the database goes through this method.
  package func inspect<T>(_ body: (DatabaseInspection) throws -> T) throws -> T {
    var configuration = configuration
    configuration.file = configuration.file ?? DatabaseFile(at: database)
    return try DatabaseInspection.inspect(path: database, configuration: configuration, body)
  }

  /// The same session restricted to one file.
  ///
  /// If another file is at the path, nothing is opened or committed. The history names this file.
  func pinned(to file: DatabaseFile?) -> MigrationSession {
    var session = self
    session.configuration.file = file
    session.log.file = file
    return session
  }

  /// Opens the database for inspection and reads the migrations.
  func look<T>(_ body: (DatabaseInspection, LoadedMigrations) throws -> T) throws -> T {
    try inspect { try body($0, source.load(for: $0)) }
  }

  func overview(
    _ inspection: DatabaseInspection, _ loaded: LoadedMigrations
  ) throws -> SessionOverview {
    // Read the fingerprint first: a concurrent commit then makes the overview stale, never wrong.
    let fingerprint = try inspection.fingerprint()
    // Ignore an error: the overview is useful even if no scratch database can be created.
    let missing = try? loaded.runner.missingFeatures(
      inspection, configuration: configuration, cancellation: nil)
    let status = try loaded.runner.status(inspection)
    var overview = SessionOverview(
      facts: try inspection.facts(), status: status,
      schema: try inspection.schema(), fingerprint: fingerprint,
      registered: loaded.runner.registeredMigrations, origin: loaded.origin, missing: missing,
      leftover: leftover(status), tracesStatements: loaded.runner.tracesStatements,
      file: inspection.file)
    if loaded.untrusted() == nil { overview.rehearsal = Rehearsal(of: overview, form: copyForm) }
    return overview
  }

  /// The last failed migration whose statements were not all rolled back, if it has not been
  /// applied since.
  func leftover(_ status: StatusReport) -> HistoryEvent? {
    let isApplied = { (event: HistoryEvent) in
      status.migrations.contains { $0.identifier == event.subject && $0.state.isRecorded }
    }
    return log.leftover().flatMap { isApplied($0) ? nil : $0 }
  }

  /// Reads the database's overview and the migrations.
  ///
  /// - Returns: The overview.
  /// - Throws: `DatabaseError`; an error of the source.
  public func overview() throws -> SessionOverview {
    try look { try overview($0, $1) }
  }

  /// Reads the current fingerprint of the file.
  ///
  /// - Returns: The fingerprint.
  /// - Throws: `DatabaseError`.
  public func fingerprint() throws -> DatabaseFingerprint {
    try inspect {
      try $0.fingerprint()
    }
  }

  /// Reads only the schema; needs no migrations.
  ///
  /// - Returns: All objects of `sqlite_master`.
  /// - Throws: `DatabaseError`.
  public func schema() throws -> SchemaSnapshot {
    try inspect {
      try $0.schema()
    }
  }

  /// Compares the schema with the one that the applied migrations produce.
  ///
  /// - Parameter cancellation: Stops the replay.
  /// - Returns: The schema drift.
  /// - Throws: `DatabaseError`; an error of the source.
  public func drift(cancellation: Cancellation? = nil) throws -> SchemaDrift.Result {
    try look {
      try $1.runner.drift($0, configuration: configuration, cancellation: cancellation)
    }
  }

  /// Reads the overview and compares the schema, opening the database only once.
  ///
  /// - Parameter cancellation: Stops the replay.
  /// - Returns: The overview and the schema drift, which is `nil` without migrations.
  /// - Throws: `DatabaseError`; an error of the source.
  public func overviewAndDrift(
    cancellation: Cancellation? = nil
  ) throws -> (SessionOverview, SchemaDrift.Result?) {
    try look {
      let overview = try overview($0, $1)
      guard overview.origin.isThere else { return (overview, nil) }
      return (
        overview,
        try $1.runner.drift($0, configuration: configuration, cancellation: cancellation)
      )
    }
  }

  /// Finds foreign-key violations, table by table; needs no migrations.
  ///
  /// - Parameters:
  ///   - valueLimit: The maximum number of bytes to read from a TEXT or BLOB value, or `nil` for
  ///     all.
  ///   - cancellation: Stops the search.
  ///   - onViolation: Receives each violation; returns whether to continue.
  ///   - onTable: Receives the table about to be searched, its index and the number of tables.
  /// - Throws: `DatabaseError`; SQLITE_INTERRUPT when canceled.
  public func violations(
    valueLimit: Int? = ValueExcerpt.limit, cancellation: Cancellation? = nil,
    onViolation: (ViolationDetail) -> Bool,
    onTable: (_ table: String, _ index: Int, _ count: Int) -> Void = { _, _, _ in }
  ) throws {
    try inspect {
      try $0.violations(
        valueLimit: valueLimit, cancellation: cancellation, onViolation: onViolation,
        onProgress: onTable)
    }
  }

  /// Returns the foreign keys that make writes to their tables fail while foreign keys are on.
  ///
  /// - Parameter cancellation: Stops the search.
  /// - Returns: The keys, and whether the parent table exists.
  /// - Throws: An error if the database cannot be read.
  public func unusableForeignKeys(
    cancellation: Cancellation? = nil
  ) throws -> [(key: ForeignKeyInfo, parentExists: Bool)] {
    try inspect { try $0.unusableForeignKeys(cancellation: cancellation) }
  }

  /// Applies pending migrations to a copy, which is discarded.
  ///
  /// - Parameters:
  ///   - scope: The migrations to apply.
  ///   - tracing: Receives each statement, or `nil`.
  ///   - cancellation: Stops the run.
  ///   - onEvent: Receives the events, on the calling thread.
  /// - Returns: The dry run, and an overview of the database before it.
  /// - Throws: An error if no copy could be made, or if nothing can be run.
  public func dryRun(
    _ scope: MigrationScope = .next, tracing: StatementTracing? = nil,
    cancellation: Cancellation? = nil, onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> (dryRun: SessionDryRun, overview: SessionOverview) {
    try look { inspection, loaded in
      let overview = try overview(inspection, loaded)
      try overview.requireFiles(for: scope)
      return (
        try dryRun(
          inspection, loaded.runner, scope, tracing: tracing, cancellation: cancellation,
          onEvent: onEvent), overview
      )
    }
  }

  func dryRun(
    _ inspection: DatabaseInspection, _ runner: any MigrationRunner, _ scope: MigrationScope,
    tracing: StatementTracing? = nil, cancellation: Cancellation?,
    onEvent: (MigrationEvent) -> Void
  ) throws -> SessionDryRun {
    SessionDryRun(
      report: try runner.dryRun(
        inspection, scope: scope, form: copyForm, tracing: tracing,
        configuration: configuration, cancellation: cancellation, onEvent: onEvent), scope: scope,
      registered: runner.registeredMigrations)
  }
}
