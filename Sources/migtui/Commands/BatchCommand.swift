import ArgumentParser

/// A command that runs to its end without asking.
protocol BatchCommand: ParsableCommand {
  var output: OutputOptions { get }
  /// Does the work and returns how it ended.
  func perform() throws -> ExitStatus
}

extension BatchCommand {
  /// Does the work, prints an error in words, and ends with the documented status.
  func run() throws {
    var status: ExitStatus
    do {
      status = try perform()
    } catch {
      let failure = BatchFailure(error)
      if output.json { Printer.say(failure.json) }
      Printer.complain("migtui: \(failure.message)\n\(failure.remedy)")
      status = failure.status
    }
    // What nobody could read did not happen for whoever asked; what a step did is told all the same.
    if let failure = Printer.failure {
      Printer.complain("migtui: writing to standard output failed: \(failure).")
      if [.success, .found, .unknown].contains(status) { status = .inputOutput }
    }
    if status == .interrupted, Interrupts.isLate, Interrupts.receivedSignal == nil {
      Printer.complain("migtui: the time limit is over (--timeout).")
      status = .late
    }
    if status == .interrupted, let signal = Interrupts.receivedSignal {
      throw ExitCode(128 + signal)
    }
    if status != .success { throw ExitCode(status.rawValue) }
  }
}

/// How a batch command prints.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON, for programs.")
  var json = false
}
