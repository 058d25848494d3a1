/// One connection that writes and several that read, on a file in WAL mode.
///
/// Threads read at once, each one state of the database, while another writes. What has to be alone,
/// such as migrations, is a barrier: it waits for the readers, and lets none in before it ends.
///
/// An access inside another of the same pool is refused, except for reading inside a write that is no
/// barrier: it sees what was committed before.
/// - Source: <https://www.sqlite.org/wal.html>
public final class DatabasePool: DatabaseWriter {
  /// How the connections were opened.
  public let configuration: Configuration
  /// The file.
  public var path: String { writer.path }

  private let writer: DatabaseQueue
  private let readers: ReaderGate

  /// Opens a database file and sets WAL mode, unless the configuration is read-only.
  ///
  /// - Parameters:
  ///   - path: The file. It is made when it does not exist, unless the pool is read-only.
  ///   - configuration: How to open it. Readers wait up to ten seconds for a lock where the
  ///     configuration says to throw at once: in WAL mode they seldom have to.
  /// - Throws: ``DatabaseError``, which says what to do about it, also when WAL mode cannot be set; errors of `prepareDatabase`.
  public init(path: String, configuration: Configuration = Configuration()) throws {
    var writing = configuration
    if !configuration.readonly { writing.journalMode = .wal }
    writer = try DatabaseQueue(path: path, configuration: writing)
    var reading = configuration
    reading.readonly = true
    if case .immediateError = reading.busyMode { reading.busyMode = .timeout(10) }
    self.configuration = configuration
    readers = ReaderGate(limit: configuration.maximumReaderCount) {
      [reading, path = writer.path] in
      try DatabaseQueue(path: path, configuration: reading)
    }
  }

  deinit {
    // The readers go before the writer: the last to go folds the -wal into the file.
    try? readers.close()
  }

  /// Runs a closure that reads one state of the database, at the same time as others.
  ///
  /// Waits while as many threads read as may, and for the end of a barrier.
  @_disfavoredOverload
  public func read<T>(_ value: (Database) throws -> T) throws -> T {
    try readers.read { try $0.read(value) }
  }

  /// Runs a closure outside any transaction, while others read.
  @_disfavoredOverload
  public func writeWithoutTransaction<T>(_ updates: (Database) throws -> T) throws -> T {
    try readers.checkNotReading()
    return try writer.writeWithoutTransaction(updates)
  }

  /// Runs a closure outside any transaction, while nobody reads or writes.
  @_disfavoredOverload
  public func barrierWriteWithoutTransaction<T>(_ updates: (Database) throws -> T) throws -> T {
    try writeWithoutTransaction { db in try readers.bar { try updates(db) } }
  }

  /// Runs a closure inside a transaction, which commits or rolls back as the closure says.
  ///
  /// - Parameters:
  ///   - kind: How the transaction begins; by default immediate.
  ///   - updates: The closure.
  /// - Throws: The error of the closure, after a rollback, or ``DatabaseError``.
  public func writeInTransaction(
    _ kind: Database.TransactionKind? = nil,
    _ updates: (Database) throws -> Database.TransactionCompletion
  ) throws {
    try writeWithoutTransaction { db in try db.inTransaction(kind) { try updates(db) } }
  }

  /// Makes the statements that run, if any, fail with SQLITE_INTERRUPT.
  public func interrupt() {
    writer.interrupt()
    readers.interrupt()
  }

  /// Closes all connections, after the accesses that run.
  ///
  /// Accesses that follow throw SQLITE_MISUSE.
  ///
  /// - Throws: ``DatabaseError`` SQLITE_BUSY when a statement or cursor still lives.
  public func close() throws {
    try writer.close(after: { try readers.bar { try readers.close() } })
  }
}
