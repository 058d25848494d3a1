import MigratorPlatform

/// A mutex that tells when its own thread asks for it again, instead of waiting for ever.
///
/// Sendable although the compiler cannot see it: the pointer never changes, and what it points to
/// is only touched by `pthread_mutex_*`, which are made to be called from any thread.
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

  /// Runs a closure while no other thread runs one.
  ///
  /// - Throws: ``DatabaseError`` SQLITE_MISUSE when called from within `body`; its error.
  func withLock<T>(_ body: () throws -> T) throws -> T {
    guard pthread_mutex_lock(mutex) == 0 else {
      throw DatabaseError(
        resultCode: .SQLITE_MISUSE, message: "Database methods are not reentrant.")
    }
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }
}
