import MigrationConsole
import MigratorEngine
import MigratorSources
import TerminalCurses
import TerminalUI
import MigratorPlatform

/// The console on the terminal of this process.
enum Console {
  /// Opens the console, or prints the status report where it cannot be drawn.
  ///
  /// - Parameters:
  ///   - database: The database file.
  ///   - source: The migrations.
  ///   - isASCII: Whether only ASCII characters are drawn.
  /// - Returns: How it ended; a session that a signal ended exits as a shell would say it.
  /// - Throws: `OpenFailure`, before the screen is taken.
  static func open(
    database: String, source: MigrationSource, isASCII: Bool = false
  ) throws -> ExitStatus {
    // What is wrong with the file is told in the shell, before the screen is taken.
    let isReadOnly = try source.inspect { try $0.facts().isReadOnly }
    CrashCleanup.install()
    let terminal: CursesTerminal
    do {
      terminal = try CursesTerminal.open(CursesTerminal.Options(isASCII: isASCII))
    } catch let failure as TerminalOpenFailure {
      Printer.complain("\(failure) Here is the status report instead of the console.")
      let status = try StatusText(database: database, source: source)
      status.lines.forEach(Printer.say)
      return status.isPending ? .found : .success
    }
    let reason = isReadOnly ? "The file or its folder is read-only for you." : nil
    let signal = session(
      database: database, source: source, readOnlyReason: reason, isASCII: isASCII
    ).run(on: terminal)
    terminal.close()
    if let signal { exit(128 + signal.number) }
    return .success
  }

  /// A session over a database and its migrations.
  ///
  /// - Parameters:
  ///   - database: The database file.
  ///   - source: The migrations.
  ///   - reason: Why the file may not be stepped, if it may not.
  ///   - isASCII: Whether only ASCII characters are drawn.
  /// - Returns: The session, not begun.
  static func session(
    database: String, source: MigrationSource, readOnlyReason reason: String? = nil,
    isASCII: Bool = false
  ) -> ConsoleSession {
    var options = ConsoleOptions(
      databasePath: database, migrationsDescription: source.title,
      hasMigrations: source.hasMigrations, readOnlyReason: reason, usesASCII: isASCII)
    if source.project.folder.tool.format != .grdb { options.evidence = source.project.evidence }
    return ConsoleSession(
      engine: LiveConsoleEngine(
        databasePath: database, migrator: source.migrator, configuration: source.configuration,
        repairs: { selected, cancellation in try source.repairs(selected, cancellation) }),
      options: options)
  }
}
