import TerminalUI

/// The state of the mouse, to recognize double clicks and drags of the border.
struct MouseState: Sendable {
  /// The meaning of a mouse event.
  enum Gesture {
    /// A button was pressed, possibly as the second press of a double click.
    case press(Point, isDouble: Bool)
    /// The border was dragged to a point.
    case drag(Point)
    /// The wheel was turned.
    case wheel(up: Bool, Point)
  }

  /// The time within which a second press makes a double click, in seconds.
  private static let doublePress = 0.4
  /// How many lines the wheel moves.
  static let wheelLines = 3

  /// The point and time of the last press, in seconds since the session began.
  private var lastPress: (point: Point, time: Double)?
  /// True if the border between the panes is being dragged.
  private var holdsBorder = false

  /// Interprets an event at a time in seconds since the session began; `nil` if it has no effect.
  mutating func gesture(of event: MouseEvent, at now: Double) -> Gesture? {
    switch event.kind {
    case .release:
      holdsBorder = false
      return nil
    case .drag: return holdsBorder ? .drag(event.point) : nil
    case .wheelUp: return .wheel(up: true, event.point)
    case .wheelDown: return .wheel(up: false, event.point)
    case .press:
      let isDouble =
        lastPress.map { $0.point == event.point && now - $0.time < Self.doublePress } ?? false
      lastPress = isDouble ? nil : (event.point, now)
      return .press(event.point, isDouble: isDouble)
    }
  }

  /// Starts to drag the border, until a button is released.
  mutating func takeBorder() { holdsBorder = true }
}
