import MigrationConsole
package import MigratorSession
import TerminalCurses
import TerminalUI
import MigratorPlatform

/// The console on the terminal of this process.
package enum Console {
  /// Opens the console, or prints the status report where it cannot be drawn.
  ///
  /// - Parameters:
  ///   - session: The database and its migrations.
  ///   - look: How it looks and is used.
  /// - Returns: How it ended: by a signal, or because the operator left.
  /// - Throws: `OpenFailure`; what the source throws, before the screen is taken.
  package static func open(_ session: MigrationSession, look: LookOptions) throws -> ExitStatus {
    // What is wrong with the file or its migrations is told in the shell, before the screen is taken.
    let overview = try session.overview()
    let settings = try SettingsFiles.settings(for: session.database)
    WaitNotice.silence()
    if look.linear { return try openLinear(session, look, settings) }
    Signals.unblock()
    let terminal: CursesTerminal
    do {
      terminal = try CursesTerminal.open(look.terminal(settings))
    } catch let failure as TerminalOpenFailure {
      Printer.complain("\(failure) Here is the status report instead of the console.")
      let status = StatusText(overview)
      status.lines.forEach(Printer.say)
      return status.status
    }
    let signal = ConsoleSession(session, options: look.console(settings)).run(on: terminal)
    terminal.close()
    guard let signal else { return .success }
    Interrupts.note(signal.number)
    return .interrupted
  }

  /// Opens the console as text in reading order; the end of standard input ends it.
  private static func openLinear(
    _ session: MigrationSession, _ look: LookOptions, _ settings: ConsoleSettings
  ) throws -> ExitStatus {
    Signals.unblock()
    let isASCII = look.ascii || settings.usesASCII == true
    let terminal = try LinearTerminal(isUTF8: !isASCII)
    Printer.say(LinearTerminal.introduction)
    ConsoleSession(session, options: look.console(settings)).run(on: terminal)
    return .success
  }
}
