internal import MigratorSQLite
internal import MigratorSchema

/// Notes what stands before and after a migration, and makes the report of it.
///
/// Where nobody reads the report, nothing is noted.
final class StepObserver {
  private let step: StepContext
  private var db: Database { step.db }
  private var ledger: any Ledger { step.list.ledger }
  private var observation: Observation? { step.request.observation }

  private(set) var schemaBefore = SchemaSnapshot.empty
  private var schemaAfter = SchemaSnapshot.empty
  private var file: FileWatch?
  /// The foreign keys that a dropped table would set off, where that is to be told.
  private var referringKeys: [ReferringKey] = []
  private var rowsBefore: RowCensus?
  /// What was known of the schema.
  private var knownBefore: KnownSchema?
  /// The numbers that tables with AUTOINCREMENT gave.
  private var numbersBefore: [SequenceWatch.Number] = []
  private(set) var rowsAfter: RowCensus?
  /// Whether rows were counted before and after.
  private var hasCounted = false
  /// The tables whose rows changed, as long as nothing is taken back.
  private var rows: [StepReport.TableRows] = []
  private var changedRows: [ChangedRows] = []
  /// The columns that are gone.
  private var goneColumns: [StepReport.GoneColumn] = []
  /// The tables of the ledger in which the body changed records of others.
  private var ledgerRows: [StepReport.TableRows]?
  /// How many rows of the ledger triggers had deleted before the migration was recorded.
  private var deletedRecords: [SQLName: Int64] = [:]
  /// What does not compile any more, which tables give numbers again, and what rows seem to be in the wrong
  /// place, in sentences.
  private var warnings: [String] = []
  /// Whether what was done could not be looked at.
  private var isUnseen = false
  /// How long a dry run compared rows as a step does.
  private var comparisonSeconds = 0.0

  init(_ step: StepContext) {
    self.step = step
    rowsBefore = step.request.known.rows
  }

  /// How many rows tables had before, as a dry run of the very state found out.
  var knownCounts: [SQLName: Int64] = [:]

  /// Notes the size, the header and the version before anything is written, under the write lock.
  func noteFile() throws {
    guard observation != nil else { return }
    file = try FileWatch(db, hasLedger: !ledger.tableNames.isEmpty)
  }

  /// The schema that people made, read anew where its number is another.
  private func known() throws -> KnownSchema {
    let version = try db.integerPragma("schema_version")
    if let known = step.checks.schema, known.version == version { return known }
    let rows = try step.checks.rows(db, since: step.checks.schema?.rows)
    let known = try KnownSchema(db, rows, besides: ledger.tableNames, since: step.checks.schema)
    step.checks.schema = known
    return known
  }

  /// Reads the schema before the write lock is taken.
  func readAhead() throws {
    if observation != nil { _ = try known() }
  }

  /// Notes the state before the body.
  func observeBefore() throws {
    guard let observation else { return }
    let known = try known()
    schemaBefore = known.objects
    schemaAfter = schemaBefore
    knownBefore = known
    if observation != .events { numbersBefore = try SequenceWatch.numbers(db) }
    if step.list.enforcingTool != nil && step.migration.foreignKeyChecks != .immediate {
      referringKeys = try ReferringKey.all(db)
    }
    // Where a connection still sees the state before, only what changed is counted.
    guard observation == .rows, rowsBefore == nil, case .none = step.request.former else { return }
    rowsBefore = try step.clock.looking { try RowCensus(db, ledgers: ledger.tableNames) }
  }

  /// Notes what the body did to the ledger, before anything is recorded there.
  func observeLedger(
    _ trace: SchemaTrace?, _ changes: () throws -> [StepReport.TableRows]
  ) rethrows {
    // Where the record was committed along with the body, it is looked at only before that.
    guard observation != nil, ledgerRows == nil else { return }
    ledgerRows = try changes()
    deletedRecords = deletedByTriggers(trace)
  }

  /// How many rows of each table of the ledger triggers deleted so far.
  private func deletedByTriggers(_ trace: SchemaTrace?) -> [SQLName: Int64] {
    guard let rows = trace?.rows else { return [:] }
    return ledger.tableNames.reduce(into: [:]) {
      $0[SQLName($1)] = rows[SQLName($1)]?.cascaded
    }
  }

  /// Adds the records that a trigger deleted when the migration was recorded.
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

  /// Notes the state after the body.
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
      // What others see in the file is the state before only as long as nothing is committed.
      guard db.isInsideTransaction, db.path != ":memory:" else { return }
      do {
        try db.readingCommitted(step.request.cancellation) { try compare(trace, with: $0) }
      } catch let error as DatabaseError where !error.isInterruption {
        // What cannot be looked at is not counted, and the agreement has the last word.
        hasCounted = false
        rows = []
        changedRows = []
        goneColumns = []
      }
    }
  }

  /// Counts the rows of the tables that changed and compares their values where a connection sees
  /// the state before.
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
    (rows, changedRows) = (changes.rows, changes.changed)
    step.clock.add(seconds: changes.extraStepSeconds)
    if let former {
      goneColumns = try StepReport.GoneColumn.all(
        goneFrom: schemaBefore, to: schemaAfter, through: events(trace), in: former)
      warnings = try sideEffects.warnings(
        in: db, since: former, numbersBefore,
        lineage: SchemaLineage(of: schemaBefore, events: events(trace)))
    }
    warnings += rows.compactMap(\.exchangeWarning)
    warnings += try trace?.emptiedIndexWarnings(db) ?? []
    warnings += try trace?.staleIndexWarnings(schemaAfter.shadows, changes, db) ?? []
    hasCounted = true
  }

  /// Counts a table to which rows were only added.
  ///
  /// A step takes the count of the dry run instead, if that met the same state: to count a large table takes longer
  /// than most insertions.
  private func countGrown(_ place: RowCensus.Place, inserted: Int64) throws -> RowCensus.Table {
    if let before = knownCounts[place.name] { return place.table(of: before + inserted) }
    if observation == .rows { return try step.clock.looking { try place.counted(db) } }
    return try place.counted(db)
  }

  /// What was done to the schema, and which contents are in other places, as far as rows were compared.
  func events(_ trace: SchemaTrace?) -> [SchemaEvent] {
    (trace?.events ?? []) + rows.flatMap(\.keptEvents)
  }

  /// Finds out which contents are in other places where rows were not compared; throws only when
  /// interrupted.
  ///
  /// Of the tables alone to which statements did something.
  func keptEvents(_ trace: SchemaTrace?) throws -> [SchemaEvent] {
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
        kept = changes.rows.flatMap(\.keptEvents)
      }
    } catch let error as DatabaseError where !error.isInterruption {
      // What cannot be looked at is not known to be there.
      kept = []
    }
    return kept
  }

  private var sideEffects: SideEffects { SideEffects(before: schemaBefore, after: schemaAfter) }

  /// Notes the state that a commit begins from, while the write lock is held.
  func noteVersion() throws { try file?.noteVersion() }

  /// Builds the report of the run, as far as it can be told before the commit.
  func report(
    _ body: MigrationBody, _ foreignKeys: StepForeignKeys, failure: MigrationFailure?
  ) -> StepReport {
    // Where a failure was rolled back, the state before is the state after.
    let keepsChanges = failure?.databaseState.isPartly ?? true
    let events = keepsChanges ? body.trace?.events ?? [] : []
    let isCounted =
      !isUnseen && (hasCounted || (observation == .rows && (failure == nil || !keepsChanges)))
    var report = StepReport(
      identifier: step.migration.identifier, seconds: step.clock.seconds,
      statementCount: body.statementCount, schemaBefore: schemaBefore,
      schemaAfter: keepsChanges ? schemaAfter : schemaBefore, schemaEvents: events,
      rows: keepsChanges ? rows + (ledgerRows ?? []) : [],
      changedRows: keepsChanges ? changedRows : [],
      newViolations: foreignKeys.newViolations,
      violations: foreignKeys.reportedCounts(keepsChanges: keepsChanges),
      warnings: body.warnings
        + (keepsChanges
          ? sideEffects.danglingReferences + warnings + cascadeWarnings(body.trace)
          : []),
      failure: failure, space: keepsChanges ? file?.space : nil,
      counting: isCounted ? .counted : .none)
    if keepsChanges {
      report.headerChanges = headerChanges(body.journal)
      report.goneColumns = goneColumns
    }
    return report
  }

  /// What the header of the file says otherwise; of a copy, whose own journal mode is nobody's business, what
  /// that of its file would say.
  ///
  /// In WAL mode pages keep their size: <https://www.sqlite.org/wal.html>.
  private func headerChanges(_ after: JournalRule.Reference) -> [StepReport.HeaderChange] {
    let changes = file?.headerChanges ?? []
    guard case .file(let wasWAL) = step.request.known.journal, case .file(let isWAL) = after else {
      return changes
    }
    // Whether the file is in WAL mode when it is vacuumed, nobody knows then.
    return changes.filter { $0.pragma != "page_size" || !(wasWAL || isWAL) }
      + (wasWAL == isWAL ? [] : [.journalMode(wasWAL: wasWAL, isWAL: isWAL)])
  }

  /// Rows that the tool itself would have changed along with a dropped table.
  private func cascadeWarnings(_ trace: SchemaTrace?) -> [String] {
    guard let tool = step.list.enforcingTool, let drops = trace?.drops else { return [] }
    return drops.indices.filter { drops[$0].isEnforced }.flatMap { index in
      ReferringKey.warnings(
        ofDropping: drops[index].table, after: drops[..<index].map(\.table), in: tool,
        referringKeys)
    }
  }

  /// Notes that what is done could not be looked at.
  func noteUnseen(_ error: any Error) {
    guard observation != nil else { return }
    isUnseen = true
    (rows, changedRows, goneColumns) = ([], [], [])
    let words = (error as? DatabaseError)?.message ?? "\(error)"
    warnings = ["What it did could not be looked at: \(words)."]
  }

  /// Adds what is known after the commit: the whole time, what was written, and the state of the file.
  ///
  /// Where others wrote between the statements, it is not the run alone that leads from the state before
  /// to this one.
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
  /// Whether a step that writes as much can still read the state before it, as a dry run always can.
  ///
  /// With a rollback journal nobody can read once more was written than fits into the cache.
  private func canStepCompare(_ space: StepSpace) -> Bool {
    guard case .file(let isWAL) = step.request.known.journal, !isWAL else { return true }
    return space.writtenPages * space.pageSize <= Database.enlargedCacheSize
  }
}
