package import ArgumentParser
import MigratorSession

package struct HistoryCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "history",
      abstract: "List steps, repairs, restores and refusals.")
  }

  package static var help: CommandHelp {
    CommandHelp(
      examples: [
        "history app.sqlite": "List the events, oldest first.",
        "history app.sqlite --long": "List the events with their details.",
      ],
      sections: [
        CommandHelp.Section(
          "Where the history is kept",
          """
          Each user has a history, in $XDG_STATE_HOME/migtui/history or \
          ~/.local/state/migtui/history. Each event is one line of JSON. Nothing is written to the \
          database.
          """)
      ],
      statuses: [
        .success: "listed, or no event is recorded", .inputOutput: "the history cannot be read",
      ])
  }

  package init() {}

  @Argument(help: .database)
  var database: String

  @OptionGroup(title: SharedOptions.migrations) var options: Options
  @OptionGroup(title: SharedOptions.output) package var output: OutputOptions

  @Flag(help: "Print the details of each event.")
  var long = false

  package var databasePath: String? { database }

  package func perform() async throws -> ExitStatus {
    let session = try await options.session(of: database)
    let history = session.history()
    if history.events.isEmpty { try session.expectFile() }
    history.warnings.forEach { Printer.warn($0) }
    if output.json {
      Printer.say(HistoryText.json(history))
    } else {
      if history.events.isEmpty {
        Printer.say("No changes to \(database) are recorded for this user.")
      }
      for event in history.events {
        Printer.say("\(event.clock)  \(Printer.line(event.headline))")
        guard long else { continue }
        for line in event.facts { Printer.say("  \(line.plain)") }
      }
    }
    return history.problem == nil ? .success : .inputOutput
  }
}
