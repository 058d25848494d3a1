/// A value that one thread has at a time, with the names and the contract of `Synchronization.Mutex`, which
/// begins with macOS 15 and iOS 18.
///
/// Sendable although the compiler cannot see it. Neither pointer changes. What `value` points to is touched by
/// `withLock` alone, while the mutex is held, and by `init` and `deinit`, when nobody else has this object.
/// What goes in is `sending`, so nobody else refers to it; what comes out is `sending`, and the compiler lets no
/// closure keep or leave behind what others refer to.
package final class Mutex<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  /// Guards a value.
  package init(_ value: consuming sending Value) {
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Runs a closure, which must not come back here, with the value while no other thread has it.
  package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}
