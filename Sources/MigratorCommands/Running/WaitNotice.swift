import MigratorEngine
import MigratorPlatform
import MigratorSession

/// Reports that the database is locked, so that a waiting program does not seem to hang.
package enum WaitNotice {
  private struct State {
    var wasGiven = false
    var instead: (@Sendable () -> Void)?
  }

  private static let state = Mutex(State())

  /// Prints the notice once on standard error, or calls the replacement.
  private static func give() {
    let (isFirst, instead) = state.withLock { state in
      defer { state.wasGiven = true }
      return (!state.wasGiven, state.instead)
    }
    if let instead { return instead() }
    guard isFirst else { return }
    Printer.printError(
      "\(ProgramName.text): waiting for another program to release its lock on the database …")
  }

  static var wasGiven: Bool { state.withLock(\.wasGiven) }

  /// Replaces the notice, because the console now owns the screen.
  static func leave(to other: @escaping @Sendable () -> Void) {
    state.withLock { $0.instead = other }
  }

  /// Returns the configuration with the notice, unless it already has one.
  static func announcing(_ configuration: Configuration) -> Configuration {
    guard configuration.onWaiting == nil else { return configuration }
    var configuration = configuration
    configuration.onWaiting = { give() }
    configuration.waitCancellation = Interrupts.cancellation
    return configuration
  }

  package static var configuration: Configuration {
    announcing(MigrationSession.waitingConfiguration)
  }
}
