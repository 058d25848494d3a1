internal import MigratorSchema

extension StepReport {
  /// The row counts of a table before and after a migration.
  public struct TableRows: Sendable, Hashable {
    /// The name of the table.
    public let table: String
    /// The table's name before the migration, or `nil` if it is unchanged.
    public let formerName: String?
    /// The number of rows before the migration, or `nil` when the table did not exist.
    public let before: Int64?
    /// The number of rows after the migration, or `nil` when the table was dropped.
    public let after: Int64?
    /// Rows inserted by statements, triggers and foreign-key actions.
    public let inserted: Int64
    /// The number of row updates, including those that wrote the same values.
    public let updated: Int64
    /// If updated rows were compared, the number of remaining rows with different values.
    public internal(set) var changed: Int64?
    /// Rows deleted, including ``cascaded`` ones.
    public let deleted: Int64
    /// Rows deleted by a foreign-key action or a trigger, not by a statement on the table itself.
    public let cascaded: Int64
    /// True if the table was dropped and re-created.
    public let isRecreated: Bool
    /// How the values of the remaining rows changed.
    public internal(set) var values: Values
    /// For a dropped table, the new table that contains all its rows with their values, if any.
    ///
    /// ``values`` includes the columns that have other names in the new table.
    public internal(set) var copy: String?
    /// The foreign keys whose rows now refer to different rows of this table.
    public internal(set) var movedReferences: [MovedReference] = []
    var rowDecrease: Int64 { max(0, (before ?? 0) - (after ?? 0)) }

    /// The number of lost rows; 0 if a ``copy`` contains them.
    ///
    /// If values were compared, it counts the rows whose key is gone, or the decrease in rows if
    /// that is larger. Otherwise, it is the decrease for a re-created or dropped table, or the
    /// number of deleted rows. It never exceeds ``before``: a row that was inserted and then
    /// deleted is not lost.
    public var lost: Int64 { min(gone, before ?? 0) }

    private var gone: Int64 {
      if copy != nil { return 0 }
      if mayHaveOtherValues, case .compared(_, let unmatched) = values {
        return max(unmatched, rowDecrease)
      }
      return isRecreated || after == nil || before == nil ? rowDecrease : max(rowDecrease, deleted)
    }

    /// Tables and columns whose contents are in another table or column now, as if renamed.
    var relocationEvents: [SchemaEvent] {
      let kept = copy.map { [SchemaEvent.tableKept(SQLName(table), as: SQLName($0))] } ?? []
      guard case .compared(let columns, _) = values else { return kept }
      return kept
        + columns.compactMap { column in
          column.keptAs.map {
            .columnKept(SQLName(column.column), as: SQLName($0), table: SQLName(copy ?? table))
          }
        }
    }

    /// Distinguishes the table from others that have the same name before or after the migration.
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

    /// True if remaining rows may have different values.
    public var mayHaveOtherValues: Bool {
      before ?? 0 > 0 && after ?? 0 > 0
        && (isRecreated || updated > 0 || (inserted > 0 && deleted > 0))
    }
  }

  /// Rows that now refer to different rows of a table, because its keys were reassigned.
  public struct MovedReference: Sendable, Hashable {
    /// The child table.
    public let table: String
    /// The column of the foreign key.
    public let column: String
    /// The number of rows in which the column still has a changed key.
    public let rows: Int64
  }

  /// How the values of the remaining rows of a table changed.
  public enum Values: Sendable, Hashable {
    /// The columns with changed values, and the number of rows whose key has no counterpart.
    case compared([ColumnValues], unmatchedRows: Int64)
    /// The values were not compared.
    case notCompared(Reason)

    /// Why values were not compared.
    public enum Reason: String, Sendable, Hashable, Codable, CaseIterable {
      /// No comparison was requested: the report describes a step without a dry run.
      case notAsked
      /// The migration ends transactions itself, so no previous state was kept.
      case outsideTransaction
      /// The file system of the copy could not keep the previous state.
      case noFormerState
      /// No key identifies the rows of the table both before and after the migration.
      case noKey
      /// The migration changed keys, so that rows cannot be matched by them.
      case keysChanged
      /// SQLite refused the comparison, for example because there are too many columns.
      case refused
      /// The table is virtual and its columns changed, and the schema does not say how.
      case virtualTable
    }

    /// All values are the same.
    public static let same = Values.compared([], unmatchedRows: 0)
  }

  /// How the values of one column changed.
  public struct ColumnValues: Sendable, Hashable {
    /// The name of the column; for a dropped column, the previous name.
    public let column: String
    /// How its values changed.
    public let changes: ValueChanges
    /// For a dropped column, the new column that contains all its values in the same rows.
    ///
    /// Set only if the values differ among themselves, so that the match is not a coincidence.
    public let keptAs: String?
    /// The column to which all values were moved, in the same rows.
    public let movedTo: String?
    /// True if it is the integer primary key, and SQLite reassigned its values.
    ///
    /// The rows are the same in all other common columns.
    public internal(set) var isReassignedKey = false

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
