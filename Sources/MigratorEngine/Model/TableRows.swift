internal import MigratorSchema

extension StepReport {
  /// How many rows of a table a migration added, removed and changed.
  public struct TableRows: Sendable, Hashable {
    /// The name of the table.
    public let table: String
    /// The name that the table had before, or `nil` when it had the same.
    public let formerName: String?
    /// Rows before, or `nil` when the table did not exist.
    public let before: Int64?
    /// Rows after, or `nil` when the table is gone.
    public let after: Int64?
    /// Rows inserted by statements, triggers and actions.
    public let inserted: Int64
    /// How often a row was updated, be it with the values that it had.
    public let updated: Int64
    /// Where rows were updated and compared, how many that are there before and after have other values.
    public internal(set) var changed: Int64?
    /// Rows deleted, those of ``cascaded`` included.
    public let deleted: Int64
    /// Rows deleted by a foreign-key action or a trigger, not by a statement that names the table.
    public let cascaded: Int64
    /// Whether the table was dropped and another made in its place.
    public let isRecreated: Bool
    /// What became of the values in rows that are there before and after.
    public internal(set) var values: Values
    /// Of a table that is gone, the new table in which all its rows are with their values, if there is one;
    /// columns that have other names there are among ``values``.
    public internal(set) var copy: String?
    /// How many rows fewer there are.
    var shrinkage: Int64 { max(0, (before ?? 0) - (after ?? 0)) }

    /// Rows that are lost.
    ///
    /// Compared, those with whose key there is none after, or, where several became
    /// one, those by which there are fewer; otherwise those by which a recreated table has fewer, or
    /// that were deleted. Never more than there were: a row that came and went is no lost one.
    public var lost: Int64 { min(gone, before ?? 0) }

    private var gone: Int64 {
      if copy != nil { return 0 }
      if mayHaveOtherValues, case .compared(_, let unmatched) = values {
        return max(unmatched, shrinkage)
      }
      return isRecreated || after == nil || before == nil ? shrinkage : max(shrinkage, deleted)
    }

    /// What goes on under another name, because its contents are there: the one place that says so.
    var keptEvents: [SchemaEvent] {
      let kept = copy.map { [SchemaEvent.tableKept(SQLName(table), as: SQLName($0))] } ?? []
      guard case .compared(let columns, _) = values else { return kept }
      return kept
        + columns.compactMap { column in
          column.keptAs.map {
            .columnKept(SQLName(column.column), as: SQLName($0), table: SQLName(copy ?? table))
          }
        }
    }

    /// What tells the table from another one that had its name before, or has it after.
    var identity: [String?] { [table, formerName] }

    /// Creates the counts of a table; the parameters are the properties.
    public init(
      table: String, formerName: String? = nil, before: Int64?, after: Int64?, inserted: Int64 = 0,
      updated: Int64 = 0, changed: Int64? = nil, deleted: Int64 = 0, cascaded: Int64 = 0,
      isRecreated: Bool = false,
      values: Values = .notCompared(.notAsked)
    ) {
      self.table = table
      self.formerName = formerName
      self.before = before
      self.after = after
      self.inserted = inserted
      self.updated = updated
      self.changed = changed
      self.deleted = deleted
      self.cascaded = cascaded
      self.isRecreated = isRecreated
      self.values = values
    }

    /// Whether rows that were there, and still are, may have other values now.
    public var mayHaveOtherValues: Bool {
      before ?? 0 > 0 && after ?? 0 > 0
        && (isRecreated || updated > 0 || (inserted > 0 && deleted > 0))
    }
  }

  /// What became of the values in rows of a table that are there before and after.
  public enum Values: Sendable, Hashable {
    /// They were compared: the columns with values that are not the same, and how many rows have no
    /// counterpart with their key.
    case compared([ColumnValues], unmatchedRows: Int64)
    /// They were not.
    case notCompared(Reason)

    /// Why values were not compared.
    public enum Reason: String, Sendable, Hashable {
      /// Nobody asked: the report is of a real step without a dry run.
      case notAsked
      /// The migration ends transactions of its own, so no state from before was kept.
      case outsideTransaction
      /// The file system of the copy could not keep the state from before.
      case noFormerState
      /// Nothing tells a row of the table from the others before and after.
      case noKey
      /// The migration changed keys, so that rows are not found again by them.
      case keysChanged
      /// SQLite refused the comparison: there are too many columns, say.
      case refused
      /// The table is virtual and has other columns than before, as to which the schema says nothing.
      case virtualTable
    }

    /// All values are the same.
    public static let same = Values.compared([], unmatchedRows: 0)
  }

  /// What became of the values of one column.
  public struct ColumnValues: Sendable, Hashable {
    /// The name of the column; as it was before where it is gone.
    public let column: String
    /// What became of its values.
    public let changes: ValueChanges
    /// Of a column that is gone, the new one in which all its values are, each in its row; they differ
    /// among themselves, so that it is not by chance.
    public let keptAs: String?
    /// The column in which all values are that moved, each in its row.
    public let movedTo: String?

    /// Creates the description of a column; the parameters are the properties.
    public init(
      column: String, changes: ValueChanges, keptAs: String? = nil, movedTo: String? = nil
    ) {
      self.column = column
      self.changes = changes
      self.keptAs = keptAs
      self.movedTo = movedTo
    }
  }
}
