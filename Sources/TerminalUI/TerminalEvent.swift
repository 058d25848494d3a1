/// What a terminal reports.
public enum TerminalEvent: Sendable, Hashable {
  /// A key was pressed.
  case key(Key)

  /// Text was pasted: data, never commands. It is as it came, control characters included.
  case paste(String)

  /// Something was done with the mouse; only while `TerminalDriver.setMouse(_:)` asks for it.
  case mouse(MouseEvent)

  /// The terminal has a new size; everything must be drawn again.
  case resize(Size)

  /// A thread called `TerminalWaker.wake()`.
  case wake

  /// The process is asked to end: roll back, close the terminal, exit.
  case interrupted(SignalKind)
}

/// Why a process is asked to end.
public enum SignalKind: Sendable, Hashable, CaseIterable {
  /// SIGTERM.
  case terminate
  /// SIGHUP, or the terminal is gone.
  case hangup

  /// The number of the signal, for the exit status 128 + number.
  public var number: Int32 {
    switch self {
    case .terminate: 15
    case .hangup: 1
    }
  }
}
