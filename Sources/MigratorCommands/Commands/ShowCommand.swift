package import ArgumentParser
import MigrationConsole
import MigratorEngine
import MigratorSession

/// `migtui show DB ID`: shows one migration and its SQL.
package struct ShowCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show",
      abstract: "Shows a migration: its state, and its SQL.",
      discussion:
        "Without ID, the next one. Ends with 0, with 64 when there is none of that name, and with 78 when "
        + "its file cannot be used.")
  }

  package init() {}

  @Argument(help: .database)
  var database: String

  @Argument(
    help: ArgumentHelp("The migration.", valueName: "ID"),
    completion: MigrationNames<Options>.all)
  var identifier: String?

  @OptionGroup var options: Options
  @OptionGroup package var output: OutputOptions

  package func perform() async throws -> ExitStatus {
    let overview = try await options.session(of: database).overview()
    let all = overview.status.migrations
    if identifier == nil, let obstacle = overview.status.obstacle {
      throw MigrationError(.obstacle(obstacle))
    }
    guard
      let migration = identifier.map({ name in all.first { $0.identifier == name } })
        ?? overview.status.next
    else {
      throw BatchFailure(
        .usage,
        identifier.map { "There is no migration \"\($0)\"." } ?? "No migration is pending.",
        "Choose one of \(all.map(\.identifier).joined(separator: ", ")).")
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
      ? "-- Only its own tool runs it: there is no SQL to show."
      : overview.isRegistered(migration.identifier)
        ? "-- It is code, and has no SQL to show." : "-- There is no file for it."
    Printer.script(migration.script?.source ?? absence)
    return .success
  }
}
