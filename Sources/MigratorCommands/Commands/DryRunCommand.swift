package import ArgumentParser
import MigratorEngine
import MigratorSession

package struct DryRunCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "dry-run",
      abstract: "Run pending migrations on a copy; report changes and losses.")
  }

  package static var help: CommandHelp {
    CommandHelp(
      examples: [
        "dry-run app.sqlite": "Run the next migration.",
        "dry-run app.sqlite --all": "Run all pending migrations.",
        "dry-run app.sqlite --all --rows markdown": "Print the changed rows.",
        "dry-run app.sqlite --trace": "Report each statement.",
        "dry-run app.sqlite --rows csv > rows.csv": "Write the changed rows to a file.",
        "dry-run app.sqlite --all --report html=run.html": "Also write a page to read or print.",
      ],
      sections: [
        CommandHelp.Section(
          "What happens",
          """
          The migrations run on an overlay, which keeps changes separate from the file. If an \
          overlay would block other writers, they run on a full copy. The database is only read. \
          Only you can read the copy. It is removed when the program ends, except after kill -9.
          """)
      ],
      statuses: [
        .success: "no losses, no new violations",
        .found: "a loss was not accepted, or violations would be added",
        .migrationFailed: "a migration failed on the copy",
        .unknown: "cannot determine what is pending",
        .blocked: "stopped before a migration that cannot run here",
      ])
  }

  package init() {}

  @Argument(help: .database)
  var database: String

  @OptionGroup(title: SharedOptions.migrations) var options: Options
  @OptionGroup(title: SharedOptions.output) package var output: OutputOptions
  @OptionGroup(title: SharedOptions.time) var limits: TimeLimit
  @OptionGroup(title: SharedOptions.time) var progressOptions: ProgressOptions

  @Flag(help: "Run all pending migrations.")
  var all = false

  @Option(
    help: ArgumentHelp("Stop after this migration.", valueName: "ID"),
    completion: MigrationNames<Options>.pending)
  var upTo: String?

  @Option(
    help: ArgumentHelp(
      "Accept a reported loss; repeatable.",
      discussion: "The run then succeeds if all losses are accepted. The report prints each PHRASE "
        + "and the digests.", valueName: "PHRASE"))
  var agree: [String] = []

  @Flag(help: "Print the schema changes line by line.")
  var diff = false

  @Option(help: .changedRows)
  var rows: ChangedRowsFormat?

  @Flag(
    help: ArgumentHelp(
      "Report each statement.",
      discussion: "The line, time, changed rows, schema changes, violations and query plan are "
        + "printed before the result of the migration."))
  var trace = false

  @Option(
    help: ArgumentHelp(
      "Write a page (html) with SQL, changes, diagrams and rows.",
      discussion: "Without =FILE, the page replaces the text on standard output.",
      valueName: "FORMAT[=FILE]"))
  var report: [ReportTarget<PageForm>] = []

  package func validate() throws {
    try rows?.validate(beside: output)
    let printed = [output.json ? "--json" : nil, rows.map { "--rows \($0.rawValue)" }]
    try ReportTarget.validate(report, beside: printed.compactMap(\.self))
    if trace, let rows, rows != .markdown {
      throw ValidationError(
        "Use --trace or --rows \(rows.rawValue), not both: --rows replaces the report.")
    }
    if all, upTo != nil { throw ValidationError("Use --all or --up-to, not both.") }
  }

  package var databasePath: String? { database }

  package func perform() async throws -> ExitStatus {
    limits.listen()
    let files = try ReportFiles(report, database: database)
    var progress = Progress(progressOptions.progress)
    var traces: [StatementTrace] = []
    let tracing = trace ? StatementTracing { traces.append($0) } : nil
    let session = try await options.session(of: database)
    let scope = try MigrationScope(all: all, upTo: upTo, in: session)
    let (dryRun, overview) = try session.dryRun(
      scope, tracing: tracing, cancellation: Interrupts.cancellation, onEvent: { progress.show($0) }
    )
    if dryRun.report.steps.isEmpty, let failure = BatchFailure(overview) { throw failure }
    var text = DryRunText(
      dryRun: dryRun, scope: scope, stop: overview.stop(in: scope),
      untried: overview.untried(by: dryRun), open: dryRun.missing(in: agree),
      unusedAgreements: dryRun.unusedAgreements(in: agree, overview), traces: trace ? traces : nil)
    text.unusedAgreements.forEach { Printer.warn($0.message) }
    let page = ReportPage(text, of: database, notes: overview.origin.notes)
    text.unwritten = files.write(of: dryRun) { _ in page.html() }
    switch rows {
    case _ where output.json: Printer.say(text.json)
    case _ where report.contains { $0.file == nil }: Printer.writeRaw(page.html())
    case nil: Printer.say(text.lines(showsLines: diff))
    case .markdown?:
      let tables = ChangedRowsText.markdown(dryRun.report.steps)
      Printer.say(text.lines(showsLines: diff) + tables)
    case let format?:
      ChangedRowsText.print(dryRun.report.steps, as: format)
      // The rows alone would look complete, so also print the failure on standard error.
      if dryRun.report.failure != nil || text.status == .blocked {
        text.lines(showsLines: diff).forEach(Printer.printError)
      }
    }
    if dryRun.report.steps.isEmpty { Printer.printNotes(of: overview.origin) }
    [text.failure, text.unwritten].compactMap(\.self).forEach(Printer.tell)
    return text.status
  }
}

extension MigrationScope {
  /// The scope that options select; reads the migrations if one is named.
  init(all: Bool, upTo: String?, in session: MigrationSession) throws {
    self = try upTo.map { .upTo(try session.identifier(named: $0)) } ?? (all ? .all : .next)
  }
}

enum PageForm: String, ReportForm {
  case html
}
