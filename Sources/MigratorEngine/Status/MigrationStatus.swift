/// What is known of one migration: the registered and the applied side joined.
public struct MigrationStatus: Sendable, Hashable, Identifiable {
  /// The states a migration can be in.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// Recorded in the ledger, and registered.
    case applied
    /// Registered, not applied, and after everything that is applied.
    case pending
    /// Registered, not applied, but older than the newest applied migration.
    case outOfOrder
    /// Applied, but not registered.
    case unregistered
    /// Applied, and its text differs from what was applied. Needs a ledger with checksums.
    case changed
    /// Applied, not registered any more because a registered migration merges it.
    case merged
  }

  /// The identifier, as the ledger stores it.
  public let identifier: String

  /// The state of the migration.
  public let state: State

  /// Whether a step would apply this migration: the first in registration order that is not applied.
  public let isNext: Bool

  /// Whether the migration and all registered before it are applied.
  public let isCompleted: Bool

  /// The text of the migration, or `nil` when it is Swift code or not registered.
  public let script: SQLScript?

  /// How the migration treats foreign keys, or `nil` when it is not registered.
  public let foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks?

  /// Whether the migration asked to run outside a transaction.
  public let runsOutsideTransaction: Bool

  /// The same as ``identifier``.
  public var id: String { identifier }

  /// Creates the status of a migration; the parameters are the properties.
  public init(
    identifier: String, state: State, isNext: Bool = false, isCompleted: Bool = false,
    script: SQLScript? = nil, foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks? = nil,
    runsOutsideTransaction: Bool = false
  ) {
    self.identifier = identifier
    self.state = state
    self.isNext = isNext
    self.isCompleted = isCompleted
    self.script = script
    self.foreignKeyChecks = foreignKeyChecks
    self.runsOutsideTransaction = runsOutsideTransaction
  }
}
