import MigratorEngine
import Synchronization
import MigratorPlatform

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

  /// Begins to listen.
  ///
  /// A second signal ends the process at once. The signals are blocked in all threads and taken by one that waits for them, so nothing runs
  /// within a signal handler.
  static func listen() {
    // A reader that goes away (`| head`) must not kill the process within a transaction.
    _ = signal(SIGPIPE, SIG_IGN)
    CrashCleanup.install()
    _ = cancellation
    var signals = Self.signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    pthread_create(
      &thread, nil,
      { _ in
        Interrupts.wait()
        return nil
      }, nil)
  }

  private static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    return signals
  }

  private static func wait() {
    var signals = Self.signals
    var number: Int32 = 0
    while sigwait(&signals, &number) == 0 {
      let isFirst = received.exchange(number, ordering: .acquiringAndReleasing) == 0
      cancellation.cancel()
      if !isFirst {
        LiveCopies.removeAll()
        _exit(128 + number)
      }
    }
  }
}
