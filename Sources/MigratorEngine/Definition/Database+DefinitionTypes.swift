public import MigratorSQLite

extension Database {
  /// The declared type of a column, as SQL text.
  ///
  /// SQLite derives an affinity from the text: see <https://www.sqlite.org/datatype3.html>.
  public struct ColumnType: RawRepresentable, Hashable, Sendable {
    /// The SQL text.
    public let rawValue: String

    /// Creates a type.
    ///
    /// - Parameter rawValue: The SQL text, which goes into the statement as it stands.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// `TEXT`.
    public static let text = ColumnType(rawValue: "TEXT")
    /// `TEXT`, for JSON as text.
    public static let jsonText = ColumnType(rawValue: "TEXT")
    /// `BLOB`, for JSON in SQLite's binary form.
    public static let jsonb = ColumnType(rawValue: "BLOB")
    /// `INTEGER`.
    public static let integer = ColumnType(rawValue: "INTEGER")
    /// `DOUBLE`.
    public static let double = ColumnType(rawValue: "DOUBLE")
    /// `REAL`.
    public static let real = ColumnType(rawValue: "REAL")
    /// `NUMERIC`.
    public static let numeric = ColumnType(rawValue: "NUMERIC")
    /// `BOOLEAN`, of numeric affinity.
    public static let boolean = ColumnType(rawValue: "BOOLEAN")
    /// `BLOB`.
    public static let blob = ColumnType(rawValue: "BLOB")
    /// `DATE`, of numeric affinity.
    public static let date = ColumnType(rawValue: "DATE")
    /// `DATETIME`, of numeric affinity.
    public static let datetime = ColumnType(rawValue: "DATETIME")
    /// `ANY`, for strict tables.
    public static let any = ColumnType(rawValue: "ANY")
  }

  /// What SQLite does when a row violates a constraint.
  ///
  /// Source: <https://www.sqlite.org/lang_conflict.html>.
  public enum ConflictResolution: String, Sendable, Hashable {
    /// The transaction is rolled back.
    case rollback = "ROLLBACK"
    /// The statement is undone and fails.
    case abort = "ABORT"
    /// The statement fails; rows changed before stay changed.
    case fail = "FAIL"
    /// The row is skipped.
    case ignore = "IGNORE"
    /// Rows in the way are deleted.
    case replace = "REPLACE"
  }

  /// What happens to a row when the row it refers to is deleted or changes its key.
  ///
  /// Source: <https://www.sqlite.org/foreignkeys.html#fk_actions>.
  public enum ForeignKeyAction: String, Sendable, Hashable {
    /// It is deleted or changed too.
    case cascade = "CASCADE"
    /// The change of the other row fails at once.
    case restrict = "RESTRICT"
    /// Its columns become NULL.
    case setNull = "SET NULL"
    /// Its columns get their default values.
    case setDefault = "SET DEFAULT"
    /// Nothing, so the foreign key may be violated.
    case noAction = "NO ACTION"
  }
}
