/// Whose migrations these are: the name of a tool, as `--format` takes it.
public struct MigrationFormat: RawRepresentable, ExpressibleByStringLiteral, Sendable, Hashable {
  /// The name.
  public let rawValue: String

  /// Creates a format of a name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Creates a format of a literal name.
  public init(stringLiteral value: String) {
    rawValue = value
  }
}
