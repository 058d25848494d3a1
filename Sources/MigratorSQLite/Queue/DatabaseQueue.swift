import CSQLite3
import MigratorPlatform

/// One connection to a database, used by one thread at a time.
///
/// `@unchecked Sendable` is safe: `database`, the only property that is not Sendable, never
/// changes, and is provided only while `lock` is held. `interrupt` and `close` use
/// `ConnectionHandle`, which is Sendable.
public final class DatabaseQueue: DatabaseWriter, @unchecked Sendable {
  /// How the connection was opened.
  public let configuration: Configuration
  /// The path of the file, or `:memory:`.
  public let path: String

  private let lock = AccessLock()
  private let database: Database
  private let handle: ConnectionHandle

  /// Opens a database file.
  ///
  /// - Parameters:
  ///   - path: The file. It is created if it does not exist, unless the connection is read-only.
  ///   - configuration: How to open it.
  /// - Throws: ``DatabaseError`` with a remedy; errors thrown by `prepareDatabase`.
  public init(path: String, configuration: Configuration = Configuration()) throws {
    database = try ConnectionOpening.open(path: path, configuration: configuration)
    handle = database.handle
    self.path = database.path
    self.configuration = configuration
  }

  /// Opens a new in-memory database.
  ///
  /// - Parameter configuration: How to open it.
  /// - Throws: ``DatabaseError``; errors thrown by `prepareDatabase`.
  public convenience init(configuration: Configuration = Configuration()) throws {
    try self.init(path: ":memory:", configuration: configuration)
  }

  /// Runs a closure that reads one state of the database; writing in it throws SQLITE_READONLY.
  @_disfavoredOverload
  public func read<T>(_ value: (Database) throws -> T) throws -> T {
    try access { try $0.isolatedRead(value) }
  }

  /// Runs a closure that reads the state of the database at the time of the call.
  func readSnapshot<T>(_ value: (Database) throws -> T) throws -> T {
    try access { try $0.isolatedRead(startsNow: true, value) }
  }

  /// Runs a closure outside any transaction.
  @_disfavoredOverload
  public func writeWithoutTransaction<T>(_ updates: (Database) throws -> T) throws -> T {
    try access(updates)
  }

  /// Runs a closure outside any transaction.
  ///
  /// It is the same as ``writeWithoutTransaction(_:)``, because a queue runs one access at a time.
  @_disfavoredOverload
  public func barrierWriteWithoutTransaction<T>(_ updates: (Database) throws -> T) throws -> T {
    try access(updates)
  }

  /// Runs a closure inside a transaction, which ends as the closure specifies.
  ///
  /// - Parameters:
  ///   - kind: The kind of transaction; by default immediate.
  ///   - updates: The closure.
  /// - Throws: Errors thrown by the closure, after a rollback, or ``DatabaseError``.
  public func inTransaction(
    _ kind: Database.TransactionKind? = nil,
    _ updates: (Database) throws -> Database.TransactionCompletion
  ) throws {
    try access { db in try db.inTransaction(kind) { try updates(db) } }
  }

  /// Runs a closure outside any transaction.
  ///
  /// - Parameter body: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure, or ``DatabaseError``; SQLITE_MISUSE inside another
  ///   access.
  public func inDatabase<T>(_ body: (Database) throws -> T) throws -> T {
    try access(body)
  }

  /// Interrupts the running statement, if any, which then throws SQLITE_INTERRUPT.
  public func interrupt() {
    handle.interrupt()
  }

  /// Closes the connection after the running access.
  ///
  /// Later accesses throw SQLITE_MISUSE.
  ///
  /// - Throws: ``DatabaseError`` SQLITE_BUSY if a statement or cursor is still alive.
  public func close() throws {
    try close(after: {})
  }

  /// Closes the connection without a checkpoint.
  ///
  /// The last connection to a file normally checkpoints the `-wal` into it on closing. That changes
  /// the file but not its content, and would hide writes of other programs.
  ///
  /// - Throws: ``DatabaseError``, as for ``close()``.
  /// - Source:
  ///   <https://www.sqlite.org/c3ref/c_dbconfig_defensive.html#sqlitedbconfignockptonclose>.
  public func closeWithoutCheckpoint() throws {
    try close(after: {
      _ = migtui_db_config_flag(database.connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    })
  }

  /// Closes the connection after a closure, without concurrent accesses.
  func close(after body: () throws -> Void) throws {
    try lock.withLock {
      try body()
      database.statementCache.empty()
      if handle.isOpen { database.checkpointIfDisplaced() }
      try handle.close()
    }
  }

  private func access<T>(_ body: (Database) throws -> T) throws -> T {
    try lock.withLock {
      guard handle.isOpen else {
        throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "Connection is closed")
      }
      let result = Result { try database.throwingRecordedFailure { try body(database) } }
      if database.isInsideTransaction {
        // An open transaction must not leak into the next access.
        try database.rollback()
        _ = try result.get()
        throw DatabaseError(
          resultCode: .SQLITE_MISUSE,
          message: "A transaction was left open at the end of a database access; "
            + "it was rolled back")
      }
      return try result.get()
    }
  }
}

/// A mutex that throws instead of deadlocking if its own thread locks it again.
///
/// `@unchecked Sendable` is safe: the pointer never changes, and its target is accessed only by the
/// `pthread_mutex_*` functions, which are thread-safe.
final class AccessLock: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    mutex = .allocate(capacity: 1)
    initializeCheckedMutex(mutex)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs a closure while no other thread is inside this method.
  ///
  /// - Throws: ``DatabaseError`` SQLITE_MISUSE if called from within `body`; errors thrown by
  ///   `body`.
  func withLock<T>(_ body: () throws -> T) throws -> T {
    guard pthread_mutex_lock(mutex) == 0 else {
      throw DatabaseError(
        resultCode: .SQLITE_MISUSE, message: "Database methods are not reentrant.")
    }
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }
}
