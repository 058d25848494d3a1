/// Which pending migrations a run covers.
public enum MigrationScope: Sendable, Hashable {
  /// The next pending one.
  case next
  /// All pending ones.
  case all
  /// All pending ones, up to the one with the identifier.
  case upTo(String)
}
