package import ArgumentParser
import MigratorSession

/// `migtui status DB`: lists the migrations and their states.
package struct StatusCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "status",
      abstract: "Lists the migrations and their states.",
      discussion: """
        Ends with 0 when none is left to apply, with 1 when one is, with 3 when it cannot be told (there are \
        no files, or the ledger is newer than they are), with 4 when none is and the tool of the \
        ledger would stop all the same, and with 78 when the file of one cannot be used.
        """)
  }

  package init() {}

  @Argument(help: .database)
  var database: String

  @OptionGroup var options: Options
  @OptionGroup package var output: OutputOptions

  package func perform() async throws -> ExitStatus {
    let status = StatusText(try await options.session(of: database).overview())
    status.say(asJSON: output.json)
    return status.status
  }
}
