/// How a migration treats foreign keys.
///
/// Ignored when the connection has foreign keys off: nothing is checked then.
public enum ForeignKeyChecks: String, Sendable, Hashable, CaseIterable {
  /// Foreign keys are off while the migration runs and are all checked before it is committed.
  case deferred
  /// Foreign keys stay on, so a statement that violates one fails.
  case immediate
  /// Foreign keys are off while the migration runs, and nothing is checked.
  case disabled
}
