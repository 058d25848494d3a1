/// Why a migration failed, where, and what state the database is in now.
///
/// The runner throws errors of a migration's body as they were thrown; this value is what the
/// events, the dry run and the console say of them.
public struct MigrationFailure: Error, Sendable, Hashable {
  /// The part of a migration's run that failed.
  public enum Phase: String, Sendable, Hashable {
    /// Taking the write lock.
    case begin
    /// The statements or the closure of the migration.
    case body
    /// Writing the ledger row.
    case ledger
    /// The check of foreign keys.
    case check
    /// The commit.
    case commit
  }

  /// What a failure left behind.
  public enum DatabaseState: Sendable, Hashable {
    /// The transaction was rolled back: the database is as it was before the migration.
    case asBefore
    /// The migration asked to run outside a transaction: its first statements stay. With none, it is
    /// the ledger that says, as its tool has it, that the migration began and failed.
    case partlyApplied(statements: Int)
  }

  /// The identifier of the migration.
  public let identifier: String
  /// The part that failed.
  public let phase: Phase
  /// SQLite's words, or the description of the error.
  public let message: String
  /// SQLite's extended result code, if the error came from SQLite.
  public let extendedResultCode: Int32?
  /// The statement that failed, with its place in the file.
  public let statement: ScriptStatement?
  /// Where in the file the error lies.
  ///
  /// SQLite's error offset turned into a place, otherwise the first character of the statement.
  /// `nil` when the migration is not SQL.
  public let location: ScriptLocation?
  /// The foreign-key violations that made the check fail, as far as they were fetched.
  public let violations: [ViolationDetail]
  /// What the failure left behind.
  public let databaseState: DatabaseState
  /// How many violations there were before the migration and at its check, or `nil` when they were
  /// not counted.
  public let violationCounts: ViolationCounts?
  /// Whether the operator cancelled.
  public let isCancellation: Bool

  /// Creates a failure; the parameters are the properties.
  public init(
    identifier: String, phase: Phase, message: String, extendedResultCode: Int32? = nil,
    statement: ScriptStatement? = nil, location: ScriptLocation? = nil,
    violations: [ViolationDetail] = [], databaseState: DatabaseState = .asBefore,
    violationCounts: ViolationCounts? = nil, isCancellation: Bool = false
  ) {
    self.identifier = identifier
    self.phase = phase
    self.message = message
    self.extendedResultCode = extendedResultCode
    self.statement = statement
    self.location = location
    self.violations = violations
    self.databaseState = databaseState
    self.violationCounts = violationCounts
    self.isCancellation = isCancellation
  }
}
