public import MigratorSchema

/// What one migration did, on the real file or on a copy.
public struct StepReport: Sendable, Hashable {
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
    /// Rows updated.
    public let updated: Int64
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
      updated: Int64 = 0, deleted: Int64 = 0, cascaded: Int64 = 0, isRecreated: Bool = false,
      values: Values = .notCompared(.notAsked)
    ) {
      self.table = table
      self.formerName = formerName
      self.before = before
      self.after = after
      self.inserted = inserted
      self.updated = updated
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

  /// A stored column that is gone, and how many values it had.
  public struct GoneColumn: Sendable, Hashable {
    /// The name of its table after.
    public let table: String
    /// The name of the column.
    public let column: String
    /// How many rows had a value in it other than NULL.
    public let values: Int64
  }

  /// A number in the header of the file that is another after: `user_version` or `application_id`.
  public struct HeaderChange: Sendable, Hashable {
    /// The name of its pragma.
    public let pragma: String
    /// Before.
    public let before: Int64
    /// After.
    public let after: Int64
  }

  /// What a dry run told of a step that was held to it.
  public struct Foretold: Sendable, Hashable {
    /// The tables whose rows changed on the copy.
    public let rows: [TableRows]
    /// The violations before and after on the copy.
    public let violations: ViolationCounts?
  }

  /// Where the numbers of rows and violations come from.
  public enum Counting: String, Sendable, Hashable {
    /// They were counted while the migration ran.
    case counted
    /// They were foretold by a dry run of the same migration on the same state of the file.
    case foretold
    /// They were not counted: it would have read the whole database under the write lock.
    case none
  }

  /// The identifier of the migration.
  public let identifier: String
  /// The time the migration took, in seconds, its commit included.
  public internal(set) var seconds: Double
  /// The number of SQL statements that ran; `nil` where nobody counted them, as of Swift code.
  public let statementCount: Int?
  /// The schema before the migration.
  public let schemaBefore: SchemaSnapshot
  /// The schema after the migration; as before when it failed.
  public let schemaAfter: SchemaSnapshot
  /// What statements did to the schema, in order, then which tables and columns that are gone have all
  /// their contents in others; empty when it was undone.
  public let schemaEvents: [SchemaEvent]
  /// The tables whose rows changed, in the order of their names.
  public let rows: [TableRows]
  /// The rows of these tables that changed, the first of them with their values.
  public private(set) var changedRows: [ChangedRows]
  /// Violations that the migration adds, rich descriptions for the first hundred of them.
  public let newViolations: [ViolationDetail]
  /// How many violations there were before and after, or `nil` when they were not counted.
  public let violations: ViolationCounts?
  /// What the migration may not have meant to do, in sentences.
  public let warnings: [String]
  /// Why the migration failed, or `nil` when it succeeded.
  public internal(set) var failure: MigrationFailure?
  /// The size of the database before and after, or `nil` when nothing was written, or nobody looked.
  public internal(set) var space: StepSpace?
  /// The numbers in the header of the file that an app may go by, and that are others after.
  public internal(set) var headerChanges: [HeaderChange] = []
  /// The columns that are gone, where their values were counted.
  public internal(set) var goneColumns: [GoneColumn] = []
  /// Where ``rows``, ``violations`` and ``goneColumns`` come from.
  public let counting: Counting
  /// What the dry run told, where the step was held to it and rows were counted all the same.
  public internal(set) var foretold: Foretold?
  /// The state in which the migration met the file, where it was held to anything.
  public internal(set) var fingerprintBefore: DatabaseFingerprint?
  /// The state in which the migration left the file, or `nil` when some of it stayed after a failure, or
  /// when another program committed before that state could be read.
  public package(set) var fingerprint: DatabaseFingerprint?

  /// The differences of `sqlite_master`, compared once when the report is made.
  public let changes: SchemaDiff

  /// Creates the report of a step; the parameters are the properties, and what `rows` says of contents is
  /// added to the events.
  public init(
    identifier: String, seconds: Double, statementCount: Int? = nil, schemaBefore: SchemaSnapshot,
    schemaAfter: SchemaSnapshot, schemaEvents: [SchemaEvent] = [], rows: [TableRows] = [],
    changedRows: [ChangedRows] = [], newViolations: [ViolationDetail] = [],
    violations: ViolationCounts? = nil,
    warnings: [String] = [], failure: MigrationFailure? = nil,
    space: StepSpace? = nil, counting: Counting = .counted,
    fingerprintBefore: DatabaseFingerprint? = nil, fingerprint: DatabaseFingerprint? = nil
  ) {
    self.identifier = identifier
    self.seconds = seconds
    self.statementCount = statementCount
    self.schemaBefore = schemaBefore
    self.schemaAfter = schemaAfter
    let events = schemaEvents + rows.flatMap(\.keptEvents)
    self.schemaEvents = events
    changes = SchemaDiff(before: schemaBefore, after: schemaAfter, events: events)
    self.rows = rows
    self.changedRows = changedRows
    self.newViolations = newViolations
    self.violations = violations
    self.warnings = warnings
    self.failure = failure
    self.space = space
    self.counting = counting
    self.fingerprintBefore = fingerprintBefore
    self.fingerprint = fingerprint
  }

  /// The report without ``changedRows``, to be kept for long.
  public var withoutChangedRows: StepReport {
    var report = self
    report.changedRows = []
    return report
  }

  /// The changed rows of a table.
  ///
  /// - Parameter rows: The counts of the table, which are among ``rows``.
  /// - Returns: The rows, or `nil` where none are kept.
  public func changedRows(of rows: TableRows) -> ChangedRows? {
    changedRows.first { $0.table == rows.table && $0.formerName == rows.formerName }
  }

  /// The counts of a table whose changed rows are known.
  ///
  /// - Parameter list: The rows, which are among ``changedRows``.
  /// - Returns: The counts, or `nil` where there are none.
  public func counts(of list: ChangedRows) -> TableRows? {
    rows.first { $0.table == list.table && $0.formerName == list.formerName }
  }

  /// Whether what was counted can be held against what the dry run told.
  package var isCompared: Bool { foretold != nil && failure == nil && counting == .counted }

  /// The tables of which the dry run told otherwise, and what it told: `nil` where it told of no change.
  public var differences: [(table: String, foretold: TableRows?)] {
    guard let foretold, isCompared else { return [] }
    let told = Dictionary(
      foretold.rows.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
    let counted = Set(rows.map(\.identity))
    return rows.filter { told[$0.identity] != $0 }.map { ($0.table, told[$0.identity]) }
      + foretold.rows.filter { !counted.contains($0.identity) }.map { ($0.table, $0) }
  }

  /// The report with the numbers of rows and violations that a dry run found.
  ///
  /// - Parameter copy: The report of the same migration on a copy of the same state of the file;
  ///   another migration's, or that of a failure, is left aside.
  /// - Returns: The report with the copy's numbers, if it has none of its own.
  public func foretold(by copy: StepReport?) -> StepReport {
    guard let copy, counting == .none, failure == nil, copy.failure == nil,
      copy.counting == .counted, copy.identifier == identifier
    else { return self }
    var report = StepReport(
      identifier: identifier, seconds: seconds, statementCount: statementCount,
      schemaBefore: schemaBefore, schemaAfter: schemaAfter, schemaEvents: schemaEvents,
      rows: copy.rows, changedRows: copy.changedRows, newViolations: copy.newViolations,
      violations: copy.violations, warnings: warnings, space: space, counting: .foretold,
      fingerprintBefore: fingerprintBefore, fingerprint: fingerprint)
    report.headerChanges = headerChanges
    report.goneColumns = copy.goneColumns
    return report
  }
}
