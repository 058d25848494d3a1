public import MigratorRecords

/// A custom type that the settings of the sample `RulesDB` refer to.
public struct ClubNote: RawRepresentable, Hashable, Sendable, DatabaseValueConvertible {
  /// The text.
  public let rawValue: String

  /// Creates a note.
  public init(rawValue: String) { self.rawValue = rawValue }
}
