internal import MigratorSQLite
internal import MigratorSchema

/// Reports the statements of a migration one by one, and pauses between them.
///
/// Its own queries are not part of the migration: authorizers and watchers do not see them, and
/// their time is not counted.
final class StatementTracer {
  /// The time limit for counting violations; the duration of a pause is added back.
  private static let limit = Duration.seconds(5)

  /// The first words of statements for which SQLite counts changed rows.
  private static let counted: Set<SQLName> = ["INSERT", "REPLACE", "UPDATE", "DELETE", "WITH"]

  /// True if a statement with this first word changes rows only if SQLite counts changed rows.
  private static func reportsRowCounts(_ word: SQLName) -> Bool {
    counted.contains(word) || ["SELECT", "VALUES", "SAVEPOINT", "RELEASE"].contains(word)
  }

  private struct Running {
    let index: Int
    let sql: String
    let location: ScriptLocation?
    let plan: [QueryPlanLine]
    let changesBefore: Int
    let start = ContinuousClock.now
  }

  private let step: StepContext
  private let tracing: StatementTracing
  private let trace: SchemaTrace
  private let census: StatementCensus
  private let count: Int?
  private var db: Database { step.db }

  /// The maximum total pause; unlimited for a copy.
  private var holdLimit: Duration? { tracing.form == nil ? tracing.holdLimit : nil }
  private var heldTime = Duration.zero
  private var running: [Running] = []
  private var index = 0
  private var timeLeft = limit
  private var hasFailed = false

  private let schemaBefore: SchemaSnapshot
  private var schema: SchemaSnapshot
  private var schemaVersion: Int64
  private var events: [SchemaEvent] = []
  private var changesSoFar = SchemaDiff.empty
  private var lineage: SchemaLineage
  private var violations: StatementTrace.Violations?

  init(
    _ step: StepContext, _ tracing: StatementTracing, _ trace: SchemaTrace,
    since before: InitialState
  ) throws {
    self.step = step
    self.tracing = tracing
    self.trace = trace
    count = try step.migration.script?.statements().count
    census = StatementCensus(step, trace, before: before.violations ?? ViolationCensus())
    schemaBefore = before.schema
    schema = before.schema
    lineage = SchemaLineage(of: before.schema, events: [])
    schemaVersion = try step.db.integerPragma("schema_version")
  }

  var watcher: StatementWatcher {
    StatementWatcher(
      begin: { [self] in try begin($0, at: nil) }, end: { [self] in end($0) })
  }

  func begin(_ sql: String, at location: ScriptLocation?) throws {
    let plan = try aside {
      // A statement that does not compile fails when it runs. EXPLAIN of a statement that writes
      // resets changes() to 0, which would affect a statement that reads it.
      let asks = SQLTokenizer.tokens(of: sql).contains { $0.isWord("changes") }
      let plan = asks ? [] : (try? db.queryPlan(of: sql)) ?? []
      try pause(.before(index: index, sql: sql, location: location, plan: plan))
      return plan
    }
    running.append(
      Running(
        index: index, sql: sql, location: location, plan: plan,
        changesBefore: db.totalChangesCount))
    index += 1
  }

  func end(_ error: (any Error)?) {
    let end = ContinuousClock.now
    guard let statement = running.popLast() else { return }
    aside { tell(statement, seconds: (end - statement.start).seconds, error) }
  }

  func finish() throws {
    // Statements whose cursor was not read to the end.
    while !running.isEmpty { end(nil) }
    try aside { try pause(.afterLast(count: index)) }
  }

  /// Records that the body failed, and pauses so that the remaining state can be examined.
  func fail(_ error: any Error) {
    while !running.isEmpty { end(error) }
    guard hasFailed, step.request.cancellation?.isCancelled != true else { return }
    // The first error is the one to report.
    try? aside { try pause(.failed(index: index - 1)) }
  }

  private func aside<T>(_ body: () throws -> T) rethrows -> T {
    try step.clock.looking { try db.aside(body) }
  }

  private func pause(_ place: StatementPause.Place) throws {
    let begin = ContinuousClock.now
    try tracing.onPause(
      StatementPause(
        identifier: step.migration.identifier, place: place, form: tracing.form,
        deadline: holdLimit.map { begin + ($0 - heldTime) }, db: db,
        cancellation: step.request.cancellation))
    let pause = ContinuousClock.now - begin
    heldTime += pause
    timeLeft = min(Self.limit, timeLeft + pause)
    try step.request.cancellation?.check()
    if let limit = holdLimit, heldTime >= limit {
      throw MigrationError(.heldTooLong(identifier: step.migration.identifier, limit: limit))
    }
  }

  // MARK: Reporting

  private func tell(_ statement: Running, seconds: Double, _ error: (any Error)?) {
    hasFailed = error != nil
    let hasChangedRows = db.totalChangesCount != statement.changesBefore
    let word = SQLTokenizer.firstWord(of: statement.sql)
    // For other statements, the count is still that of the previous one.
    let isCounted = error == nil && hasChangedRows && word.map(Self.counted.contains) == true
    let own = trace.takeRecent()
    let changes = error == nil ? schemaChanges() : .empty
    if error != nil {
      violations = nil
    } else if violations == nil || hasChangedRows || word.map(Self.reportsRowCounts) != true {
      violations = lookAtViolations()
    }
    let shadows = schema.shadows
    tracing.onTrace(
      StatementTrace(
        identifier: step.migration.identifier, index: statement.index, count: count,
        sql: statement.sql, location: statement.location, plan: statement.plan, seconds: seconds,
        changedRows: isCounted ? Int64(db.changesCount) : 0,
        rows: error == nil ? tableRows(own, shadows) : [],
        rowsSoFar: tableRows(trace.rows, shadows, since: lineage), changes: changes,
        changesSoFar: changesSoFar,
        violations: violations ?? .notCounted(.failed),
        error: error.map { MigrationFailure.words(for: $0) }))
  }

  /// The schema changes of the last statement; re-reads the schema only if its version changed.
  private func schemaChanges() -> SchemaDiff {
    let known = (events, schema)
    events = trace.events
    guard let version = try? db.integerPragma("schema_version"),
      let isWritable = try? db.integerPragma("writable_schema"),
      version != schemaVersion || isWritable != 0,
      let now = try? db.userSchema(besides: step.list.ledger)
    else { return .empty }
    schemaVersion = version
    schema = now
    changesSoFar = SchemaDiff(before: schemaBefore, after: now, events: events)
    lineage = SchemaLineage(of: schemaBefore, events: events)
    // The effects that a savepoint rolls back have already been reported.
    let new = events.starts(with: known.0) ? Array(events[known.0.count...]) : []
    return SchemaDiff(before: known.1, after: now, events: new)
  }

  private func lookAtViolations() -> StatementTrace.Violations {
    guard timeLeft > .zero else { return .notCounted(.noTime) }
    let start = ContinuousClock.now
    defer { timeLeft -= ContinuousClock.now - start }
    return census.violations(until: start + timeLeft)
  }

  /// The row counts by table, without the ledger and SQLite's internal tables.
  ///
  /// With a lineage, also marks tables that were re-created.
  private func tableRows(
    _ counts: [SQLName: RowChangeCounter.Counts], _ shadows: ShadowTables,
    since lineage: SchemaLineage? = nil
  ) -> [StatementTrace.TableRows] {
    let ledgers = Set(step.list.ledger.tableNames.map(SQLName.init(_:)))
    return counts.compactMap { name, counts -> (SQLName, StatementTrace.TableRows)? in
      let owner = shadows.owner(of: name)
      if let owner, shadows.rowTable(of: owner) != name { return nil }
      let visible = RowCensus.visibleCounts(counts, isVirtual: owner != nil)
      guard !ledgers.contains(name), visible != RowChangeCounter.Counts() else { return nil }
      let table = owner ?? name
      return (
        table,
        StatementTrace.TableRows(
          table: table.text, inserted: visible.inserted, updated: visible.updated,
          deleted: visible.deleted, cascaded: visible.cascaded,
          isRecreated: lineage?.predecessor(ofTable: table) != nil)
      )
    }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
