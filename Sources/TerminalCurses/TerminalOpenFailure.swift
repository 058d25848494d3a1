import CNCursesShim
public import TerminalUI

/// Why the terminal cannot be used; the caller prints a report instead.
public struct TerminalOpenFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of the failure.
  public enum Reason: Sendable, Hashable {
    /// Neither standard input and output nor `/dev/tty` is a terminal.
    case noTerminal
    /// `TERM` is not set.
    case noTermVariable
    /// `TERM` names an unknown terminal.
    case unknownTerminal
    /// `TERM` names a terminal without cursor positioning, such as `dumb`.
    case poorTerminal
    /// Another `CursesTerminal` is open in this process.
    case alreadyOpen
    /// A system call failed with this `errno`.
    case system(Int32)
  }

  /// The reason.
  public let reason: Reason

  /// The value of `TERM`, sanitized.
  public let terminalName: SafeText

  /// The failure in a sentence, with the fix.
  public var description: String {
    switch reason {
    case .noTerminal: "No terminal is available."
    case .noTermVariable: "TERM is not set; set it to the name of your terminal."
    case .unknownTerminal:
      "The terminal '\(terminalName)' (TERM) is unknown. Try TERM=xterm-256color."
    case .poorTerminal:
      "The terminal '\(terminalName)' (TERM) lacks required capabilities. Try TERM=xterm-256color."
    case .alreadyOpen: "The terminal is already in use by this process."
    case .system(let number): "The terminal cannot be opened (error \(number))."
    }
  }

  static func refused(_ number: Int32) -> TerminalOpenFailure {
    TerminalOpenFailure(reason: .system(number), terminalName: SafeText())
  }

  private init(reason: Reason, terminalName: SafeText) {
    self.reason = reason
    self.terminalName = terminalName
  }

  init?(result: Int32, errorNumber: Int32, terminalName: String) {
    switch Int(result) {
    case NCSHIM_OK: return nil
    case NCSHIM_NO_TERMINAL: reason = .noTerminal
    case NCSHIM_NO_TERM: reason = .noTermVariable
    case NCSHIM_UNKNOWN_TERM: reason = .unknownTerminal
    case NCSHIM_POOR_TERM: reason = .poorTerminal
    case NCSHIM_ALREADY_OPEN: reason = .alreadyOpen
    default: reason = .system(errorNumber)
    }
    self.terminalName = SafeText(terminalName)
  }
}
