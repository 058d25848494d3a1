/// Which pending migrations a run covers.
public enum MigrationScope: Sendable, Hashable {
  /// The next pending migration.
  case next
  /// All pending migrations.
  case all
  /// All pending migrations up to the one with the identifier.
  case upTo(String)
}
