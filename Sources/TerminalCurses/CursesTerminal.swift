import CNCursesShim
public import TerminalUI
import MigratorPlatform

/// The terminal this process runs in, drawn on with ncurses.
///
/// While it is open it owns the screen, the modes of the terminal and the handlers of signals. It is
/// given back by `close()`, on `exit`, and by signals that end the process, crashes included; only
/// SIGKILL leaves a terminal that needs `reset`. One is open at a time, on one thread.
///
/// Ctrl-C, Ctrl-Z and Ctrl-\ arrive as keys. SIGINT from elsewhere arrives as Ctrl-C; SIGTERM and
/// SIGHUP arrive as `TerminalEvent.interrupted`, and end the process if that event is not fetched
/// within five seconds or the signal is sent again before it is.
public final class CursesTerminal: TerminalDriver {
  /// How the terminal is used.
  public struct Options: Sendable, Hashable {
    /// Whether colours are used where there are any.
    public var usesColor: Bool

    /// Whether only ASCII is drawn, also where the locale allows more.
    public var isASCII: Bool

    /// Which theme is used, and what a person changed of it.
    public var theme = Theme.Name.auto
    /// What some roles look like instead.
    public var colors: [Role: Paint] = [:]

    /// Creates options; by default colours are used unless `NO_COLOR` is set and not empty.
    ///
    /// - Parameters:
    ///   - usesColor: Whether colours are used; nil asks `NO_COLOR`.
    ///   - isASCII: Whether only ASCII is drawn.
    /// - Source: <https://no-color.org>.
    public init(usesColor: Bool? = nil, isASCII: Bool = false) {
      self.usesColor = usesColor ?? CursesTerminal.environment("NO_COLOR").isEmpty
      self.isASCII = isASCII
    }
  }

  /// What the terminal can show.
  public let capabilities: TerminalCapabilities

  /// Wakes `nextEvent` from any thread; harmless when the terminal is closed.
  public let waker = TerminalWaker { ncshim_wake() }

  /// The extent of the screen.
  public private(set) var size = Size(columns: 0, rows: 0)

  // What is on the screen; nil when all of it must be drawn.
  var shown: CellGrid?
  var last: (grid: CellGrid, cursor: Point?)?
  var pending: [TerminalEvent] = []
  var isWoken = false
  var isGone = false
  var painter: CellPainter
  private var isOpen = true

  /// Takes the terminal over: standard input and output if both are terminals, otherwise `/dev/tty`.
  ///
  /// - Parameter options: How it is used.
  /// - Returns: The open terminal.
  /// - Throws: `TerminalOpenFailure`.
  public static func open(_ options: Options = Options()) throws -> CursesTerminal {
    let result = ncshim_open(options.usesColor ? 1 : 0)
    let failure = TerminalOpenFailure(
      result: result, errorNumber: errno, terminalName: environment("TERM"))
    if let failure { throw failure }
    return CursesTerminal(options)
  }

  private init(_ options: Options) {
    let colors = options.usesColor ? ColorDepth(colors: Int(ncshim_colors())) : .mono
    capabilities = TerminalCapabilities(
      isUTF8: ncshim_is_utf8() != 0 && !options.isASCII, colors: colors)
    painter = CellPainter(
      theme: Theme(depth: colors, name: options.theme, changes: options.colors))
    updateSize()
  }

  deinit {
    if isOpen { ncshim_close() }
  }

  /// Gives the terminal back, and then writes out what was printed meanwhile.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    ncshim_close()
  }

  /// Gives the terminal back, stops the process group as Ctrl-Z does, and draws again when continued.
  ///
  /// Where no shell would continue it (no job control), nothing is stopped and the screen is redrawn.
  public func suspend() {
    guard isOpen else { return }
    ncshim_suspend()
    repaint()
  }

  /// Gives the terminal to another program until that ends, and draws again then.
  public func run(_ arguments: [String]) -> ProgramEnd {
    guard isOpen else { return .notStarted(EBADF) }
    var pointers: [UnsafePointer<CChar>?] = arguments.map { UnsafePointer(strdup($0)) }
    defer { for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) } }
    pointers.append(nil)
    let result = ncshim_run(&pointers)
    let number = errno
    repaint()
    return result >= 0 ? .status(result) : .notStarted(number)
  }

  /// Asks the terminal to report the mouse, or lets it select text with the mouse as it always does.
  public func setMouse(_ isOn: Bool) {
    guard isOpen else { return }
    ncshim_set_mouse(isOn ? 1 : 0)
  }

  func updateSize() {
    var columns: Int32 = 0
    var rows: Int32 = 0
    ncshim_size(&columns, &rows)
    size = Size(columns: Int(columns), rows: Int(rows))
  }

  static func environment(_ name: String) -> String {
    Environment.variable(name) ?? ""
  }
}

@available(*, unavailable) extension CursesTerminal: Sendable {}
