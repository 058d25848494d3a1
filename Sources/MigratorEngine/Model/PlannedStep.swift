/// One step of a plan.
public struct PlannedStep: Sendable, Hashable {
  /// The action of a step.
  public enum Action: Sendable, Hashable {
    /// Runs the migration; `merged` are the applied identifiers that it replaces.
    case run(merged: Set<String>)
    /// The migration is already applied; only the records of `merged` are deleted.
    case forget(merged: Set<String>)
  }

  /// The identifier of the migration.
  public let identifier: String
  /// The action.
  public let action: Action

  /// Creates a step; the parameters are the properties.
  public init(identifier: String, action: Action) {
    self.identifier = identifier
    self.action = action
  }

  /// True if the step runs the migration.
  public var runs: Bool {
    if case .run = action { true } else { false }
  }
}
