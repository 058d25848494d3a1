package import ArgumentParser
import MigratorEngine
import MigratorSession

/// `migtui dry-run DB`: runs pending migrations on a copy.
package struct DryRunCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "dry-run",
      abstract: "Runs pending migrations on a copy, not on the file, and tells what they do.",
      discussion: """
        They run on an overlay, which keeps what is written apart from the file, or, where others would \
        have to wait for that, on a copy. Only you \
        can read it, and it is removed however the program ends, but for kill -9. The database itself is only read.

        With --trace each statement is told before what the migration did: its line, its time, the rows \
        it changed, what it changed in the schema, the violations of foreign keys after it, and its query plan.

        Ends with 0 when all went well, with 1 when data would be lost or violations added, with 2 when \
        a migration fails, with 3 when it cannot be told what is pending, and with 4 when what was asked \
        for ends before a migration that cannot be run here.
        """)
  }

  package init() {}

  @Argument(help: .database)
  var database: String

  @OptionGroup var options: Options
  @OptionGroup package var output: OutputOptions
  @OptionGroup var limits: TimeLimit

  @Flag(help: "Run all pending migrations, not only the next.")
  var all = false

  @Option(
    help: ArgumentHelp("Run the pending migrations up to this one.", valueName: "ID"),
    completion: MigrationNames<Options>.pending)
  var upTo: String?

  @Flag(help: "Print the differences of the schema line by line.")
  var diff = false

  @Option(help: .changedRows)
  var rows: ChangedRowsFormat?

  @Flag(
    help: "Tell what each statement does: its time, rows, schema changes, violations and plan.")
  var trace = false

  package func validate() throws {
    try rows?.validate(beside: output)
    if trace, let rows, rows != .markdown {
      throw ValidationError("Give --trace or --rows \(rows.rawValue), which prints nothing else.")
    }
    if all, upTo != nil { throw ValidationError("Give --all or --up-to, not both.") }
  }

  package func perform() async throws -> ExitStatus {
    limits.listen()
    var progress = Progress()
    var traces: [StatementTrace] = []
    let tracing = trace ? StatementTracing { traces.append($0) } : nil
    let (dryRun, overview) = try await options.session(of: database).dryRun(
      scope, tracing: tracing, cancellation: Interrupts.cancellation, onEvent: { progress.show($0) }
    )
    if dryRun.report.steps.isEmpty, let failure = BatchFailure(overview) { throw failure }
    let text = DryRunText(
      dryRun: dryRun, scope: scope, stop: overview.stop(in: scope),
      untried: overview.untried(by: dryRun), traces: trace ? traces : nil)
    switch rows {
    case _ where output.json: Printer.say(text.json)
    case nil: Printer.say(text.lines(showsLines: diff))
    case .markdown?:
      let tables = ChangedRowsText.markdown(dryRun.report.steps)
      Printer.say(text.lines(showsLines: diff) + tables)
    case let format?:
      ChangedRowsText.print(dryRun.report.steps, as: format)
      // Programs that read only the rows must learn that they are incomplete.
      if dryRun.report.failure != nil || text.status == .blocked {
        text.lines(showsLines: diff).forEach(Printer.printError)
      }
    }
    if dryRun.report.steps.isEmpty { Printer.printNotes(of: overview.origin) }
    text.failure.map(Printer.tell)
    return text.status
  }

  private var scope: MigrationScope {
    if let upTo { return .upTo(upTo) }
    return all ? .all : .next
  }
}

/// The result of a dry run, as text and as JSON.
struct DryRunText {
  let dryRun: SessionDryRun
  let scope: MigrationScope
  /// Where the run ended before the last requested migration, or `nil`.
  let stop: PredictedStop?
  /// The requested migrations that were not tried.
  let untried: [String]
  /// The traced statements, or `nil` without `--trace`.
  let traces: [StatementTrace]?

  func lines(showsLines: Bool) -> [String] {
    let report = dryRun.report
    guard !report.steps.isEmpty else { return [NothingPendingReason.complete.message(in: scope)] }
    var lines = report.steps.flatMap { step in
      TraceText.lines(of: step.identifier, among: traces) + StepText.lines(step, on: .copy)
    }
    if let stop = shownStop {
      lines += [stop.message, stop.remedy.sentence].map { Printer.line($0) }
    } else if !untried.isEmpty {
      lines.append(Printer.line("Not tried: \(Format.names(untried))"))
    }
    if showsLines { lines += [""] + ChangesText.lines(report.changes, showsLines: true) }
    let copy =
      switch report.form {
      case .overlay: "an overlay"
      case .full where report.isClone: "a clone, which shares the file's blocks"
      case .full: "a copy"
      }
    lines += ["", "Dry run on \(copy); the database itself is unchanged."]
    if !report.isSearchedForDamage {
      lines.append("Its pages were not searched for damage: --copy full does that.")
    }
    let agreements = dryRun.agreements
    if !agreements.isEmpty {
      // No agreement makes a failing migration applicable.
      let subject = report.failure.map { " what is before \($0.identifier)" } ?? ""
      lines += [
        "To step\(subject) all the same: " + Remedy.options(agreeing: agreements.map(\.phrase)),
        "To step\(subject) with these texts and losses alone: "
          + Remedy.options(agreeing: agreements.digests.map(\.words)),
      ].map { Printer.line($0) }
    }
    return lines
  }

  /// The stop, unless a migration failed before it.
  private var shownStop: PredictedStop? { dryRun.report.failure == nil ? stop : nil }

  /// The failure of the last migration on the copy, or `nil`.
  var failure: BatchFailure? {
    dryRun.report.failure.map {
      BatchFailure(
        ExitStatus($0, on: .copy),
        $0.isCancellation
          ? "\($0.identifier) was stopped on the copy." : "On the copy, \($0.sentence)",
        $0.remedy(on: .copy))
    }
  }

  var status: ExitStatus {
    let report = dryRun.report
    if let failure = report.failure {
      return ExitStatus(failure, on: .copy)
    }
    if stop != nil { return .blocked }
    let addsViolations = report.steps.contains { ($0.violations?.added ?? 0) > 0 }
    return addsViolations || Losses(of: report.steps).isDataLost ? .found : .success
  }

  var json: JSON {
    let report = dryRun.report
    return [
      "onCopy": true,
      "form": .string(report.form.rawValue),
      "isSearchedForDamage": .bool(report.isSearchedForDamage),
      "copiedBytes": .integer(report.copiedBytes),
      "isClone": .bool(report.isClone),
      "copySeconds": .number(report.copySeconds),
      "steps": .array(report.steps.map { StepText.json($0, on: .copy) }),
      "trace": traces.map { .array($0.map(TraceText.json)) } ?? .null,
      "schema": ChangesText.json(report.changes),
      "agree": .array(dryRun.agreements.map { .string($0.phrase) }),
      "agreeDigests": .array(dryRun.agreements.digests.map { .string($0.words) }),
      "stop": shownStop.map(StatusText.json) ?? .null, "notTried": .strings(untried),
    ]
  }
}
