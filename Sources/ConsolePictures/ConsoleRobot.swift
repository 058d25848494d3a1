import Dispatch
public import MigrationConsole
public import TerminalUI

/// Presses keys in a session on an in-memory terminal, and takes the screen down after each.
///
/// It waits until the session is idle, never for a time: every key meets a screen on which nothing
/// is being read, searched or run. Tests, pictures of the documentation and bug reports are made with it.
public final class ConsoleRobot {
  /// A console that would wait this long, in milliseconds, has nothing running: what moves by itself
  /// is drawn several times a second.
  private static let idleInterval = 1_000

  private let size: Size
  private let capabilities: TerminalCapabilities

  /// Creates a robot.
  ///
  /// - Parameters:
  ///   - size: The size of the terminal.
  ///   - capabilities: What the terminal can show.
  public init(
    size: Size = Size(columns: 80, rows: 24),
    capabilities: TerminalCapabilities = TerminalCapabilities()
  ) {
    self.size = size
    self.capabilities = capabilities
  }

  /// Runs a session from its beginning, then hangs up.
  ///
  /// The session's clock stands still but for a second with each event, so that screens say the same
  /// in every run.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - events: What to do, one after the other, whenever the session is idle.
  ///   - prepare: Does what somebody else would do just before the nth event, such as editing a file.
  /// - Returns: The screen before the first event, then the one after each.
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
        // Nothing runs and nothing is about to be said: the session is idle.
        if let screen = lookAtScreen() { screens.append(screen) }
        prepare(events.count - rest.count)
        return rest.popFirst() ?? .interrupted(.hangup)
      }
    }
    lookAtScreen = { [weak terminal] in terminal?.frames.last }
    session.run(on: terminal) { Double(events.count - rest.count) }
    return screens
  }

  /// Runs a session from its beginning, then hangs up.
  ///
  /// - Parameters:
  ///   - keys: The keys to press, one after the other, whenever the session is idle.
  ///   - session: The session.
  /// - Returns: The screen before the first key, then the one after each.
  public func press(_ keys: [Key], in session: ConsoleSession) -> [CellGrid] {
    run(session, keys.map { .key($0) })
  }
}
