public import MigratorSQLite
public import MigratorSchema
internal import MigratorPlatform

/// A database file, opened to look and never to write.
public final class DatabaseInspection: Sendable {
  /// The file.
  public let path: String
  private let queue: DatabaseQueue
  /// How it is open.
  var configuration: Configuration { queue.configuration }
  /// The file that must be at the path, where one is known.
  package var file: DatabaseFile? { configuration.file }

  /// Opens a database file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - configuration: Functions, collations and extensions the schema needs; its purpose becomes
  ///     `inspect`, and locks are waited for as that purpose does.
  /// - Throws: `DatabaseError`, which says what to do about it.
  public init(path: String, configuration: Configuration? = nil) throws {
    queue = try DatabaseQueue(
      path: path, configuration: configuration?.inspecting ?? Configuration(purpose: .inspect))
    self.path = queue.path
    try queue.read { try $0.enlargeCache() }
  }

  /// Opens a database file, looks, and closes it again whatever happens.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - configuration: As of ``init(path:configuration:)``.
  ///   - body: What to look at.
  /// - Returns: What `body` returns.
  /// - Throws: `DatabaseError`, or what `body` throws.
  public static func inspect<T>(
    path: String, configuration: Configuration? = nil, _ body: (DatabaseInspection) throws -> T
  ) throws -> T {
    let inspection = try DatabaseInspection(path: path, configuration: configuration)
    let result = Result { try body(inspection) }
    try inspection.close()
    return try result.get()
  }

  /// Returns what the title line says of the file.
  ///
  /// - Returns: The facts.
  /// - Throws: `DatabaseError`.
  public func facts() throws -> DatabaseFacts {
    try queue.read { db in
      let facts = DatabaseFacts(
        path: path, fileSize: Files.size(of: path) ?? 0,
        walSize: Files.size(of: path + "-wal"),
        journalMode: try db.journalMode(),
        encoding: try db.get(pragma: "encoding") ?? "",
        pageSize: try db.get(pragma: "page_size") ?? 0,
        userVersion: try db.get(pragma: "user_version") ?? 0,
        applicationID: try db.get(pragma: "application_id") ?? 0,
        schemaVersion: try db.get(pragma: "schema_version") ?? 0,
        isReadOnly: !(Files.isWritable(path) && Files.mayCreate(in: Paths.folder(of: path))))
      // A file that is gone is not a read-only one.
      try db.requireInPlace()
      return facts
    }
  }

  /// Returns the migrations of the database and a migrator in one list.
  ///
  /// - Parameter migrator: The registered migrations.
  /// - Returns: The report.
  /// - Throws: `DatabaseError`; ``MigrationError`` for an identifier registered twice.
  public func status(of migrator: DatabaseMigrator) throws -> StatusReport {
    try queue.read { try migrator.statusReport($0) }
  }

  /// Returns the schema, all objects of `sqlite_master` included.
  ///
  /// - Returns: The schema.
  /// - Throws: `DatabaseError`.
  public func schema() throws -> SchemaSnapshot {
    try queue.read { try $0.schemaSnapshot() }
  }

  /// Counts the rows of the tables; a virtual table has those that it stores itself.
  ///
  /// - Parameters:
  ///   - leftOut: Tables that are not counted, such as a ledger.
  ///   - cancellation: Stops the counting.
  /// - Returns: The counts of one moment, in the order of the names.
  /// - Throws: `DatabaseError`; SQLITE_INTERRUPT when cancelled.
  /// - Complexity: O(*n*) for *n* rows.
  public func rowCounts(
    besides leftOut: [String] = [], cancellation: Cancellation? = nil
  ) throws -> [(table: String, rows: Int64)] {
    try queue.read { db in
      try db.monitored(by: ProgressMonitor(cancellation: cancellation)) {
        try RowCensus(db, ledgers: leftOut).tables.values.map { ($0.name, $0.rows) }
          .sorted { $0.0 < $1.0 }
      }
    }
  }

  /// Reads whatever else is of interest.
  ///
  /// - Parameter body: What to read.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; `DatabaseError`.
  public func read<T>(_ body: (Database) throws -> T) throws -> T {
    try queue.read(body)
  }

  /// Finds the foreign-key violations, table by table.
  ///
  /// A foreign key that SQLite cannot check is reported once and does not end the search. All is
  /// read in one transaction; outside WAL mode, writers wait for its end.
  ///
  /// - Parameters:
  ///   - valueLimit: How many bytes of a text or blob are told, or `nil` for all.
  ///   - cancellation: Stops the search.
  ///   - onViolation: Receives each violation, on the calling thread; returns whether to go on.
  ///   - onProgress: Called before each table with its name, its index and the number of tables.
  /// - Throws: `DatabaseError`; SQLITE_INTERRUPT when cancelled.
  public func violations(
    valueLimit: Int? = ValueExcerpt.limit, cancellation: Cancellation? = nil,
    onViolation: (ViolationDetail) -> Bool,
    onProgress: (_ table: String, _ index: Int, _ count: Int) -> Void = { _, _, _ in }
  ) throws {
    try queue.read { db in
      try db.monitored(by: ProgressMonitor(cancellation: cancellation)) {
        let finder = ViolationFinder(db, proof: try CheckSession().proofByTable(db))
        let describer = ViolationDescriber(finder: finder, valueLimit: valueLimit)
        try finder.forEach(onTable: onProgress) { finding in
          let detail = try describer.detail(finding)
          // To show a long one may take longer than to find it.
          try db.checkCancellation()
          return onViolation(detail)
        }
      }
    }
  }

  /// Returns a value that changes with every commit of any process.
  ///
  /// - Returns: The fingerprint.
  /// - Throws: `DatabaseError`.
  public func fingerprint() throws -> DatabaseFingerprint {
    try queue.inDatabase { try DatabaseFingerprint(of: $0) }
  }

  /// Returns the schema that people made: without SQLite's own objects and the tables of the ledger.
  package func userSchema(besides ledgers: [String]) throws -> SchemaSnapshot {
    try queue.read { try $0.userSchema(besides: ledgers) }
  }

  /// Throws when pages of the database are damaged.
  package func checkForDamage(cancellation: Cancellation?) throws {
    try queue.read { db in
      try db.monitored(by: ProgressMonitor(cancellation: cancellation)) { try db.checkForDamage() }
    }
  }

  /// Copies the database, the contents of its `-wal` file included.
  package func copy(
    to target: String, durability: DatabaseCopy.Durability = .scratch,
    cancellation: Cancellation?, onEvent: (MigrationEvent) -> Void
  ) throws -> DatabaseCopy.Copied {
    do {
      return try queue.inDatabase { db in
        try DatabaseCopy.copy(
          from: db, to: target, durability: durability, cancellation: cancellation
        ) { done, total in onEvent(.copying(doneBytes: done, totalBytes: total)) }
      }
    } catch is CopyDisturbed {
      throw MigrationError(.copyDisturbed)
    }
  }

  /// The size of a copy in bytes, what waits in the `-wal` file included.
  func byteCount() throws -> Int64 {
    try queue.read { try $0.byteCount() }
  }

  /// What the ledger holds and the schema without the ledger, of one moment.
  func appliedSchema(of migrator: DatabaseMigrator) throws -> (LedgerState, SchemaSnapshot) {
    try queue.read {
      (
        try migrator.list.state($0),
        try $0.userSchema(besides: migrator.list.ledger)
      )
    }
  }

  /// Closes the file.
  ///
  /// - Throws: `DatabaseError` SQLITE_BUSY while a search runs.
  public func close() throws {
    try queue.close()
  }
}
