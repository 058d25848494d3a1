/// A value protected by a mutex, with the API of `Synchronization.Mutex`.
///
/// The standard type requires macOS 15 or iOS 18.
///
/// `@unchecked Sendable` is safe: neither pointer changes. The value is accessed only by
/// `withLock`, which holds the mutex, and by `init` and `deinit`, which have exclusive access to
/// the object. The initial value and all results are `sending`, so the compiler ensures that no
/// other reference to the value exists.
package final class Mutex<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

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

  /// Runs a closure with exclusive access to the value; the closure must not call `withLock` again.
  package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}
