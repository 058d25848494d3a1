package import ArgumentParser
import MigrationConsole
import MigratorEngine
import MigratorSchema
import MigratorSession
import MigratorWriter

/// `migtui schema DB`: shows the schema drift, or the differences between two databases.
package struct SchemaCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "schema",
      abstract: "Compare the schema with applied migrations.",
      aliases: ["diff", "drift"])
  }

  package static var help: CommandHelp {
    CommandHelp(
      examples: [
        "drift app.sqlite": "List the differences from the applied migrations.",
        "diff old.sqlite new.sqlite": "Compare two databases: before and after.",
        "schema app.sqlite --diagram mermaid": "Draw the tables and their foreign keys.",
        "diff old.sqlite new.sqlite --sql": "Print the statements that lead to the second schema.",
        "diff old.sqlite new.sqlite --diagram svg > diff.svg": "Draw the changes.",
      ],
      sections: [
        CommandHelp.Section(
          "How schemas are compared",
          """
          The applied migrations run on an empty scratch database. Then the two schemas are \
          compared. Differences only in white space or quotes are ignored, because ALTER TABLE \
          causes them.
          Two databases are compared without migrations.
          """)
      ],
      statuses: [
        .success: "the schemas are the same",
        .found: "they differ",
        .unknown: "no migrations found, or some cannot be re-run",
      ])
  }

  package init() {}

  @Argument(help: .database)
  var database: String

  @Argument(help: ArgumentHelp("Compare DB with this database, the later state.", valueName: "B"))
  var other: String?

  @OptionGroup(title: SharedOptions.migrations) var options: Options
  @OptionGroup(title: SharedOptions.output) package var output: OutputOptions
  @OptionGroup(title: SharedOptions.time) var limits: TimeLimit

  @Option(
    help: ArgumentHelp("Compare with this database, the earlier state.", valueName: "FILE"))
  var against: String?

  @Option(
    help: ArgumentHelp(
      "Draw the tables and their foreign keys.", valueName: "FORM"))
  var diagram: DiagramForm?

  @Flag(help: "Print the statements that lead to the later schema, without running them.")
  var sql = false

  @OptionGroup var answers: AnswerOptions

  package func validate() throws {
    if sql, other == nil, against == nil || diagram != nil {
      throw ValidationError("--sql requires two databases, and cannot be used with --diagram.")
    }
    if !sql, answers.isUsed {
      throw ValidationError("--rename, --no-renames, --fill and --keep-order require --sql.")
    }
    if diagram != nil, output.json {
      throw ValidationError("Use --diagram or --json, not both.")
    }
    if other != nil, against != nil {
      throw ValidationError("Use a second database or --against, not both.")
    }
  }

  package var databasePath: String? { database }

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
        .unknown, "No migrations were found to compare the schema with.",
        "Pass their folder with --migrations DIR, or another database with --against FILE.")
    case .diff(let diff):
      let unregistered = overview.status.migrations.filter { $0.state == .unregistered }
        .map(\.identifier)
      return show(
        diff, of: database,
        from: unregistered.isEmpty
          ? "what the applied migrations produce"
          : "what the applied migrations that have files produce",
        unregistered: unregistered)
    case .unknown(let reason):
      throw BatchFailure(
        .unknown, "Cannot determine whether the schema has drifted: \(reason)",
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
    if sql { return try printStatements(from: before, to: after, diff, configuration) }
    if let diagram {
      return draw(
        schemas[1], marking: diff, as: diagram,
        "The tables of \(after), with the changes from \(before)")
    }
    return show(diff, of: after, from: before, isFile: true)
  }

  /// Prints the statements that convert one schema to the other, or the open questions.
  private func printStatements(
    from before: String, to after: String, _ diff: SchemaDiff, _ configuration: Configuration
  ) throws -> ExitStatus {
    let schemas = try [before, after].map {
      try MigrationSession(
        database: $0, migrations: DatabaseMigrator(), configuration: configuration
      ).inspect { try $0.read { try StoredSchema($0) } }
    }
    var options = SchemaPlanner.Options()
    (options.answers, options.keepsOrder) = (answers.answers, answers.keepOrder)
    let result = try MigrationWriter(configuration, options).plan(
      from: schemas[0], to: WantedSchema(schemas[1]), writesDown: false)
    if output.json { return show(diff, of: after, from: before, planned: result, isFile: true) }
    switch result {
    case .questions(let questions): Printer.printError(questions)
    case .plans(let plan, _):
      Printer.script(
        plan.commentedStatements(acceptingLosses: false).map { "\($0);\n" }.joined())
    }
    return diff.isTextOnly ? .success : .found
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
    _ diff: SchemaDiff, of database: String, from origin: String,
    planned: MigrationWriter.Result? = nil, isFile: Bool = false, unregistered: [String] = []
  ) -> ExitStatus {
    let isSame = diff.isTextOnly
    if output.json {
      Printer.say([
        "database": .string(database), "before": .string(origin), "same": .bool(isSame),
        "unregistered": .array(unregistered.map { .string($0) }),
        "differences": ChangesText.json(diff),
        "statements": planned.map { JSON($0.plan?.statements ?? []) } ?? .null,
        "questions": planned.map { JSON($0.questions) } ?? .null,
      ])
    } else if isSame {
      Printer.say("The schema is \(isFile ? "that of \(origin)" : origin).")
      if !unregistered.isEmpty {
        Printer.say(
          "\(Printer.line(Format.names(unregistered))) cannot be re-run (not registered): migtui cannot "
            + "determine whether the schema contains their changes.")
      }
    } else {
      Printer.say(["before: \(origin)", "after:  \(database)", ""])
      if !unregistered.isEmpty {
        Printer.say([
          "note: \(unregistered.joined(separator: ", ")) cannot be re-run (not registered); "
            + "\(unregistered.count == 1 ? "its" : "their") changes are among the differences",
          "",
        ])
      }
      Printer.say(ChangesText.lines(diff, showsLines: true))
    }
    // The changes of a migration without a file are unknown, so the database may lack them.
    return !isSame ? .found : unregistered.isEmpty ? .success : .unknown
  }
}

package enum DiagramForm: String, ExpressibleByArgument, CaseIterable {
  case mermaid
  case svg
}
