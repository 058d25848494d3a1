/// A terminal in memory: takes events from a closure and records the screens.
public final class MemoryTerminal: TerminalDriver {
  /// The size of the screen; a `TerminalEvent.resize` changes it.
  public private(set) var size: Size

  /// The simulated capabilities.
  public let capabilities: TerminalCapabilities

  /// Wakes the terminal from other threads.
  public let waker: TerminalWaker

  /// All screens shown, oldest first.
  public private(set) var frames: [CellGrid] = []

  private let next: (Int?) -> TerminalEvent?

  /// Creates a terminal.
  ///
  /// - Parameters:
  ///   - size: The size of the screen.
  ///   - capabilities: The simulated capabilities.
  ///   - waker: Wakes the terminal from other threads.
  ///   - next: Called for each event with the timeout in milliseconds; may block until `waker` is
  ///     used, and then return `wake`.
  public init(
    size: Size = Size(columns: 80, rows: 24),
    capabilities: TerminalCapabilities = TerminalCapabilities(),
    waker: TerminalWaker = TerminalWaker {}, next: @escaping (Int?) -> TerminalEvent?
  ) {
    self.size = size
    self.capabilities = capabilities
    self.waker = waker
    self.next = next
  }

  /// Records a screen.
  public func present(_ grid: CellGrid, cursor: Point?) { frames.append(grid) }

  /// Returns the next event.
  public func nextEvent(timeoutMilliseconds: Int?) -> TerminalEvent? {
    let event = next(timeoutMilliseconds)
    if case .resize(let size)? = event { self.size = size }
    return event
  }

  /// Does nothing, because no input is typed ahead.
  public func flushTypeAhead() {}

  /// Does nothing: every frame is recorded completely.
  public func redraw() {}

  /// Does nothing: a mouse is not simulated.
  public func setMouse(_ isOn: Bool) {}

  /// Ignores its argument and returns true.
  public func copyToClipboard(_ text: String) -> Bool { true }

  /// The programs passed to `run`, oldest first.
  public private(set) var programs: [[String]] = []

  /// Records a program without running it.
  public func run(_ arguments: [String]) -> ProgramEnd {
    programs.append(arguments)
    return .status(0)
  }

  /// Does nothing, because no shell could continue the program.
  public func suspend() {}
}
