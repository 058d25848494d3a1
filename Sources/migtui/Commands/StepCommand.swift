import ArgumentParser
import MigrationConsole
import MigratorEngine

/// `migtui step DB --yes`: the next migration, on the real file.
struct StepCommand: BatchCommand {
  static let configuration = CommandConfiguration(
    commandName: "step",
    abstract: "Applies the next migration to the database itself.",
    discussion: """
      First the migration runs on a copy. When it fails there, or would lose data that --agree does \
      not name, nothing is changed. Then a backup is made beside the database (DB.before-ID), and \
      the migration runs in one transaction. If another program changed the database in between, \
      nothing is changed; with --all it looks again, so that several may migrate one database at \
      once. A lock of another program is waited for, five seconds at most.

      Ends with 0 when the migration is applied or nothing is pending, with 1 when data would be \
      lost, with 2 when it failed.
      """)

  @OptionGroup var options: DatabaseOptions
  @OptionGroup var output: OutputOptions

  @Flag(help: "Really do it; without this nothing is changed.")
  var yes = false

  @Flag(help: "Apply all pending migrations, one after the other, up to the first that fails.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "The words that agree to a loss, as the dry run gives them: \"lose 12 rows\". May be repeated.",
      valueName: "WORDS"))
  var agree: [String] = []

  @Flag(inversion: .prefixedNo, help: "Run on a copy first, to find failures and losses.")
  var dryRun = true

  @Flag(
    inversion: .prefixedNo, help: "Keep a copy of the database as it was before the first step.")
  var backup = true

  func perform() throws -> ExitStatus {
    if yes { try undoUnfinishedTransaction() }
    let source = try MigrationSource(options)
    let status = try source.inspect { try $0.status(of: source.migrator) }
    if let obstacle = status.obstacle { throw MigrationError(.obstacle(obstacle)) }
    guard let next = status.next else {
      if let caution = status.caution { throw MigrationError(.obstacle(caution)) }
      if output.json { Printer.say(["steps": []]) } else { Printer.say("Nothing is pending.") }
      return .success
    }
    guard yes else {
      throw BatchFailure(
        .usage, "The next step is \(next.identifier); nothing was changed.",
        "See what it does with `migtui dry-run`, then add --yes.")
    }
    Interrupts.listen()
    var session = StepSession(
      database: options.database, source: source, agreed: agree, usesDryRun: dryRun,
      keepsBackup: backup, looksAgain: all)
    var isFirst = true
    while isFirst || all, let step = try session.step() {
      isFirst = false
      if !output.json {
        if session.steps.count == 1, let path = session.backupPath {
          Printer.say("backup: \(path)")
        }
        StepText.lines(step, on: "The database").forEach(Printer.say)
      }
      if step.failure != nil { break }
    }
    if output.json { Printer.say(session.json) }
    guard let failure = session.steps.last?.failure else { return .success }
    if failure.isCancellation { return .interrupted }
    guard failure.isLock else { return .migrationFailed }
    // Nothing was wrong with the migration: a reader kept the file busy, or a writer did.
    Printer.complain(
      "Another program holds a lock on the database. Wait until it is done, or end it, and try again."
    )
    return .locked
  }

  /// Lets SQLite undo what a step that was killed has left in the `-journal` file; only a connection
  /// that writes can do that.
  private func undoUnfinishedTransaction() throws {
    do {
      try inspect(options.database) { _ in }
    } catch let failure as OpenFailure where failure.kind == .hotJournal {
      try DatabaseQueue(path: options.database, configuration: options.configuration()).close()
      if !output.json { Printer.say("An unfinished transaction was undone first.") }
    }
  }
}

extension MigrationFailure {
  /// Whether a lock of another connection was waited for in vain.
  fileprivate var isLock: Bool {
    let code = extendedResultCode.map { ResultCode(rawValue: $0).primaryResultCode }
    return code == .SQLITE_BUSY && databaseState == .asBefore
  }
}
