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

extension ForeignKeyChecks {
  /// What a file or the command line calls it.
  package var word: String {
    switch self {
    case .deferred: "deferred"
    case .immediate: "immediate"
    case .disabled: "off"
    }
  }

  /// Reads what a file or the command line calls it.
  package init?(word: String) {
    guard let mode = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = mode
  }
}
