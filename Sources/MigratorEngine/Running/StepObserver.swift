internal import MigratorSQLite
internal import MigratorSchema

/// Observes the state before and after a migration, and creates its report.
///
/// Observes nothing if no report is needed.
final class StepObserver {
  private let step: StepContext
  private var db: Database { step.db }
  private var ledger: any Ledger { step.list.ledger }
  private var observation: Observation? { step.request.observation }

  private(set) var schemaBefore = SchemaSnapshot.empty
  private var schemaAfter = SchemaSnapshot.empty
  private var file: FileObserver?
  /// The foreign keys whose actions a dropped table would cause, if a warning is needed.
  private var referringKeys: [ForeignKeyInfo] = []
  private var rowsBefore: RowCensus?
  private var knownBefore: KnownSchema?
  private var fullText = FullTextCheck()
  private var numbersBefore: [AutoincrementCheck.Number] = []
  private(set) var rowsAfter: RowCensus?
  private var hasCounted = false
  /// The tables whose rows changed, unless the changes are rolled back.
  private var rows: [StepReport.TableRows] = []
  private var changedRows: [ChangedRows] = []
  private var droppedColumns: [StepReport.DroppedColumn] = []
  /// The dropped columns that statements copied, in tables without rows.
  private var keptColumns: [SchemaEvent] = []
  /// The tables whose keys were reassigned, by current name.
  private(set) var keyMoves: [SQLName: KeyMoves] = [:]
  /// The ledger tables in which the body changed records of other migrations.
  private var ledgerRows: [StepReport.TableRows]?
  /// The number of ledger rows that triggers deleted before the migration was recorded.
  private var deletedRecords: [SQLName: Int64] = [:]
  /// Warnings about objects that no longer compile, reused numbers, and values in the wrong
  /// columns.
  private var warnings: [String] = []
  private var broken: [Loss] = []
  private var observationFailed = false
  /// How long a dry run compared rows as a step does, in seconds.
  private var comparisonSeconds = 0.0

  init(_ step: StepContext) {
    self.step = step
    rowsBefore = step.request.known.rows
  }

  var knownCounts: [SQLName: Int64] = [:]

  func noteFile() throws {
    guard observation != nil else { return }
    file = try FileObserver(db, hasLedger: !ledger.tableNames.isEmpty)
  }

  /// The current schema, re-read if its version changed.
  private func known() throws -> KnownSchema {
    let version = try db.integerPragma("schema_version")
    if let known = step.checks.schema, known.version == version { return known }
    let rows = try step.checks.rows(db, since: step.checks.schema?.rows)
    let known = try KnownSchema(db, rows, besides: ledger.tableNames, since: step.checks.schema)
    step.checks.schema = known
    return known
  }

  func readAhead() throws {
    if observation != nil { _ = try known() }
  }

  func observeBefore() throws {
    guard let observation else { return }
    let known = try known()
    schemaBefore = known.objects
    schemaAfter = schemaBefore
    knownBefore = known
    if observation != .events { numbersBefore = try AutoincrementCheck.numbers(db) }
    if step.list.enforcingTool(of: step.migration) != nil {
      referringKeys = try db.declaredForeignKeys(in: "main")
      // A comparison with the tool is exact, but finds nothing in tables without rows.
      if step.request.isComparedWithTool {
        referringKeys = try referringKeys.filter { try !db.hasRows(in: $0.originTable) }
      }
    }
    if observation == .rows, db.configuration.purpose == .scratch {
      fullText = try step.clock.looking {
        try FullTextCheck(db, known.objects.shadows, before: step.migration)
      }
    }
    // If a connection still sees the previous state, only changed tables are counted, later.
    guard observation == .rows, rowsBefore == nil, case .none = step.request.former else { return }
    rowsBefore = try step.clock.looking { try RowCensus(db, ledgers: ledger.tableNames) }
  }

  func observeLedger(
    _ trace: SchemaTrace?, _ changes: () throws -> [StepReport.TableRows]
  ) rethrows {
    // If the record was committed with the body, the ledger was observed before that commit.
    guard observation != nil, ledgerRows == nil else { return }
    ledgerRows = try changes()
    deletedRecords = deletedByTriggers(trace)
  }

  private func deletedByTriggers(_ trace: SchemaTrace?) -> [SQLName: Int64] {
    guard let rows = trace?.rows else { return [:] }
    return ledger.tableNames.reduce(into: [:]) {
      $0[SQLName($1)] = rows[SQLName($1)]?.cascaded
    }
  }

  private func observeDeletedRecords(_ trace: SchemaTrace?) throws {
    guard ledgerRows != nil else { return }
    for (name, count) in deletedByTriggers(trace).sorted(by: { $0.key < $1.key }) {
      let deleted = count - (deletedRecords[name] ?? 0)
      guard deleted > 0 else { continue }
      let after = try Int64.fetchOne(
        db, sql: "SELECT count(*) FROM main.\(name.text.quotedDatabaseIdentifier)")
      ledgerRows?.append(
        StepReport.TableRows(
          table: name.text, before: after.map { $0 + deleted }, after: after, deleted: deleted,
          cascaded: deleted))
    }
  }

  func observeAfter(_ trace: SchemaTrace?) throws {
    guard let observation else { return }
    try observeDeletedRecords(trace)
    schemaAfter = try known().objects
    switch (observation, step.request.former) {
    case (.events, _): break
    case (.rows, .connection(let former)):
      let start = step.clock.seconds
      try compare(trace, with: former)
      comparisonSeconds = step.clock.seconds - start
    case (.rows, .none(let reason)):
      try step.clock.looking { try compare(trace, with: nil, because: reason) }
    case (.changedRows, _):
      // Other connections see the previous state only until something is committed.
      guard db.isInsideTransaction, db.path != ":memory:" else { return }
      do {
        try db.readingCommitted(step.request.cancellation) { try compare(trace, with: $0) }
      } catch  where error.isReadFailure {
        // In that case, nothing is counted, and the accepted losses decide.
        hasCounted = false
        rows = []
        changedRows = []
        (droppedColumns, keptColumns, keyMoves) = ([], [], [:])
      }
    }
  }

  /// Counts the rows of changed tables, and compares their values if the previous state can be
  /// read.
  private func compare(
    _ trace: SchemaTrace?, with former: LazyReader?,
    because reason: StepReport.Values.Reason = .noFormerState
  ) throws {
    let before: RowCensus
    let after: RowCensus
    if let rowsBefore {
      before = rowsBefore
      after = try RowCensus(
        db, known: before, touched: trace?.touchedTables ?? [], ledgers: ledger.tableNames)
      rowsAfter = after
    } else if let former, let knownBefore {
      let known = try known()
      (before, after) = try RowCensus.changed(
        from: former, at: knownBefore.places, to: db, at: known.places,
        others: known.others(than: knownBefore), trace, countGrown: countGrown)
    } else {
      return
    }
    let lineage = SchemaLineage(of: schemaBefore, events: trace?.events ?? [])
    let changes = try RowChanges(
      from: before, to: after, in: db, since: former, because: reason, lineage: lineage,
      trace: trace, counts: trace?.rows ?? [:])
    (rows, changedRows, keyMoves) = (changes.rows, changes.changed, changes.keyMoves)
    step.clock.add(seconds: changes.extraStepSeconds)
    if let former {
      droppedColumns = try StepReport.DroppedColumn.all(
        goneFrom: schemaBefore, to: schemaAfter, through: events(trace), trace, in: former)
      keptColumns = try StepReport.DroppedColumn.keptByCopy(
        among: droppedColumns, trace, from: schemaBefore, former, to: db, lineage)
      broken = try sideEffects.brokenObjects(in: db, since: former)
      warnings = try AutoincrementCheck(
        before: numbersBefore, present: db, schema: schemaAfter,
        lineage: SchemaLineage(of: schemaBefore, events: events(trace))
      ).warnings()
    }
    warnings += rows.compactMap(\.exchangeWarning)
    if let trace {
      let indexes = try step.clock.looking {
        try fullText.compare(db, schemaAfter, lineage, besides: trace.emptiedIndexes)
      }
      broken += try trace.emptiedIndexes(db) + indexes.broken
      broken += try trace.staleIndexes(
        schemaAfter.shadows, changes, besides: indexes.compared, db)
      if let former {
        broken += try RowIDReferences(before: schemaBefore, after: schemaAfter, written: trace.rows)
          .broken(by: rows, in: db, since: former)
      }
    }
    hasCounted = true
  }

  /// Counts a table to which rows were only added.
  ///
  /// A step uses the count of a dry run of the same state instead: counting a large table takes
  /// longer than most insertions.
  private func countGrown(_ place: RowCensus.Place, inserted: Int64) throws -> RowCensus.Table {
    if let before = knownCounts[place.name] { return place.table(of: before + inserted) }
    if observation == .rows { return try step.clock.looking { try place.counted(db) } }
    return try place.counted(db)
  }

  /// The schema events, and, if rows were compared, events for contents that were found elsewhere.
  func events(_ trace: SchemaTrace?) -> [SchemaEvent] {
    (trace?.events ?? []) + keptColumns + rows.flatMap(\.relocationEvents)
  }

  /// Finds contents and keys that were moved elsewhere, if rows were not compared.
  ///
  /// Considers only tables in schema events. Throws only when interrupted.
  func relocationEvents(_ trace: SchemaTrace?) throws -> [SchemaEvent] {
    guard !hasCounted, let trace, db.isInsideTransaction, db.path != ":memory:" else { return [] }
    let (events, ledgers) = (trace.events, ledger.tableNames)
    let names = events.reduce(into: Set<SQLName>()) { names, event in
      names.insert(event.subject)
      if case .tableRenamed(_, to: let name) = event { names.insert(name) }
    }
    var kept: [SchemaEvent] = []
    do {
      try db.readingCommitted(step.request.cancellation) { former in
        let old = try former.database()
        let changes = try RowChanges(
          from: RowCensus(old, ledgers: ledgers, among: names),
          to: RowCensus(db, ledgers: ledgers, among: names), in: db, since: former,
          lineage: SchemaLineage(of: old.userSchema(besides: ledgers), events: events),
          trace: trace, counts: nil)
        kept = changes.rows.flatMap(\.relocationEvents)
        keyMoves = changes.keyMoves
      }
    } catch  where error.isReadFailure {
      // Contents that cannot be compared are not considered kept.
      kept = []
    }
    return kept
  }

  private var sideEffects: SideEffects { SideEffects(before: schemaBefore, after: schemaAfter) }

  func noteVersion() throws { try file?.noteVersion() }

  func report(
    _ body: MigrationBody, _ foreignKeys: StepForeignKeys, failure: MigrationFailure?
  ) -> StepReport {
    // After a rollback, the previous state is the current state.
    let keepsChanges = failure?.databaseState.isPartly ?? true
    let events = keepsChanges ? (body.trace?.events ?? []) + keptColumns : []
    let isCounted =
      !observationFailed
      && (hasCounted || (observation == .rows && (failure == nil || !keepsChanges)))
    var report = StepReport(
      identifier: step.migration.identifier, seconds: step.clock.seconds,
      statementCount: body.statementCount, schemaBefore: schemaBefore,
      schemaAfter: keepsChanges ? schemaAfter : schemaBefore, schemaEvents: events,
      rows: keepsChanges ? rows + (ledgerRows ?? []) : [],
      changedRows: keepsChanges ? changedRows : [],
      newViolations: foreignKeys.newViolations,
      violations: foreignKeys.reportedCounts(keepsChanges: keepsChanges),
      broken: keepsChanges ? sideEffects.danglingReferences + broken : [],
      warnings: body.warnings(hasFailed: failure != nil)
        + (keepsChanges ? warnings + cascadeWarnings(body.trace) + foreignKeys.warnings : []),
      failure: failure, space: keepsChanges ? file?.space : nil,
      counting: isCounted ? .counted : .none)
    if keepsChanges {
      report.headerChanges = headerChanges(body.journal)
      report.droppedColumns = droppedColumns
      report.causes = body.log.map { LossCauses.all(of: report, $0) } ?? [:]
    }
    return report
  }

  /// The changes in the header; for a copy, those that the file's header would have.
  ///
  /// The copy's own journal mode does not matter. In WAL mode, the page size cannot change:
  /// <https://www.sqlite.org/wal.html>.
  private func headerChanges(_ after: JournalRule.Reference) -> [StepReport.HeaderChange] {
    let changes = file?.headerChanges ?? []
    guard case .file(let wasWAL) = step.request.known.journal, case .file(let isWAL) = after else {
      return changes
    }
    // If one of the modes is WAL, VACUUM may run in WAL mode, which keeps the page size.
    return changes.filter { $0.pragma != "page_size" || !(wasWAL || isWAL) }
      + (wasWAL == isWAL ? [] : [.journalMode(wasWAL: wasWAL, isWAL: isWAL)])
  }

  /// Warnings about rows that the tool would have deleted along with a dropped table.
  private func cascadeWarnings(_ trace: SchemaTrace?) -> [String] {
    guard let tool = step.list.enforcingTool(of: step.migration)?.name, let drops = trace?.drops
    else { return [] }
    return drops.indices.filter { drops[$0].isEnforced }.flatMap { index in
      ForeignKeyInfo.warnings(
        ofDropping: drops[index].table, after: drops[..<index].map(\.table), in: tool,
        mayFail: drops[index].requiresParents, referringKeys)
    }
  }

  func recordObservationFailure(_ error: any Error) {
    guard observation != nil else { return }
    observationFailed = true
    (rows, changedRows, droppedColumns, keptColumns) = ([], [], [], [])
    let words = (error as? DatabaseError)?.message ?? "\(error)"
    warnings = ["The changes of the migration could not be read: \(words)."]
  }

  /// Adds the values that are known after the commit: the total time, the size, and the state of
  /// the file.
  ///
  /// If other connections wrote between the statements, the previous state is removed, because
  /// their changes also contributed to the final state.
  func finished(_ report: StepReport) -> StepReport {
    var report = report
    report.seconds = step.clock.seconds
    report.space = file?.space
    if let space = report.space, !canStepCompare(space) {
      report.seconds -= comparisonSeconds
    }
    report.fingerprint = file?.stateAfter
    if file?.isAlone == false { report.fingerprintBefore = nil }
    return report
  }
  /// True if a step with as many writes can still read its previous state, as a dry run always can.
  ///
  /// With a rollback journal, other connections cannot read once the writes exceed the cache.
  private func canStepCompare(_ space: StepSpace) -> Bool {
    guard case .file(let isWAL) = step.request.known.journal, !isWAL else { return true }
    return space.writtenPages * space.pageSize <= Database.enlargedCacheSize
  }
}
