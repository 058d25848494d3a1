public import MigratorRecords

/// A type of one's own, which the settings of the sample `RulesDB` name.
public struct ClubNote: RawRepresentable, Hashable, Sendable, DatabaseValueConvertible {
  /// The text.
  public let rawValue: String

  /// Creates a note of a text.
  public init(rawValue: String) { self.rawValue = rawValue }
}
