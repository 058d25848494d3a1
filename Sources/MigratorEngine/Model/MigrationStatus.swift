/// The status of one migration: its registration and its ledger record, joined.
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
    /// Applied, and its file differs from the applied version. Requires a ledger with checksums.
    case changed
    /// Applied and no longer registered, because a registered migration merges it.
    case merged
    /// Registered and not applied, and the ledger's tool will never apply it.
    case skipped
    /// Begun and not completed: the ledger records that it failed or was interrupted.
    case dirty
    /// Registered, not applied, and not plain SQL: only its own tool can run it.
    case code
    /// Registered, not applied, and its file is unusable.
    case unusable

    /// True if the ledger records it as applied, even if it is also changed, merged or
    /// unregistered.
    public var isRecorded: Bool {
      switch self {
      case .applied, .changed, .merged, .unregistered: true
      case .pending, .outOfOrder, .skipped, .dirty, .code, .unusable: false
      }
    }

    /// True if it is still to be applied.
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

  /// True if a step would apply this migration next.
  public let isNext: Bool

  /// True if the migration and all registered before it are applied.
  public let isCompleted: Bool

  /// The SQL of the migration, or `nil` when it is Swift code or not registered.
  public let script: SQLScript?

  /// How the migration treats foreign keys, or `nil` when it is not registered.
  public let foreignKeyChecks: ForeignKeyChecks?

  /// How the migration uses transactions.
  public let transaction: MigrationTransaction

  /// When it was applied, according to the ledger, or `nil`.
  public let appliedAt: String?

  /// Additional information on its state, as a sentence, or `nil`.
  public let note: String?

  /// Why only its own tool can run it, why its file is unusable, or why the ledger prevents it.
  ///
  /// `nil` when it can be applied or is not registered.
  public let obstacle: StepObstacle?

  /// Its location as `file:line`, for code that was parsed but not compiled in; otherwise `nil`.
  public let place: String?

  /// True if statements before a failure may remain in the database.
  public var runsOutsideTransaction: Bool { transaction != .whole }

  /// True if its file is unusable, applied or not.
  public var isUnusable: Bool { obstacle?.isOfFile ?? false }

  /// The display name of its file; `nil` when it is code or not registered.
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
