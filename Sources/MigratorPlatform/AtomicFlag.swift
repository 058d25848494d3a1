internal import CMigratorPlatform

/// A flag that is set once and never taken back, from any thread and from a signal handler.
///
/// Sendable although the compiler cannot see it: the pointer never changes, and what it points to is only
/// touched by atomic loads and stores. (`Synchronization.Atomic` begins with macOS 15 and iOS 18.)
package final class AtomicFlag: @unchecked Sendable {
  private let flag: UnsafeMutablePointer<CInt>

  /// Makes a flag that is not set.
  package init() {
    flag = .allocate(capacity: 1)
    flag.initialize(to: 0)
  }

  deinit { flag.deallocate() }

  /// Whether it is set; what was written before that is seen then.
  package var isSet: Bool { platform_flag_is_set(flag) != 0 }

  /// Sets it.
  package func set() { platform_flag_set(flag) }
}
