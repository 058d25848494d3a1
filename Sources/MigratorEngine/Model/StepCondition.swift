package import MigratorSchema

/// What a step is held to: the state it may begin from, and what it may lose.
public enum StepCondition: Sendable, Hashable {
  /// Anything.
  case none
  /// The file must be in exactly this state once the write lock is held.
  case state(DatabaseFingerprint)
  /// The migration must do what a dry run told, as far as a person agreed to it.
  ///
  /// Once the write lock is held the schema must be that which the dry run met; the rows may have
  /// changed meanwhile. Before the commit what was really lost is compared with what the dry run lost;
  /// where that is more, as ``Losses/excess(over:)`` has it, the migration is rolled back. A migration
  /// that runs outside a transaction cannot be, so it must meet the very state.
  ///
  /// The state is `nil` where the file is known to be in another than the dry run met.
  case foretold(by: StepReport, on: DatabaseFingerprint?)

  /// Whether a step may begin; the schema that people made is asked for only where the state is another.
  package func admits(
    _ state: DatabaseFingerprint, _ schema: () throws -> SchemaSnapshot
  ) rethrows -> Bool {
    if isMet(by: state) { return true }
    guard let report else { return false }
    return try schema() == report.schemaBefore
  }

  /// Whether the file is in the very state that it must be in, where it must be in one.
  package func isMet(by state: DatabaseFingerprint) -> Bool {
    self == .none || state == self.state
  }

  /// The report of the dry run, where there is one.
  var report: StepReport? {
    if case .foretold(let report, _) = self { report } else { nil }
  }

  /// The state that is as it was looked at, where one is known.
  var state: DatabaseFingerprint? {
    switch self {
    case .none: nil
    case .state(let state): state
    case .foretold(_, let state): state
    }
  }
}
