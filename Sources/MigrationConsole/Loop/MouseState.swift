import TerminalUI

struct MouseState: Sendable {
  enum Gesture {
    case press(Point, isDouble: Bool)
    case drag(Point)
    case wheel(up: Bool, Point)
  }

  /// The time within which a second press makes a double click, in seconds.
  private static let doublePress = 0.4
  static let wheelLines = 3

  /// The point and time of the last press, in seconds since the session began.
  private var lastPress: (point: Point, time: Double)?
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

  /// Starts dragging the border, until a button is released.
  mutating func takeBorder() { holdsBorder = true }
}
