/// What a terminal can show.
public struct TerminalCapabilities: Sendable, Hashable {
  /// Whether text outside ASCII can be shown.
  public var isUTF8: Bool

  /// The colours to use; `mono` when the user does not want any.
  public var colors: ColorDepth

  /// Whether somebody types the keys, who may have pressed one before what it meets was to be seen;
  /// those of a file or a program are each taken when the screen before it was shown.
  public var isTyped: Bool

  /// Creates a description of a terminal; the parameters are the properties.
  public init(isUTF8: Bool = true, colors: ColorDepth = .palette256, isTyped: Bool = true) {
    self.isUTF8 = isUTF8
    self.colors = colors
    self.isTyped = isTyped
  }
}

/// How a program ended that had the terminal.
public enum ProgramEnd: Sendable, Hashable {
  /// It ended, with this status.
  case status(Int32)
  /// It could not be started, for this `errno`.
  case notStarted(Int32)
}

/// Wakes a terminal that waits for events, from any thread.
public struct TerminalWaker: Sendable {
  private let action: @Sendable () -> Void

  /// Creates a waker.
  ///
  /// - Parameter action: What wakes the terminal; must be cheap and must not block.
  public init(_ action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  /// Makes the terminal return `TerminalEvent.wake` soon; several calls may give one event.
  public func wake() {
    action()
  }
}

/// A terminal: shows grids and reports events.
///
/// It is used from one thread, apart from its waker.
public protocol TerminalDriver: AnyObject {
  /// The extent of the screen.
  var size: Size { get }

  /// What the terminal can show.
  var capabilities: TerminalCapabilities { get }

  /// Wakes `nextEvent` from any thread.
  var waker: TerminalWaker { get }

  /// Shows a screen.
  ///
  /// - Parameters:
  ///   - grid: The whole screen; what is outside of it is blank.
  ///   - cursor: Where the real cursor is placed: on what has the focus, so that screen readers and
  ///     magnifiers follow it. Without one it is hidden.
  func present(_ grid: CellGrid, cursor: Point?)

  /// Waits for the next event.
  ///
  /// - Parameter timeoutMilliseconds: How long to wait; nil waits until there is one.
  /// - Returns: The event, or nil when there was none in time.
  func nextEvent(timeoutMilliseconds: Int?) -> TerminalEvent?

  /// Throws away keys and pasted text that came before now, so that they cannot answer a question
  /// that is about to be asked.
  func flushTypeAhead()

  /// Draws the whole screen again with the next frame, whatever the terminal is thought to show.
  func redraw()

  /// Asks the terminal to report the mouse, or lets it select text with the mouse as it always does.
  ///
  /// Most terminals select text all the same while Shift is held.
  ///
  /// - Parameter isOn: Whether the mouse is reported.
  func setMouse(_ isOn: Bool)

  /// Puts text on the clipboard of the person at the terminal, over SSH too, where the terminal
  /// allows it (OSC 52); nothing is ever read from the clipboard.
  ///
  /// - Parameter text: The text; it is encoded, so control characters in it do nothing.
  /// - Returns: Whether the text was sent; whether the terminal took it cannot be told.
  func copyToClipboard(_ text: String) -> Bool

  /// Gives the terminal to another program until that ends, and draws again then.
  ///
  /// Keys that were meant for the program and that it did not read are thrown away; those typed on the
  /// screen that came back are not.
  ///
  /// - Parameter arguments: The program, found by `PATH`, and its arguments; no shell reads them.
  /// - Returns: What it ended with.
  func run(_ arguments: [String]) -> ProgramEnd

  /// Gives the terminal back, stops the process as Ctrl-Z does, and draws again when continued.
  func suspend()
}
