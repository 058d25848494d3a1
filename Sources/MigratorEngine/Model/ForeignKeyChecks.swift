/// How a migration treats foreign keys.
///
/// Ignored when foreign keys are off on the connection: in that case, nothing is checked.
public enum ForeignKeyChecks: String, Sendable, Hashable, CaseIterable {
  /// Foreign keys are off while the migration runs and are all checked before it is committed.
  case deferred
  /// Foreign keys remain on, so a statement that violates one fails.
  case immediate
  /// Foreign keys are off while the migration runs, and nothing is checked.
  case disabled
}

extension ForeignKeyChecks {
  package var word: String {
    switch self {
    case .deferred: "deferred"
    case .immediate: "immediate"
    case .disabled: "off"
    }
  }

  package init?(word: String) {
    guard let mode = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = mode
  }
}
