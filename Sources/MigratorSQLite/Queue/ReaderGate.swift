import MigratorPlatform

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

  /// Interrupts the running statements, which then throw SQLITE_INTERRUPT.
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
