/// The capabilities of a terminal.
public struct TerminalCapabilities: Sendable, Hashable {
  /// True if text outside ASCII can be shown.
  public var isUTF8: Bool

  /// The colors to use; `mono` if the user disabled them.
  public var colors: ColorDepth

  /// True if a person types the keys and may press one before the screen is drawn.
  ///
  /// Each key from a file or a program is read only after a frame was shown.
  public var isTyped: Bool

  /// Creates capabilities with the given property values.
  public init(isUTF8: Bool = true, colors: ColorDepth = .palette256, isTyped: Bool = true) {
    self.isUTF8 = isUTF8
    self.colors = colors
    self.isTyped = isTyped
  }
}

/// How a program that used the terminal ended.
public enum ProgramEnd: Sendable, Hashable {
  /// The program ended with this exit status.
  case status(Int32)
  /// The program could not be started, with this `errno`.
  case notStarted(Int32)
}

/// Wakes a terminal that waits for events, from any thread.
public struct TerminalWaker: Sendable {
  private let action: @Sendable () -> Void

  /// Creates a waker.
  ///
  /// - Parameter action: Wakes the terminal; must be cheap and must not block.
  public init(_ action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  /// Makes the terminal return `TerminalEvent.wake` soon; several calls may cause one event.
  public func wake() {
    action()
  }
}

/// A terminal, which shows grids and reports events.
///
/// Only one thread may use it, except for its waker.
public protocol TerminalDriver: AnyObject {
  /// The size of the screen.
  var size: Size { get }

  /// The capabilities of the terminal.
  var capabilities: TerminalCapabilities { get }

  /// Wakes `nextEvent` from any thread.
  var waker: TerminalWaker { get }

  /// Shows a screen.
  ///
  /// - Parameters:
  ///   - grid: The whole screen; cells outside of it are blank.
  ///   - cursor: The position of the terminal's cursor: the element with the focus, so that
  ///     screen readers and magnifiers follow it; nil hides the cursor.
  func present(_ grid: CellGrid, cursor: Point?)

  /// Waits for the next event.
  ///
  /// - Parameter timeoutMilliseconds: The maximum wait; nil waits indefinitely.
  /// - Returns: The event, or nil on timeout.
  func nextEvent(timeoutMilliseconds: Int?) -> TerminalEvent?

  /// Discards keys and pasted text received so far, so that they cannot answer the next question.
  func flushTypeAhead()

  /// Redraws the whole screen with the next frame, regardless of what the terminal shows.
  func redraw()

  /// Turns mouse reporting on or off; when it is off, dragging selects text.
  ///
  /// Most terminals also select text while Shift is held.
  ///
  /// - Parameter isOn: True to report the mouse.
  func setMouse(_ isOn: Bool)

  /// Copies text to the clipboard of the user's terminal (OSC 52), even over SSH, if the terminal
  /// allows it.
  ///
  /// The clipboard is never read.
  ///
  /// - Parameter text: The text. It is encoded, so control characters in it have no effect.
  /// - Returns: True if it was sent; the terminal does not confirm that it accepted it.
  func copyToClipboard(_ text: String) -> Bool

  /// Lets another program use the terminal until it ends, then redraws.
  ///
  /// Discards keys that were typed for the program but not read by it. Keys typed after the redraw
  /// are kept.
  ///
  /// - Parameter arguments: The program, found through `PATH`, and its arguments; no shell is
  ///   involved.
  /// - Returns: How the program ended.
  func run(_ arguments: [String]) -> ProgramEnd

  /// Restores the terminal, stops the process as Ctrl-Z does, and redraws when continued.
  func suspend()
}
