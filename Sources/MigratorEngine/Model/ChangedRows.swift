internal import MigratorSQLite

/// The rows of a table that a migration inserted, deleted and updated: how many, and the first of them
/// with their values before and after.
///
/// A row is updated where a value of a column that was there is another one, or where a new column
/// holds something else than its default.
public struct ChangedRows: Sendable, Hashable {
  /// A column of the rows.
  public struct Column: Sendable, Hashable {
    /// The name before, or `nil` for a column that is new.
    public let before: String?
    /// The name after, or `nil` for a column that is gone.
    public let after: String?

    /// The name after, or else before.
    public var name: String { after ?? before ?? "" }

    /// Creates a column; the parameters are the properties.
    public init(before: String?, after: String?) {
      self.before = before
      self.after = after
    }
  }

  /// About how many bytes of rows are kept of one migration; a table takes at most half of what is left.
  ///
  /// Of each table, the first 1,000 inserted rows are kept, the first 1,000 deleted ones, and twice the
  /// first 1,000 updated ones: those in which a value is another one or NULL, and those in which values
  /// only came. Of a value, the first 1,000 bytes are kept.
  public static let byteLimit = 2_000_000

  /// The name of the table.
  public let table: String
  /// The name that the table had before, or `nil` when it had the same.
  public let formerName: String?
  /// The names of the columns whose values are the ``ChangedRow/key`` of a row: the rowid, or the primary
  /// key.
  public let key: [String]
  /// The columns whose values the rows have, those that are gone at the end; none that is computed.
  public let columns: [Column]
  /// The rows that are kept.
  public let rows: [ChangedRow]
  /// How many rows were inserted.
  public let inserted: Int64
  /// How many rows were deleted.
  public let deleted: Int64
  /// How many rows were updated.
  public let updated: Int64
  /// Why it is not told which rows changed, or `nil` when it is.
  public let obstacle: StepReport.Values.Reason?

  /// How many rows changed.
  public var count: Int64 { inserted + deleted + updated }
  /// Whether it is known that none changed.
  public var isEmpty: Bool { obstacle == nil && count == 0 }
  /// How many of them are not kept.
  public var omitted: Int64 { max(0, count - Int64(rows.count)) }

  /// Whether the table was dropped: no column is left.
  public var isOfGoneTable: Bool { !columns.isEmpty && columns.allSatisfy { $0.after == nil } }

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

  /// Creates the statement that all rows of a table are as they were, whichever is which.
  init(unchanged rows: StepReport.TableRows) {
    self.init(
      table: rows.table, formerName: rows.formerName, key: [], columns: [], rows: [], inserted: 0,
      deleted: 0, updated: 0)
  }

  /// Creates the statement that nobody can tell which rows of a table changed.
  ///
  /// - Parameters:
  ///   - table: The name of the table.
  ///   - obstacle: Why.
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
