import ArgumentParser
import MigratorEngine
import MigratorPlatform

/// Turns Ctrl-C, SIGTERM and SIGHUP into a cancellation.
///
/// A running migration is then rolled back, and copies are removed, before the process ends.
enum Interrupts {
  /// Set by the first signal.
  static let cancellation = Cancellation()

  /// Stops the work after some seconds, as a signal would.
  static func stop(after seconds: Double) {
    Task.detached {
      try await Task.sleep(for: .seconds(seconds))
      Interruption.late.set()
      cancellation.cancel()
      try await Task.sleep(for: .seconds(grace))
      Printer.printError(
        "\(ProgramName.text): the time limit is over (--timeout), and what runs does not stop: it is ended with "
          + "the process. \(rolledBackLater)")
      Signals.end(status: ExitStatus.late.rawValue)
    }
  }

  /// How many seconds a migration may run after the time limit.
  ///
  /// Code outside SQLite may never check for cancellation.
  static let grace = 10
  private static let rolledBackLater =
    "What is not committed is rolled back when the database is opened next."

  /// Prints a message if the work has not stopped two seconds after a signal.
  private static func printWaitingNotice() {
    Task.detached {
      try await Task.sleep(for: .seconds(2))
      Printer.printError(
        "\(ProgramName.text): what runs has not stopped yet. Asked once more, the process ends at once. "
          + rolledBackLater)
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

/// The option to limit the run time of a command.
struct TimeLimit: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Stop after so many seconds, as Ctrl-C does: what is not finished is undone, and the command ends "
        + "with \(ExitStatus.late.rawValue). Code that has not stopped \(Interrupts.grace) seconds later is ended with "
        + "the process.", valueName: "SECONDS"))
  var timeout: Double?

  func validate() throws {
    // 1e9 seconds are about 32 years.
    guard let timeout, !(timeout > 0 && timeout < 1e9) else { return }
    throw ValidationError(
      "--timeout needs a number of seconds above 0 and below a thousand million.")
  }

  /// Starts the signal handling and the time limit.
  func listen() {
    Interrupts.listen()
    if let timeout { Interrupts.stop(after: timeout) }
  }
}
