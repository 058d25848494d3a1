package import ArgumentParser
import MigratorEngine
import MigratorSession

/// `migtui restore DB [BACKUP]`: restores a backup, after showing what this would undo.
package struct RestoreCommand<Options: SessionOptions>: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "restore",
      abstract: "Restore a backup, after showing what that discards.")
  }

  package static var help: CommandHelp {
    CommandHelp(
      examples: [
        "restore app.sqlite": "Show what would be undone; change nothing.",
        "restore app.sqlite --yes": "Undo the last change.",
        "restore app.sqlite --list": "List the backups.",
        "restore app.sqlite saved.sqlite --yes --agree \"undo all since\"":
          "Restore any copy, and discard newer changes.",
      ],
      sections: [
        CommandHelp.Section(
          "What happens",
          """
          1. The current database is backed up to DB.before-restore, and the backup is read back.
          2. The database is overwritten in one transaction: it then contains either the backup \
          or its previous contents. If the disk fails during the commit, the output says that the \
          result is unknown.
          3. If nothing was changed, DB.before-restore is removed.
          Restoring also discards everything that was written after the change. If there is any, \
          --yes is not enough: pass the printed phrase with --agree.
          """)
      ],
      statuses: [
        .success: "restored",
        .found:
          "nothing was restored: the backup was only shown, or the restore was not confirmed",
        .noInput: "no backup found",
        .locked: "the database or the backup changed in the meantime",
      ])
  }

  package init() {}

  @Argument(help: .database)
  var database: String

  @OptionGroup(title: SharedOptions.migrations) var options: Options
  @OptionGroup(title: SharedOptions.output) package var output: OutputOptions
  @OptionGroup(title: SharedOptions.time) var progressOptions: ProgressOptions

  @Argument(
    help: ArgumentHelp(
      "Restore this backup, or any copy of the database.",
      discussion: "By default, the backup made before the last change that was not undone.",
      valueName: "BACKUP"))
  var backupFile: String?

  @Flag(help: "List the backups, newest first.")
  var list = false

  @Flag(help: "Restore; without --yes nothing is changed.")
  var yes = false

  @Option(
    help: ArgumentHelp(
      "Discard newer changes; PHRASE is \"undo all since\".", valueName: "PHRASE"))
  var agree: String?

  @OptionGroup(title: SharedOptions.backups) var backups: BackupOptions
  @OptionGroup(title: SharedOptions.backups) var place: BackupPlaceOptions

  package var databasePath: String? { database }

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
          prepared.phrase.map { Remedy.confirm(phrase: $0) } ?? "To restore it, add --yes."
        Printer.say(next.sentence)
      }
      return .found
    }
    var progress = Progress(progressOptions.progress)
    let outcome = session.restore(
      prepared, agreeing: agree, keepsBackup: backups.backup,
      cancellation: Interrupts.cancellation, onEvent: { progress.show($0) })
    let failure = outcome.error.map { BatchFailure($0) } ?? outcome.problem.map { BatchFailure($0) }
    outcome.unreadWarning.map { Printer.warn($0) }
    outcome.historyFailure.map { Printer.warn($0.sentence) }
    if output.json {
      Printer.say(RestoreText.json(prepared, outcome, failure))
    } else {
      if failure?.status == .found { prepared.lines.forEach { Printer.say($0.plain) } }
      Printer.say(RestoreText.lines(prepared, outcome))
    }
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
      Printer.say("No backup of \(database) was found.")
    } else {
      for backup in all {
        Printer.say(
          backup.line.plain
            + (backup.isChanged
              ? ", changed since it was made"
              : backup.record == nil ? ", not in the history" : ""))
      }
    }
    return .success
  }
}
