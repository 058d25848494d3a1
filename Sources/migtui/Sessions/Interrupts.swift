import MigratorEngine
import MigratorPlatform
import Synchronization

/// Turns Ctrl-C, SIGTERM and SIGHUP into a cancellation, so that a running migration is rolled back
/// and copies are removed before the process ends.
enum Interrupts {
  /// Set by the first of the signals.
  static let cancellation = Cancellation()
  private static let received = Atomic<Int32>(0)

  /// The signal that asked the process to end, or `nil`.
  static var receivedSignal: Int32? {
    let number = received.load(ordering: .acquiring)
    return number == 0 ? nil : number
  }

  /// Begins to listen; a second signal ends the process at once.
  static func listen() {
    _ = cancellation
    Signals.takeRequestsToEnd { number in
      Interrupts.received.store(number, ordering: .releasing)
      Interrupts.cancellation.cancel()
    }
  }
}
