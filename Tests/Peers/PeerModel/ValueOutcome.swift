/// What became of one value on one way through an engine.
public struct ValueOutcome: Sendable, Hashable {
  /// The value in SQL, or the Swift value that was an argument.
  public let value: String
  /// The Swift type.
  public let type: String
  /// The way: the call that converted it.
  public let way: String
  /// The converted value in words, or `throws`.
  public let result: String

  /// Creates an outcome; the parameters are the properties.
  public init(value: String, type: String, way: String, result: String) {
    self.value = value
    self.type = type
    self.way = way
    self.result = result
  }
}
