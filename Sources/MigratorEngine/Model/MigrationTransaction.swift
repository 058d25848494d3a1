/// What holds the statements of a migration together.
public enum MigrationTransaction: String, Sendable, Hashable, CaseIterable {
  /// One transaction holds the statements, the record and the check.
  case whole
  /// No transaction: each statement commits by itself, as `VACUUM` needs, unless the script begins
  /// one. What ran before a failure stays.
  case none
  /// A transaction is open when the script begins, and the script ends and begins transactions as it
  /// likes. What it committed before a failure stays.
  case open
}
