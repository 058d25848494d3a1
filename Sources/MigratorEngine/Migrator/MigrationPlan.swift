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

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the migration.
  ///   - action: What the step does.
  public init(identifier: String, action: Action) {
    self.identifier = identifier
    self.action = action
  }

  /// Whether the step runs the migration.
  public var runs: Bool {
    if case .run = action { true } else { false }
  }
}

extension DatabaseMigrator {
  /// Returns the steps that bring a database from what is applied to a target.
  ///
  /// The order is that of registration: a migration registered before applied ones is run late.
  /// Applied identifiers that are not registered play no part.
  ///
  /// - Parameters:
  ///   - targetIdentifier: The last migration to apply, or `nil` for all.
  ///   - appliedIdentifiers: What the ledger holds.
  /// - Returns: The steps in execution order; empty when there is nothing to do.
  /// - Throws: ``MigrationError`` for an identifier registered twice, an unknown target, or a
  ///   target registered before a migration that is applied.
  /// - Complexity: O(*n*) for *n* registered migrations.
  public func plan(
    upTo targetIdentifier: String? = nil, appliedIdentifiers: Set<String>
  ) throws -> [PlannedStep] {
    try validate()
    var end = registered.count
    if let targetIdentifier {
      guard let target = indexes[targetIdentifier] else {
        throw MigrationError(.unknownTarget(targetIdentifier))
      }
      if let last = registered.lastIndex(where: { appliedIdentifiers.contains($0.identifier) }),
        last > target
      {
        throw MigrationError(
          .targetBehindApplied(target: targetIdentifier, applied: registered[last].identifier))
      }
      end = target + 1
    }
    return registered[..<end].compactMap { migration in
      let merged = migration.mergedIdentifiers.intersection(appliedIdentifiers)
      guard appliedIdentifiers.contains(migration.identifier) else {
        return PlannedStep(identifier: migration.identifier, action: .run(merged: merged))
      }
      return merged.isEmpty
        ? nil : PlannedStep(identifier: migration.identifier, action: .forget(merged: merged))
    }
  }
}
