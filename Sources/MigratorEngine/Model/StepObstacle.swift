/// Why no step is possible, with what to do about it.
public struct StepObstacle: Sendable, Hashable, CustomStringConvertible {
  /// What stands in the way, in one sentence.
  public let message: String
  /// What to do about it, in one sentence.
  public let remedy: String

  /// Creates an obstacle; the parameters are the properties.
  public init(_ message: String, remedy: String) {
    self.message = message
    self.remedy = remedy
  }

  /// The sentence and the remedy.
  public var description: String { "\(message) \(remedy)" }
}
