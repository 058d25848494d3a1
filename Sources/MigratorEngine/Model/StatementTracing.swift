public import MigratorSQLite

/// Whom to tell of the statements of a migration, one by one, and who may hold it between them.
///
/// Of SQL all statements are told, of Swift code those that may write, as they go through the connection.
/// The callbacks are called on the thread that runs the migration.
public struct StatementTracing {
  /// The one migration whose statements are told, or `nil` for those of all.
  public let identifier: String?
  /// Called before each statement, after the last, and when one failed.
  ///
  /// Nothing goes on before it returns. What it throws ends the migration.
  public let onPause: (StatementPause) throws -> Void
  /// Called after each statement.
  public let onTrace: (StatementTrace) -> Void
  /// How long a step of the database itself, in which others cannot write, may be held altogether before
  /// it is rolled back; `nil` for as long as one likes, as a copy can.
  public let holdLimit: Duration?
  /// What the dry run works on, once that is known; `nil` on the database itself.
  var form: CopyForm?

  /// Creates a tracing; the parameters are the properties.
  public init(
    of identifier: String? = nil, holdLimit: Duration? = nil,
    onPause: @escaping (StatementPause) throws -> Void = { _ in },
    onTrace: @escaping (StatementTrace) -> Void
  ) {
    self.identifier = identifier
    self.holdLimit = holdLimit
    self.onPause = onPause
    self.onTrace = onTrace
  }

  /// The tracing of a migration, or `nil` where nobody asked for this one.
  func told(of identifier: String, on form: CopyForm?) -> StatementTracing? {
    guard self.identifier == nil || self.identifier == identifier else { return nil }
    var tracing = self
    tracing.form = form
    return tracing
  }
}

/// A moment between two statements of a migration that runs.
public struct StatementPause {
  /// Where the migration stands.
  public enum Place: Sendable, Hashable {
    /// Before a statement, which SQLite would run after this plan.
    case before(index: Int, sql: String, location: ScriptLocation?, plan: [QueryPlanLine])
    /// After a statement that failed; what it did is taken back, what was done before is there still.
    case failed(index: Int)
    /// After all of them: the record in the ledger, the check of foreign keys and the commit are to come.
    case afterLast(count: Int)
  }

  /// The identifier of the migration.
  public let identifier: String
  /// Where it stands.
  public let place: Place
  /// The copy it runs on, or `nil` for the database itself.
  public let form: CopyForm?
  /// When it is rolled back if it is still held, or `nil` when it may be held without end.
  public let deadline: ContinuousClock.Instant?
  let db: Database
  let cancellation: Cancellation?

  /// How long a query may take.
  private static let limit = Duration.seconds(5)

  /// Asks the database in the state that it is in, what is not committed included.
  ///
  /// - Parameters:
  ///   - sql: One statement that only reads: a query, `EXPLAIN`, or a pragma that tells something.
  ///   - limit: How many rows are kept.
  /// - Returns: The answer.
  /// - Throws: `DatabaseError`; SQLITE_AUTH for a statement that would change anything, SQLITE_ERROR
  ///   after five seconds, SQLITE_INTERRUPT when cancelled.
  public func query(_ sql: String, limit: Int = 200) throws -> QueryAnswer {
    let monitor = ProgressMonitor(until: .now + Self.limit, or: cancellation)
    do {
      return try db.monitored(by: monitor) { try db.query(sql, limit: limit) }
    } catch let error as DatabaseError
      where error.isInterruption && cancellation?.isCancelled != true
    {
      // Nobody stopped it, so it is not told as that.
      throw DatabaseError(
        resultCode: .SQLITE_ERROR, message: "the query took longer than 5 s", sql: sql)
    }
  }
}

// A pause is over when its callback returns.
@available(*, unavailable)
extension StatementPause: Sendable {}
