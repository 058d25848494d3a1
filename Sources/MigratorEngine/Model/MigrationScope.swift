/// Which pending migrations a run covers.
public enum MigrationScope: Sendable, Hashable {
  /// The next one.
  case next
  /// All that are pending.
  case all
  /// All that are pending, up to the one with the identifier.
  case upTo(String)
}
