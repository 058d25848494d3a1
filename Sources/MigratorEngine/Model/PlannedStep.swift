/// One step of a plan.
public struct PlannedStep: Sendable, Hashable {
  /// What a step does.
  public enum Action: Sendable, Hashable {
    /// Runs the migration; `merged` are the identifiers it replaces that are applied.
    case run(merged: Set<String>)
    /// The migration is applied; the ledger only forgets identifiers it replaces.
    case forget(merged: Set<String>)
  }

  /// The identifier of the migration.
  public let identifier: String
  /// What the step does.
  public let action: Action

  /// Creates a step; the parameters are the properties.
  public init(identifier: String, action: Action) {
    self.identifier = identifier
    self.action = action
  }

  /// Whether the step runs the migration.
  public var runs: Bool {
    if case .run = action { true } else { false }
  }
}
