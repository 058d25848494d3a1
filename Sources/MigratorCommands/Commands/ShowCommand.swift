package import ArgumentParser
import MigrationConsole
import MigratorEngine
import MigratorSession

package struct ShowCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show",
      abstract: "Print the SQL of a migration.")
  }

  package static var help: CommandHelp {
    CommandHelp(
      examples: [
        "show app.sqlite": "Print the next migration.",
        "show app.sqlite 001_create_clubs": "Print this migration.",
        "show app.sqlite > next.sql": "Write only the SQL to a file.",
      ],
      sections: [
        CommandHelp.Section(
          "Output", "Standard output contains the SQL. The state goes to standard error.")
      ],
      statuses: [
        .success: "shown",
        .usage: "unknown migration, or nothing is pending",
        .badMigrations: "the file cannot be used",
      ])
  }

  package init() {}

  @Argument(help: .database)
  var database: String

  @Argument(
    help: ArgumentHelp("Show this migration; by default the next one.", valueName: "ID"),
    completion: MigrationNames<Options>.all)
  var identifier: String?

  @OptionGroup(title: SharedOptions.migrations) var options: Options
  @OptionGroup(title: SharedOptions.output) package var output: OutputOptions

  package var databasePath: String? { database }

  package func perform() async throws -> ExitStatus {
    let overview = try await options.session(of: database).overview()
    let all = overview.status.migrations
    if identifier == nil, let obstacle = overview.status.obstacle {
      throw MigrationError(.obstacle(obstacle))
    }
    guard
      let migration = try identifier.map({ name in
        let found = try MigrationName(name).identifier(among: all.map(\.identifier))
        return all.first { $0.identifier == found }
      }) ?? overview.status.next
    else {
      throw BatchFailure(
        .usage, "No migration is pending.", "List all: \(command: "status", database).")
    }
    if migration.isUnusable, let obstacle = migration.obstacle {
      throw MigrationError(.obstacle(obstacle))
    }
    if output.json {
      guard case .object(let members) = StatusText.json(migration) else { return .success }
      Printer.say(
        .object(
          [("database", .string(database))] + members
            + [("sql", .optional(migration.script?.source))]))
      return .success
    }
    // Standard output contains only the file; everything else goes to standard error.
    Printer.printError("\(Printer.line(migration.identifier)): \(migration.state.word)")
    if let note = migration.note { Printer.printError(note) }
    let absence =
      migration.state == .code
      ? "-- Only its own tool can run this migration; it has no SQL."
      : overview.isRegistered(migration.identifier)
        ? "-- This migration is code and has no SQL." : "-- No file defines this migration."
    Printer.script(migration.script?.source ?? absence)
    return .success
  }
}
