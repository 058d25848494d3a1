/// A mouse event and its position.
public struct MouseEvent: Sendable, Hashable {
  /// The kinds of event.
  public enum Kind: Sendable, Hashable {
    /// The first button was pressed.
    case press
    /// The mouse was moved with the button held down.
    case drag
    /// The button was released.
    case release
    /// The wheel was turned away from the user.
    case wheelUp
    /// The wheel was turned towards the user.
    case wheelDown
  }

  /// The kind of the event.
  public var kind: Kind

  /// The cell under the pointer.
  public var point: Point

  /// Creates an event with the given kind and position.
  public init(_ kind: Kind, at point: Point) {
    self.kind = kind
    self.point = point
  }
}
