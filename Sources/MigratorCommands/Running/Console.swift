import MigrationConsole
package import MigratorSession
import TerminalCurses
import TerminalUI
import MigratorPlatform

package enum Console {
  /// How many seconds to wait for a small file before drawing; too short to be noticed.
  private static let patience = 0.005
  /// The size limit in bytes of small files, which can usually be read within that time.
  private static let smallSize = 1 << 20

  /// Opens the console, or prints the status report if the terminal cannot show it.
  ///
  /// - Parameters:
  ///   - session: The database and its migrations.
  ///   - look: The appearance and input options.
  /// - Returns: The exit status: success, or an interruption by a signal.
  /// - Throws: `OpenFailure`, or errors of the source, before the screen is drawn.
  package static func open(_ session: MigrationSession, look: ConsoleDisplayOptions) throws
    -> ExitStatus
  {
    let first = InitialRead(session)
    let settings = try SettingsFiles.settings(for: session.database)
    let session = session.readOnly(settings.project.readOnly).readOnly(
      look.readOnly ? .option : nil)
    // Errors of the file or its migrations are printed in the shell. If they are found later, the
    // console closes first. After a notice about a lock, wait for the lock here.
    let isSmall = Files.size(of: session.database) ?? 0 <= smallSize
    if first.hasEnded(within: isSmall ? patience : 0) || WaitNotice.wasGiven {
      _ = try first.overview
    }
    if look.linear {
      _ = try first.overview
      return try openLinear(session, look, settings, first)
    }
    WaitNotice.leave { first.noteWaiting() }
    Signals.unblock()
    let terminal: CursesTerminal
    do {
      terminal = try CursesTerminal.open(look.terminal(settings))
    } catch let failure as TerminalOpenFailure {
      Printer.printError("\(failure) Printing the status report instead of the console.")
      let status = StatusText(try first.overview)
      status.say()
      return status.status
    }
    let signal = ConsoleSession(session, options: look.console(settings))
      .run(on: terminal, showing: first)
    terminal.close()
    guard let signal else {
      _ = try first.overview
      return .success
    }
    Interruption.note(signal.number)
    return .interrupted
  }

  /// Opens the console as text in reading order, until the end of standard input.
  private static func openLinear(
    _ session: MigrationSession, _ look: ConsoleDisplayOptions, _ settings: ConsoleSettings,
    _ first: InitialRead
  ) throws -> ExitStatus {
    WaitNotice.leave { first.noteWaiting() }
    Signals.unblock()
    let isASCII = look.ascii || settings.usesASCII == true
    let terminal = try LinearTerminal(isUTF8: !isASCII)
    Printer.script(LinearTerminal.introduction)
    ConsoleSession(session, options: look.console(settings)).run(on: terminal, showing: first)
    return .success
  }
}
