package import ArgumentParser
import MigratorEngine
import MigratorSession

/// `migtui restore DB [BACKUP]`: restores a backup, after showing the changes that this undoes.
package struct RestoreCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "restore",
      abstract: "Shows what bringing a backup back would undo, and does it with --yes.",
      discussion: """
        Without BACKUP it is that of the last change that is in effect. The database is overwritten in \
        one transaction: it holds what the backup holds, or is as it was; where the \
        disk fails at the very end, which of both is said not to be known. The database as it is now is \
        kept first (DB.before-restore), and that copy is read to its end; it is removed again only where it \
        is known that nothing was changed.

        Where nothing was written since the change that the backup was made before, --yes does it. \
        Otherwise more would be undone, and --agree has to give the words that are printed.

        Ends with 0 when it was done, with 1 when it was shown only or not agreed to, with 66 when there \
        is no backup, with 75 when the database or the backup changed meanwhile.
        """)
  }

  package init() {}

  @Argument(help: .database)
  var database: String

  @OptionGroup var options: Options
  @OptionGroup package var output: OutputOptions

  @Argument(
    help: ArgumentHelp("The backup; any copy of the database will do.", valueName: "BACKUP"))
  var backupFile: String?

  @Flag(help: "List the backups that are there, the newest first.")
  var list = false

  @Flag(help: "Really do it; without this nothing is changed.")
  var yes = false

  @Option(
    help: ArgumentHelp(
      "The words that agree to what would be undone: \"undo all since\".", valueName: "WORDS"))
  var agree: String?

  @OptionGroup var backups: BackupOptions
  @OptionGroup var place: BackupPlaceOptions

  package func perform() async throws -> ExitStatus {
    Interrupts.listen()
    let session = try await options.session(of: database, backups: place.policy)
    if list { return try sayBackups(session) }
    if yes { try output.undoUnfinishedTransaction(session) }
    let prepared = try session.prepareRestore(
      backupFile, cancellation: Interrupts.cancellation)
    guard yes else {
      if output.json {
        Printer.say(RestoreText.json(prepared, nil))
      } else {
        prepared.lines.forEach { Printer.say($0.plain) }
        let next =
          prepared.phrase.map { Remedy.agreeToUndo(phrase: $0) } ?? "To restore it, add --yes."
        Printer.say(next.sentence)
      }
      return .found
    }
    var progress = Progress()
    let outcome = session.restore(
      prepared, agreeing: agree, keepsBackup: backups.backup,
      cancellation: Interrupts.cancellation, onEvent: { progress.show($0) })
    let failure = outcome.error.map { BatchFailure($0) } ?? outcome.problem.map { BatchFailure($0) }
    if output.json {
      Printer.say(RestoreText.json(prepared, outcome, failure))
    } else {
      if failure?.status == .found { prepared.lines.forEach { Printer.say($0.plain) } }
      Printer.say(RestoreText.lines(prepared, outcome))
    }
    outcome.unreadWarning.map { Printer.warn($0) }
    outcome.historyFailure.map { Printer.warn($0.sentence) }
    guard let failure else { return .success }
    Printer.tell(failure)
    return failure.status
  }

  private func sayBackups(_ session: MigrationSession) throws -> ExitStatus {
    let all = session.backupsThere()
    if all.isEmpty { try session.expectFile() }
    if output.json {
      Printer.say(["backups": .array(all.map(RestoreText.json))])
    } else if all.isEmpty {
      Printer.say("There is no backup of \(database).")
    } else {
      for backup in all {
        Printer.say(
          backup.line.plain
            + (backup.isChanged
              ? ", changed since it was made"
              : backup.record == nil ? ", not known to the history" : ""))
      }
    }
    return .success
  }
}
