public import MigratorSQLite
public import MigratorSchema

/// The results of one migration, on the database or on a copy.
public struct StepReport: Sendable, Hashable {
  /// A dropped stored column, with the number of its values.
  public struct DroppedColumn: Sendable, Hashable {
    /// The table's name after the migration.
    public let table: String
    /// The name of the column.
    public let column: String
    /// The number of rows with a value other than NULL in it.
    public let values: Int64
    /// True if the table had no rows to show whether statements that read the column copied it.
    public let isUnseen: Bool
  }

  /// A change in the database header that an app may depend on.
  ///
  /// These are `user_version` and `application_id`, unless they are the ledger's number, and
  /// `page_size`, `auto_vacuum`, `encoding` and `journal_mode`.
  public struct HeaderChange: Sendable, Hashable {
    /// The name of the pragma.
    public let pragma: String
    /// The value before the migration: a number or text.
    ///
    /// The header distinguishes only WAL from all other journal modes, which are reported as
    /// `delete`.
    public let before: DatabaseValue
    /// The value after the migration: a number or text.
    public let after: DatabaseValue

    static func journalMode(wasWAL: Bool, isWAL: Bool) -> Self {
      func name(_ isWAL: Bool) -> DatabaseValue { (isWAL ? "wal" : "delete").databaseValue }
      return Self(pragma: "journal_mode", before: name(wasWAL), after: name(isWAL))
    }
  }

  /// The prediction of a dry run, which the step had to match.
  public struct DryRunPrediction: Sendable, Hashable {
    /// The tables whose rows changed on the copy.
    public let rows: [TableRows]
    /// The violations on the copy, before and after the migration.
    public let violations: ViolationCounts?
    /// True if the step found the file in the copied state; otherwise another program wrote in
    /// between.
    ///
    /// `nil` if that is unknown, for example after a step that changed the journal mode.
    public let isOfSameState: Bool?
  }

  /// The source of the numbers of rows and violations.
  public enum Counting: String, Sendable, Hashable {
    /// They were counted while the migration ran.
    case counted
    /// They come from a dry run of the same migration on the same state of the file.
    ///
    /// The raw value is an earlier name of the case, which existing histories contain.
    case predicted = "foretold"
    /// They were not counted: that would have read the whole database under the write lock.
    case none
  }

  /// The identifier of the migration.
  public let identifier: String
  /// How long the migration blocked other writers, in seconds: from the write lock to the commit.
  ///
  /// A dry run predicts it, without the work that only a dry run does. For a migration that runs
  /// outside a transaction, it is the migration's run time.
  public internal(set) var seconds: Double
  /// The number of SQL statements that ran; `nil` if they were not counted, as for Swift code.
  public let statementCount: Int?
  /// The schema before the migration.
  public let schemaBefore: SchemaSnapshot
  /// The schema after the migration; equal to ``schemaBefore`` when it was rolled back.
  public let schemaAfter: SchemaSnapshot
  /// The schema events of the statements, in order; empty when they were rolled back.
  ///
  /// Events for dropped tables and columns whose contents are kept elsewhere follow at the end.
  public let schemaEvents: [SchemaEvent]
  /// The tables whose rows changed, ordered by name.
  public let rows: [TableRows]
  /// The changed rows of these tables; the first of them are stored with their values.
  public private(set) var changedRows: [ChangedRows]
  /// The violations that the migration adds; the first hundred have full descriptions.
  public let newViolations: [ViolationDetail]
  /// The numbers of violations before and after the migration, or `nil` when they were not counted.
  public let violations: ViolationCounts?
  /// The objects that no longer work, each as ``Loss/broken(kind:name:sentence:)``.
  public let broken: [Loss]
  /// Possibly unintended effects of the migration besides ``broken``, as sentences.
  package internal(set) var otherWarnings: [String]
  /// The warning in ``otherWarnings`` about a pragma for foreign keys that has no effect.
  package static let ignoredForeignKeys =
    "PRAGMA foreign_keys has no effect inside a transaction. migtui sets the foreign-key mode "
    + "before the migration begins: deferred, immediate or off."
  /// Why the migration failed, or `nil` when it succeeded.
  public internal(set) var failure: MigrationFailure?
  /// The size of the database before and after the migration; `nil` when nothing was written or it
  /// was not measured.
  public internal(set) var space: StepSpace?
  /// Changes in the database header that an app may depend on.
  public internal(set) var headerChanges: [HeaderChange] = []
  /// The dropped columns whose values were counted.
  public internal(set) var droppedColumns: [DroppedColumn] = []
  /// The statements that cause losses; empty except in dry runs of scripts.
  package internal(set) var causes: [Loss: ScriptLocation] = [:]
  /// The source of ``rows``, ``violations`` and ``droppedColumns``.
  public let counting: Counting
  /// The prediction of the dry run, if the step had to match it and rows were counted anyway.
  public internal(set) var predicted: DryRunPrediction?
  /// The state of the file before the migration, if the step had a condition.
  public internal(set) var fingerprintBefore: DatabaseFingerprint?
  /// The state of the file after the migration.
  ///
  /// `nil` when a failed migration was not rolled back completely, or when another program
  /// committed before the state could be read.
  public package(set) var fingerprint: DatabaseFingerprint?

  /// The schema differences, computed once when the report is created.
  public let changes: SchemaDiff

  /// Creates the report of a step; the parameters are the properties.
  ///
  /// `warnings` are the warnings other than `broken`.
  ///
  /// If `rows` shows that contents are now in another table or column, events for them are appended
  /// to `schemaEvents`.
  public init(
    identifier: String, seconds: Double, statementCount: Int? = nil, schemaBefore: SchemaSnapshot,
    schemaAfter: SchemaSnapshot, schemaEvents: [SchemaEvent] = [], rows: [TableRows] = [],
    changedRows: [ChangedRows] = [], newViolations: [ViolationDetail] = [],
    violations: ViolationCounts? = nil, broken: [Loss] = [],
    warnings: [String] = [], failure: MigrationFailure? = nil,
    space: StepSpace? = nil, counting: Counting = .counted,
    fingerprintBefore: DatabaseFingerprint? = nil, fingerprint: DatabaseFingerprint? = nil
  ) {
    self.identifier = identifier
    self.seconds = seconds
    self.statementCount = statementCount
    self.schemaBefore = schemaBefore
    self.schemaAfter = schemaAfter
    let events = schemaEvents + rows.flatMap(\.relocationEvents)
    self.schemaEvents = events
    changes = SchemaDiff(before: schemaBefore, after: schemaAfter, events: events)
    self.rows = rows
    self.changedRows = changedRows
    self.newViolations = newViolations
    self.violations = violations
    self.broken = broken
    otherWarnings = warnings
    self.failure = failure
    self.space = space
    self.counting = counting
    self.fingerprintBefore = fingerprintBefore
    self.fingerprint = fingerprint
  }

  /// Events for dropped columns that statements had copied in tables without rows; only a dry run
  /// finds them.
  private var columnsKeptByCopy: [SchemaEvent] {
    let found = Set(rows.flatMap(\.relocationEvents))
    return schemaEvents.filter { event in
      if case .columnKept = event { !found.contains(event) } else { false }
    }
  }

  /// Possibly unintended effects of the migration, as sentences.
  public var warnings: [String] {
    broken.compactMap { if case .broken(_, _, let sentence) = $0 { sentence } else { nil } }
      + otherWarnings
  }

  /// The report without ``changedRows``, for long-term storage.
  public var withoutChangedRows: StepReport {
    var report = self
    report.changedRows = []
    return report
  }

  /// Returns the changed rows of a table.
  ///
  /// - Parameter rows: The counts of the table, from ``rows``.
  /// - Returns: The rows, or `nil` if none are kept.
  public func changedRows(of rows: TableRows) -> ChangedRows? {
    changedRows.first { $0.table == rows.table && $0.formerName == rows.formerName }
  }

  /// Returns the counts of a table whose changed rows are known.
  ///
  /// - Parameter list: The rows, from ``changedRows``.
  /// - Returns: The counts, or `nil` if there are none.
  public func counts(of list: ChangedRows) -> TableRows? {
    rows.first { $0.table == list.table && $0.formerName == list.formerName }
  }

  /// True if the counts can be compared with those of the dry run.
  package var isCompared: Bool { predicted != nil && failure == nil && counting == .counted }

  /// The tables that differ from the dry run, with the counts of the dry run; `nil` if it predicted
  /// no change.
  public var differences: [(table: String, predicted: TableRows?)] {
    guard let predicted, isCompared else { return [] }
    let predictedRows = Dictionary(
      predicted.rows.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
    let counted = Set(rows.map(\.identity))
    return rows.filter { predictedRows[$0.identity] != $0 }.map {
      ($0.table, predictedRows[$0.identity])
    }
      + predicted.rows.filter { !counted.contains($0.identity) }.map { ($0.table, $0) }
  }

  /// Returns the report with the numbers of rows and violations from a dry run.
  ///
  /// - Parameter copy: The report of the same migration on a copy of the same state of the file. A
  ///   report of another migration or of a failure is ignored.
  /// - Returns: The report with the copy's numbers, if it has none of its own.
  public func predicted(by copy: StepReport?) -> StepReport {
    guard let copy, counting == .none, failure == nil, copy.failure == nil,
      copy.counting == .counted, copy.identifier == identifier
    else { return self }
    var report = StepReport(
      identifier: identifier, seconds: seconds, statementCount: statementCount,
      schemaBefore: schemaBefore, schemaAfter: schemaAfter,
      schemaEvents: schemaEvents + copy.columnsKeptByCopy,
      rows: copy.rows, changedRows: copy.changedRows, newViolations: copy.newViolations,
      violations: copy.violations, broken: broken, warnings: otherWarnings, space: space,
      counting: .predicted,
      fingerprintBefore: fingerprintBefore, fingerprint: fingerprint)
    report.headerChanges = headerChanges
    report.droppedColumns = copy.droppedColumns
    return report
  }
}
