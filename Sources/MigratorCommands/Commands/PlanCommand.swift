package import ArgumentParser
import MigrationConsole
import MigratorEngine
import MigratorSession

package struct PlanCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "plan",
      abstract: "List what `step --all` would apply, and where it stops.")
  }

  package static var help: CommandHelp {
    CommandHelp(
      examples: [
        "plan app.sqlite": "List the pending migrations in order.",
        "plan app.sqlite --up-to 011_players_need_a_club": "Stop after this migration.",
      ],
      sections: [
        CommandHelp.Section("Limits", "No migration runs. Use `dry-run` to see the effects.")
      ],
      statuses: [
        .success: "nothing is pending",
        .found: "migrations are pending",
        .unknown: "cannot determine what is pending",
        .blocked: "the run would stop at a blocked migration",
        .usage: "unknown migration",
        .badMigrations: "the run would stop at an unusable file",
      ])
  }

  package init() {}

  @Argument(help: .database)
  var database: String

  @OptionGroup(title: SharedOptions.migrations) var options: Options
  @OptionGroup(title: SharedOptions.output) package var output: OutputOptions

  @Option(
    help: ArgumentHelp("Stop after this migration.", valueName: "ID"),
    completion: MigrationNames<Options>.pending)
  var upTo: String?

  package var databasePath: String? { database }

  package func perform() async throws -> ExitStatus {
    let overview = try await options.session(of: database).overview()
    if let obstacle = overview.status.obstacle { throw MigrationError(.obstacle(obstacle)) }
    let scope =
      try upTo.map {
        .upTo(
          try MigrationName($0).identifier(among: overview.registered.map(\.identifier)))
      } ?? MigrationScope.all
    let stop = overview.stop(in: scope)
    let steps = overview.pending(in: scope)
    let isOver = steps.isEmpty && stop == nil
    if isOver, let failure = BatchFailure(overview) { throw failure }
    if output.json {
      Printer.say([
        "steps": .array(steps.map(Self.json)), "stop": stop.map(StatusText.json) ?? .null,
      ])
    } else {
      if isOver { Printer.say(overview.standstill.message(in: scope)) }
      for (index, step) in steps.enumerated() { Printer.say(Self.line(index + 1, step)) }
      if let stop { Printer.say("\(Printer.line(stop.message)) \(stop.remedy)") }
    }
    Printer.printNotes(of: overview.origin)
    if let stop {
      let failure = BatchFailure(stop.error)
      // An unusable file is also printed as an error, because it ends the list.
      if stop.unusable != nil { Printer.tell(failure) }
      return failure.status
    }
    return isOver ? .success : .found
  }

  private static func line(_ number: Int, _ step: MigrationStatus) -> String {
    var words = [Printer.line(step.identifier)]
    if step.state == .outOfOrder { words.append(step.state.word) }
    if let checks = step.foreignKeyChecks { words.append("foreign keys \(checks.word)") }
    if step.runsOutsideTransaction { words.append("outside a transaction") }
    return "\(number)  \(words.joined(separator: "  "))"
  }

  private static func json(_ step: MigrationStatus) -> JSON {
    [
      "identifier": .string(step.identifier), "state": .string(step.state.rawValue),
      "foreignKeyChecks": .optional(step.foreignKeyChecks?.rawValue),
      "runsOutsideTransaction": .bool(step.runsOutsideTransaction),
      "file": .optional(step.script?.file),
    ]
  }
}
