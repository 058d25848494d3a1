/// A screen, by the number of its key.
public struct Screen: Sendable, Hashable {
  /// The number, from 1.
  public let number: Int
}
