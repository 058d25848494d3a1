internal import MigratorSQLite
internal import MigratorSchema

final class MigrationBody {
  private let step: StepContext
  private let statementGuard: MigrationGuard
  private let counter: RowChangeCounter?
  private var tracer: StatementTracer?

  private(set) var trace: SchemaTrace?
  /// The effects of each statement of a script on a copy.
  private(set) var log: StatementLog?
  private(set) var statementCount: Int?
  private(set) var committedStatementCount = 0
  private(set) var seconds = 0.0

  /// Possibly unintended effects of the migration.
  ///
  /// After a failure, no migration follows that may rely on the connection.
  func warnings(hasFailed: Bool) -> [String] {
    let later = step.list.migrations.drop { $0.identifier != step.migration.identifier }.dropFirst()
    let lost = hasFailed ? nil : statementGuard.connectionChanges.warning(before: later)
    return statementGuard.warnings + [lost].compactMap(\.self) + ignored
      + (differing?.warnings ?? []) + literals.warnings
  }

  /// Double-quoted strings that only the tool's connections accept.
  private var literals = AcceptedLiterals()

  /// The rows that made a statement fail, if they could be determined.
  private(set) var rejectedRows: RejectedRows?

  private var differing: DifferingObjects?

  private var ignored: [String] = []

  var changesConnectionState: Bool { statementGuard.changesConnectionState }

  var journal: JournalRule.Reference {
    statementGuard.journal?.reference ?? step.request.known.journal
  }

  /// True if the body certainly changed neither the tables nor their rows.
  func hasLeft(_ tables: [String]) -> Bool { statementGuard.hasLeft(tables) }

  init(_ step: StepContext) {
    self.step = step
    statementGuard = MigrationGuard(
      step.migration, of: step.list.ledger, noting: step.checks)
    counter = step.request.observation?.countsRows == true ? RowChangeCounter() : nil
  }

  /// The trace of the run, created before the first statement that may fire a trigger.
  private func trace(since before: InitialState) -> SchemaTrace {
    if let trace { return trace }
    let db = step.db
    let new = SchemaTrace(
      shadows: before.schema.shadows, counter: counter,
      // Contents may be needed to decide whether a violation existed before the migration.
      notesReads: before.mayHaveViolations,
      endsAtFailure: step.migration.script != nil,
      isInTransaction: { db.isInsideTransaction })
    trace = new
    return new
  }

  /// Runs statements on the ledger, and traces the effects of its triggers on other tables.
  ///
  /// A trigger on the ledger can do anything, and its changes are committed with those of the body.
  func watchingTriggers<T>(since before: InitialState, _ statements: () throws -> T) throws -> T {
    let (checks, trace) = (step.checks, trace(since: before))
    let authorizer = Authorizer(seesReads: trace.notesReads) { event in
      checks.note(event)
      trace.note(event)
      return .allow
    }
    return try checks.watch(step.db, by: authorizer) {
      try step.db.counted(by: counter, statements)
    }
  }

  /// Runs the statements or the code.
  ///
  /// The body of a migration with ``MigrationTransaction/whole`` may not end the transaction.
  /// `merged` are the applied merged identifiers.
  func run(merged: Set<String>, since before: InitialState) throws {
    let start = step.clock.seconds
    defer { seconds = step.clock.seconds - start }
    let db = step.db
    let trace = trace(since: before)
    trace.beginBody()
    differing = DifferingObjects(before.schema)
    tracer = try step.request.tracing.map {
      try StatementTracer(step, $0, trace, since: before)
    }
    let authorizer = try statementGuard.authorizer(
      on: db, step.request.known.journal, telling: trace)
    do {
      try watch(db, by: authorizer, trace, merged)
      step.emit(.finishedStatements(identifier: step.migration.identifier))
    } catch {
      // The statement is undone, but its transaction is not rolled back yet.
      rejectedRows = RejectedRows(error, on: db)
      throw error
    }
  }

  private func watch(
    _ db: Database, by authorizer: Authorizer?, _ trace: SchemaTrace, _ merged: Set<String>
  ) throws {
    try step.checks.watch(db, by: authorizer) {
      try db.followed(from: SchemaTrace.openings, by: { trace.follow($0) }) {
        try db.counted(by: counter) {
          let touched = step.checks.touchedTables
          do {
            try run(step.migration.body, merged: merged)
            step.checks.note(grown: trace.insertOnlyTables.subtracting(touched))
            try tracer?.finish()
          } catch {
            tracer?.fail(error)
            throw error
          }
        }
      }
    }
    try statementGuard.compareSettings(db)
  }

  private func run(_ body: Migration.Body, merged: Set<String>) throws {
    switch body {
    case .code(let body):
      emitBegan(statements: 0)
      try step.db.watched(by: tracer?.watcher) {
        try step.db.throwingRecordedFailure { try body(step.db, merged) }
      }
    case .script(let script):
      try run(script)
    case .unavailable(let obstacle):
      throw MigrationError(.obstacle(obstacle))
    }
  }

  private func run(_ script: SQLScript) throws {
    let statements = try script.statements()
    note(ran: 0)
    ignored = try step.db.aside { try IgnoredFeatures(statements, step.db).warnings }
    emitBegan(statements: statements.count)
    let transaction: ScriptTransaction =
      step.migration.runsOutsideTransaction ? .free : .mustStayOpen
    beginLog()
    let ran = try step.db.run(script, transaction: transaction) { statement, index, count in
      tracer?.end(nil)
      note(ran: index)
      let isRepeated = statements.isRepeated(at: index)
      if let trace {
        log?.end(trace)
        log?.begin(statement, mayQuery: !isRepeated, trace)
      }
      step.emit(
        .statement(
          identifier: step.migration.identifier, index: index, count: count,
          line: statement.location.line))
      statementGuard.statement = statement.sql
      if !isRepeated {
        differing?.note(statement.sql, after: trace?.events ?? [])
        if step.list.acceptsDoubleQuotedStringLiterals { literals.note(statement, step.db) }
      }
      try tracer?.begin(statement.sql, at: statement.location)
    }
    tracer?.end(nil)
    note(ran: ran)
    if let trace { log?.end(trace) }
  }

  private func beginLog() {
    guard step.request.observation == .rows, step.db.configuration.purpose == .scratch else {
      return
    }
    log = StatementLog()
    _ = trace?.takeRowsOfStatement()
  }

  private func note(ran count: Int) {
    statementCount = count
    if !step.db.isInsideTransaction { committedStatementCount = count }
  }

  private func emitBegan(statements: Int) {
    step.emit(
      .began(
        identifier: step.migration.identifier, index: step.request.index, count: step.request.count,
        statements: statements))
  }
}
