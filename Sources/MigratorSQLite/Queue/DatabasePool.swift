/// One writer connection and several reader connections to a file in WAL mode.
///
/// Threads can read concurrently, each a consistent state of the database, while another thread
/// writes. Exclusive work, such as migrations, is a barrier: it waits for the readers, and blocks
/// new ones until it ends.
///
/// A nested access to the same pool throws, except for a read inside a write without barrier. Such
/// a read sees the last committed state.
/// - Source: <https://www.sqlite.org/wal.html>
public final class DatabasePool: DatabaseWriter {
  /// How the connections were opened.
  public let configuration: Configuration
  /// The path of the file.
  public var path: String { writer.path }

  private let writer: DatabaseQueue
  private let readers: ReaderGate

  /// Opens a database file and sets WAL mode, unless the configuration is read-only.
  ///
  /// - Parameters:
  ///   - path: The file. It is created if it does not exist, unless the pool is read-only.
  ///   - configuration: How to open it. If it specifies immediate errors for locks, readers wait up
  ///     to ten seconds instead: in WAL mode they rarely have to.
  /// - Throws: ``DatabaseError`` with a remedy, also if WAL mode cannot be set; errors thrown by
  ///   `prepareDatabase`.
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
    // The writer closes last, because the last connection checkpoints the -wal into the file.
    try? readers.close()
  }

  /// Runs a closure that reads one state of the database, concurrently with other accesses.
  ///
  /// It waits for a free reader connection and for the end of a barrier.
  @_disfavoredOverload
  public func read<T>(_ value: (Database) throws -> T) throws -> T {
    try readers.read { try $0.read(value) }
  }

  /// Runs a closure outside any transaction, concurrently with readers.
  @_disfavoredOverload
  public func writeWithoutTransaction<T>(_ updates: (Database) throws -> T) throws -> T {
    try readers.checkNotReading()
    return try writer.writeWithoutTransaction(updates)
  }

  /// Runs a closure outside any transaction, without concurrent readers or writers.
  @_disfavoredOverload
  public func barrierWriteWithoutTransaction<T>(_ updates: (Database) throws -> T) throws -> T {
    try writeWithoutTransaction { db in try readers.bar { try updates(db) } }
  }

  /// Runs a closure inside a transaction, which ends as the closure specifies.
  ///
  /// - Parameters:
  ///   - kind: The kind of transaction; by default immediate.
  ///   - updates: The closure.
  /// - Throws: Errors thrown by the closure, after a rollback, or ``DatabaseError``.
  public func writeInTransaction(
    _ kind: Database.TransactionKind? = nil,
    _ updates: (Database) throws -> Database.TransactionCompletion
  ) throws {
    try writeWithoutTransaction { db in try db.inTransaction(kind) { try updates(db) } }
  }

  /// Interrupts the running statements, if any, which then throw SQLITE_INTERRUPT.
  public func interrupt() {
    writer.interrupt()
    readers.interrupt()
  }

  /// Closes all connections after the running accesses.
  ///
  /// Later accesses throw SQLITE_MISUSE.
  ///
  /// - Throws: ``DatabaseError`` SQLITE_BUSY if a statement or cursor is still alive.
  public func close() throws {
    try writer.close(after: { try readers.bar { try readers.close() } })
  }
}
