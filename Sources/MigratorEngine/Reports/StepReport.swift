public import MigratorSchema

/// What one migration did, on the real file or on a copy.
public struct StepReport: Sendable, Hashable {
  /// How many rows of a table a migration added, removed and changed.
  public struct TableRows: Sendable, Hashable {
    /// The name of the table.
    public let table: String
    /// Rows before, or `nil` when the table did not exist.
    public let before: Int64?
    /// Rows after, or `nil` when the table is gone.
    public let after: Int64?
    /// Rows inserted by statements, triggers and actions.
    public let inserted: Int64
    /// Rows updated.
    public let updated: Int64
    /// Rows deleted, those of ``cascaded`` included.
    public let deleted: Int64
    /// Rows deleted by a foreign-key action or a trigger, not by a statement that names the table.
    public let cascaded: Int64
    /// Whether the table was dropped and made anew under the same name.
    public let isRecreated: Bool
    /// Rows that are lost: fewer rows after than before.
    public var lost: Int64 { max(0, (before ?? 0) - (after ?? 0)) }

    /// Creates the counts of a table; the parameters are the properties.
    public init(
      table: String, before: Int64?, after: Int64?, inserted: Int64 = 0, updated: Int64 = 0,
      deleted: Int64 = 0, cascaded: Int64 = 0, isRecreated: Bool = false
    ) {
      self.table = table
      self.before = before
      self.after = after
      self.inserted = inserted
      self.updated = updated
      self.deleted = deleted
      self.cascaded = cascaded
      self.isRecreated = isRecreated
    }
  }

  /// The identifier of the migration.
  public let identifier: String
  /// The time the migration took, in seconds, its commit included.
  public let seconds: Double
  /// The number of SQL statements that ran; 0 for Swift code.
  public let statementCount: Int
  /// The schema before the migration.
  public let schemaBefore: SchemaSnapshot
  /// The schema after the migration; as before when it failed.
  public let schemaAfter: SchemaSnapshot
  /// The tables whose rows changed, in the order of their names.
  public let rows: [TableRows]
  /// Violations that the migration adds, rich descriptions for the first hundred of them.
  public let newViolations: [ViolationDetail]
  /// The number of violations that the migration adds.
  public let newViolationCount: Int
  /// The number of violations that were there before and still are.
  public let oldViolationCount: Int
  /// What the migration may not have meant to do, in sentences.
  public let warnings: [String]
  /// Why the migration failed, or `nil` when it succeeded.
  public let failure: MigrationFailure?
  /// The growth of the database file in bytes; negative when it shrank.
  public let fileGrowth: Int64

  /// The differences of `sqlite_master`.
  public var changes: SchemaDiff { SchemaDiff(before: schemaBefore, after: schemaAfter) }

  /// Creates the report of a step; the parameters are the properties.
  public init(
    identifier: String, seconds: Double, statementCount: Int = 0, schemaBefore: SchemaSnapshot,
    schemaAfter: SchemaSnapshot, rows: [TableRows] = [], newViolations: [ViolationDetail] = [],
    newViolationCount: Int = 0, oldViolationCount: Int = 0,
    warnings: [String] = [], failure: MigrationFailure? = nil,
    fileGrowth: Int64 = 0
  ) {
    self.identifier = identifier
    self.seconds = seconds
    self.statementCount = statementCount
    self.schemaBefore = schemaBefore
    self.schemaAfter = schemaAfter
    self.rows = rows
    self.newViolations = newViolations
    self.newViolationCount = newViolationCount
    self.oldViolationCount = oldViolationCount
    self.warnings = warnings
    self.failure = failure
    self.fileGrowth = fileGrowth
  }
}
