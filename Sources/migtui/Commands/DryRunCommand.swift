import ArgumentParser
import MigratorEngine
import MigratorSchema

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
    let source = try MigrationSource(options)
    Interrupts.listen()
    var progress = Progress()
    let report = try DryRun.run(
      path: options.database, migrator: source.migrator, scope: scope,
      configuration: source.configuration,
      cancellation: Interrupts.cancellation, onEvent: { progress.show($0) })
    if output.json {
      Printer.say(DryRunText.json(report))
    } else {
      DryRunText.lines(report, showsLines: diff).forEach(Printer.say)
    }
    return DryRunText.status(report)
  }

  private var scope: DryRun.Scope {
    if let upTo { return .upTo(upTo) }
    return all ? .all : .next
  }
}

/// What a dry run did, as text and as JSON.
enum DryRunText {
  static func lines(_ report: DryRunReport, showsLines: Bool) -> [String] {
    guard !report.steps.isEmpty else { return ["Nothing is pending."] }
    var lines = report.steps.flatMap { StepText.lines($0, on: "The copy") }
    if showsLines { lines += [""] + ChangesText.lines(report.changes, showsLines: true) }
    lines += ["", "Dry run on a copy; the database itself is unchanged."]
    let phrases = report.steps.compactMap { Losses(of: [$0]).phrase }
    if !phrases.isEmpty {
      lines.append(
        "To step all the same: " + phrases.map { "--agree \"\($0)\"" }.joined(separator: " "))
    }
    return lines
  }

  static func status(_ report: DryRunReport) -> ExitStatus {
    if let failure = report.failure {
      return failure.isCancellation ? .interrupted : .migrationFailed
    }
    let addsViolations = report.steps.contains { $0.newViolationCount > 0 }
    return addsViolations || Losses(of: report.steps).isDataLost ? .found : .success
  }

  static func json(_ report: DryRunReport) -> JSON {
    [
      "onCopy": true,
      "copiedBytes": .integer(report.copiedBytes),
      "copySeconds": .number(report.copySeconds),
      "steps": .array(report.steps.map(StepText.json)),
      "schema": ChangesText.json(report.changes),
      "agree": .optional(Losses(of: report.steps).phrase),
    ]
  }
}
