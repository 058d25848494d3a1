package import ArgumentParser

package struct OpenCommand<Options: SessionOptions>: ProgramCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "open",
      abstract: "Open the console (the default command).")
  }

  package static var help: CommandHelp {
    CommandHelp(
      examples: [
        "app.sqlite": "Open the console; press ? for the keys.",
        "app.sqlite --read-only": "Disable everything that writes.",
        "--linear app.sqlite": "Use the console with a screen reader.",
      ],
      sections: [
        CommandHelp.Section(
          "Terminal",
          """
          If standard output is not a terminal, or TERM is `dumb`, the status report is printed \
          instead. Set NO_COLOR to turn colors off.
          """)
      ])
  }

  package init() {}

  @Argument(help: .database)
  var database: String

  @OptionGroup(title: SharedOptions.migrations) var options: Options

  @OptionGroup(title: SharedOptions.backups) var backups: BackupPlaceOptions

  @OptionGroup var look: ConsoleDisplayOptions

  package var printsJSON: Bool { false }

  package var databasePath: String? { database }

  package func perform() async throws -> ExitStatus { try await open(options) }

  /// Opens the console, after asking the operator any question that only a person can answer.
  private func open(_ options: Options) async throws -> ExitStatus {
    do {
      return try Console.open(
        await options.session(of: database, backups: backups.policy), look: look)
    } catch {
      guard let answered = options.answering(error) else { throw error }
      return try await open(answered)
    }
  }
}
