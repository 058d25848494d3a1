package import ArgumentParser
import MigratorEngine
import MigratorRows
import MigratorSession

/// `migtui check [DB]`: checks the pending migrations, for CI.
package struct CheckCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "check",
      abstract: "Check all pending migrations, for CI.")
  }

  package static var help: CommandHelp {
    CommandHelp(
      examples: [
        "check": "Start from an empty database, with generated rows.",
        "check staging.sqlite": "Run on a copy of real data.",
        "check --report github": "Annotate a pull request.",
        "check --report github --report html=check.html": "Also write a page for reviewers.",
        "check --json --report sarif=migtui.sarif": "Also write a report for code scanning.",
        "check --agree \"012: lose 1 column\"": "Accept a loss that was reported.",
        "check --base origin/main": "Check the migrations of a branch.",
        "check --rule lost-rule=error": "Fail on lost indexes and constraints.",
        "check --strict": "Fail on warnings too.",
      ],
      sections: [
        ("Errors", .error), ("Warnings", .warning), ("Notes", .note), ("Off by default", .off),
      ].map { (title: String, severity: CheckFinding.Severity) in
        let rules = CheckFinding.Rule.allCases.filter { $0.severity == severity }
        return CommandHelp.Section(
          title, rows: rules.map { CommandHelp.Row($0.rawValue, $0.meaning) })
      } + [
        CommandHelp.Section(
          "Accepting findings",
          """
          To accept the findings of a rule in a file, write a comment in it: \
          `-- migtui: accept RULE -- REASON`. For a file that must not change, write \
          `FILE = RULE -- REASON` in the section [accept] of migtui.conf. The findings become notes. \
          Only `check` reads these comments and lines.
          """),
        CommandHelp.Section(
          "Settings",
          """
          migtui.conf is also read from the folder of the migrations and from its parent. The command \
          line overrides it. The example sets a severity, accepts a loss, and states that the \
          connections of the project enforce foreign keys:
            [check]
            may-fail = error
            [accept]
            012_reports.sql = lost-data -- reports are rebuilt every night
            [tool]
            foreign-keys = on
          """),
      ],
      statuses: [
        .success: "no errors",
        .found: "errors",
        .migrationFailed: "a migration fails",
        .unknown: "no migrations found",
        .blocked: "git cannot be used (--base)",
        .noInput: "no such file or folder",
        .badMigrations: "no migration file can be used",
      ])
  }

  package init() {}

  @Argument(
    help: ArgumentHelp(
      "Run on a copy of this database, not an empty one.", valueName: "DB"))
  var database: String?

  @OptionGroup(title: SharedOptions.migrations) var options: Options
  @OptionGroup(title: SharedOptions.output) package var output: OutputOptions
  @OptionGroup(title: SharedOptions.time) var limits: TimeLimit
  @OptionGroup(title: SharedOptions.time) var progressOptions: ProgressOptions

  @Option(
    help: ArgumentHelp(
      "Write a report for another program, or a page (html); repeatable.",
      discussion: "`github` prints workflow annotations. Without =FILE, the report replaces the "
        + "text on standard output. With =FILE, the text or JSON is printed too.",
      valueName: "FORMAT[=FILE]"))
  var report: [ReportTarget<FindingForm>] = []

  @Option(
    help: ArgumentHelp(
      "Accept a reported loss; repeatable.",
      discussion: "The report prints each PHRASE. It also prints a digest for each migration, "
        + "which accepts exactly this file with exactly these losses. The losses depend on the "
        + "rows: a digest printed without DB is usually not accepted with DB.",
      valueName: "PHRASE"))
  var agree: [String] = []

  @Option(
    help: ArgumentHelp(
      "Warn about migrations that block writers for longer than this.",
      discussion: "The time is measured on the copy.", valueName: "SECONDS"))
  var maxLock = 10.0

  @Option(
    help: ArgumentHelp(
      "Estimate how long writers are blocked with N rows per table.",
      discussion: "The times are measured with 250 to 4,000 generated rows per table, for about 20 "
        + "seconds in total, and extrapolated. Statements whose time grows with the square of the "
        + "number of rows cause warnings.", valueName: "N"))
  var rowsAt: Int?

  @Option(
    help: ArgumentHelp(
      "Report only findings that are new since a git revision.",
      discussion: "Migration files that exist at REF must be unchanged, and new ones must sort "
        + "after them. Findings of unchanged files are left out. This runs `git`.",
      valueName: "REF"))
  var base: String?

  @Option(
    help: ArgumentHelp(
      "Set the severity of a rule; repeatable.",
      discussion: "The severities are off, note, warning and error. The section [check] of "
        + "migtui.conf sets them for all runs.",
      valueName: "NAME=SEVERITY"), completion: RuleSeverity.completion)
  var rule: [RuleSeverity] = []

  @Option(
    help: ArgumentHelp(
      "Generate rows that the schema allows, and run the migrations on them.",
      discussion:
        "plain: values that an app might write. odd: unlikely values, too. none: no rows. "
        + "Rows are inserted only into scratch databases.", valueName: "CLASS"))
  var generate = GeneratedChoice.plain

  @Option(help: ArgumentHelp("Generate different rows, from this seed.", valueName: "N"))
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Generate about this many rows per table.", valueName: "N"))
  var rowsPerTable = 6

  @Option(
    help: ArgumentHelp(
      "Report features that this version of SQLite lacks.",
      discussion: "The oldest SQLite that users have: 3.31.1, or a system such as android-30.",
      valueName: "VERSION"))
  var sqlite: String?

  @Flag(help: "Exit with status 1 if there are warnings.")
  var strict = false

  package func validate() throws {
    guard (1...60).contains(rowsPerTable) else {
      throw ValidationError("--rows-per-table must be from 1 to 60.")
    }
    if let rowsAt, !(1000...1_000_000_000).contains(rowsAt) {
      throw ValidationError("--rows-at must be from 1000 to 1000000000.")
    }
    try ReportTarget.validate(report, beside: output.json ? ["--json"] : [])
    if let sqlite, SQLiteRelease(sqlite) == nil {
      let names = SQLiteRelease.systems.map(\.name).joined(separator: ", ")
      throw ValidationError("--sqlite requires a version such as 3.31.1, or one of: \(names).")
    }
  }

  package var databasePath: String? { database }

  package func perform() async throws -> ExitStatus {
    limits.listen()
    let files = try ReportFiles(report, database: database)
    let found: CheckReport
    let status: ExitStatus
    do {
      found = try await check()
      status = self.status(of: found)
    } catch let failure as any FindingsError {
      found = CheckReport(findings: severities.applied(to: failure.findings), tried: [])
      status = ExitStatus(failure.explanation.category)
    }
    let text = FindingText(report: found, isOfCopy: database != nil)
    let failure = files.write(of: found.dryRun) { text.report(as: $0, of: database) }
    switch report.printed {
    case _ where output.json: Printer.say(text.json)
    case nil: Printer.say(text.lines)
    case let form?: Printer.writeRaw(text.report(as: form, of: database))
    }
    Printer.printNotes(of: found.origin)
    failure.map(Printer.tell)
    return status.after(failure)
  }

  private func check() async throws -> CheckReport {
    var progress = Progress(progressOptions.progress)
    func check(_ database: String) async throws -> CheckReport {
      try await options.session(of: database).check(
        agreeing: agree, lockLimit: maxLock, base: base, severities: severities,
        oldestSQLite: sqlite.flatMap { SQLiteRelease($0) }, generating: generated,
        estimating: rowsAt.map { GrowthCheck.Options(rows: $0, seed: seed) },
        cancellation: Interrupts.cancellation,
        onEvent: { progress.show($0) })
    }
    if let database { return try await check(database) }
    let empty = try ScratchFolder(in: nil)
    defer { withExtendedLifetime(empty) {} }
    try empty.makeDatabase()
    return try await check(empty.databasePath)
  }

  private var generated: GeneratedCheck.Options? {
    generate.rowClass.map {
      GeneratedCheck.Options(seed: seed, rowClass: $0, rowsPerTable: rowsPerTable)
    }
  }

  /// The severities that the options set; if a rule occurs twice, the last one applies.
  private var severities: CheckSeverities {
    rule.reduce(into: CheckSeverities()) { $0[$1.rule] = $1.severity }
  }

  private func status(of report: CheckReport) -> ExitStatus {
    // A rule whose severity was reduced to a warning or a note does not determine the status.
    if let failure = report.failure {
      let status = ExitStatus(failure, on: .copy)
      return status == .blocked ? .migrationFailed : status
    }
    if report.findings.contains(where: { $0.rule == .unknown && $0.severity == .error }) {
      return .unknown
    }
    let worst = report.count(of: .error) + (strict ? report.count(of: .warning) : 0)
    return worst > 0 ? .found : .success
  }
}

/// The argument of `--generate`.
enum GeneratedChoice: String, ExpressibleByArgument, CaseIterable {
  case none
  case plain
  case odd

  var rowClass: GeneratedClass? { GeneratedClass(rawValue: rawValue) }
}

/// The argument of `--rule`: `may-fail=error`.
struct RuleSeverity: ExpressibleByArgument {
  /// All arguments, for shell completion.
  static let completion = CompletionKind.list(
    CheckFinding.Rule.allCases.flatMap { rule in
      CheckFinding.Severity.allCases.map { "\(rule.rawValue)=\($0.rawValue)" }
    })

  let rule: CheckFinding.Rule
  let severity: CheckFinding.Severity

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="),
      let rule = CheckFinding.Rule(rawValue: String(argument[..<equals])),
      let severity = CheckFinding.Severity(
        rawValue: String(argument[argument.index(after: equals)...]))
    else { return nil }
    (self.rule, self.severity) = (rule, severity)
  }
}
