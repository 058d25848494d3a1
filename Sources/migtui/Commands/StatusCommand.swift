import ArgumentParser
import MigratorSession

/// `migtui status DB`: the migrations and their states.
struct StatusCommand: BatchCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Lists the migrations and their states.",
    discussion: "Ends with 0 when none is left to apply, and with 1 when one is.")

  @OptionGroup var options: DatabaseOptions
  @OptionGroup var output: OutputOptions

  func perform() throws -> ExitStatus {
    let status = StatusText(try options.session().overview())
    if output.json {
      Printer.say(status.json)
    } else {
      status.lines.forEach(Printer.say)
    }
    return status.isPending ? .found : .success
  }
}
