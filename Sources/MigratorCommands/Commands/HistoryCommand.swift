package import ArgumentParser
import MigratorSession

/// `migtui history DB`: lists the changes that this user made to a database.
package struct HistoryCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "history",
      abstract: "Lists what was done to the database: steps, repairs, restores, refusals.",
      discussion: """
        The oldest stands first. The history is kept for each user, in $XDG_STATE_HOME/migtui/history or \
        ~/.local/state/migtui/history, a line of JSON for each event, and never in the database.

        Ends with 0, also when nothing was done to the database yet, and with 74 when the history \
        cannot be read.
        """)
  }

  package init() {}

  @Argument(help: .database)
  var database: String

  @OptionGroup var options: Options
  @OptionGroup package var output: OutputOptions

  @Flag(help: "Print all that is known of each event.")
  var long = false

  package func perform() async throws -> ExitStatus {
    let session = try await options.session(of: database)
    let history = session.history()
    if history.events.isEmpty { try session.expectFile() }
    if output.json {
      Printer.say(HistoryText.json(history))
    } else {
      if history.events.isEmpty {
        Printer.say("No change of \(database) by this user is recorded.")
      }
      for event in history.events {
        Printer.say("\(event.clock)  \(Printer.line(event.headline))")
        guard long else { continue }
        for line in event.lines.dropFirst(2) { Printer.say("  \(line.plain)") }
      }
    }
    history.warnings.forEach { Printer.warn($0) }
    return history.problem == nil ? .success : .inputOutput
  }
}
