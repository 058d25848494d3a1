package import ArgumentParser
import MigrationConsole
import MigratorEngine
import MigratorSession

package struct StatusCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "status",
      abstract: "List the migrations and their states.")
  }

  package static var help: CommandHelp {
    CommandHelp(
      examples: [
        "status app.sqlite": "List the migrations, and the folder they come from.",
        "status app.sqlite --migrations db/changes": "Use the files in this folder.",
        "status app.sqlite --json": "Print JSON, for scripts.",
      ],
      sections: [
        CommandHelp.Section(
          "States",
          rows: MigrationStatus.State.allCases.map { CommandHelp.Row($0.word, $0.explanation) })
      ],
      statuses: [
        .success: "nothing is pending",
        .found: "migrations are pending",
        .unknown: "no migrations found, or the ledger is newer than the files",
        .blocked: "nothing is pending, but the ledger's tool would refuse to run",
        .badMigrations: "a migration file cannot be used",
      ])
  }

  package init() {}

  @Argument(help: .database)
  var database: String

  @OptionGroup(title: SharedOptions.migrations) var options: Options
  @OptionGroup(title: SharedOptions.output) package var output: OutputOptions

  package var databasePath: String? { database }

  package func perform() async throws -> ExitStatus {
    let status = StatusText(
      try await options.session(of: database).overview(), options: options.words)
    status.say(asJSON: output.json)
    return status.status
  }
}
