/// The name of a migration tool, as in `--format`.
public struct MigrationFormat: RawRepresentable, ExpressibleByStringLiteral, Sendable, Hashable {
  /// The name.
  public let rawValue: String

  /// Creates a format from a name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Creates a format from a literal name.
  public init(stringLiteral value: String) {
    rawValue = value
  }
}
