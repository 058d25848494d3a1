package import ArgumentParser
import MigratorEngine
import MigratorSession

/// `migtui check [DB]`: checks the pending migrations, for CI.
package struct CheckCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "check",
      abstract:
        "Runs all pending migrations on a copy and reports what is wrong with them, for CI.",
      discussion: """
        Without DB they run from an empty database on; with DB, which is only read, on a copy of it.

        What is looked for:
        \(CheckFinding.Rule.table)

        Ends with 0 when nothing was found or only warnings, with 1 when there is an error, with 2 when \
        a migration fails, with 3 when there are no migrations, with 4 when one cannot be run here, \
        and with 78 when their files cannot be used. --strict takes warnings for errors. What keeps the \
        check itself from being made has the statuses of every command: 66 for a file or folder that is \
        missing, 73 or 74 where one cannot be made, read or written, 77 where that is not permitted.
        """)
  }

  package init() {}

  @Argument(help: .database)
  var database: String?

  @OptionGroup var options: Options
  @OptionGroup package var output: OutputOptions
  @OptionGroup var limits: TimeLimit

  @Option(
    help: ArgumentHelp(
      "Print what is found for another program: sarif, or github (annotations of a workflow).",
      valueName: "FORM"))
  var report: FindingForm?

  @Option(
    help: ArgumentHelp(
      "Words of a loss that is agreed to, or the digest of a migration's text and losses, as check "
        + "prints them. May be repeated.",
      valueName: "WORDS"))
  var agree: [String] = []

  @Option(
    help: ArgumentHelp(
      "Warn if a migration would block other writers for longer, as the dry run predicts it.",
      valueName: "SECONDS"))
  var maxLock = 10.0

  @Flag(help: "End with 1 for warnings, too.")
  var strict = false

  package func validate() throws {
    if output.json, report != nil { throw ValidationError("Give --json or --report, not both.") }
  }

  package func perform() async throws -> ExitStatus {
    limits.listen()
    let found: CheckReport
    let status: ExitStatus
    do {
      found = try await check()
      status = self.status(of: found)
    } catch let failure as any FindingsError {
      found = CheckReport(findings: failure.findings, tried: [])
      status = ExitStatus(failure.explanation.category)
    }
    let text = FindingText(report: found, isOfCopy: database != nil)
    switch self.report {
    case _ where output.json: Printer.say(text.json)
    case nil: Printer.say(text.lines)
    case .sarif?: Printer.writeRaw(text.sarif.text() + "\n")
    case .github?: text.annotations.forEach { Printer.writeRaw($0 + "\n") }
    }
    Printer.printNotes(of: found.origin)
    return status
  }

  private func check() async throws -> CheckReport {
    var progress = Progress()
    func check(_ database: String) async throws -> CheckReport {
      try await options.session(of: database).check(
        agreeing: agree, lockLimit: maxLock, cancellation: Interrupts.cancellation,
        onEvent: { progress.show($0) })
    }
    if let database { return try await check(database) }
    let empty = try ScratchFolder(in: nil)
    defer { withExtendedLifetime(empty) {} }
    try empty.makeDatabase()
    return try await check(empty.databasePath)
  }

  private func status(of report: CheckReport) -> ExitStatus {
    let rules = Set(report.findings.map(\.rule))
    if rules.contains(.unreadable) { return .badMigrations }
    if let failure = report.failure { return ExitStatus(failure, on: .copy) }
    if rules.contains(.unknown) { return .unknown }
    if rules.contains(.blocked) { return .blocked }
    let worst = report.count(of: .error) + (strict ? report.count(of: .warning) : 0)
    return worst > 0 ? .found : .success
  }
}
