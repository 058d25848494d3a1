public import MigratorEngine
public import MigratorSchema

/// What the console asks of a database and its migrations; every call blocks, on a worker.
///
/// The console itself never touches SQLite: an implementation does, and ``LiveConsoleEngine`` is the
/// one that programs use. All methods but ``step(_:cancellation:onEvent:)`` leave the file's bytes
/// as they are.
public protocol ConsoleEngine: Sendable {
  /// Reads what the screens show at once: facts, status and schema, from one consistent state.
  ///
  /// - Returns: The overview.
  /// - Throws: An error whose description says what is wrong with the file and what to do.
  func overview() throws -> ConsoleOverview

  /// Compares the live schema with what the applied migrations produce.
  ///
  /// - Parameter cancellation: Stops the replay.
  /// - Returns: The drift, or why it cannot be told.
  /// - Throws: `DatabaseError`.
  func drift(cancellation: Cancellation) throws -> SchemaDrift.Result

  /// Searches violations of foreign keys, handing each on as it is found.
  ///
  /// - Parameters:
  ///   - cancellation: Stops the search.
  ///   - onViolation: Receives a violation and its details; returns `false` to stop.
  ///   - onTable: Receives the table about to be searched, its index and the number of tables.
  /// - Throws: `DatabaseError`.
  func searchViolations(
    cancellation: Cancellation,
    onViolation: (ViolationDetail) -> Bool,
    onTable: (String, Int, Int) -> Void
  ) throws

  /// Executes pending migrations on a copy, which is removed afterwards.
  ///
  /// - Parameters:
  ///   - scope: The next migration or all pending ones.
  ///   - cancellation: Stops the run; the copy is removed then too.
  ///   - onEvent: Receives what happens.
  /// - Returns: What the migrations did to the copy.
  /// - Throws: An error when no copy could be made.
  func dryRun(
    _ scope: RunScope, cancellation: Cancellation, onEvent: (MigrationEvent) -> Void
  ) throws -> DryRunReport

  /// The present state of the file; equal to a report's when nothing was committed since.
  ///
  /// - Returns: The fingerprint.
  /// - Throws: `DatabaseError`.
  func fingerprint() throws -> DatabaseFingerprint

  /// Applies one migration to the real file.
  ///
  /// - Parameters:
  ///   - request: The migration the operator confirmed, and the state it was confirmed for.
  ///   - cancellation: Rolls the migration back.
  ///   - onEvent: Receives what happens.
  /// - Returns: What the migration did, or its failure.
  /// - Throws: An error when nothing was begun: another state, another next migration, no backup.
  func step(
    _ request: StepRequest, cancellation: Cancellation, onEvent: (MigrationEvent) -> Void
  ) throws -> StepReport

  /// Looks for repairs of the ledger that make sense now.
  ///
  /// - Parameters:
  ///   - selected: The migration in view: a baseline would end with it.
  ///   - cancellation: Stops the replay that an adoption needs.
  /// - Returns: The repairs; none by default.
  /// - Throws: `DatabaseError`.
  func repairs(selected: String?, cancellation: Cancellation) throws -> RepairOffers

  /// Makes the backup, then runs a repair on the real file.
  ///
  /// - Parameter request: What the operator confirmed.
  /// - Throws: An error when nothing was changed.
  func repair(_ request: RepairRequest) throws

  /// Where a backup made before the given migration goes.
  ///
  /// - Parameter identifier: The migration that is about to be applied.
  /// - Returns: A path beside the database at which no file stands yet.
  func backupPath(before identifier: String) -> String
}

extension ConsoleEngine {
  /// None.
  public func repairs(selected: String?, cancellation: Cancellation) throws -> RepairOffers {
    RepairOffers(
      repairs: [], fingerprint: try fingerprint(), backupPath: backupPath(before: "repair"))
  }

  /// Refuses: what offers no repair runs none.
  public func repair(_ request: RepairRequest) throws {
    throw WorkFailure(message: "This program offers no repairs.", isCancellation: false)
  }
}

/// What the screens show at once.
public struct ConsoleOverview: Sendable, Hashable {
  /// The facts of the title line.
  public let facts: DatabaseFacts
  /// Registered and applied migrations in one list.
  public let status: StatusReport
  /// The live schema.
  public let schema: SchemaSnapshot

  /// Creates an overview.
  ///
  /// - Parameters:
  ///   - facts: The facts of the title line.
  ///   - status: Registered and applied migrations in one list.
  ///   - schema: The live schema.
  public init(facts: DatabaseFacts, status: StatusReport, schema: SchemaSnapshot) {
    self.facts = facts
    self.status = status
    self.schema = schema
  }
}

/// Which pending migrations a run covers.
public enum RunScope: Sendable, Hashable {
  /// The next migration.
  case next
  /// All pending migrations, in the order of registration.
  case all
}

/// One confirmed step of the real file.
public struct StepRequest: Sendable, Hashable {
  /// The migration the operator confirmed.
  public let identifier: String
  /// The state of the file the operator saw, or `nil` to step whatever the state.
  public let fingerprint: DatabaseFingerprint?
  /// Where to put a backup first, or `nil` to make none.
  public let backupPath: String?

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - identifier: The migration the operator confirmed.
  ///   - fingerprint: The state of the file the operator saw.
  ///   - backupPath: Where to put a backup first, or `nil`.
  public init(identifier: String, fingerprint: DatabaseFingerprint?, backupPath: String?) {
    self.identifier = identifier
    self.fingerprint = fingerprint
    self.backupPath = backupPath
  }
}
