import MigrationConsole
package import MigratorSession
import TerminalCurses
import TerminalUI
import MigratorPlatform

/// The console on the terminal of this process.
package enum Console {
  /// How long nothing is drawn for a small file, in seconds: a person notices no flash of that length.
  private static let patience = 0.005
  /// Files above that many bytes are not read so soon, as a rule.
  private static let smallSize = 1 << 20

  /// Opens the console, or prints the status report where it cannot be drawn.
  ///
  /// - Parameters:
  ///   - session: The database and its migrations.
  ///   - look: How it looks and is used.
  /// - Returns: How it ended: by a signal, or because the operator left.
  /// - Throws: `OpenFailure`; what the source throws, before the screen is taken.
  package static func open(_ session: MigrationSession, look: LookOptions) throws -> ExitStatus {
    let first = FirstReading(session)
    let settings = try SettingsFiles.settings(for: session.database)
    let session = session.readOnly(settings.readOnly).readOnly(look.readOnly ? .option : nil)
    // What is wrong with the file or its migrations is told in the shell; where that takes longer to find out,
    // the screen is given back for it. Who has to wait for others was told so, and waits there.
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
      Printer.complain("\(failure) Here is the status report instead of the console.")
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

  /// Opens the console as text in reading order; the end of standard input ends it.
  private static func openLinear(
    _ session: MigrationSession, _ look: LookOptions, _ settings: ConsoleSettings,
    _ first: FirstReading
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
