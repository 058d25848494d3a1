import Dispatch
public import MigrationConsole
public import TerminalUI

/// Presses keys in a session on an in-memory terminal and captures the screen after each.
///
/// The robot waits until the session is idle, not for a fixed time, so nothing is being read,
/// searched or run when a key arrives. Tests, documentation pictures and bug reports use it.
public final class ScriptedConsole {
  /// A wait of at least this many milliseconds means that nothing is running, because progress is
  /// redrawn several times a second.
  private static let idleInterval = 1_000

  private let size: Size
  private let capabilities: TerminalCapabilities

  /// Creates a robot.
  ///
  /// - Parameters:
  ///   - size: The size of the terminal.
  ///   - capabilities: The capabilities of the terminal.
  public init(
    size: Size = Size(columns: 80, rows: 24),
    capabilities: TerminalCapabilities = TerminalCapabilities()
  ) {
    self.size = size
    self.capabilities = capabilities
  }

  /// Runs a session from its start, then hangs up.
  ///
  /// The session's clock advances only by one second per event, so that screens are the same in
  /// every run.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - events: The events to send, each when the session is idle.
  ///   - prepare: Called with the index of the next event, to act as another program, such as an
  ///     editor that changes a file.
  /// - Returns: The screen before the first event, then the screen after each event.
  public func run(
    _ session: ConsoleSession, _ events: [TerminalEvent],
    prepare: @escaping (Int) -> Void = { _ in }
  ) -> [CellGrid] {
    let alarm = DispatchSemaphore(value: 0)
    var rest = events[...]
    var screens: [CellGrid] = []
    var lookAtScreen: () -> CellGrid? = { nil }
    let terminal = MemoryTerminal(
      size: size, capabilities: capabilities, waker: TerminalWaker { alarm.signal() }
    ) { timeout in
      switch timeout {
      case 0?: return nil
      case let milliseconds? where milliseconds < Self.idleInterval:
        _ = alarm.wait(timeout: .now() + .milliseconds(milliseconds))
        return .wake
      default:
        // Without a short timeout, nothing is running, so the session is idle.
        if let screen = lookAtScreen() { screens.append(screen) }
        prepare(events.count - rest.count)
        return rest.popFirst() ?? .interrupted(.hangup)
      }
    }
    lookAtScreen = { [weak terminal] in terminal?.frames.last }
    session.run(on: terminal) { Double(events.count - rest.count) }
    return screens
  }

  /// Presses keys in a session from its start, then hangs up.
  ///
  /// - Parameters:
  ///   - keys: The keys to press, each when the session is idle.
  ///   - session: The session.
  /// - Returns: The screen before the first key, then the screen after each key.
  public func press(_ keys: [Key], in session: ConsoleSession) -> [CellGrid] {
    run(session, keys.map { .key($0) })
  }
}
