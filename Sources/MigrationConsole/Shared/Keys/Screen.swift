/// A screen, identified by its number.
public struct Screen: Sendable, Hashable {
  /// The number, from 1.
  public let number: Int
}
