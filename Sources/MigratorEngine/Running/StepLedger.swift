internal import MigratorSQLite

/// What one step reads and writes of the ledger.
struct StepLedger {
  private let ledger: any Ledger
  private let step: StepContext
  private var identifier: String { step.migration.identifier }
  private var db: Database { step.db }

  init(_ step: StepContext) {
    self.step = step
    ledger = step.list.ledger
  }

  /// Reads the ledger again under the write lock, and returns whether to run, and what it holds.
  func admit() throws -> (Admission, held: LedgerRows) {
    let held = try step.checks.rows(of: ledger, db)
    let admission = try Admission(
      of: step.migration, in: step.list, step.checks.reading(of: held, in: step.list),
      mustBeNext: step.request.mustBeNext)
    return (admission, held)
  }

  /// Makes the ledger unless it is there.
  func create() throws {
    try ledger.make(.create, db)
  }

  /// Makes the ledger unless it is there, as it was read in this transaction, before the body.
  func create(holding held: LedgerRows) throws -> LedgerRows {
    try ledger.make(.create, holding: held, db)
  }

  /// Reads what the ledger holds after the body, where the body may have changed it; throws where a table
  /// of it is gone.
  func rows(after body: MigrationBody, since held: LedgerRows) throws -> LedgerRows {
    let tables = ledger.tableNames
    // What is not there yet, another table may have been renamed to.
    let isHeld =
      try tables.allSatisfy { held.tables[$0] != nil } && body.hasLeft(tables)
      && db.integerPragma("user_version") == held.userVersion
    if isHeld { return held }
    let rows = try ledger.rows(db)
    if let gone = tables.first(where: { held.tables[$0] != nil && rows.tables[$0] == nil }) {
      throw MigrationError(.dropsLedger(identifier: identifier, table: gone))
    }
    return rows
  }

  /// Whether it is certain that the body did nothing to the ledger.
  func isLeft(by body: MigrationBody) -> Bool { body.hasLeft(ledger.tableNames) }

  /// Returns the tables of the ledger of which the body did something to rows, its own record left
  /// out.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  func changes(since held: LedgerRows, in now: LedgerRows) -> [StepReport.TableRows] {
    if now == held { return [] }
    let isOwn = state(of: now).appliedIdentifiers.contains(identifier)
    return ledger.tableNames.enumerated().compactMap { place, name in
      let (before, after) = (held.tables[name], now.tables[name])
      if before?.rows == after?.rows { return nil }
      let found = LedgerDifference(from: before, to: after)
      // A file that records itself does what its tool does.
      let inserted = isOwn && place == 0 ? max(0, found.new - 1) : found.new
      if found.gone == 0 && inserted == 0 && found.changed == 0 { return nil }
      return StepReport.TableRows(
        table: name, before: before.map { Int64($0.rowCount) },
        after: after.map { Int64($0.rowCount) }, inserted: inserted, updated: found.changed,
        changed: found.changed > 0 ? found.changed : nil, deleted: found.gone,
        values: .compared(found.columns, unmatchedRows: found.gone))
    }
  }

  /// Forgets the migrations that this one merges.
  func forgetMerged(holding held: LedgerRows) throws -> LedgerRows {
    let merged = step.migration.mergedIdentifiers
    return merged.isEmpty ? held : try ledger.make(.forget(merged), holding: held, db)
  }

  /// Records the migration, and sees to it that its record is there and none of another registered
  /// migration is gone or new.
  ///
  /// What the ledger held before the body is `nil` where nothing can be taken back any more. The
  /// body ran so many seconds.
  @discardableResult
  func record(
    after held: LedgerRows?, holding now: LedgerRows, seconds: Double
  ) throws -> LedgerRows {
    let outcome = try ledger.outcome(
      of: .record(identifier), holding: now, seconds: seconds, db)
    let recorded = outcome.rows
    // One more behind those that nobody touched, and they tell what they told: nothing else is to be seen to.
    if let row = outcome.added, now == held,
      step.checks.reading(of: now, in: step.list).add(row, giving: recorded, in: step.list)
        == identifier
    {
      return recorded
    }
    let before = held.map(state(of:))
    let state = state(of: recorded)
    try requireNoObstacle(since: before, in: state)
    // A trigger or a view in the table's place may have swallowed the row, or a file that was to
    // record itself did not.
    guard state.appliedIdentifiers.contains(identifier) else {
      throw MigrationError(.notRecorded(identifier: identifier, ledger: ledger.name))
    }
    try requireOthers(than: before, in: state)
    return recorded
  }

  /// Records the migration as ``record(after:holding:seconds:)`` does, unless its own statements
  /// did.
  func recordUnlessDone(after held: LedgerRows?, seconds: Double) throws {
    try create()
    let now = try ledger.rows(db)
    let before = held.map(state(of:))
    let state = state(of: now)
    try requireNoObstacle(since: before, in: state)
    guard state.appliedIdentifiers.contains(identifier) else {
      try record(after: held, holding: now, seconds: seconds)
      return
    }
    try requireOthers(than: before, in: state)
  }

  /// What rows of the ledger tell.
  private func state(of rows: LedgerRows) -> LedgerState {
    step.checks.reading(of: rows, in: step.list).state
  }

  /// Throws where nobody could go on from what the statements of a file left in the ledger.
  private func requireNoObstacle(since before: LedgerState?, in state: LedgerState) throws {
    guard let before, step.migration.script != nil, before.obstacle == nil else { return }
    if let obstacle = state.obstacle { throw MigrationError(.obstacle(obstacle)) }
  }

  /// Throws when records of other migrations are gone or new.
  ///
  /// What is not registered decides nothing: a folder that was squashed forgets it. Code may do as it
  /// does under GRDB; a file that deletes records would be run without end.
  private func requireOthers(than before: LedgerState?, in state: LedgerState) throws {
    guard let before, step.migration.script != nil else { return }
    let (recorded, applied) = (before.appliedIdentifiers, state.appliedIdentifiers)
    if applied.last == identifier && applied.dropLast().elementsEqual(recorded) { return }
    let (known, present) = (Set(recorded), Set(applied))
    let others = step.list.identifiers.filter { $0 != identifier }
    let gone = others.filter { known.contains($0) && !present.contains($0) }
    let added = others.filter { !known.contains($0) && present.contains($0) }
    guard gone.isEmpty && added.isEmpty else {
      throw MigrationError(
        .changesLedger(
          identifier: identifier, ledger: ledger.name, gone: gone, added: added))
    }
  }

  /// Reads what the ledger holds.
  func rows() throws -> LedgerRows { try ledger.rows(db) }

  /// Whether the migration is recorded.
  func isRecorded() throws -> Bool {
    try ledger.state(db).appliedIdentifiers.contains(identifier)
  }

  /// Notes, if the tool of the ledger notes such a thing, that a migration begins which no
  /// transaction holds together.
  ///
  /// What the ledger holds was read in this transaction.
  func begin(holding held: LedgerRows) throws -> Bool {
    try note(.begin(identifier), holding: held)
  }

  /// Notes that such a migration failed, after statements that stay, so many of which ran, or after
  /// its begin was noted.
  ///
  /// The failure is told with or without its sign.
  func noteFailure(_ error: any Error, ran: Int) {
    let change = LedgerChange.fail(
      identifier, message: MigrationFailure.words(for: error), ran: ran)
    try? db.ignoringCancellation {
      try db.inTransaction(.immediate) {
        _ = try note(change, holding: ledger.rows(db))
        return .commit
      }
    }
  }

  /// Makes a change for which the ledger is made where the tool notes it at all.
  private func note(_ change: LedgerChange, holding held: LedgerRows) throws -> Bool {
    guard !ledger.statements(for: change, held, .now()).isEmpty else { return false }
    try ledger.make(change, holding: create(holding: held), db)
    return true
  }
}
