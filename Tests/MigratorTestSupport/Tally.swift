import MigratorPlatform

/// A number that several threads change.
public final class Tally: Sendable {
  private let number = Mutex(0)

  /// Creates a tally of zero.
  public init() {}

  /// The number now.
  public var value: Int { number.withLock { $0 } }

  /// Adds to the number, and returns what it is afterwards.
  @discardableResult
  public func add(_ change: Int) -> Int {
    number.withLock {
      $0 += change
      return $0
    }
  }
}
