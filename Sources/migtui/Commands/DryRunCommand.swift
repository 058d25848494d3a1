import ArgumentParser
import MigratorEngine
import MigratorSchema
import MigratorSession

/// `migtui dry-run DB`: pending migrations, for real, on a copy.
struct DryRunCommand: BatchCommand {
  static let configuration = CommandConfiguration(
    commandName: "dry-run",
    abstract: "Runs pending migrations on a copy and tells what they do.",
    discussion: """
      The copy is made with SQLite's online backup, can be read by you alone, and is removed on \
      every way out. The database itself is only read.

      Ends with 0 when all went well, with 1 when data would be lost or violations added, and with \
      2 when a migration fails.
      """)

  @OptionGroup var options: DatabaseOptions
  @OptionGroup var output: OutputOptions

  @Flag(help: "Run all pending migrations, not only the next.")
  var all = false

  @Option(help: ArgumentHelp("Run the pending migrations up to this one.", valueName: "ID"))
  var upTo: String?

  @Flag(help: "Print the differences of the schema line by line.")
  var diff = false

  func validate() throws {
    if all, upTo != nil { throw ValidationError("Give --all or --up-to, not both.") }
  }

  func perform() throws -> ExitStatus {
    Interrupts.listen()
    var progress = Progress()
    let (dryRun, _) = try options.session().dryRun(
      scope, cancellation: Interrupts.cancellation, onEvent: { progress.show($0) })
    if output.json {
      Printer.say(DryRunText.json(dryRun))
    } else {
      DryRunText.lines(dryRun, showsLines: diff).forEach(Printer.say)
    }
    return DryRunText.status(dryRun.report)
  }

  private var scope: MigrationScope {
    if let upTo { return .upTo(upTo) }
    return all ? .all : .next
  }
}

/// What a dry run did, as text and as JSON.
enum DryRunText {
  static func lines(_ dryRun: SessionDryRun, showsLines: Bool) -> [String] {
    let report = dryRun.report
    guard !report.steps.isEmpty else { return ["Nothing is pending."] }
    var lines = report.steps.flatMap { StepText.lines($0, on: .copy) }
    if showsLines { lines += [""] + ChangesText.lines(report.changes, showsLines: true) }
    lines += ["", "Dry run on a copy; the database itself is unchanged."]
    let agreements = dryRun.agreements
    if !agreements.isEmpty {
      lines.append("To step all the same: " + StepText.options(agreements))
    }
    return lines
  }

  static func status(_ report: DryRunReport) -> ExitStatus {
    if let failure = report.failure {
      return failure.isCancellation ? .interrupted : .migrationFailed
    }
    let addsViolations = report.steps.contains { ($0.violations?.added ?? 0) > 0 }
    return addsViolations || Losses(of: report.steps).isDataLost ? .found : .success
  }

  static func json(_ dryRun: SessionDryRun) -> JSON {
    let report = dryRun.report
    return [
      "onCopy": true,
      "copiedBytes": .integer(report.copiedBytes),
      "copySeconds": .number(report.copySeconds),
      "steps": .array(report.steps.map(StepText.json)),
      "schema": ChangesText.json(report.changes),
      "agree": .array(dryRun.agreements.map { .string($0.phrase) }),
    ]
  }
}
