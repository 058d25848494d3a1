/// The result of converting one value by one call of an engine.
public struct ValueOutcome: Sendable, Hashable {
  /// The value in SQL, or the Swift value passed as an argument.
  public let value: String
  /// The Swift type.
  public let type: String
  /// The call that converted the value.
  public let way: String
  /// A description of the converted value, or `throws`.
  public let result: String

  /// Creates an outcome.
  public init(value: String, type: String, way: String, result: String) {
    self.value = value
    self.type = type
    self.way = way
    self.result = result
  }
}
