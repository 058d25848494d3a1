import MigratorEngine
import Synchronization
import MigratorPlatform

/// Removes the copies of dry runs when the process crashes, or is ended by one of the signals that
/// nobody asks to be told of; they hold the data of a real database.
enum CrashCleanup {
  private static let signals = [
    SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSYS,
    SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ,
  ]

  /// What was to happen at a crash before; it still happens, afterwards.
  ///
  /// Sendable although the compiler cannot see it: written once, before the handlers that read it are
  /// installed, and never again.
  private struct Before: @unchecked Sendable {
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: CrashCleanup.signals.count)
  }

  private static let before = Before()
  private static let isDying = Atomic<Bool>(false)

  /// Waits for the end when a signal is about to bring it: what fails now, because its copy was
  /// removed, must not end the process first and in another way.
  static func waitIfDying() {
    // The handler raises the signal again in a moment; a second is for ever.
    for _ in 0..<1_000 where isDying.load(ordering: .acquiring) { usleep(1_000) }
  }

  /// Begins to watch; called once, before the terminal is taken or a command begins.
  static func install() {
    LiveCopies.prepare()
    // Made now, not by the handler.
    isDying.store(false, ordering: .releasing)
    unblockSignals()
    for (index, number) in signals.enumerated() {
      sigaction(number, nil, before.actions + index)
    }
    for number in signals {
      var action = sigaction()
      let handler: @convention(c) (Int32) -> Void = { number in
        CrashCleanup.isDying.store(true, ordering: .releasing)
        LiveCopies.removeAll()
        CrashCleanup.passOn(number)
      }
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = handler
      #else
        action.__sigaction_handler.sa_handler = handler
      #endif
      sigaction(number, &action, nil)
    }
  }

  /// Lets signals through that the parent left blocked: a process that none can end keeps its copy,
  /// and a terminal, for ever.
  private static func unblockSignals() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  private static func passOn(_ number: Int32) {
    for (index, candidate) in signals.enumerated() where candidate == number {
      sigaction(number, before.actions + index, nil)
    }
    raise(number)
  }
}
