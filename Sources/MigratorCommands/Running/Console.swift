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
    WaitNotice.silence()
    Signals.unblock()
    let terminal: CursesTerminal
    do {
      terminal = try CursesTerminal.open(CursesTerminal.Options(isASCII: look.ascii))
    } catch let failure as TerminalOpenFailure {
      Printer.complain("\(failure) Here is the status report instead of the console.")
      let status = StatusText(overview)
      status.lines.forEach(Printer.say)
      return status.status
    }
    var options = ConsoleOptions(usesASCII: look.ascii)
    options.usesMouse = look.mouse
    let signal = ConsoleSession(session, options: options).run(on: terminal)
    terminal.close()
    guard let signal else { return .success }
    Interrupts.note(signal.number)
    return .interrupted
  }
}
