internal import CMigratorPlatform

/// A flag that any thread or signal handler can set once; it is never cleared.
///
/// `@unchecked Sendable` is safe: the pointer never changes, and its memory is accessed only by
/// atomic loads and stores. (`Synchronization.Atomic` requires macOS 15 or iOS 18.)
package final class AtomicFlag: @unchecked Sendable {
  private let flag: UnsafeMutablePointer<CInt>

  package init() {
    flag = .allocate(capacity: 1)
    flag.initialize(to: 0)
  }

  deinit { flag.deallocate() }

  /// True if the flag is set; in that case, all writes before `set()` are visible.
  package var isSet: Bool { platform_flag_is_set(flag) != 0 }

  package func set() { platform_flag_set(flag) }
}
