import ArgumentParser
import MigratorEngine
import MigratorPlatform

/// Turns Ctrl-C, SIGTERM and SIGHUP into a cancellation.
///
/// A running migration is then rolled back, and copies are removed, before the process ends.
enum Interrupts {
  /// Set by the first signal.
  static let cancellation = Cancellation()

  static func stop(after seconds: Double) {
    Task.detached {
      try await Task.sleep(for: .seconds(seconds))
      Interruption.late.set()
      cancellation.cancel()
      try await Task.sleep(for: .seconds(grace))
      Printer.printError(
        "\(ProgramName.text): the time limit (--timeout) has passed, but the migration did not stop. The "
          + "process ends now. \(rolledBackLater)")
      Signals.end(status: ExitStatus.late.rawValue)
    }
  }

  /// How many seconds a migration may run after the time limit.
  ///
  /// Code outside SQLite may never check for cancellation.
  static let grace = 10
  private static let rolledBackLater =
    "SQLite rolls back uncommitted changes when the database is next opened."

  /// Prints a message if the work has not stopped two seconds after a signal.
  private static func printWaitingNotice() {
    Task.detached {
      try await Task.sleep(for: .seconds(2))
      Printer.printError(
        "\(ProgramName.text): waiting for the migration to stop. Press Ctrl-C again to end the process "
          + "immediately. " + rolledBackLater)
    }
  }

  /// Installs the signal handling; a second signal ends the process immediately.
  static func listen() {
    _ = cancellation
    Signals.handleTermination { number in
      Interruption.note(number)
      Interrupts.cancellation.cancel()
      Interrupts.printWaitingNotice()
    }
  }
}

struct TimeLimit: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Stop after this time and roll back.",
      discussion:
        "The exit status is then \(ExitStatus.late.rawValue). If the code of a migration does not stop "
        + "within another \(Interrupts.grace) seconds, the process ends.", valueName: "SECONDS"))
  var timeout: Double?

  func validate() throws {
    // 1e9 seconds are about 32 years.
    guard let timeout, !(timeout > 0 && timeout < 1e9) else { return }
    throw ValidationError(
      "--timeout must be a number of seconds above 0 and below 1,000,000,000.")
  }

  func listen() {
    Interrupts.listen()
    if let timeout { Interrupts.stop(after: timeout) }
  }
}
