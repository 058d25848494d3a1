public import MigratorSQLite
public import MigratorSchema

/// What one migration did, on the real file or on a copy.
public struct StepReport: Sendable, Hashable {
  /// A stored column that is gone, and how many values it had.
  public struct GoneColumn: Sendable, Hashable {
    /// The name of its table after.
    public let table: String
    /// The name of the column.
    public let column: String
    /// How many rows had a value in it other than NULL.
    public let values: Int64
  }

  /// What the header of the file says otherwise after: `user_version` and `application_id`, where that is not
  /// the tool's own number, `page_size`, `auto_vacuum`, `encoding` and `journal_mode`.
  public struct HeaderChange: Sendable, Hashable {
    /// The name of its pragma.
    public let pragma: String
    /// The number or text before.
    ///
    /// Of journal modes the header knows two, `wal` and any other, which is `delete` for whoever opens the file.
    public let before: DatabaseValue
    /// The same after.
    public let after: DatabaseValue

    /// Another journal mode.
    static func journalMode(wasWAL: Bool, isWAL: Bool) -> Self {
      func name(_ isWAL: Bool) -> DatabaseValue { (isWAL ? "wal" : "delete").databaseValue }
      return Self(pragma: "journal_mode", before: name(wasWAL), after: name(isWAL))
    }
  }

  /// What a dry run told of a step that was held to it.
  public struct Foretold: Sendable, Hashable {
    /// The tables whose rows changed on the copy.
    public let rows: [TableRows]
    /// The violations before and after on the copy.
    public let violations: ViolationCounts?
    /// Whether the step met the file in the state that was copied; otherwise somebody wrote in between.
    ///
    /// `nil` where that is not known, as behind a step that put the file into another journal mode.
    public let isOfSameState: Bool?
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
  /// How long the migration blocked other writers, in seconds: from the write lock to the end of its commit.
  ///
  /// A dry run predicts it: it leaves out what a step on the real file does not do. For a migration that runs
  /// outside a transaction it is the time that the migration took.
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
  /// What the header of the file says otherwise after, and an app may go by.
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
