import CSQLite3

/// A connection to a database, provided by an access of ``DatabaseReader`` or ``DatabaseWriter``.
///
/// It must not be used outside that access or on another thread.
public final class Database {
  /// How the connection was opened.
  public let configuration: Configuration
  /// The path of the file, or `:memory:`.
  public let path: String

  /// True if the file is read without locks.
  ///
  /// This applies to inspection of a file in WAL mode in a folder that is not writable, and of
  /// backups.
  ///
  /// Results are correct only while no other program writes: compare the fingerprint.
  public internal(set) var isImmutable = false

  let handle: ConnectionHandle
  /// The file that the configuration requires, if this connection has it open.
  var file: DatabaseFile?
  /// The minimum size of the file during a write transaction, in bytes.
  var committedSize: Int64?
  var monitor: ProgressMonitor?
  var authorizer: Authorizer?
  var rowChangeCounter: RowChangeCounter?
  var rowWriteLog: RowWriteLog?
  var follower: CompletionObserver?
  var watcher: StatementWatcher?
  var keyFunctions: KeyFunctions?
  /// True inside a transaction block; statements throw if its transaction was rolled back.
  var isInsideTransactionBlock = false
  /// The failure for which SQLite rolled back the block's transaction, such as an I/O error.
  var rollbackCause: DatabaseError?
  var busySince: ContinuousClock.Instant?
  /// True to wait for locks even if the configuration does not.
  var waitsForLocks = false
  /// True to never wait for a lock, whatever the configuration.
  var ignoresBusyMode = false
  var tracer: ((TraceEvent) -> Void)?
  var statementCache = StatementCache()
  /// The text encoding of the database, read on first use.
  var knownEncoding: TextEncoding?
  /// The failure recorded at a place that cannot throw.
  var failure = AccessFailure()

  init(handle: ConnectionHandle, path: String, configuration: Configuration) {
    self.handle = handle
    self.path = path
    self.configuration = configuration
  }

  deinit {
    // Another owner of the handle must not make SQLite call back a deallocated object.
    if handle.isOpen {
      statementCache.empty()
      sqlite3_busy_handler(handle.pointer, nil, nil)
      sqlite3_trace_v2(handle.pointer, 0, nil, nil)
    }
  }

  var connection: OpaquePointer { handle.pointer }

  /// True if the connection is inside a transaction: `sqlite3_get_autocommit` is off.
  public var isInsideTransaction: Bool { sqlite3_get_autocommit(connection) == 0 }

  /// The number of rows changed by the last INSERT, UPDATE or DELETE.
  public var changesCount: Int { Int(sqlite3_changes64(connection)) }

  /// The number of rows changed since the connection was opened.
  public var totalChangesCount: Int { Int(sqlite3_total_changes64(connection)) }

  /// The number of pages written to the database or its `-wal` file since the connection was
  /// opened.
  ///
  /// Source: <https://www.sqlite.org/c3ref/c_dbstatus_options.html>, `SQLITE_DBSTATUS_CACHE_WRITE`.
  package var writtenPageCount: Int64 {
    var (count, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(connection, SQLITE_DBSTATUS_CACHE_WRITE, &count, &highest, 0)
    return Int64(UInt32(bitPattern: count))
  }

  /// True if a commit would fail because foreign keys are violated.
  ///
  /// Source: <https://www.sqlite.org/c3ref/c_dbstatus_options.html>, `SQLITE_DBSTATUS_DEFERRED_FKS`.
  package var hasUnresolvedForeignKeys: Bool {
    var (count, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(connection, SQLITE_DBSTATUS_DEFERRED_FKS, &count, &highest, 0)
    return count != 0
  }

  /// Returns SQLite's name of the journal mode, such as `delete` or `wal`.
  ///
  /// For a file that is read without locks, the pragma always returns `delete`, so the mode is read
  /// from the header.
  ///
  /// - Throws: ``DatabaseError``.
  package func journalMode() throws -> String {
    // A file is opened as immutable if it is in WAL mode without shared memory, or is a backup. An
    // encrypted header is unreadable, but an immutable file that is not a backup must be in WAL
    // mode.
    if isImmutable, try isEncrypted ? !configuration.isBackup : OriginalFile(path).isWAL {
      return "wal"
    }
    return try String.fetchOne(self, sql: "PRAGMA journal_mode") ?? ""
  }

  /// The rowid of the last row inserted.
  public var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(connection) }

  /// True if the database `main` cannot be written through this connection.
  public var isReadOnly: Bool { sqlite3_db_readonly(connection, "main") == 1 }

  /// Returns SQLite's last error; must be called before any other function.
  func lastError(
    _ code: Int32, sql: String? = nil, arguments: StatementArguments? = nil
  ) -> DatabaseError {
    let offset = sqlite3_error_offset(connection)
    if code & 0xFF == SQLITE_BUSY, isWaitCancelled {
      // Cancellation ended the wait for a lock.
      return DatabaseError(
        resultCode: .SQLITE_INTERRUPT, message: SQLiteLibrary.words(for: SQLITE_INTERRUPT),
        sql: sql, arguments: arguments)
    }
    var message = String(cString: sqlite3_errmsg(connection))
    // SQLite reports a moved file only before it creates its journal. Other file errors may be
    // consequences of the move.
    let isOfFile = [SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF)
    if isOfFile, let displacement = displacement(isKept: false) {
      let error = DatabaseError(displacement)
      recordRollbackCause(error)
      return error
    }
    if code & 0xFF == SQLITE_AUTH, let reason = authorizer?.takeDenial() { message = reason }
    let error = DatabaseError(
      resultCode: ResultCode(rawValue: code), message: message, sql: sql,
      offset: offset < 0 ? nil : Int(offset), arguments: arguments)
    recordRollbackCause(error)
    return error
  }

  func check(_ code: Int32, sql: String? = nil) throws {
    if code != SQLITE_OK { throw lastError(code, sql: sql) }
  }
}

// A connection belongs to the access that provides it.
@available(*, unavailable)
extension Database: Sendable {}

/// Compiled statements for reuse, by their SQL.
///
/// A statement in use is not in the cache, so no other code can get it. A cached statement does not
/// keep its connection alive.
struct StatementCache {
  private var pointers: [String: OpaquePointer] = [:]

  mutating func take(_ sql: String) -> OpaquePointer? {
    pointers.removeValue(forKey: sql)
  }

  /// Returns a statement to the cache; finalizes an older one with the same SQL.
  mutating func put(_ pointer: OpaquePointer, for sql: String) {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
    sqlite3_finalize(pointers.updateValue(pointer, forKey: sql))
  }

  mutating func empty() {
    pointers.values.forEach { sqlite3_finalize($0) }
    pointers = [:]
  }
}
