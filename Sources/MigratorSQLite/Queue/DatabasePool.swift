import MigratorPlatform

/// One writer connection and several reader connections to a file in WAL mode.
///
/// Several threads can read while another thread writes; each sees a consistent state of the
/// database. Exclusive work, such as migrations, is a barrier: it waits for the readers, and blocks
/// new ones until it ends.
///
/// A nested access to the same pool throws, except for a read inside a write without a barrier.
/// Such a read sees the last committed state.
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
  ///     to ten seconds instead: in WAL mode, they rarely have to.
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
  /// It waits for a free reader connection and for the end of a barrier. The closure does not see
  /// what is committed after it began.
  @_disfavoredOverload
  public func read<T>(_ value: (Database) throws -> T) throws -> T {
    try readers.read { try $0.readSnapshot(value) }
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

/// Lends the reader connections of a pool, one to each thread, and blocks readers during a barrier.
///
/// `@unchecked Sendable` is safe: the pointers never change, and all other mutable properties are
/// accessed only while the mutex is held.
final class ReaderGate: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private let limit: Int
  private let open: @Sendable () throws -> DatabaseQueue

  /// The open connections, without those being opened.
  private var all: [DatabaseQueue] = []
  private var idle: [DatabaseQueue] = []
  /// The threads that are reading; each has a connection or is opening one.
  private var readers: [pthread_t] = []
  private var barrierOwner: pthread_t?
  private var isClosed = false

  /// Creates a gate.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of concurrent readers.
  ///   - open: Opens a connection if none is idle.
  init(limit: Int, open: @escaping @Sendable () throws -> DatabaseQueue) {
    self.limit = max(1, limit)
    self.open = open
    mutex = .allocate(capacity: 1)
    changed = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Runs a closure with a connection for exclusive use.
  ///
  /// - Throws: ``DatabaseError`` SQLITE_MISUSE if this thread already reads or holds the barrier,
  ///   or if the gate is closed; errors thrown by `open`; errors thrown by the closure.
  func read<T>(_ body: (DatabaseQueue) throws -> T) throws -> T {
    let known = try enter()
    var used = known
    defer { leave(used, isNew: known == nil) }
    let queue = try known ?? open()
    used = queue
    return try body(queue)
  }

  /// Runs a closure while no thread reads, and blocks new readers until it ends.
  ///
  /// - Parameter body: The closure. Only one thread at a time may call this.
  /// - Returns: The result of the closure.
  /// - Throws: ``DatabaseError`` SQLITE_MISUSE if this thread reads; errors thrown by the closure.
  func bar<T>(_ body: () throws -> T) throws -> T {
    try locked {
      try checkNotReentrant()
      barrierOwner = pthread_self()
      while !readers.isEmpty { wait() }
    }
    defer {
      locked {
        barrierOwner = nil
        pthread_cond_broadcast(changed)
      }
    }
    return try body()
  }

  /// Throws if this thread reads, because a writer that waits for readers could wait for itself.
  func checkNotReading() throws {
    try locked { try checkNotReentrant() }
  }

  func interrupt() {
    locked { all }.forEach { $0.interrupt() }
  }

  /// Closes the connections; must be called inside ``bar(_:)``.
  ///
  /// - Throws: ``DatabaseError`` SQLITE_BUSY if a statement or cursor is still alive.
  func close() throws {
    let queues = locked {
      isClosed = true
      return all
    }
    for queue in queues { try queue.close() }
    locked {
      all = []
      idle = []
    }
  }

  /// Waits for a free connection; returns `nil` if one must be opened.
  private func enter() throws -> DatabaseQueue? {
    try locked {
      try checkNotReentrant()
      while barrierOwner != nil || readers.count >= limit { wait() }
      if isClosed {
        throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "Connection is closed")
      }
      readers.append(pthread_self())
      return idle.popLast()
    }
  }

  private func leave(_ queue: DatabaseQueue?, isNew: Bool) {
    locked {
      if let queue {
        if isNew { all.append(queue) }
        idle.append(queue)
      }
      readers.removeAll { pthread_equal($0, pthread_self()) != 0 }
      pthread_cond_broadcast(changed)
    }
  }

  private func checkNotReentrant() throws {
    let isInside = (readers + [barrierOwner].compactMap { $0 }).contains {
      pthread_equal($0, pthread_self()) != 0
    }
    if isInside {
      throw DatabaseError(
        resultCode: .SQLITE_MISUSE, message: "Database methods are not reentrant.")
    }
  }

  private func wait() {
    pthread_cond_wait(changed, mutex)
  }

  private func locked<T>(_ body: () throws -> T) rethrows -> T {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }
}
