/// The registered and applied migrations in one list, with the state of the ledger.
///
/// Reading it writes nothing, so a missing ledger is not created.
public struct StatusReport: Sendable, Hashable {
  /// Registered migrations in registration order.
  ///
  /// Unregistered ones follow the last applied migration, in ledger order.
  public let migrations: [MigrationStatus]

  /// The ledger's display name: its table, or `PRAGMA user_version`.
  public let ledgerName: String

  /// True if the ledger exists.
  public let ledgerExists: Bool

  /// Why no migration can be applied although one is pending, or `nil`.
  public let obstacle: StepObstacle?

  /// Why the ledger's tool would stop although nothing is pending, or `nil`.
  public let caution: StepObstacle?

  /// Unregistered migrations recorded after all registered ones: a newer version of the program
  /// ran.
  public let newer: [String]

  /// Cached because it is read for each frame of the console.
  private let counts: [MigrationStatus.State: Int]

  /// The number of migrations in the given state.
  ///
  /// - Parameter state: The state to count.
  /// - Returns: The number of migrations in that state.
  public func count(of state: MigrationStatus.State) -> Int { counts[state, default: 0] }

  /// The number of migrations that the ledger records as applied.
  ///
  /// Includes changed, merged and unregistered ones.
  public var recordedCount: Int {
    counts.reduce(0) { $0 + ($1.key.isRecorded ? $1.value : 0) }
  }

  /// The migrations that the ledger records as applied.
  public var recorded: [String] { migrations.filter(\.state.isRecorded).map(\.identifier) }

  /// The problems of unusable migration files, in the order of the migrations.
  public var problems: [FileProblem] { migrations.flatMap { $0.obstacle?.problems ?? [] } }

  /// The migration that a step would apply, or `nil` when none is pending.
  public var next: MigrationStatus? { migrations.first { $0.isNext } }

  /// Creates a report; the parameters are the properties.
  public init(
    migrations: [MigrationStatus], ledgerName: String = "grdb_migrations",
    ledgerExists: Bool = true, obstacle: StepObstacle? = nil, caution: StepObstacle? = nil,
    newer: [String] = []
  ) {
    self.migrations = migrations
    self.ledgerName = ledgerName
    self.ledgerExists = ledgerExists
    self.obstacle = obstacle
    self.caution = caution
    self.newer = newer
    counts = migrations.reduce(into: [:]) { $0[$1.state, default: 0] += 1 }
  }
}
