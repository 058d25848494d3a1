import MigratorEngine
import MigratorPlatform
import MigratorSession

/// Says that the database is busy: without it, a program that waits looks like one that hangs.
package enum WaitNotice {
  private struct State {
    var wasGiven = false
    var instead: (@Sendable () -> Void)?
  }

  private static let state = Mutex(State())

  /// Says it on standard error, once, or tells whom the screen belongs to.
  private static func give() {
    let (isFirst, instead) = state.withLock { state in
      defer { state.wasGiven = true }
      return (!state.wasGiven, state.instead)
    }
    if let instead { return instead() }
    guard isFirst else { return }
    Printer.complain(
      "\(ProgramName.text): waiting for another program, which holds a lock on the database …")
  }

  /// Whether it was said.
  static var wasGiven: Bool { state.withLock(\.wasGiven) }

  /// Leaves it to somebody else from now on: the screen belongs to the console.
  static func leave(to other: @escaping @Sendable () -> Void) {
    state.withLock { $0.instead = other }
  }

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
