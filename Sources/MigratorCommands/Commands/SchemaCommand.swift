package import ArgumentParser
import MigratorEngine
import MigratorSchema
import MigratorSession

/// `migtui schema DB`: how the schema differs from what its migrations produce.
package struct SchemaCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "schema",
      abstract: "Tells how the schema differs from what the applied migrations produce.",
      discussion: """
        The applied migrations run on an empty scratch database, and the two schemas are compared. \
        Differences of white space and quotes alone do not count: ALTER TABLE makes them.

        Ends with 0 when the schemas are the same, with 1 when they differ, and with 3 when it cannot \
        be told.
        """,
      aliases: ["diff", "drift"])
  }

  package init() {}

  @Argument(help: .database)
  var database: String

  @OptionGroup var options: Options
  @OptionGroup package var output: OutputOptions
  @OptionGroup var limits: TimeLimit

  @Option(
    help: ArgumentHelp("Compare with the schema of another database instead.", valueName: "FILE"))
  var against: String?

  package func perform() async throws -> ExitStatus {
    limits.listen()
    let session = try await options.session(of: database)
    if let against {
      let before = try MigrationSession(
        database: against, migrations: DatabaseMigrator(), configuration: session.configuration
      ).schema()
      let after = try session.schema()
      return show(
        SchemaDiff(before: before.filtered(.userObjects), after: after.filtered(.userObjects)),
        from: against)
    }
    let overview = try session.overview()
    guard overview.origin.isThere else {
      throw BatchFailure(
        .unknown, "There are no migrations to compare the schema with.",
        .nameMigrationsOrOther)
    }
    switch try session.drift(cancellation: Interrupts.cancellation) {
    case .diff(let diff):
      let unregistered = overview.status.migrations.filter { $0.state == .unregistered }
        .map(\.identifier)
      return show(
        diff, from: "what the applied migrations produce", unregistered: unregistered)
    case .unknown(let reason):
      throw BatchFailure(
        .unknown, "It cannot be told whether the schema has drifted: \(reason)",
        .compareWithOther)
    }
  }

  private func show(
    _ diff: SchemaDiff, from origin: String, unregistered: [String] = []
  ) -> ExitStatus {
    let isSame = diff.isTextOnly
    if output.json {
      Printer.say([
        "database": .string(database), "before": .string(origin), "same": .bool(isSame),
        "unregistered": .array(unregistered.map { .string($0) }),
        "differences": ChangesText.json(diff),
      ])
    } else if isSame {
      Printer.say("The schema is \(origin == against ? "that of \(origin)" : origin).")
    } else {
      Printer.say("before: \(origin)\nafter:  \(database)\n")
      if !unregistered.isEmpty {
        Printer.say(
          "note: \(unregistered.joined(separator: ", ")) cannot be replayed (not registered); what "
            + "it made is among the differences\n")
      }
      ChangesText.lines(diff, showsLines: true).forEach(Printer.say)
    }
    return isSame ? .success : .found
  }
}
