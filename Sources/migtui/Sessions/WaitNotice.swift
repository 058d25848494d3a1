import MigratorEngine
import MigratorSession
import Synchronization

/// Says that the database is busy: without it, a program that waits looks like one that hangs.
enum WaitNotice {
  private static let isDone = Atomic<Bool>(false)

  /// Says it on standard error, once.
  private static func give() {
    guard !isDone.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Printer.complain("migtui: waiting for another program, which holds a lock on the database …")
  }

  /// Says nothing from now on: the screen belongs to the console, which has words of its own.
  static func silence() { isDone.store(true, ordering: .releasing) }

  /// How a database is opened: with an announcement where it has to be waited for.
  static var configuration: Configuration {
    var configuration = MigrationSession.waitingConfiguration
    configuration.onWaiting = { give() }
    return configuration
  }
}
