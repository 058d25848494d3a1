public import MigratorSQLite
public import MigratorSchema

/// The effects of one statement of a migration, and the cumulative effects up to it.
public struct StatementTrace: Sendable, Hashable {
  /// The numbers of rows written to a table; for a virtual table, its own rows are counted.
  public struct TableRows: Sendable, Hashable {
    /// The table's name after the statement.
    public let table: String
    /// Rows inserted by statements, triggers and foreign-key actions.
    public let inserted: Int64
    /// Rows updated.
    public let updated: Int64
    /// Rows deleted, including ``cascaded`` ones.
    public let deleted: Int64
    /// Rows deleted by a foreign-key action or a trigger.
    public let cascaded: Int64
    /// True if the table replaces a dropped one, so that its rows are not new.
    public let isRecreated: Bool

    /// Creates the counts of a table; the parameters are the properties.
    public init(
      table: String, inserted: Int64 = 0, updated: Int64 = 0, deleted: Int64 = 0,
      cascaded: Int64 = 0, isRecreated: Bool = false
    ) {
      self.table = table
      self.inserted = inserted
      self.updated = updated
      self.deleted = deleted
      self.cascaded = cascaded
      self.isRecreated = isRecreated
    }
  }

  /// The violations of foreign keys after a statement.
  public enum Violations: Sendable, Hashable {
    /// The violations were counted, before the migration and now.
    case counted(ViolationCounts)
    /// The violations were not counted.
    case notCounted(Reason)

    /// Why violations were not counted.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
      /// Counting took too long, after this statement or an earlier one.
      case noTime
      /// There are too many.
      case tooMany
      /// SQLite cannot count them, for example because a foreign key matches no parent key.
      case refused
      /// The statement failed.
      case failed
    }
  }

  /// The identifier of the migration.
  public let identifier: String
  /// The index of the statement, starting from 0.
  public let index: Int
  /// The number of statements in the migration; `nil` for Swift code, where it is unknown.
  public let count: Int?
  /// The statement.
  public let sql: String
  /// Its place in the file; `nil` for Swift code.
  public let location: ScriptLocation?
  /// The query plan, determined before the statement ran; empty if there is none, as for CREATE
  /// TABLE.
  ///
  /// Because rows are counted while the statement runs, `DELETE` without `WHERE` visits every row.
  public let plan: [QueryPlanLine]
  /// The run time in seconds.
  public let seconds: Double
  /// The rows that the statement itself changed: SQLite's count, without triggers and foreign-key
  /// actions.
  public let changedRows: Int64
  /// The rows written, by table, including those of triggers and foreign-key actions.
  public let rows: [TableRows]
  /// The rows written by all statements so far, without dropped tables.
  public let rowsSoFar: [TableRows]
  /// The schema changes of the statement.
  public let changes: SchemaDiff
  /// The schema changes of all statements so far.
  public let changesSoFar: SchemaDiff
  /// The foreign-key violations after the statement.
  public let violations: Violations
  /// SQLite's error message if the statement failed, or `nil`.
  public let error: String?

  /// Creates the trace of a statement; the parameters are the properties.
  public init(
    identifier: String, index: Int, count: Int?, sql: String, location: ScriptLocation? = nil,
    plan: [QueryPlanLine] = [], seconds: Double, changedRows: Int64 = 0, rows: [TableRows] = [],
    rowsSoFar: [TableRows] = [], changes: SchemaDiff = .empty, changesSoFar: SchemaDiff = .empty,
    violations: Violations, error: String? = nil
  ) {
    self.identifier = identifier
    self.index = index
    self.count = count
    self.sql = sql
    self.location = location
    self.plan = plan
    self.seconds = seconds
    self.changedRows = changedRows
    self.rows = rows
    self.rowsSoFar = rowsSoFar
    self.changes = changes
    self.changesSoFar = changesSoFar
    self.violations = violations
    self.error = error
  }
}
