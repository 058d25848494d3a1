package import ArgumentParser
import MigratorPlatform
import MigratorSession

/// A command of a program: does its work and tells how it ended.
///
/// Not `run()`, which `ParsableCommand` has for that: commands may wait for migrations that are made
/// asynchronously, and what they end with is the business of ``CommandLineRun``.
package protocol ProgramCommand: ParsableCommand {
  /// Whether what goes wrong is printed as JSON, too.
  var printsJSON: Bool { get }
  /// Does the work and returns how it ended.
  func perform() async throws -> ExitStatus
}

/// A command that runs to its end without asking.
package protocol BatchCommand: ProgramCommand {
  var output: OutputOptions { get }
}

extension BatchCommand {
  package var printsJSON: Bool { output.json }
}

extension ProgramCommand {
  /// Does the work, prints an error in words, and returns the documented status.
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
    status = status.oncePrinted
    if status.ofProcess == ExitStatus.late.rawValue {
      Printer.complain("\(ProgramName.text): the time limit is over (--timeout).")
    }
    return status.ofProcess
  }
}

extension ExitStatus {
  /// What is left of the status where standard output did not take what was printed, which is said.
  ///
  /// What nobody could read did not happen for whoever asked; what a step did is told all the same. A
  /// reader that went away (`| head`) has what it wanted: nothing is said of it.
  var oncePrinted: ExitStatus {
    guard let failure = Printer.failure, !failure.isClosedPipe else { return self }
    Printer.complain(
      "\(ProgramName.text): writing to standard output failed: \(failure). What was done stays done."
    )
    return [.success, .found, .unknown].contains(self) ? .inputOutput : self
  }
}

/// How a batch command prints.
package struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON, for programs.")
  package var json = false

  package init() {}

  /// Undoes what a step left that was killed, of the file that is going to be written, and says so.
  func undoUnfinishedTransaction(_ session: MigrationSession) throws {
    if try session.undoUnfinishedTransaction(), !json {
      Printer.say("An unfinished transaction was undone first.")
    }
  }
}
