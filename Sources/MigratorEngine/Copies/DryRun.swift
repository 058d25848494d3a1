public import MigratorSQLite
internal import MigratorSchema

/// Runs pending migrations for real, on a copy that is thrown away.
///
/// What Swift migrations do outside the database is done for real, too.
public enum DryRun {
  /// Copies the database and applies migrations to the copy.
  ///
  /// The copy is consistent with the `-wal` file, readable by this user alone, and removed on every
  /// way out. The run stops after a migration that fails.
  ///
  /// - Parameters:
  ///   - path: The database file, which is only read.
  ///   - migrator: The registered migrations.
  ///   - scope: Which migrations to run.
  ///   - temporaryDirectory: Where to put the copy, or `nil` for TMPDIR.
  ///   - configuration: How to open the copy; its purpose becomes `scratch`.
  ///   - cancellation: Stops the run.
  ///   - onEvent: Receives the events, on the calling thread.
  /// - Returns: What the migrations did; a failure of the last one included.
  /// - Throws: `OpenFailure`, `DatabaseError`, ``MigrationError`` when the copy cannot be made;
  ///   SQLITE_INTERRUPT when cancelled before the first migration began.
  public static func run(
    path: String, migrator: DatabaseMigrator, scope: MigrationScope = .all,
    temporaryDirectory: String? = nil, configuration: Configuration = Configuration(),
    cancellation: Cancellation? = nil, onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> DryRunReport {
    try DatabaseInspection.inspect(path: path) {
      try run(
        on: $0, migrator: migrator, scope: scope, temporaryDirectory: temporaryDirectory,
        configuration: configuration, cancellation: cancellation, onEvent: onEvent)
    }
  }

  /// Copies a database that is open to be looked at, and applies migrations to the copy.
  ///
  /// - Parameters:
  ///   - inspection: The database.
  ///   - migrator: The registered migrations.
  ///   - scope: Which migrations to run.
  ///   - temporaryDirectory: Where to put the copy, or `nil` for TMPDIR.
  ///   - configuration: How to open the copy; its purpose becomes `scratch`.
  ///   - cancellation: Stops the run.
  ///   - onEvent: Receives the events, on the calling thread.
  /// - Returns: What the migrations did; a failure of the last one included.
  /// - Throws: As the other.
  public static func run(
    on inspection: DatabaseInspection, migrator: DatabaseMigrator, scope: MigrationScope = .all,
    temporaryDirectory: String? = nil, configuration: Configuration = Configuration(),
    cancellation: Cancellation? = nil, onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> DryRunReport {
    try migrator.validate()
    // Read before the copy: a commit in between makes the report stale, never wrong.
    let fingerprint = try inspection.fingerprint()
    let folder = try ScratchFolder(in: temporaryDirectory)
    let start = ContinuousClock.now
    try folder.require(inspection.byteCount())
    let bytes = try inspection.copy(
      to: folder.databasePath, cancellation: cancellation, onEvent: onEvent)
    let copySeconds = (ContinuousClock.now - start).seconds
    let run = try withoutActuallyEscaping(onEvent) { emit in
      try steps(
        of: migrator.list, scope: scope, on: Copy(folder: folder, configuration: configuration),
        StepRequest(emit: emit, cancellation: cancellation, observation: .rows))
    }
    return DryRunReport(
      steps: run.steps, schemaBefore: run.before, schemaAfter: run.after, fingerprint: fingerprint,
      copiedBytes: bytes, copySeconds: copySeconds)
  }

  /// Runs the migrations of the scope one by one, each starting from what the one before it left.
  private static func steps(
    of list: MigrationList, scope: MigrationScope, on copy: Copy, _ request: StepRequest
  ) throws -> (steps: [StepReport], before: SchemaSnapshot, after: SchemaSnapshot) {
    var target: String?
    if case .upTo(let identifier) = scope { target = identifier }
    var request = request
    let checks = CheckSession()
    let (planned, before) = try copy.access { db in
      var planned = try list.currentPlan(db, upTo: target).filter(\.runs).map(\.identifier)
      if scope == .next { planned = Array(planned.prefix(1)) }
      request.emit(.planned(identifiers: planned))
      try db.monitored(by: ProgressMonitor(cancellation: request.cancellation)) {
        try db.checkForDamage()
      }
      if let first = planned.first {
        request.emit(.checking(identifier: first))
        try db.monitored(by: ProgressMonitor(cancellation: request.cancellation)) {
          request.known.rows = try RowCensus(db, ledgers: list.ledger.tableNames)
          request.known.violations = try checks.takeCensus(db)
        }
      }
      return (planned, try db.userSchema(besides: list.ledger))
    }
    request.count = planned.count
    var steps: [StepReport] = []
    for (index, identifier) in planned.enumerated() {
      request.index = index
      // Outside a transaction a migration may want the database to itself.
      let isWhole = list[identifier]?.runsOutsideTransaction == false
      let result = try copy.access(keepingFormer: isWhole) { db, former in
        request.former =
          former.map { .connection($0) } ?? .none(isWhole ? .noFormerState : .outsideTransaction)
        return try MigrationSequence(list: list, db: db, checks: checks)
          .runNext(expecting: identifier, request, announcing: false)
      }
      guard let result else { break }
      request.known = result.known
      steps.append(result.report)
      if result.report.failure != nil { break }
    }
    return (steps, before, try copy.access { try $0.userSchema(besides: list.ledger) })
  }

  /// The copy, opened anew for each migration as for each step of the real file: a temporary table
  /// of one migration would otherwise hide from the next what it does to the file.
  private struct Copy {
    let folder: ScratchFolder
    let configuration: Configuration

    func access<T>(_ body: (Database) throws -> T) throws -> T {
      try folder.access(configuration) { db in
        try db.enlargeCache()
        return try body(db)
      }
    }

    /// Opens the copy beside a connection that goes on seeing it as it is now.
    ///
    /// In WAL mode a read transaction keeps seeing the state it began with, whatever another
    /// connection commits: <https://www.sqlite.org/isolation.html>. Otherwise the writer would wait
    /// for it. Where the file system has no shared memory, which WAL mode needs, there is none.
    ///
    /// - Parameters:
    ///   - isWanted: Whether there is to be such a connection.
    ///   - body: Receives the connection to work on, and the other.
    /// - Returns: What the closure returns.
    /// - Throws: `OpenFailure`, `DatabaseError`; the error of the closure.
    func access<T>(
      keepingFormer isWanted: Bool, _ body: (Database, Database?) throws -> T
    ) throws -> T {
      try access { db in
        func journalMode(_ pragma: String) throws -> String? {
          try String.fetchOne(db, sql: "PRAGMA \(pragma)")
        }
        // Asked after the app's own preparation, which may set a mode.
        guard isWanted, let mode = try journalMode("journal_mode"),
          try journalMode("journal_mode = WAL") == "wal"
        else { return try body(db, nil) }
        // What comes next is to meet the mode that it will meet in the file.
        defer { if mode != "wal" { _ = try? journalMode("journal_mode = \(mode)") } }
        let queue = try DatabaseQueue(
          path: folder.databasePath, configuration: Configuration(purpose: .inspect))
        defer { try? queue.close() }
        return try queue.read { former in
          try former.enlargeCache()
          // The transaction begins with the first read.
          _ = try Int.fetchOne(former, sql: "SELECT count(*) FROM sqlite_master")
          return try body(db, former)
        }
      }
    }
  }
}
