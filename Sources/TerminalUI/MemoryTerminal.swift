/// A terminal without a terminal: takes its events from a script and keeps what it is shown.
public final class MemoryTerminal: TerminalDriver {
  /// The extent of the screen; changed by a scripted `TerminalEvent.resize`.
  public private(set) var size: Size

  /// What the terminal claims to show.
  public let capabilities: TerminalCapabilities

  /// The waker handed to workers.
  public let waker: TerminalWaker

  /// The events still to come; more may be appended at any time.
  public var script: [TerminalEvent]

  /// All screens shown, the latest last.
  public private(set) var frames: [CellGrid] = []

  /// Where the cursor is.
  public private(set) var cursor: Point?

  /// How often type-ahead was flushed.
  public private(set) var flushCount = 0

  /// How often the terminal was asked to suspend.
  public private(set) var suspendCount = 0

  /// Called before each event with what is on the screen: a robot looks, and appends to the script.
  public var beforeEvent: ((MemoryTerminal) -> Void)?

  private let wait: (Int?) -> TerminalEvent?

  /// Creates a terminal.
  ///
  /// - Parameters:
  ///   - size: The extent of the screen.
  ///   - capabilities: What it claims to show.
  ///   - script: The events it reports, in order.
  ///   - waker: What workers wake.
  ///   - wait: Called with the timeout in milliseconds when the script is empty; may block until
  ///     `waker` was used and return `wake`. By default the terminal then hangs up, which ends a
  ///     session.
  public init(
    size: Size = Size(columns: 80, rows: 24),
    capabilities: TerminalCapabilities = TerminalCapabilities(),
    script: [TerminalEvent] = [],
    waker: TerminalWaker = TerminalWaker {},
    wait: @escaping (Int?) -> TerminalEvent? = { _ in .interrupted(.hangup) }
  ) {
    self.size = size
    self.capabilities = capabilities
    self.script = script
    self.waker = waker
    self.wait = wait
  }

  /// The latest screen as text; empty before the first.
  public var text: String { frames.last?.text ?? "" }

  /// Appends keys to the script.
  ///
  /// - Parameter keys: The keys, in order.
  public func press(_ keys: Key...) {
    script += keys.map { .key($0) }
  }

  /// Appends the characters of a string to the script, one key each.
  ///
  /// - Parameter text: What is typed.
  public func type(_ text: String) {
    script += text.map { .key(.char($0)) }
  }

  /// Records a screen.
  ///
  /// - Parameters:
  ///   - grid: The screen.
  ///   - cursor: The place of the cursor.
  public func present(_ grid: CellGrid, cursor: Point?) {
    frames.append(grid)
    self.cursor = cursor
  }

  /// Returns the next event of the script, or what `wait` returns when there is none left.
  ///
  /// - Parameter timeoutMilliseconds: Handed to `wait`.
  /// - Returns: The event.
  public func nextEvent(timeoutMilliseconds: Int?) -> TerminalEvent? {
    beforeEvent?(self)
    let event = script.isEmpty ? wait(timeoutMilliseconds) : script.removeFirst()
    if case .resize(let size)? = event { self.size = size }
    return event
  }

  /// Counts the call; drops scripted keys and pastes only if `dropsTypeAhead` is set, because a script
  /// is not typed ahead of what it looks at.
  public func flushTypeAhead() {
    flushCount += 1
    guard dropsTypeAhead else { return }
    while let first = script.first {
      switch first {
      case .key, .paste: script.removeFirst()
      default: return
      }
    }
  }

  /// Whether `flushTypeAhead` drops the keys at the front of the script.
  public var dropsTypeAhead = false

  /// What was copied to the clipboard, oldest first.
  public private(set) var clipboard: [String] = []

  /// Does nothing: every frame is recorded whole.
  public func redraw() {}

  /// Records the text.
  ///
  /// - Parameter text: The text.
  /// - Returns: Always true.
  public func copyToClipboard(_ text: String) -> Bool {
    clipboard.append(text)
    return true
  }

  /// Counts the call.
  public func suspend() {
    suspendCount += 1
  }

  /// How often the terminal was given back for a while.
  public private(set) var releaseCount = 0

  /// Counts the call and runs the code.
  ///
  /// - Parameter body: What uses the terminal.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func withTerminalReleased<Result>(_ body: () throws -> Result) rethrows -> Result {
    releaseCount += 1
    return try body()
  }
}
