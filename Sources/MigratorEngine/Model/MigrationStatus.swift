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
    /// Registered and not applied, and the tool of the ledger will never apply it.
    case skipped
    /// Begun and not ended: the ledger says that it failed or was interrupted.
    case dirty
    /// Registered, not applied, and not SQL: only its own tool can run it.
    case code
    /// Registered, not applied, and its file cannot be used.
    case unusable

    /// Whether the ledger records it as applied, whatever else is known of it.
    public var isRecorded: Bool {
      switch self {
      case .applied, .changed, .merged, .unregistered: true
      case .pending, .outOfOrder, .skipped, .dirty, .code, .unusable: false
      }
    }

    /// Whether its turn to be applied is still to come.
    public var isDue: Bool {
      switch self {
      case .pending, .outOfOrder, .code, .unusable: true
      case .applied, .changed, .merged, .unregistered, .skipped, .dirty: false
      }
    }
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
  public let foreignKeyChecks: ForeignKeyChecks?

  /// What holds the statements of the migration together.
  public let transaction: MigrationTransaction

  /// When it was applied, as the ledger tells it, or `nil`.
  public let appliedAt: String?

  /// What else there is to know of its state, in a sentence, or `nil`.
  public let note: String?

  /// Why only its own tool can run it, or why its file cannot be used; `nil` when it is SQL or not
  /// registered.
  public let obstacle: StepObstacle?

  /// Where it is registered, as `file:line`, where it is code that was read and not compiled in; `nil`
  /// elsewhere.
  public let place: String?

  /// Whether what runs before a failure may stay.
  public var runsOutsideTransaction: Bool { transaction != .whole }

  /// Whether its file cannot be used, be it applied or not.
  public var isUnusable: Bool { obstacle?.isOfFile ?? false }

  /// The file with its text, as it is shown to a person; `nil` when it is code or not registered.
  public var file: String? { script?.file ?? obstacle?.problems.first?.file }

  /// The same as ``identifier``.
  public var id: String { identifier }

  /// Creates the status of a migration; the parameters are the properties.
  public init(
    identifier: String, state: State, isNext: Bool = false, isCompleted: Bool = false,
    script: SQLScript? = nil, foreignKeyChecks: ForeignKeyChecks? = nil,
    transaction: MigrationTransaction = .whole, appliedAt: String? = nil, note: String? = nil,
    obstacle: StepObstacle? = nil, place: String? = nil
  ) {
    self.identifier = identifier
    self.state = state
    self.isNext = isNext
    self.isCompleted = isCompleted
    self.script = script
    self.foreignKeyChecks = foreignKeyChecks
    self.transaction = transaction
    self.appliedAt = appliedAt
    self.note = note
    self.obstacle = obstacle
    self.place = place
  }
}
