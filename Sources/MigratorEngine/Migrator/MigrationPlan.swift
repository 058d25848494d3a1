internal import MigratorSQLite

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
    try plan(upTo: targetIdentifier, reading: LedgerState(applied: Array(appliedIdentifiers)))
  }

  /// Returns the steps from what a ledger tells to a target, up to the first migration that only
  /// its own tool can run.
  func plan(upTo targetIdentifier: String?, reading: LedgerState) throws -> [PlannedStep] {
    try validate()
    let applied = Set(reading.appliedIdentifiers)
    var end = registered.count
    if let targetIdentifier {
      guard let target = indexes[targetIdentifier] else {
        throw MigrationError(.unknownTarget(targetIdentifier))
      }
      let ordered = reading.orderedIdentifiers
      if let last = registered.lastIndex(where: { ordered.contains($0.identifier) }), last > target
      {
        throw MigrationError(
          .targetBehindApplied(target: targetIdentifier, applied: registered[last].identifier))
      }
      end = target + 1
    }
    var steps: [PlannedStep] = []
    for migration in registered[..<end] where reading.exceptions[migration.identifier] == nil {
      let merged = migration.mergedIdentifiers.intersection(applied)
      if !applied.contains(migration.identifier) {
        if migration.obstacle != nil { break }
        steps.append(PlannedStep(identifier: migration.identifier, action: .run(merged: merged)))
      } else if !merged.isEmpty {
        steps.append(PlannedStep(identifier: migration.identifier, action: .forget(merged: merged)))
      }
    }
    return steps
  }

  /// Reads the ledger and plans, for running.
  ///
  /// - Throws: ``MigrationError`` of kind ``MigrationError/Kind/obstacle(_:)`` when something is
  ///   pending that cannot be run.
  func currentPlan(_ db: Database, upTo targetIdentifier: String? = nil) throws -> [PlannedStep] {
    let reading = try reading(db)
    let steps = try plan(upTo: targetIdentifier, reading: reading)
    if let obstacle = obstacle(reading), reading.obstacle != nil || !steps.contains(where: \.runs) {
      throw MigrationError(.obstacle(obstacle))
    }
    return steps
  }

  /// Why the next migration cannot be run, or `nil` when it can or none is pending.
  func obstacle(_ reading: LedgerState) -> StepObstacle? {
    guard let next = next(reading) else { return nil }
    return reading.obstacle ?? next.obstacle
  }

  /// The first migration that is not applied and that its tool would apply.
  func next(_ reading: LedgerState) -> Migration? {
    let applied = Set(reading.appliedIdentifiers)
    return registered.first {
      !applied.contains($0.identifier) && reading.exceptions[$0.identifier] == nil
    }
  }

  /// Reads the ledger.
  func reading(_ db: Database) throws -> LedgerState {
    try ledger.state(db)
  }
}
