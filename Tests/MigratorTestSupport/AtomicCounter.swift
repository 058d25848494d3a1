import MigratorPlatform

/// A counter shared by several threads.
public final class AtomicCounter: Sendable {
  private let number = Mutex(0)

  /// Creates a counter of zero.
  public init() {}

  /// The current count.
  public var value: Int { number.withLock { $0 } }

  /// Adds to the count and returns the new count.
  @discardableResult
  public func add(_ change: Int) -> Int {
    number.withLock {
      $0 += change
      return $0
    }
  }
}
