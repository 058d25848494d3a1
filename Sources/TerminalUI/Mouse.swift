/// What was done with the mouse, and where.
public struct MouseEvent: Sendable, Hashable {
  /// What was done.
  public enum Kind: Sendable, Hashable {
    /// The first button was pressed.
    case press
    /// The mouse was moved while it was held down.
    case drag
    /// It was let go.
    case release
    /// The wheel was turned away from the person.
    case wheelUp
    /// The wheel was turned towards the person.
    case wheelDown
  }

  /// What was done.
  public var kind: Kind

  /// The cell it was done on.
  public var point: Point

  /// Creates an event; the parameters are the properties.
  public init(_ kind: Kind, at point: Point) {
    self.kind = kind
    self.point = point
  }
}
