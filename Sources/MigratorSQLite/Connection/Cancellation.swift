import MigratorPlatform

/// A flag with which one thread asks work on another to stop.
///
/// Cancelling is one atomic store: it may be done from any thread and from a signal handler.
public final class Cancellation: Sendable {
  private let flag = AtomicFlag()

  /// Creates a flag that is not set.
  public init() {}

  /// Asks the work to stop.
  ///
  /// It cannot be taken back.
  public func cancel() {
    flag.set()
  }

  /// Whether the work was asked to stop.
  public var isCancelled: Bool { flag.isSet }

  /// Throws when the work was asked to stop.
  ///
  /// - Throws: ``DatabaseError`` SQLITE_INTERRUPT.
  public func check() throws {
    if isCancelled { throw DatabaseError(resultCode: .SQLITE_INTERRUPT, message: "cancelled") }
  }
}
