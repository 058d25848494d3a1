package import ArgumentParser
import MigrationConsole
import MigratorEngine
import MigratorSchema
import MigratorSession

/// `migtui schema DB`: shows the schema drift, or the differences between two databases.
package struct SchemaCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "schema",
      abstract: "Tells how the schema differs from what the applied migrations produce.",
      discussion: """
        The applied migrations run on an empty scratch database, and the two schemas are compared. \
        Differences of white space and quotes alone do not count: ALTER TABLE makes them.

        As `diff A B` it compares the schemas of two databases, A before and B after; then no migrations \
        are needed.

        With --diagram it draws the tables and their foreign keys instead, as Mermaid or SVG, and of two \
        databases what changed.

        Ends with 0 when the schemas are the same, with 1 when they differ, and with 3 when it cannot \
        be told.
        """,
      aliases: ["diff", "drift"])
  }

  package init() {}

  @Argument(help: .database)
  var database: String

  @Argument(help: ArgumentHelp("Another database: what is after.", valueName: "B"))
  var other: String?

  @OptionGroup var options: Options
  @OptionGroup package var output: OutputOptions
  @OptionGroup var limits: TimeLimit

  @Option(
    help: ArgumentHelp("Compare with the schema of another database instead.", valueName: "FILE"))
  var against: String?

  @Option(
    help: ArgumentHelp(
      "Draw the tables and their foreign keys: mermaid or svg.", valueName: "FORM"))
  var diagram: DiagramForm?

  package func validate() throws {
    if diagram != nil, output.json {
      throw ValidationError("Give --diagram or --json, not both.")
    }
    if other != nil, against != nil {
      throw ValidationError("Give two databases, or --against, not both.")
    }
  }

  package func perform() async throws -> ExitStatus {
    limits.listen()
    if let other {
      return try await compare(database, with: other)
    }
    if let against { return try await compare(against, with: database) }
    let session = try await options.session(of: database)
    if let diagram {
      return draw(
        try session.schema().filtered(.userObjects), marking: .empty, as: diagram,
        "The tables of \(database)")
    }
    let (overview, drift) = try session.overviewAndDrift(cancellation: Interrupts.cancellation)
    switch drift {
    case nil:
      throw BatchFailure(
        .unknown, "There are no migrations to compare the schema with.",
        "Give their folder, --migrations DIR, or another database, --against FILE.")
    case .diff(let diff):
      let unregistered = overview.status.migrations.filter { $0.state == .unregistered }
        .map(\.identifier)
      return show(
        diff, of: database, from: "what the applied migrations produce",
        unregistered: unregistered)
    case .unknown(let reason):
      throw BatchFailure(
        .unknown, "It cannot be told whether the schema has drifted: \(reason)",
        "Compare it with another database: --against FILE.")
    }
  }

  private func compare(_ before: String, with after: String) async throws -> ExitStatus {
    let configuration = try await options.session(of: after).configuration
    let schemas = try [before, after].map {
      try MigrationSession(
        database: $0, migrations: DatabaseMigrator(), configuration: configuration
      ).schema().filtered(.userObjects)
    }
    let diff = SchemaDiff(before: schemas[0], after: schemas[1])
    if let diagram {
      return draw(
        schemas[1], marking: diff, as: diagram,
        "The tables of \(after), with what differs from \(before)")
    }
    return show(diff, of: after, from: before, isFile: true)
  }

  private func draw(
    _ schema: SchemaSnapshot, marking diff: SchemaDiff, as form: DiagramForm, _ caption: String
  ) -> ExitStatus {
    let graph = SchemaGraph(schema, marking: diff)
    let text =
      switch form {
      case .mermaid: MermaidDiagram.text(of: graph)
      case .svg: DiagramPicture(of: graph, caption: caption).svg
      }
    Printer.script(text)
    return diff.isTextOnly ? .success : .found
  }

  private func show(
    _ diff: SchemaDiff, of database: String, from origin: String, isFile: Bool = false,
    unregistered: [String] = []
  ) -> ExitStatus {
    let isSame = diff.isTextOnly
    if output.json {
      Printer.say([
        "database": .string(database), "before": .string(origin), "same": .bool(isSame),
        "unregistered": .array(unregistered.map { .string($0) }),
        "differences": ChangesText.json(diff),
      ])
    } else if isSame {
      Printer.say("The schema is \(isFile ? "that of \(origin)" : origin).")
    } else {
      Printer.say(["before: \(origin)", "after:  \(database)", ""])
      if !unregistered.isEmpty {
        Printer.say([
          "note: \(unregistered.joined(separator: ", ")) cannot be replayed (not registered); what "
            + "\(unregistered.count == 1 ? "it" : "they") made is among the differences",
          "",
        ])
      }
      Printer.say(ChangesText.lines(diff, showsLines: true))
    }
    return isSame ? .success : .found
  }
}

/// The output format of a diagram.
package enum DiagramForm: String, ExpressibleByArgument, CaseIterable {
  /// Mermaid text, which many documentation tools render.
  case mermaid
  /// An SVG image.
  case svg
}
