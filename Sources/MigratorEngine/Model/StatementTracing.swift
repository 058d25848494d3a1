public import MigratorSQLite

/// Callbacks for each statement of a migration, which can also pause it between statements.
///
/// SQL migrations report all statements; Swift code reports those that may write, as the connection
/// executes them. The callbacks run on the migration's thread.
public struct StatementTracing {
  /// The migration to trace, or `nil` for all.
  public let identifier: String?
  /// Called before each statement, after the last, and when one failed.
  ///
  /// The migration is paused until it returns. An error that it throws ends the migration.
  public let onPause: (StatementPause) throws -> Void
  /// Called after each statement.
  public let onTrace: (StatementTrace) -> Void
  /// The maximum total time for which a step on the database may be paused, because it blocks other
  /// writers.
  ///
  /// After that, the step is rolled back. `nil` for no limit, which suits a copy.
  public let holdLimit: Duration?
  /// The dry run's kind of copy, once known; `nil` on the database itself.
  var form: CopyKind?

  /// Creates a set of callbacks; the parameters are the properties.
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

  func scoped(to identifier: String, on form: CopyKind?) -> StatementTracing? {
    guard self.identifier == nil || self.identifier == identifier else { return nil }
    var tracing = self
    tracing.form = form
    return tracing
  }
}

/// A pause between two statements of a running migration.
public struct StatementPause {
  /// The position in the migration.
  public enum Place: Sendable, Hashable {
    /// Before a statement, with the plan that SQLite would use.
    case before(index: Int, sql: String, location: ScriptLocation?, plan: [QueryPlanLine])
    /// After a failed statement: its effects are rolled back, those of earlier statements remain.
    case failed(index: Int)
    /// After the last statement, before the ledger's record, the foreign-key check and the commit.
    case afterLast(count: Int)
  }

  /// The identifier of the migration.
  public let identifier: String
  /// The position in the migration.
  public let place: Place
  /// The kind of copy it runs on, or `nil` for the database itself.
  public let form: CopyKind?
  /// When the step is rolled back if it is still paused; `nil` for no limit.
  public let deadline: ContinuousClock.Instant?
  let db: Database
  let cancellation: Cancellation?

  private static let limit = Duration.seconds(5)

  /// Queries the database in its current state, including uncommitted changes.
  ///
  /// - Parameters:
  ///   - sql: One read-only statement: a query, `EXPLAIN`, or a pragma that reads.
  ///   - limit: The maximum number of rows to keep.
  /// - Returns: The answer.
  /// - Throws: `DatabaseError`; SQLITE_AUTH for a statement that would change anything,
  ///   SQLITE_ERROR after five seconds, SQLITE_INTERRUPT when cancelled.
  public func query(_ sql: String, limit: Int = 200) throws -> QueryAnswer {
    let monitor = ProgressMonitor(until: .now + Self.limit, or: cancellation)
    do {
      return try db.monitored(by: monitor) { try db.query(sql, limit: limit) }
    } catch let error as DatabaseError
      where error.isInterruption && cancellation?.isCancelled != true
    {
      // The time limit ended the query, not a cancellation, so SQLITE_INTERRUPT would be wrong.
      throw DatabaseError(
        resultCode: .SQLITE_ERROR, message: "the query took longer than 5 s", sql: sql)
    }
  }
}

// A pause ends when its callback returns.
@available(*, unavailable)
extension StatementPause: Sendable {}
