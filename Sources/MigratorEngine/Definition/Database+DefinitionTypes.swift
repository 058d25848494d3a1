public import MigratorSQLite

extension Database {
  /// The declared type of a column, as SQL.
  ///
  /// SQLite derives the affinity of the column from it: see
  /// <https://www.sqlite.org/datatype3.html>.
  public struct ColumnType: RawRepresentable, Hashable, Sendable {
    /// The SQL of the type.
    public let rawValue: String

    /// Creates a type.
    ///
    /// - Parameter rawValue: The SQL, which is inserted into the statement unchanged.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// `TEXT`.
    public static let text = ColumnType(rawValue: "TEXT")
    /// `TEXT`, for JSON text.
    public static let jsonText = ColumnType(rawValue: "TEXT")
    /// `BLOB`, for JSONB, the binary JSON of SQLite.
    public static let jsonb = ColumnType(rawValue: "BLOB")
    /// `INTEGER`.
    public static let integer = ColumnType(rawValue: "INTEGER")
    /// `DOUBLE`.
    public static let double = ColumnType(rawValue: "DOUBLE")
    /// `REAL`.
    public static let real = ColumnType(rawValue: "REAL")
    /// `NUMERIC`.
    public static let numeric = ColumnType(rawValue: "NUMERIC")
    /// `BOOLEAN`, with numeric affinity.
    public static let boolean = ColumnType(rawValue: "BOOLEAN")
    /// `BLOB`.
    public static let blob = ColumnType(rawValue: "BLOB")
    /// `DATE`, with numeric affinity.
    public static let date = ColumnType(rawValue: "DATE")
    /// `DATETIME`, with numeric affinity.
    public static let datetime = ColumnType(rawValue: "DATETIME")
    /// `ANY`, for strict tables.
    public static let any = ColumnType(rawValue: "ANY")
  }

  /// The action of SQLite when a row violates a constraint.
  ///
  /// Source: <https://www.sqlite.org/lang_conflict.html>.
  public enum ConflictResolution: String, Sendable, Hashable {
    /// Rolls back the transaction.
    case rollback = "ROLLBACK"
    /// Undoes the statement and reports an error.
    case abort = "ABORT"
    /// Reports an error, but keeps the earlier changes of the statement.
    case fail = "FAIL"
    /// Skips the row.
    case ignore = "IGNORE"
    /// Deletes the conflicting rows.
    case replace = "REPLACE"
  }

  /// The action for a child row when the parent row is deleted or its key changes.
  ///
  /// Source: <https://www.sqlite.org/foreignkeys.html#fk_actions>.
  public enum ForeignKeyAction: String, Sendable, Hashable {
    /// Deletes or updates the child row, too.
    case cascade = "CASCADE"
    /// Rejects the change of the parent row immediately.
    case restrict = "RESTRICT"
    /// Sets the child columns to NULL.
    case setNull = "SET NULL"
    /// Sets the child columns to their default values.
    case setDefault = "SET DEFAULT"
    /// Takes no action, so the change may violate the foreign key.
    case noAction = "NO ACTION"
  }
}
