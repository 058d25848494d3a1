import CSQLite3

/// One connection to a database, used by one thread at a time.
///
/// Sendable although the compiler cannot see it: `database`, the only property that is not Sendable,
/// never changes, and is handed out only while `lock` is held; `interrupt` and `close` go through
/// `ConnectionHandle`, which is Sendable.
public final class DatabaseQueue: DatabaseWriter, @unchecked Sendable {
  /// How the connection was opened.
  public let configuration: Configuration
  /// The file, or `:memory:`.
  public let path: String

  private let lock = AccessLock()
  private let database: Database
  private let handle: ConnectionHandle

  /// Opens a database file.
  ///
  /// - Parameters:
  ///   - path: The file. It is made when it does not exist, unless the connection is read-only.
  ///   - configuration: How to open it.
  /// - Throws: ``DatabaseError``, which says what to do about it; errors of `prepareDatabase`.
  public init(path: String, configuration: Configuration = Configuration()) throws {
    database = try ConnectionOpening.open(path: path, configuration: configuration)
    handle = database.handle
    self.path = database.path
    self.configuration = configuration
  }

  /// Opens a new database in memory.
  ///
  /// - Parameter configuration: How to open it.
  /// - Throws: ``DatabaseError``; errors of `prepareDatabase`.
  public convenience init(configuration: Configuration = Configuration()) throws {
    try self.init(path: ":memory:", configuration: configuration)
  }

  /// Runs a closure that reads one state of the database; writing in it throws SQLITE_READONLY.
  @_disfavoredOverload
  public func read<T>(_ value: (Database) throws -> T) throws -> T {
    try access { try $0.isolatedRead(value) }
  }

  /// Runs a closure outside any transaction.
  @_disfavoredOverload
  public func writeWithoutTransaction<T>(_ updates: (Database) throws -> T) throws -> T {
    try access(updates)
  }

  /// The same as ``writeWithoutTransaction(_:)``: a queue runs one access at a time.
  @_disfavoredOverload
  public func barrierWriteWithoutTransaction<T>(_ updates: (Database) throws -> T) throws -> T {
    try access(updates)
  }

  /// Runs a closure inside a transaction, which commits or rolls back as the closure says.
  ///
  /// - Parameters:
  ///   - kind: How the transaction begins; by default immediate.
  ///   - updates: The closure.
  /// - Throws: The error of the closure, after a rollback, or ``DatabaseError``.
  public func inTransaction(
    _ kind: Database.TransactionKind? = nil,
    _ updates: (Database) throws -> Database.TransactionCompletion
  ) throws {
    try access { db in try db.inTransaction(kind) { try updates(db) } }
  }

  /// Runs a closure outside any transaction.
  ///
  /// - Parameter body: The closure.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure, or ``DatabaseError``; SQLITE_MISUSE inside another access.
  public func inDatabase<T>(_ body: (Database) throws -> T) throws -> T {
    try access(body)
  }

  /// Makes the statement that runs, if any, fail with SQLITE_INTERRUPT.
  public func interrupt() {
    handle.interrupt()
  }

  /// Closes the connection, after the access that runs.
  ///
  /// Accesses that follow throw SQLITE_MISUSE.
  ///
  /// - Throws: ``DatabaseError`` SQLITE_BUSY when a statement or cursor still lives.
  public func close() throws {
    try close(after: {})
  }

  /// Closes the connection and leaves the `-wal` file as it is.
  ///
  /// The last connection to a file moves what waits there into it when it closes: the same state in
  /// other bytes, which would hide whether somebody else wrote meanwhile.
  ///
  /// - Throws: ``DatabaseError``, as ``close()``.
  /// - Source: <https://www.sqlite.org/c3ref/c_dbconfig_defensive.html#sqlitedbconfignockptonclose>.
  public func closeWithoutCheckpoint() throws {
    try close(after: {
      _ = migtui_db_config_flag(database.connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    })
  }

  /// Closes the connection after a closure that no access runs beside.
  func close(after body: () throws -> Void) throws {
    try lock.withLock {
      try body()
      database.statementCache.empty()
      if handle.isOpen { database.settleIfDisplaced() }
      try handle.close()
    }
  }

  private func access<T>(_ body: (Database) throws -> T) throws -> T {
    try lock.withLock {
      guard handle.isOpen else {
        throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "Connection is closed")
      }
      let result = Result { try database.tellingFailures { try body(database) } }
      if database.isInsideTransaction {
        // An access that left its transaction open must not lend it to the next one.
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
