import MigratorPlatform

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
