package import ArgumentParser
import MigratorSession

/// `migtui status DB`: the migrations and their states.
package struct StatusCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "status",
      abstract: "Lists the migrations and their states.",
      discussion: """
        Ends with 0 when none is left to apply, with 1 when one is, with 3 when it cannot be told (there are \
        no files, or the ledger is newer than they are), and with 4 when none is and the tool of the \
        ledger would stop all the same.
        """)
  }

  package init() {}

  @Argument(help: .database)
  var database: String

  @OptionGroup var options: Options
  @OptionGroup package var output: OutputOptions

  package func perform() async throws -> ExitStatus {
    let status = StatusText(try await options.session(of: database).overview())
    if output.json {
      Printer.say(status.json)
    } else {
      Printer.say(status.lines)
    }
    return status.status
  }
}
