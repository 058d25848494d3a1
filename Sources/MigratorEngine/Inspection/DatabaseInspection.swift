public import MigratorSQLite
public import MigratorSchema
internal import MigratorPlatform

/// A database file that is open for reading only.
public final class DatabaseInspection: Sendable {
  /// The path of the file.
  public let path: String
  private let queue: DatabaseQueue
  var configuration: Configuration { queue.configuration }
  /// The file that must be at the path, if known.
  package var file: DatabaseFile? { configuration.file }

  /// Opens a database file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - configuration: Functions, collations and extensions that the schema needs. Its purpose
  ///     becomes `inspect`, which also sets how long to wait for locks.
  /// - Throws: `DatabaseError`, with a suggested fix.
  public init(path: String, configuration: Configuration? = nil) throws {
    queue = try DatabaseQueue(
      path: path, configuration: configuration?.inspecting ?? Configuration(purpose: .inspect))
    self.path = queue.path
    try queue.read { try $0.enlargeCache() }
  }

  /// Opens a database file, calls a closure, and closes the file even if the closure throws.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - configuration: See ``init(path:configuration:)``.
  ///   - body: Reads the database.
  /// - Returns: The value that `body` returns.
  /// - Throws: `DatabaseError`, or the error of `body`.
  public static func inspect<T>(
    path: String, configuration: Configuration? = nil, _ body: (DatabaseInspection) throws -> T
  ) throws -> T {
    let inspection = try DatabaseInspection(path: path, configuration: configuration)
    let result = Result { try body(inspection) }
    try inspection.close()
    return try result.get()
  }

  /// Returns basic facts about the file.
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
      // A deleted file must not be reported as read-only.
      try db.requireInPlace()
      return facts
    }
  }

  /// Returns the migrations of the database and of a migrator in one list.
  ///
  /// - Parameter migrator: The registered migrations.
  /// - Returns: The report.
  /// - Throws: `DatabaseError`; ``MigrationError`` for an identifier registered twice.
  public func status(of migrator: DatabaseMigrator) throws -> StatusReport {
    try queue.read { try migrator.statusReport($0) }
  }

  /// Returns the state of the migrator's ledger.
  ///
  /// - Throws: `DatabaseError`.
  package func ledgerState(of migrator: DatabaseMigrator) throws -> LedgerState {
    try queue.read { try migrator.list.state($0) }
  }

  /// Returns the schema, including all objects of `sqlite_master`.
  ///
  /// - Returns: The schema.
  /// - Throws: `DatabaseError`.
  public func schema() throws -> SchemaSnapshot {
    try queue.read { try $0.schemaSnapshot() }
  }

  /// Counts the rows of each table; for a virtual table, counts the rows that it stores itself.
  ///
  /// - Parameters:
  ///   - leftOut: Tables to exclude, such as a ledger.
  ///   - cancellation: Stops the count.
  /// - Returns: The counts at one moment, sorted by name.
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

  /// Reads the database in a closure.
  ///
  /// - Parameter body: Reads the database.
  /// - Returns: The value that `body` returns.
  /// - Throws: `DatabaseError`, or the error of `body`.
  public func read<T>(_ body: (Database) throws -> T) throws -> T {
    try queue.read(body)
  }

  /// Finds the foreign-key violations, table by table.
  ///
  /// A foreign key that SQLite cannot check is reported once and does not stop the search. The
  /// search is one read transaction. Outside WAL mode, it blocks writers.
  ///
  /// - Parameters:
  ///   - valueLimit: The maximum number of bytes of a value to describe, or `nil` for no limit.
  ///   - cancellation: Stops the search.
  ///   - onViolation: Receives each violation on the calling thread; returns `true` to continue.
  ///   - onProgress: Called before each table with its name, its index and the number of tables.
  /// - Throws: `DatabaseError`; SQLITE_INTERRUPT when cancelled.
  public func violations(
    valueLimit: Int? = ValueExcerpt.limit, cancellation: Cancellation? = nil,
    onViolation: (ViolationDetail) -> Bool,
    onProgress: (_ table: String, _ index: Int, _ count: Int) -> Void = { _, _, _ in }
  ) throws {
    try queue.read { db in
      try db.monitored(by: ProgressMonitor(cancellation: cancellation)) {
        let finder = ViolationFinder(db, proof: try ForeignKeyCheckSession().proofByTable(db))
        let describer = ViolationDescriber(finder: finder, valueLimit: valueLimit)
        try finder.forEach(onTable: onProgress) { finding in
          let detail = try describer.detail(finding)
          // Describing a long value may take longer than finding it.
          try db.checkCancellation()
          return onViolation(detail)
        }
      }
    }
  }

  /// Returns the foreign keys that make writes to their tables fail while foreign keys are
  /// enforced.
  ///
  /// The parent table does not exist, or it has no unique key on the columns. Writes fail even if
  /// no row violates such a key.
  ///
  /// - Parameter cancellation: Stops the search.
  /// - Returns: The keys, in the order of the tables, and whether the parent table exists.
  /// - Throws: `DatabaseError`; SQLITE_INTERRUPT when cancelled.
  public func unusableForeignKeys(
    cancellation: Cancellation? = nil
  ) throws -> [(key: ForeignKeyInfo, parentExists: Bool)] {
    try queue.read { db in
      try db.monitored(by: ProgressMonitor(cancellation: cancellation)) {
        let catalog = ForeignKeyCatalog(db)
        return try catalog.tablesWithForeignKeys().flatMap { table in
          try catalog.foreignKeys(of: table).compactMap { key in
            let isThere = try catalog.exists(key.destinationTable)
            return try isThere && key.foundKey(catalog, db) != nil ? nil : (key, isThere)
          }
        }
      }
    }
  }

  /// Returns a value that changes with every commit by any process.
  ///
  /// - Returns: The fingerprint.
  /// - Throws: `DatabaseError`.
  public func fingerprint() throws -> DatabaseFingerprint {
    try queue.inDatabase { try DatabaseFingerprint(of: $0) }
  }

  /// Returns the schema without SQLite's own objects and the tables of the ledgers.
  package func userSchema(besides ledgers: [String]) throws -> SchemaSnapshot {
    try queue.read { try $0.userSchema(besides: ledgers) }
  }

  /// Throws if pages of the database are damaged.
  package func checkForDamage(cancellation: Cancellation?) throws {
    try queue.read { db in
      try db.monitored(by: ProgressMonitor(cancellation: cancellation)) { try db.checkForDamage() }
    }
  }

  /// Copies the database, including the content of its `-wal` file.
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
    } catch is SourceChangedError {
      throw MigrationError(.copyDisturbed)
    }
  }

  /// Returns the size of a copy in bytes, including the content of the `-wal` file.
  func byteCount() throws -> Int64 {
    try queue.read { try $0.byteCount() }
  }

  /// Returns the state of the ledger and the schema without the ledger, at one moment.
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
