/// An event from a terminal.
public enum TerminalEvent: Sendable, Hashable {
  /// A key was pressed.
  case key(Key)

  /// Text was pasted.
  ///
  /// It is data, not commands, and may contain control characters.
  case paste(String)

  /// A mouse event; reported only while `TerminalDriver.setMouse(_:)` enables it.
  case mouse(MouseEvent)

  /// The terminal has a new size; everything must be redrawn.
  case resize(Size)

  /// A thread called `TerminalWaker.wake()`.
  case wake

  /// The process must end: roll back, close the terminal, exit.
  case interrupted(SignalKind)
}

/// Why the process must end.
public enum SignalKind: Sendable, Hashable, CaseIterable {
  /// SIGTERM.
  case terminate
  /// SIGHUP, or the terminal was closed.
  case hangup

  /// The number of the signal, for the exit status 128 + number.
  public var number: Int32 {
    switch self {
    case .terminate: 15
    case .hangup: 1
    }
  }
}
