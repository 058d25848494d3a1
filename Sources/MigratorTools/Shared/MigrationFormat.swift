/// Whose migrations these are: the name of a tool, as `--format` takes it.
public struct MigrationFormat: RawRepresentable, ExpressibleByStringLiteral, Sendable, Hashable {
  /// The name.
  public let rawValue: String

  /// Creates a format.
  ///
  /// - Parameter rawValue: The name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Creates a format.
  ///
  /// - Parameter value: The name.
  public init(stringLiteral value: String) {
    rawValue = value
  }
}
