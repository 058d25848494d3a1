import MigrationConsole
import MigratorEngine
import TerminalCurses

/// The console on the terminal of this process.
enum Console {
  /// Opens the console, or prints the status report where it cannot be drawn.
  ///
  /// - Parameters:
  ///   - database: The database file.
  ///   - migrations: The folder of migrations, or `nil` to look for it.
  ///   - isASCII: Whether only ASCII characters are drawn.
  /// - Returns: How it ended.
  /// - Throws: `OpenFailure`, `SourceFailure`, before the screen is taken.
  static func open(
    database: String, migrations: String?, isASCII: Bool = false
  ) throws -> ExitStatus {
    let source = try MigrationSource(database: database, migrations: migrations)
    // What is wrong with the file is told in the shell, before the screen is taken.
    let isReadOnly = try inspect(database) { try $0.facts().isReadOnly }
    let terminal: CursesTerminal
    do {
      terminal = try CursesTerminal.open(CursesTerminal.Options(isASCII: isASCII))
    } catch let failure as TerminalOpenFailure {
      Printer.complain("\(failure) Here is the status report instead of the console.")
      let status = try StatusText(database: database, source: source)
      status.lines.forEach(Printer.say)
      return status.isPending ? .found : .success
    }
    let session = ConsoleSession(
      engine: LiveConsoleEngine(databasePath: database, migrator: source.migrator),
      options: ConsoleOptions(
        databasePath: database, migrationsDescription: source.title,
        hasMigrations: source.folder != nil,
        readOnlyReason: isReadOnly ? "The file or its folder is read-only for you." : nil,
        usesASCII: isASCII))
    session.run(on: terminal)
    terminal.close()
    return .success
  }
}
