import MigratorPlatform

/// A flag with which one thread stops work on another thread.
///
/// Cancelling is one atomic store, so it is allowed on any thread and in a signal handler.
public final class Cancellation: Sendable {
  private let flag = AtomicFlag()

  /// Creates a flag that is not set.
  public init() {}

  /// Requests that the work stop.
  ///
  /// A request cannot be undone.
  public func cancel() {
    flag.set()
  }

  /// True if a stop was requested.
  public var isCancelled: Bool { flag.isSet }

  /// Throws if a stop was requested.
  ///
  /// - Throws: ``DatabaseError`` SQLITE_INTERRUPT.
  public func check() throws {
    if isCancelled { throw DatabaseError(resultCode: .SQLITE_INTERRUPT, message: "cancelled") }
  }
}
