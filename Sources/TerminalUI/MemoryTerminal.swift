/// A terminal without a terminal: takes its events from its maker and keeps what it is shown.
public final class MemoryTerminal: TerminalDriver {
  /// The extent of the screen; changed by a `TerminalEvent.resize`.
  public private(set) var size: Size

  /// What the terminal claims to show.
  public let capabilities: TerminalCapabilities

  /// The waker handed to workers.
  public let waker: TerminalWaker

  /// All screens shown, the latest last.
  public private(set) var frames: [CellGrid] = []

  private let next: (Int?) -> TerminalEvent?

  /// Creates a terminal.
  ///
  /// - Parameters:
  ///   - size: The extent of the screen.
  ///   - capabilities: What it claims to show.
  ///   - waker: What workers wake.
  ///   - next: Called with the timeout in milliseconds for each event; may block until `waker` was
  ///     used and return `wake`.
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

  /// Does nothing: nobody types ahead here.
  public func flushTypeAhead() {}

  /// Does nothing: every frame is recorded whole.
  public func redraw() {}

  /// Does nothing: nobody moves a mouse here.
  public func setMouse(_ isOn: Bool) {}

  /// Takes the text, does nothing with it, and returns true.
  public func copyToClipboard(_ text: String) -> Bool { true }

  /// The programs that would have had the terminal, the latest last.
  public private(set) var programs: [[String]] = []

  /// Takes note of a program, and runs none.
  public func run(_ arguments: [String]) -> ProgramEnd {
    programs.append(arguments)
    return .status(0)
  }

  /// Does nothing: there is no shell to go back to.
  public func suspend() {}
}
