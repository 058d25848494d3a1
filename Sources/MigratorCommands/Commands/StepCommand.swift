package import ArgumentParser
import MigratorEngine
import MigratorSession

/// `migtui step DB --yes`: applies the next migration to the database file.
package struct StepCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "step",
      abstract: "Applies the next migration to the database itself.",
      discussion: """
        First the migration runs on a copy. When it fails there, or would lose data that --agree does \
        not name, nothing is changed. Then a backup is made beside the database (DB.before-ID) or in \
        --backup-dir, opened and read to its end, and \
        the migration runs in one transaction. If the schema or a file of the migrations changed in \
        between, or another migration is next, nothing is changed; with --all it looks again, so that \
        several may migrate one database at once. Where \
        another program holds a lock, it waits up to five seconds.

        Other programs may write rows in between. Before the commit, what the migration really loses \
        is compared with what it lost on the copy; where that is more than was agreed to, by more than \
        one in a hundred, it is rolled back. --exact refuses a file that changed at all.

        The words fit any text of the migration that loses as much, another column as well. The digest \
        does not: where the text, or what is lost by name and number, is not as it was in the dry run \
        that gave it, nothing is changed. Of a migration in code it is of the losses alone; with \
        --no-dry-run, of the text alone.

        With --all, all pending migrations run on one copy first, and every loss has to be agreed to \
        before the first of them is applied.

        Ends with 0 when the migrations are applied or nothing is pending, with 1 when data would be \
        lost, with 2 when one failed, with 3 when it cannot be told what is \
        pending, with 4 when one cannot \
        be run here, which with --all may come after others that were applied.
        """)
  }

  package init() {}

  @Argument(help: .database)
  var database: String

  @OptionGroup var options: Options
  @OptionGroup package var output: OutputOptions
  @OptionGroup var limits: TimeLimit

  @Flag(help: "Really do it; without this nothing is changed.")
  var yes = false

  @Flag(help: "Apply all pending migrations, one after the other, up to the first that fails.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "The words that agree to one loss of one migration, as the dry run gives them: "
        + "\"012: lose 12 rows\"; or the digest of its text and all that it loses, for these alone: "
        + "012:5f2c1d0a9b3e4c7d. May be repeated.", valueName: "WORDS"))
  var agree: [String] = []

  @Flag(help: "Refuse where anything in the file changed since the dry run, rows included.")
  var exact = false

  @Flag(inversion: .prefixedNo, help: "Run on a copy first, to find failures and losses.")
  var dryRun = true

  @Option(help: .changedRows)
  var rows: ChangedRowsFormat?

  @OptionGroup var backups: BackupOptions
  @OptionGroup var place: BackupPlaceOptions

  package func validate() throws { try rows?.validate(beside: output) }

  package func perform() async throws -> ExitStatus {
    if yes { limits.listen() }
    let session = try await options.session(of: database, backups: place.policy)
    guard yes else { return try sayNext(session) }
    try output.undoUnfinishedTransaction(session)
    var run = StepRun(
      session: session, scope: all ? .all : .next, agreed: agree, rehearses: dryRun,
      isExact: exact, keepsBackup: backups.backup)
    run.onStep = { report, newBackup in
      if output.json { return }
      if let newBackup { printProgress("backup: \(newBackup)") }
      StepText.lines(report, on: .database).forEach(printProgress)
      if rows == .markdown { Printer.say(ChangedRowsText.markdown([report])) }
    }
    run.onRetry = {
      // A migration with a different effect in each run looks the same from here.
      Printer.warn("The database is not as the dry run found it: what is pending is tried anew.")
    }
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
      printProgress(NothingPendingReason.complete.message)
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

  /// Reports the next migration, without --yes.
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
      .usage, "The next step is \(next.identifier); nothing was changed.",
      "Show the result with \(command: "dry-run", database), then add --yes.")
  }
}
