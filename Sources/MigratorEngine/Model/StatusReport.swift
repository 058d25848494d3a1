/// The migrations of a database and a migrator in one list, with the facts of the file.
///
/// Reading it writes nothing: a database that was never migrated has no ledger afterwards either.
public struct StatusReport: Sendable, Hashable {
  /// Registered migrations in registration order; unregistered ones stand after the last applied
  /// migration, in the order of the ledger.
  public let migrations: [MigrationStatus]

  /// The name of the ledger table.
  public let ledgerName: String

  /// Whether the ledger table exists.
  public let ledgerExists: Bool

  /// Why no step is possible although something is pending, or `nil`.
  public let obstacle: StepObstacle?

  /// What the tool of the ledger would stop at although nothing is pending, or `nil`.
  public let caution: StepObstacle?

  /// What was recorded after all that is registered, and is not registered itself: the sign of a
  /// newer version of the program.
  public let newer: [String]

  /// How many there are in each state: asked for with each frame that is drawn.
  private let counts: [MigrationStatus.State: Int]

  /// The number of migrations in the given state.
  ///
  /// - Parameter state: The state to count.
  /// - Returns: The number of migrations in that state.
  public func count(of state: MigrationStatus.State) -> Int { counts[state, default: 0] }

  /// How many migrations the ledger records as applied, whatever else is known of them: changed, merged,
  /// or not registered.
  public var recordedCount: Int {
    counts.reduce(0) { $0 + ($1.key.isRecorded ? $1.value : 0) }
  }

  /// The migrations that the ledger records as applied.
  public var recorded: [String] { migrations.filter(\.state.isRecorded).map(\.identifier) }

  /// What keeps files of migrations from being used, in the order of the migrations.
  public var problems: [FileProblem] { migrations.flatMap { $0.obstacle?.problems ?? [] } }

  /// The migration that a step would apply, or `nil` when none is left.
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
