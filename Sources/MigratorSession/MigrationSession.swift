public import MigratorEngine
internal import MigratorPlatform
public import MigratorSchema

/// One way to look at a database, to try its migrations, to step, to repair and to restore it, for
/// everyone who shows it: the console, the batch commands, an app that embeds them.
///
/// ```swift
/// let session = MigrationSession(database: "app.sqlite", migrations: migrator)
/// if case .ready(let prepared) = try session.prepareStep() {
///   let outcome = session.step(prepared, agreeing: ["012: lose 1 column"])
/// }
/// ```
///
/// A session is a value and holds no file open: each look opens the database once, each call reads the
/// migrations anew, and closes it. All calls block. Nothing but ``step(_:agreeing:isExact:keepsBackup:cancellation:onEvent:onReceipt:)``,
/// ``repair(_:of:keepsBackup:)``, ``restore(_:agreeing:keepsBackup:cancellation:onEvent:)`` and
/// ``undoUnfinishedTransaction()`` changes a byte of it. What those do, or refuse, is kept in the ``history()``.
public struct MigrationSession: Sendable {
  /// The path of the database.
  public let database: String
  /// How the database and its copies are opened.
  public private(set) var configuration: Configuration
  /// What dry runs work on, or `nil` for the form that does not block
  /// writers: an overlay in WAL mode, otherwise a full copy.
  public let copyForm: CopyForm?
  /// Where backups go, and how many of them stay.
  public let backups: BackupPolicy
  /// What tells events of this session from others in the history.
  public let identifier: String
  /// Why the session changes no database, or `nil` if it may; ``readOnly(_:)`` adds it.
  public internal(set) var readOnlyReason: ReadOnlyReason?
  let source: any MigrationSource
  private(set) var log: HistoryLog
  var shelf: BackupShelf { BackupShelf(of: database, backups) }

  /// How a file is opened by default: a step waits up to five seconds for programs that read or write
  /// it, as a commit needs the file for itself.
  public static var waitingConfiguration: Configuration {
    var configuration = Configuration(purpose: .migrate)
    configuration.busyMode = .timeout(5)
    return configuration
  }

  /// Creates a session; opens nothing.
  ///
  /// - Parameters:
  ///   - database: The path of the database.
  ///   - migrations: Where the migrations come from: a migrator, or a folder of a tool.
  ///   - configuration: How the database and its copies are opened: functions and collations that
  ///     the migrations need, the busy mode.
  ///   - copyForm: What dry runs work on, or `nil` for the form that does not block
  ///     writers: an overlay in WAL mode, otherwise a full copy.
  ///   - backups: Where backups go, and how many of them stay.
  ///   - history: Where is kept what was done to the database.
  public init(
    database: String, migrations: any MigrationSource,
    configuration: Configuration = MigrationSession.waitingConfiguration,
    copyForm: CopyForm? = nil, backups: BackupPolicy = BackupPolicy(),
    history: HistoryPlace = .user
  ) {
    self.database = database
    self.source = migrations
    self.configuration = configuration
    self.copyForm = copyForm
    self.backups = backups
    identifier = Encodings.randomUUID()
    log = HistoryLog(of: database, in: history, session: identifier)
  }

  /// Reads what was done to the database, by all sessions of this user; the database is not opened.
  ///
  /// - Returns: The history, the oldest event first; what is wrong with its file stands in it.
  /// - Complexity: O(*n*) for *n* events.
  public func history() -> History { log.read() }

  /// Makes sure that there is a database at the path, for who tells that nothing is known of it.
  package func expectFile() throws { try inspect { _ in } }

  /// Opens the database to look: the one place that does.
  package func inspect<T>(_ body: (DatabaseInspection) throws -> T) throws -> T {
    var configuration = configuration
    configuration.file = configuration.file ?? DatabaseFile(at: database)
    return try DatabaseInspection.inspect(path: database, configuration: configuration, body)
  }

  /// The same session on one file: when another is at the path, nothing is opened or committed, and the
  /// history names this one.
  func pinned(to file: DatabaseFile?) -> MigrationSession {
    var session = self
    session.configuration.file = file
    session.log.file = file
    return session
  }

  /// Opens the database to look, and reads the migrations.
  func look<T>(_ body: (DatabaseInspection, LoadedMigrations) throws -> T) throws -> T {
    try inspect { try body($0, source.load(for: $0)) }
  }

  func overview(
    _ inspection: DatabaseInspection, _ loaded: LoadedMigrations
  ) throws -> SessionOverview {
    // The state first: what is committed meanwhile makes the overview stale, never wrong.
    let fingerprint = try inspection.fingerprint()
    // Where no scratch database can be made, the list can be shown all the same.
    let missing = try? loaded.runner.missingFeatures(
      inspection, configuration: configuration, cancellation: nil)
    let status = try loaded.runner.status(inspection)
    return SessionOverview(
      facts: try inspection.facts(), status: status,
      schema: try inspection.schema(), fingerprint: fingerprint,
      registered: loaded.runner.registeredMigrations, origin: loaded.origin, missing: missing,
      leftover: leftover(status), tracesStatements: loaded.runner.tracesStatements,
      file: inspection.file)
  }

  /// What the history tells of a migration that is half done and not applied since.
  func leftover(_ status: StatusReport) -> HistoryEvent? {
    let isApplied = { (event: HistoryEvent) in
      status.migrations.contains { $0.identifier == event.subject && $0.state.isRecorded }
    }
    return log.leftover().flatMap { isApplied($0) ? nil : $0 }
  }

  /// Reads what the screens show at once; the migrations are read anew.
  ///
  /// - Returns: The overview.
  /// - Throws: `DatabaseError`; an error of the source.
  public func overview() throws -> SessionOverview {
    try look { try overview($0, $1) }
  }

  /// The present state of the file.
  ///
  /// - Returns: The fingerprint.
  /// - Throws: `DatabaseError`.
  public func fingerprint() throws -> DatabaseFingerprint {
    try inspect {
      try $0.fingerprint()
    }
  }

  /// Reads the schema alone; needs no migrations.
  ///
  /// - Returns: All objects of `sqlite_master`.
  /// - Throws: `DatabaseError`.
  public func schema() throws -> SchemaSnapshot {
    try inspect {
      try $0.schema()
    }
  }

  /// Compares the schema with what the applied migrations produce.
  ///
  /// - Parameter cancellation: Stops the replay.
  /// - Returns: The answer.
  /// - Throws: `DatabaseError`; an error of the source.
  public func drift(cancellation: Cancellation? = nil) throws -> SchemaDrift.Result {
    try look {
      try $1.runner.drift($0, configuration: configuration, cancellation: cancellation)
    }
  }

  /// Reads what the screens show at once and compares the schema, in one look.
  ///
  /// - Parameter cancellation: Stops the replay.
  /// - Returns: The overview, and the answer; `nil` where there are no migrations to compare with.
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

  /// Finds the violations of foreign keys, table by table; needs no migrations.
  ///
  /// - Parameters:
  ///   - valueLimit: How many bytes of a text or blob are told, or `nil` for all.
  ///   - cancellation: Stops the search.
  ///   - onViolation: Receives each violation; returns whether to go on.
  ///   - onTable: Receives the table about to be searched, its index and the number of tables.
  /// - Throws: `DatabaseError`; SQLITE_INTERRUPT when cancelled.
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

  /// Applies pending migrations to a copy, which is thrown away.
  ///
  /// - Parameters:
  ///   - scope: Which migrations.
  ///   - tracing: Whom to tell of the statements one by one, or `nil`.
  ///   - cancellation: Stops the run.
  ///   - onEvent: Receives the events, on the calling thread.
  /// - Returns: What they did, and what was there.
  /// - Throws: An error when no copy could be made, or nothing can be run.
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
