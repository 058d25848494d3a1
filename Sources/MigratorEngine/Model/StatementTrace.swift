public import MigratorSQLite
public import MigratorSchema

/// What one statement of a migration did, and what had become of the database by then.
public struct StatementTrace: Sendable, Hashable {
  /// How many rows of a table were written; of a virtual table, its own.
  public struct TableRows: Sendable, Hashable {
    /// The name that the table has after the statement.
    public let table: String
    /// Rows inserted by statements, triggers and actions.
    public let inserted: Int64
    /// Rows updated.
    public let updated: Int64
    /// Rows deleted, those of ``cascaded`` included.
    public let deleted: Int64
    /// Rows deleted by a foreign-key action or a trigger.
    public let cascaded: Int64
    /// Whether the table was made anew in the place of one that is gone, so that its rows are no new ones.
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
    /// They were looked for: how many there were before the migration, and how many there are now.
    case counted(ViolationCounts)
    /// They were not counted.
    case notCounted(Reason)

    /// Why violations were not counted.
    public enum Reason: String, Sendable, Hashable {
      /// Looking for them took too long, after this statement or those before it.
      case noTime
      /// There are too many.
      case tooMany
      /// They cannot be looked for: a foreign key fits no parent, say.
      case refused
      /// The statement failed.
      case failed
    }
  }

  /// The identifier of the migration.
  public let identifier: String
  /// Which of the statements it is, from 0.
  public let index: Int
  /// How many statements the migration has; `nil` for Swift code, of which nobody knows it before.
  public let count: Int?
  /// The statement.
  public let sql: String
  /// Where it stands in the file; `nil` for Swift code.
  public let location: ScriptLocation?
  /// The plan after which SQLite ran it, taken before; empty for one without, such as CREATE TABLE.
  ///
  /// Rows are counted while it runs, so that `DELETE` without `WHERE` goes through them.
  public let plan: [QueryPlanLine]
  /// How long it ran, in seconds.
  public let seconds: Double
  /// The rows that it changed itself, as SQLite counts them: without triggers and foreign-key actions.
  public let changedRows: Int64
  /// The rows that it wrote, by tables, triggers and foreign-key actions included.
  public let rows: [TableRows]
  /// The rows that all statements so far wrote, without tables that are gone.
  public let rowsSoFar: [TableRows]
  /// What it changed in the schema.
  public let changes: SchemaDiff
  /// What all statements so far changed in the schema.
  public let changesSoFar: SchemaDiff
  /// The violations of foreign keys after it.
  public let violations: Violations
  /// Why it failed, in SQLite's words, or `nil`.
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
