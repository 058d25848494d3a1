import MigratorPlatform

/// A flag by which one thread requests work on another thread to stop.
///
/// Cancelling is one atomic store, so it is allowed on any thread and in a signal handler.
public final class Cancellation: Sendable {
  private let flag = AtomicFlag()

  /// Creates a flag that is not set.
  public init() {}

  /// Requests the work to stop.
  ///
  /// A request cannot be undone.
  public func cancel() {
    flag.set()
  }

  /// True if the work was requested to stop.
  public var isCancelled: Bool { flag.isSet }

  /// Throws if the work was requested to stop.
  ///
  /// - Throws: ``DatabaseError`` SQLITE_INTERRUPT.
  public func check() throws {
    if isCancelled { throw DatabaseError(resultCode: .SQLITE_INTERRUPT, message: "cancelled") }
  }
}
