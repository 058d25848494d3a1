internal import MigratorSQLite

/// The rows of a table that a migration inserted, deleted and updated, with counts.
///
/// The first of them are kept with their values before and after the migration. A row is updated if
/// the value of an existing column changed, or if a new column differs from its default.
public struct ChangedRows: Sendable, Hashable {
  /// A column of the rows.
  public struct Column: Sendable, Hashable {
    /// The name before the migration, or `nil` for a new column.
    public let before: String?
    /// The name after the migration, or `nil` for a dropped column.
    public let after: String?

    /// The name after the migration; for a dropped column, the name before it.
    public var name: String { after ?? before ?? "" }

    /// Creates a column; the parameters are the properties.
    public init(before: String?, after: String?) {
      self.before = before
      self.after = after
    }
  }

  /// The approximate number of bytes kept for one migration; each table uses at most half of the
  /// remaining bytes.
  ///
  /// For each table, the first 1,000 inserted and the first 1,000 deleted rows are kept. So are the
  /// first 1,000 updated rows in which a value changed or became NULL, and the first 1,000 in which
  /// values were only added. Only the first 1,000 bytes of a value are kept.
  public static let byteLimit = 2_000_000

  /// The name of the table.
  public let table: String
  /// The table's name before the migration, or `nil` if it is unchanged.
  public let formerName: String?
  /// The names of the columns in a row's ``ChangedRow/key``: the rowid or the primary key.
  public let key: [String]
  /// The columns of the rows without generated ones; dropped columns come last.
  public let columns: [Column]
  /// The rows that are kept.
  public let rows: [ChangedRow]
  /// How many rows were inserted.
  public let inserted: Int64
  /// How many rows were deleted.
  public let deleted: Int64
  /// How many rows were updated.
  public let updated: Int64
  /// Why the changed rows are unknown, or `nil` when they are known.
  public let obstacle: StepReport.Values.Reason?

  /// How many rows changed.
  public var count: Int64 { inserted + deleted + updated }
  /// True if it is known that no row changed.
  public var isEmpty: Bool { obstacle == nil && count == 0 }
  /// How many changed rows are not kept.
  public var omitted: Int64 { max(0, count - Int64(rows.count)) }

  /// True if the table was dropped: all its columns are gone.
  public var isTableDropped: Bool { !columns.isEmpty && columns.allSatisfy { $0.after == nil } }

  /// Creates the changed rows of a table; the parameters are the properties.
  public init(
    table: String, formerName: String? = nil, key: [String], columns: [Column],
    rows: [ChangedRow], inserted: Int64, deleted: Int64, updated: Int64
  ) {
    self.table = table
    self.formerName = formerName
    self.key = key
    self.columns = columns
    self.rows = rows
    self.inserted = inserted
    self.deleted = deleted
    self.updated = updated
    obstacle = nil
  }

  init(unchanged rows: StepReport.TableRows) {
    self.init(
      table: rows.table, formerName: rows.formerName, key: [], columns: [], rows: [], inserted: 0,
      deleted: 0, updated: 0)
  }

  /// Creates a value for a table whose changed rows cannot be determined.
  ///
  /// - Parameters:
  ///   - table: The name of the table.
  ///   - obstacle: Why they cannot be determined.
  public init(table: String, obstacle: StepReport.Values.Reason) {
    self.table = table
    formerName = nil
    key = []
    columns = []
    rows = []
    inserted = 0
    deleted = 0
    updated = 0
    self.obstacle = obstacle
  }
}
