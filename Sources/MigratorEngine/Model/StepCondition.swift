package import MigratorSchema

/// The required state before a step, and the accepted losses.
public enum StepCondition: Sendable, Hashable {
  /// No condition.
  case none
  /// The file must be in exactly this state once the write lock is held.
  case state(DatabaseFingerprint)
  /// The migration must match a dry run, within the losses that the user accepted.
  ///
  /// Once the write lock is held, the schema must match the dry run's; the rows may have changed
  /// since. Before the commit, the actual losses are compared with those of the dry run. If the
  /// actual losses are greater (``Losses/excess(over:)``), the migration is rolled back. A
  /// migration that runs outside a transaction cannot be rolled back, so it requires exactly the
  /// state of the dry run.
  ///
  /// The state is `nil` if the file is known to differ from the dry run's.
  case predicted(by: StepReport, on: DatabaseFingerprint?)

  /// True if a step may begin; reads the schema only if the state differs.
  package func admits(
    _ state: DatabaseFingerprint, _ schema: () throws -> SchemaSnapshot
  ) rethrows -> Bool {
    if isMet(by: state) { return true }
    guard let report else { return false }
    return try schema() == report.schemaBefore
  }

  package func isMet(by state: DatabaseFingerprint) -> Bool {
    self == .none || state == self.state
  }

  var report: StepReport? {
    if case .predicted(let report, _) = self { report } else { nil }
  }

  var state: DatabaseFingerprint? {
    switch self {
    case .none: nil
    case .state(let state): state
    case .predicted(_, let state): state
    }
  }
}
