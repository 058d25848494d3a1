import CNCursesShim
public import TerminalUI
import MigratorPlatform

/// The terminal of this process, drawn with ncurses.
///
/// While it is open, it owns the screen, the terminal modes and the signal handlers. `close()`,
/// `exit` and signals that end the process, including crashes, restore the terminal; only SIGKILL
/// leaves a terminal that needs `reset`. One terminal can be open at a time, on one thread.
///
/// Ctrl-C, Ctrl-Z and Ctrl-\ arrive as keys. SIGINT from another process arrives as Ctrl-C. SIGTERM
/// and SIGHUP arrive as `TerminalEvent.interrupted`. They end the process if that event is not
/// fetched within five seconds, or if the same signal arrives again before that.
public final class CursesTerminal: TerminalDriver {
  /// Options for the terminal.
  public struct Options: Sendable, Hashable {
    /// True to use colors if the terminal has them.
    public var usesColor: Bool

    /// True to draw only ASCII, even if the locale allows more.
    public var isASCII: Bool

    /// The name of the theme.
    public var theme = Theme.Name.auto
    /// The custom appearance of some roles.
    public var colors: [Role: Paint] = [:]

    /// Creates options; by default colors are used unless `NO_COLOR` is set and not empty.
    ///
    /// - Parameters:
    ///   - usesColor: True to use colors; nil checks `NO_COLOR`.
    ///   - isASCII: True to draw only ASCII.
    /// - Source: <https://no-color.org>.
    public init(usesColor: Bool? = nil, isASCII: Bool = false) {
      self.usesColor = usesColor ?? CursesTerminal.environment("NO_COLOR").isEmpty
      self.isASCII = isASCII
    }
  }

  /// The capabilities of the terminal.
  public let capabilities: TerminalCapabilities

  /// Wakes `nextEvent` from any thread; has no effect when the terminal is closed.
  public let waker = TerminalWaker { ncshim_wake() }

  /// The size of the screen.
  public private(set) var size = Size(columns: 0, rows: 0)

  // The grid on the screen; nil if all of it must be drawn.
  var shown: CellGrid?
  var last: (grid: CellGrid, cursor: Point?)?
  var pending: [TerminalEvent] = []
  var isWoken = false
  var isGone = false
  var painter: CellPainter
  private var isOpen = true

  /// Opens the terminal: standard input and output if both are terminals, otherwise `/dev/tty`.
  ///
  /// - Parameter options: The options.
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

  /// Restores the terminal, then prints the output that was captured while it was open.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    ncshim_close()
  }

  /// Restores the terminal, stops the process group as Ctrl-Z does, and redraws when continued.
  ///
  /// Without job control, nothing is stopped and the screen is redrawn.
  public func suspend() {
    guard isOpen else { return }
    ncshim_suspend()
    repaint()
  }

  /// Lets another program use the terminal until it ends, then redraws.
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

  /// Turns mouse reporting on or off; when it is off, dragging selects text.
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
