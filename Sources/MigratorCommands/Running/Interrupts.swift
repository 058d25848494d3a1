import ArgumentParser
import MigratorEngine
import MigratorPlatform

/// Turns Ctrl-C, SIGTERM and SIGHUP into a cancellation, so that a running migration is rolled back
/// and copies are removed before the process ends.
enum Interrupts {
  /// Set by the first of the signals.
  static let cancellation = Cancellation()

  /// Stops the work after so many seconds, as a signal would.
  static func stop(after seconds: Double) {
    Task.detached {
      try await Task.sleep(for: .seconds(seconds))
      Interruption.late.set()
      cancellation.cancel()
      try await Task.sleep(for: .seconds(grace))
      Printer.complain(
        "\(ProgramName.text): the time limit is over (--timeout), and what runs does not stop: it is ended with "
          + "the process. \(rolledBackLater)")
      Signals.end(status: ExitStatus.late.rawValue)
    }
  }

  /// How long a migration has to end once the time limit is over, in seconds: code that is not in SQLite may
  /// never look whether it should.
  static let grace = 10
  private static let rolledBackLater =
    "What is not committed is rolled back when the database is opened next."

  /// Says what is waited for, where a request to end is not followed soon.
  private static func tellOfWaiting() {
    Task.detached {
      try await Task.sleep(for: .seconds(2))
      Printer.complain(
        "\(ProgramName.text): what runs has not stopped yet. Asked once more, the process ends at once. "
          + rolledBackLater)
    }
  }

  /// Begins to listen; a second signal ends the process at once.
  static func listen() {
    _ = cancellation
    Signals.takeRequestsToEnd { number in
      Interruption.note(number)
      Interrupts.cancellation.cancel()
      Interrupts.tellOfWaiting()
    }
  }
}

/// How long a command may take.
struct TimeLimit: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Stop after so many seconds, as Ctrl-C does: what is not finished is undone, and the command ends "
        + "with \(ExitStatus.late.rawValue). Code that has not stopped \(Interrupts.grace) seconds later is ended with "
        + "the process.", valueName: "SECONDS"))
  var timeout: Double?

  func validate() throws {
    // A day of a century, and more, is no limit.
    guard let timeout, !(timeout > 0 && timeout < 1e9) else { return }
    throw ValidationError(
      "--timeout needs a number of seconds above 0 and below a thousand million.")
  }

  /// Begins to listen to signals, and to the clock.
  func listen() {
    Interrupts.listen()
    if let timeout { Interrupts.stop(after: timeout) }
  }
}
