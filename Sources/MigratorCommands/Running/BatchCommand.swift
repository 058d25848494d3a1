import ArgumentParser
import MigratorPlatform
import MigratorSession

/// A command of a program, which returns an exit status.
///
/// It does not use the `run()` of `ParsableCommand`: migrations can be created asynchronously, and
/// ``CommandLineRun`` exits with the status.
package protocol ProgramCommand: DocumentedCommand {
  var printsJSON: Bool { get }
  var databasePath: String? { get }
  func perform() async throws -> ExitStatus
}

/// A command that runs to its end without prompting.
package protocol BatchCommand: ProgramCommand {
  var output: OutputOptions { get }
}

extension BatchCommand {
  package var printsJSON: Bool { output.json }
}

extension ProgramCommand {
  package var databasePath: String? { nil }

  /// Runs the command, prints any error, and returns the documented status.
  func finish() async -> Int32 {
    var status: ExitStatus
    do {
      status = try await perform()
    } catch {
      let failure = BatchFailure(error)
      if printsJSON { Printer.say(failure.json) }
      Printer.tell(failure)
      status = failure.status
    }
    status = status.afterOutput
    if status.ofProcess == ExitStatus.late.rawValue {
      Printer.printError("\(ProgramName.text): stopped by the time limit (--timeout).")
    }
    return status.ofProcess
  }
}

extension ExitStatus {
  /// The status after a failed write to standard output, which is reported.
  ///
  /// `success`, `found` and `unknown` become `inputOutput`, because their output was lost. Other
  /// statuses are kept. A reader that closed the pipe (`| head`) does not count as an error.
  var afterOutput: ExitStatus {
    guard let failure = Printer.failure, !failure.isClosedPipe else { return self }
    Printer.printError(
      "\(ProgramName.text): writing to standard output failed: \(failure). The command's changes remain."
    )
    return [.success, .found, .unknown].contains(self) ? .inputOutput : self
  }
}

package struct OutputOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Print JSON.",
      discussion: "The article JSON.md of MigratorCommands has an example for each command."))
  package var json = false

  package init() {}

  /// Rolls back the unfinished transaction of a killed step before the file is written.
  func undoUnfinishedTransaction(_ session: MigrationSession) throws {
    if try session.undoUnfinishedTransaction(), !json {
      Printer.say("Rolled back an unfinished transaction left in the database.")
    }
  }
}
