import TerminalUI

/// What was done with the mouse lately, so that two presses can be told from a double one, and a drag of
/// the border from any other.
struct MouseHand: Sendable {
  /// What was meant with the mouse.
  enum Gesture {
    /// A button was pressed, perhaps a second time in a row.
    case press(Point, isDouble: Bool)
    /// The border was drawn to a point.
    case drag(Point)
    /// The wheel was turned.
    case wheel(up: Bool, Point)
  }

  /// How soon a second press makes a double one, in seconds.
  private static let doublePress = 0.4
  /// How many lines the wheel moves.
  static let wheelLines = 3

  /// Where and when a button was pressed last, in seconds since the session began.
  private var lastPress: (point: Point, time: Double)?
  /// Whether the border between the panes is held.
  private var holdsBorder = false

  /// What an event at so many seconds since the session began means; `nil` where it means nothing.
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

  /// Takes hold of the border, until a button is let go.
  mutating func takeBorder() { holdsBorder = true }
}
