package import ArgumentParser

/// `migtui DB`: opens the console.
package struct OpenCommand<Options: SessionOptions>: ProgramCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "open",
      abstract: "Opens the console on a database (the default).",
      discussion: """
        Without a terminal to draw on, or with TERM=dumb, the status report is printed instead. \
        NO_COLOR is obeyed.
        """)
  }

  package init() {}

  @Argument(help: .database)
  var database: String

  @OptionGroup var options: Options

  @OptionGroup var backups: BackupPlaceOptions

  @OptionGroup var look: ConsoleDisplayOptions

  package var printsJSON: Bool { false }

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
