internal import MigratorSQLite
internal import MigratorSchema

/// Tells of the statements of a migration one by one, and lets somebody hold it between them.
///
/// What it looks at is no part of the migration: nobody who watches the statements is told of it, and its
/// time is not counted.
final class StatementTracer {
  /// How long violations are looked for; the time of a pause, in which somebody reads, is given back.
  private static let limit = Duration.seconds(5)

  /// The words that statements begin with of which SQLite says how many rows they changed.
  private static let counted: Set<SQLName> = ["INSERT", "REPLACE", "UPDATE", "DELETE", "WITH"]

  /// Whether a statement that begins with a word changed nothing unless SQLite counted rows.
  private static func tellsOfRows(_ word: SQLName) -> Bool {
    counted.contains(word) || ["SELECT", "VALUES", "SAVEPOINT", "RELEASE"].contains(word)
  }

  /// A statement that runs.
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
  /// How many statements there are, where that is known before.
  private let count: Int?
  private var db: Database { step.db }

  /// How long it may be held; a copy for as long as one likes.
  private var holdLimit: Duration? { tracing.form == nil ? tracing.holdLimit : nil }
  /// How long it was held so far.
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
  /// What became of the tables so far.
  private var lineage: SchemaLineage
  private var violations: StatementTrace.Violations?

  /// Prepares for the statements of a body.
  init(
    _ step: StepContext, _ tracing: StatementTracing, _ trace: SchemaTrace,
    since before: StateBefore
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

  /// The watcher of a body that is code.
  var watcher: StatementWatcher {
    StatementWatcher(
      begin: { [self] in try begin($0, at: nil) }, end: { [self] in end($0) })
  }

  /// Notes that a statement is about to run, and waits as long as somebody holds it.
  func begin(_ sql: String, at location: ScriptLocation?) throws {
    let plan = try aside {
      // What cannot be compiled says so itself. To explain a statement that writes makes changes() 0, so that
      // one that asks for it would do something else.
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

  /// Notes that a statement has run, or failed, and tells what it did.
  func end(_ error: (any Error)?) {
    let end = ContinuousClock.now
    guard let statement = running.popLast() else { return }
    aside { tell(statement, seconds: (end - statement.start).seconds, error) }
  }

  /// Notes that the body has run to its end, and waits as long as somebody holds it.
  func finish() throws {
    // A cursor that was not read to its end.
    while !running.isEmpty { end(nil) }
    try aside { try pause(.afterLast(count: index)) }
  }

  /// Notes that the body failed, and waits as long as somebody looks at what is there still.
  func fail(_ error: any Error) {
    while !running.isEmpty { end(error) }
    guard hasFailed, step.request.cancellation?.isCancelled != true else { return }
    // The first error is the one to tell.
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

  // MARK: Telling

  private func tell(_ statement: Running, seconds: Double, _ error: (any Error)?) {
    hasFailed = error != nil
    let hasChangedRows = db.totalChangesCount != statement.changesBefore
    let word = SQLTokenizer.firstToken(of: statement.sql).map { SQLName($0.text) }
    // Of another statement, the number is still that of the one before.
    let isCounted = error == nil && hasChangedRows && word.map(Self.counted.contains) == true
    let own = trace.takeRecent()
    let changes = error == nil ? schemaChanges() : .empty
    if error != nil {
      violations = nil
    } else if violations == nil || hasChangedRows || word.map(Self.tellsOfRows) != true {
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

  /// What the last statement did to the schema; it is read again only where it may be another one.
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
    // What a savepoint takes back was told before.
    let new = events.starts(with: known.0) ? Array(events[known.0.count...]) : []
    return SchemaDiff(before: known.1, after: now, events: new)
  }

  private func lookAtViolations() -> StatementTrace.Violations {
    guard timeLeft > .zero else { return .notCounted(.noTime) }
    let start = ContinuousClock.now
    defer { timeLeft -= ContinuousClock.now - start }
    return census.violations(until: start + timeLeft)
  }

  /// The counts by tables of their own, without the ledger and SQLite's; of all statements so far also which of
  /// the tables were made anew.
  private func tableRows(
    _ counts: [SQLName: RowChangeCounter.Counts], _ shadows: ShadowTables,
    since lineage: SchemaLineage? = nil
  ) -> [StatementTrace.TableRows] {
    let ledgers = Set(step.list.ledger.tableNames.map(SQLName.init(_:)))
    return counts.compactMap { name, counts -> (SQLName, StatementTrace.TableRows)? in
      let owner = shadows.owner(of: name)
      if let owner, shadows.rowTable(of: owner) != name { return nil }
      let told = RowCensus.told(counts, isVirtual: owner != nil)
      guard !ledgers.contains(name), told != RowChangeCounter.Counts() else { return nil }
      let table = owner ?? name
      return (
        table,
        StatementTrace.TableRows(
          table: table.text, inserted: told.inserted, updated: told.updated,
          deleted: told.deleted, cascaded: told.cascaded,
          isRecreated: lineage?.predecessor(ofTable: table) != nil)
      )
    }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
