import CSQLite3

/// A connection to a database, inside an access that ``DatabaseReader`` or ``DatabaseWriter`` gives.
///
/// It must not be used outside that access, nor on another thread.
public final class Database {
  /// How the connection was opened.
  public let configuration: Configuration
  /// The file as it was opened, or `:memory:`.
  public let path: String

  /// Whether the file is read without locks, because its folder may not be written and it is in
  /// WAL mode.
  ///
  /// What is read is only right while no other program writes: compare the fingerprint.
  public internal(set) var isImmutable = false

  let handle: ConnectionHandle
  /// The file that the configuration requires, where the connection is to it.
  var file: DatabaseFile?
  /// The size in bytes that the file has at least while a transaction writes.
  var committedSize: Int64?
  /// What ``monitored(by:_:)`` installed.
  var monitor: ProgressMonitor?
  /// What ``observed(by:_:)`` installed.
  var authorizer: Authorizer?
  /// What ``counted(by:_:)`` installed.
  var rowChangeCounter: RowChangeCounter?
  /// What ``logged(by:_:)`` installed.
  var rowWriteLog: RowWriteLog?
  /// What ``followed(from:by:_:)`` installed.
  var follower: StatementFollower?
  /// What ``watched(by:_:)`` installed.
  var watcher: StatementWatcher?
  /// The functions that look up keys by the million, once they were needed.
  var keyFunctions: KeyFunctions?
  /// Whether a transaction block is running, so that nothing may run once the transaction is gone.
  var isInsideTransactionBlock = false
  /// The failure of the disk, or of memory, for which SQLite took the transaction of the block back.
  var lossOfTransaction: DatabaseError?
  /// When the wait for another connection's lock began.
  var busySince: ContinuousClock.Instant?
  /// Whether locks are waited for although the configuration does not say so.
  var waitsForLocks = false
  /// Whether no lock is waited for, whatever the configuration says.
  var waitsForNobody = false
  /// What ``trace(options:_:)`` installed.
  var tracer: ((TraceEvent) -> Void)?
  /// Compiled statements that wait to be used again.
  var statementCache = StatementCache()
  /// How texts are stored, once it was asked.
  var knownEncoding: TextEncoding?
  /// What could not be thrown where it went wrong.
  var failure = AccessFailure()

  init(handle: ConnectionHandle, path: String, configuration: Configuration) {
    self.handle = handle
    self.path = path
    self.configuration = configuration
  }

  deinit {
    // Whoever else keeps the handle must not make SQLite call back an object that is gone.
    if handle.isOpen {
      statementCache.empty()
      sqlite3_busy_handler(handle.pointer, nil, nil)
      sqlite3_trace_v2(handle.pointer, 0, nil, nil)
    }
  }

  /// The connection for SQLite's functions.
  var connection: OpaquePointer { handle.pointer }

  /// Whether the connection is inside a transaction: `sqlite3_get_autocommit` is off.
  public var isInsideTransaction: Bool { sqlite3_get_autocommit(connection) == 0 }

  /// The number of rows that the last INSERT, UPDATE or DELETE changed.
  public var changesCount: Int { Int(sqlite3_changes64(connection)) }

  /// The number of rows changed since the connection was opened.
  public var totalChangesCount: Int { Int(sqlite3_total_changes64(connection)) }

  /// The pages written since the connection was opened, to the database or to its `-wal` file.
  ///
  /// Source: <https://www.sqlite.org/c3ref/c_dbstatus_options.html>, `SQLITE_DBSTATUS_CACHE_WRITE`.
  package var writtenPageCount: Int64 {
    var (count, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(connection, SQLITE_DBSTATUS_CACHE_WRITE, &count, &highest, 0)
    return Int64(UInt32(bitPattern: count))
  }

  /// The journal mode in SQLite's words, such as `delete` or `wal`.
  ///
  /// Of a file that is looked at without locks, the pragma says `delete` whatever it is in, and the header
  /// knows.
  ///
  /// - Throws: ``DatabaseError``.
  package func journalMode() throws -> String {
    // Without a lock a file is read for want of shared memory, or a backup; of an encrypted one no header tells.
    if isImmutable, try isEncrypted ? !configuration.isOfBackup : OriginalFile(path).isWAL {
      return "wal"
    }
    return try String.fetchOne(self, sql: "PRAGMA journal_mode") ?? ""
  }

  /// The rowid of the last row inserted.
  public var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(connection) }

  /// Whether the database `main` cannot be written through this connection.
  public var isReadOnly: Bool { sqlite3_db_readonly(connection, "main") == 1 }

  /// SQLite's last error as a value, to be made before anything else is called.
  func lastError(
    _ code: Int32, sql: String? = nil, arguments: StatementArguments? = nil
  ) -> DatabaseError {
    let offset = sqlite3_error_offset(connection)
    if code & 0xFF == SQLITE_BUSY, isWaitCancelled {
      // The wait for a lock was given up because the work was cancelled.
      return DatabaseError(
        resultCode: .SQLITE_INTERRUPT, message: SQLiteLibrary.words(for: SQLITE_INTERRUPT),
        sql: sql, arguments: arguments)
    }
    var message = String(cString: sqlite3_errmsg(connection))
    // SQLite itself reports only a file that moved before its journal was made. Other failures of files
    // may come of it.
    let isOfFile = [SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF)
    if isOfFile, let displacement = displacement(isKept: false) {
      let error = DatabaseError(displacement)
      noteLossOfTransaction(error)
      return error
    }
    if code & 0xFF == SQLITE_AUTH, let reason = authorizer?.takeDenial() { message = reason }
    let error = DatabaseError(
      resultCode: ResultCode(rawValue: code), message: message, sql: sql,
      offset: offset < 0 ? nil : Int(offset), arguments: arguments)
    noteLossOfTransaction(error)
    return error
  }

  /// Throws unless a call of SQLite succeeded.
  func check(_ code: Int32, sql: String? = nil) throws {
    if code != SQLITE_OK { throw lastError(code, sql: sql) }
  }
}

// A connection belongs to the access that gives it.
@available(*, unavailable)
extension Database: Sendable {}
