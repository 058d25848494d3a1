import MigratorEngine
import MigratorPlatform
import MigratorSession

/// Says that the database is busy: without it, a program that waits looks like one that hangs.
package enum WaitNotice {
  private static let isDone = Mutex(false)

  /// Says it on standard error, once.
  private static func give() {
    let isFirst = isDone.withLock { isDone in
      defer { isDone = true }
      return !isDone
    }
    guard isFirst else { return }
    Printer.complain(
      "\(ProgramName.text): waiting for another program, which holds a lock on the database …")
  }

  /// Whether it was said, while it may be.
  static var wasGiven: Bool { isDone.withLock { $0 } }

  /// Says nothing from now on: the screen belongs to the console, which has words of its own.
  static func silence() { isDone.withLock { $0 = true } }

  /// The same configuration, with an announcement, unless it has one.
  static func announcing(_ configuration: Configuration) -> Configuration {
    guard configuration.onWaiting == nil else { return configuration }
    var configuration = configuration
    configuration.onWaiting = { give() }
    configuration.waitCancellation = Interrupts.cancellation
    return configuration
  }

  /// How a database is opened: with an announcement where it has to be waited for.
  package static var configuration: Configuration {
    announcing(MigrationSession.waitingConfiguration)
  }
}
