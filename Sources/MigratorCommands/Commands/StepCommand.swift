package import ArgumentParser
import MigratorEngine
import MigratorPlatform
import MigratorSession

package struct StepCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "step",
      abstract: "Apply the next migration, after a dry run and a backup.")
  }

  package static var help: CommandHelp {
    CommandHelp(
      examples: [
        "step app.sqlite": "Show the next migration; change nothing.",
        "step app.sqlite --yes": "Apply it.",
        "step app.sqlite --yes --all": "Apply all pending migrations.",
        "step app.sqlite --yes --agree \"011: lose 812 rows\"":
          "Accept a loss that the dry run reported.",
      ],
      sections: [
        CommandHelp.Section(
          "What happens",
          """
          1. The migration runs on a copy. If it fails there, or would lose data that you did not \
          accept, nothing is changed.
          2. The database is backed up to DB.before-ID, and the backup is read back.
          3. The migration and its ledger row are committed in one transaction. If it loses more \
          than you accepted, by over 1 %, it is rolled back.
          Undo it with `\(ProgramName.text) restore DB`.
          """),
        CommandHelp.Section(
          "Other programs",
          """
          Other programs may write rows between the dry run and the step. If the schema, a \
          migration file or the next migration changed in the meantime, nothing is applied. With \
          --all, the command then starts again, so several programs may migrate one database at \
          once. If another program holds a lock, the command waits up to five seconds.
          """),
      ],
      statuses: [
        .success: "applied, or nothing is pending",
        .found: "would lose data",
        .migrationFailed: "a migration failed",
        .unknown: "cannot determine what is pending",
        .blocked: "stopped at a migration that cannot run here",
        .usage: "--yes is missing",
        .locked: "locked or changed by another program",
      ])
  }

  package init() {}

  @Argument(help: .database)
  var database: String

  @OptionGroup(title: SharedOptions.migrations) var options: Options
  @OptionGroup(title: SharedOptions.output) package var output: OutputOptions
  @OptionGroup(title: SharedOptions.time) var limits: TimeLimit
  @OptionGroup(title: SharedOptions.time) var progressOptions: ProgressOptions

  @Flag(help: "Apply; without --yes nothing is changed.")
  var yes = false

  @Flag(
    help: ArgumentHelp(
      "Apply all pending migrations.",
      discussion: "All run on one copy first. All losses must be accepted before the first "
        + "migration is applied. The run stops at the first failure."))
  var all = false

  @Option(
    help: ArgumentHelp(
      "Apply the pending migrations up to this one.", valueName: "ID"),
    completion: MigrationNames<Options>.pending)
  var upTo: String?

  @Option(
    help: ArgumentHelp(
      "Accept a reported loss; repeatable.",
      discussion: "The dry run prints each PHRASE, such as \"012: lose 12 rows\". A phrase is "
        + "still accepted after the file is edited, if the losses are the same. The dry run also "
        + "prints a digest, such as 012:5f2c1d0a9b3e4c7d. It accepts exactly this file with exactly "
        + "these losses. For a migration in code it covers only the losses, and with --no-dry-run "
        + "only the file.",
      valueName: "PHRASE"))
  var agree: [String] = []

  @Flag(help: "Refuse if anything has changed since the dry run, even a row.")
  var exact = false

  @Flag(inversion: .prefixedNo, help: "Skip the dry run; losses are then unknown.")
  var dryRun = true

  @Option(help: .changedRows)
  var rows: ChangedRowsFormat?

  @OptionGroup(title: SharedOptions.backups) var backups: BackupOptions
  @OptionGroup(title: SharedOptions.backups) var place: BackupPlaceOptions

  package func validate() throws {
    try rows?.validate(beside: output)
    if all, upTo != nil { throw ValidationError("Use --all or --up-to, not both.") }
  }

  package var databasePath: String? { database }

  package func perform() async throws -> ExitStatus {
    if yes { limits.listen() }
    let session = try await options.session(of: database, backups: place.policy)
    guard yes else { return try sayNext(session) }
    try output.undoUnfinishedTransaction(session)
    var run = StepRun(
      session: session, scope: try MigrationScope(all: all, upTo: upTo, in: session), agreed: agree,
      rehearses: dryRun,
      isExact: exact, keepsBackup: backups.backup, progressForm: progressOptions.progress)
    run.onStep = { report, newBackup in
      if output.json { return }
      if let newBackup { printProgress("backup: \(newBackup)") }
      StepText.lines(report, on: .database).forEach(printProgress)
      if rows == .markdown { Printer.say(ChangedRowsText.markdown([report])) }
    }
    run.onRetry = {
      // This can also be a migration whose effect differs in each run.
      Printer.warn("The database has changed since the dry run. Starting again.")
    }
    run.onUnusedAgreement = { Printer.warn($0.message) }
    run.onStop = { Printer.warn(Printer.line($0)) }
    let failure: BatchFailure?
    do {
      try run.finish()
      failure = run.failure
    } catch {
      failure = BatchFailure(error)
    }
    if !output.json { run.endLines.forEach(printProgress) }
    if let rows, rows != .markdown { ChangedRowsText.print(run.outcome.steps, as: rows) }
    run.outcome.historyFailure.map { Printer.warn($0.sentence) }
    if output.json {
      Printer.say(run.json(failure))
    } else if failure == nil, run.outcome.steps.isEmpty {
      printProgress(NothingPendingReason.complete.message(in: run.scope))
    }
    guard let failure else {
      run.origin.map(Printer.printNotes)
      return .success
    }
    Printer.tell(failure)
    return failure.status
  }

  /// Prints a line for people; on standard error if standard output contains rows for a program.
  private func printProgress(_ line: String) {
    if rows == nil || rows == .markdown { Printer.say(line) } else { Printer.printError(line) }
  }

  /// Reports the next migration, if `--yes` is not given.
  private func sayNext(_ session: MigrationSession) throws -> ExitStatus {
    let overview = try session.overview()
    let status = overview.status
    if let obstacle = status.obstacle { throw MigrationError(.obstacle(obstacle)) }
    guard let next = status.next else {
      if let failure = BatchFailure(overview) { throw failure }
      if output.json {
        Printer.say(StepRun(session: session, scope: .next).json(nil))
      } else {
        Printer.say(overview.standstill.message)
      }
      Printer.printNotes(of: overview.origin)
      return .success
    }
    throw BatchFailure(
      .usage, "The next migration is \(next.identifier). No changes were made.",
      "See its effects with \(command: "dry-run", database). To apply it, add --yes.")
  }
}
