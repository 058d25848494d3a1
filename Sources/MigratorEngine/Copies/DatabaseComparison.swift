internal import MigratorSQLite
package import MigratorSchema

/// Compares two states of a database without a record of the statements in between.
///
/// A table is identified by its name, or, if it was renamed, by its root page, which a rename does
/// not change. A new row with the rowid of a deleted row looks like a changed row.
package struct DatabaseComparison {
  /// The earlier and the later schema, without SQLite's own objects and the ledger.
  package let schemaBefore, schemaAfter: SchemaSnapshot
  /// The tables that were renamed or re-created, if this can be detected.
  package let events: [SchemaEvent]
  package let rows: [StepReport.TableRows]
  package let changedRows: [ChangedRows]
  /// The violations in both states, or `nil` if they could not be counted.
  package private(set) var violations: ViolationCounts?
  /// The details of the first new violations.
  package private(set) var newViolations: [ViolationDetail] = []
  package let broken: [Loss]
  package private(set) var warnings: [String]

  private static let detailLimit = 100

  /// Compares two files, one of which was a copy of the other, without the tables of `ledgers`.
  ///
  /// - Complexity: O(*n*) for *n* rows in both files.
  package init(
    of former: DatabaseInspection, with present: DatabaseInspection, besides ledgers: [String],
    cancellation: Cancellation? = nil
  ) throws {
    self = try former.read { old in
      try present.read { new in
        try old.monitored(by: ProgressMonitor(cancellation: cancellation)) {
          try new.monitored(by: ProgressMonitor(cancellation: cancellation)) {
            try Self(of: old, with: new, besides: ledgers)
          }
        }
      }
    }
  }

  private init(of former: Database, with present: Database, besides ledgers: [String]) throws {
    schemaBefore = try former.userSchema(besides: ledgers)
    schemaAfter = try present.userSchema(besides: ledgers)
    let before = try RowCensus(former, ledgers: ledgers)
    let after = try RowCensus(present, ledgers: ledgers)
    events =
      Self.renames(before, after, from: schemaBefore, to: schemaAfter)
      + Self.recreations(before, after)
    let lineage = SchemaLineage(of: schemaBefore, events: events)
    let reader = LazyReader(former)
    let changes = try RowChanges(
      from: before, to: after, in: present, since: reader, lineage: lineage, trace: nil,
      counts: nil)
    (rows, changedRows) = (changes.rows, changes.changed)
    let effects = SideEffects(before: schemaBefore, after: schemaAfter)
    broken =
      try effects.danglingReferences + effects.brokenObjects(in: present, since: reader)
    warnings = try AutoincrementCheck(
      before: AutoincrementCheck.numbers(former), present: present, schema: schemaAfter,
      lineage: lineage
    ).warnings()
    do {
      try countViolations(of: former, in: present)
    } catch  where error.isReadFailure {
      warnings.append(
        "Foreign-key violations were not counted: \(MigrationFailure.words(for: error)).")
    }
  }

  private mutating func countViolations(of former: Database, in present: Database) throws {
    let before = try ViolationCensus(former, proof: ForeignKeyCheckSession().proofByTable(former))
    var old: ViolationCensus? = before.followed(through: events)
    let finder = ViolationFinder(
      present, recordsReferences: true, proof: try ForeignKeyCheckSession().proofByTable(present))
    let describer = ViolationDescriber(finder: finder)
    var found: [ViolationDetail] = []
    let census = try ViolationCensus(finder, since: &old, begin: { found = [] }) { finding, isOld in
      if !isOld, found.count < Self.detailLimit { found.append(try describer.detail(finding)) }
    }
    violations = census.counts(since: before, followed: old ?? before)
    newViolations = found
  }

  /// Returns a rename for each new table that has the root page of a missing table.
  ///
  /// The tables must differ only in their names, because SQLite reuses free pages.
  private static func renames(
    _ before: RowCensus, _ after: RowCensus, from old: SchemaSnapshot, to new: SchemaSnapshot
  ) -> [SchemaEvent] {
    let gone = before.tables.filter { after.tables[$0.key] == nil }
    let pages = Dictionary(
      gone.map { ($0.value.rootPage, $0.key) }, uniquingKeysWith: { first, _ in first })
    let candidates = after.tables.filter { before.tables[$0.key] == nil }.compactMap {
      name, table in pages[table.rootPage].map { SchemaEvent.tableRenamed($0, to: name) }
    }
    if candidates.isEmpty { return [] }
    let isRenameAlone = SchemaDiff(before: old, after: new, events: candidates).changes.reduce(
      into: Set<SQLName>()
    ) { names, change in
      if case .changed(_, let table, let differences) = change, table.kind == .table,
        differences.allSatisfy({ if case .renamed = $0 { true } else { false } })
      {
        names.insert(SQLName(table.name))
      }
    }
    return candidates.filter {
      if case .tableRenamed(_, let name) = $0 { isRenameAlone.contains(name) } else { false }
    }
  }

  /// Returns a re-creation for each table that kept its name but has another root page.
  private static func recreations(_ before: RowCensus, _ after: RowCensus) -> [SchemaEvent] {
    after.tables.filter { name, table in
      before.tables[name].map { $0.rootPage != table.rootPage } ?? false
    }.keys.sorted().flatMap { [.dropped(.table, $0), .created(.table, $0)] }
  }
}
