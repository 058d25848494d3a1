internal import MigratorSQLite

struct StepLedger {
  private let ledger: any Ledger
  private let step: StepContext
  private var identifier: String { step.migration.identifier }
  private var db: Database { step.db }

  init(_ step: StepContext) {
    self.step = step
    ledger = step.list.ledger
  }

  /// Re-reads the ledger under the write lock, and decides whether to run.
  ///
  /// Also returns the ledger's contents.
  func admit() throws -> (Admission, held: LedgerRows) {
    let held = try step.checks.rows(of: ledger, db)
    let admission = try Admission(
      of: step.migration, in: step.list, step.checks.reading(of: held, in: step.list),
      mustBeNext: step.request.mustBeNext)
    return (admission, held)
  }

  func create() throws {
    try ledger.make(.create, db)
  }

  /// Creates the ledger unless it exists; `held` was read in this transaction, before the body.
  func create(holding held: LedgerRows) throws -> LedgerRows {
    try ledger.make(.create, holding: held, db)
  }

  /// Returns the ledger's contents after the body, re-read if the body may have changed them.
  ///
  /// - Throws: ``MigrationError/Kind/dropsLedger(identifier:table:)`` if a table was dropped.
  func rows(after body: MigrationBody, since held: LedgerRows) throws -> LedgerRows {
    let tables = ledger.tableNames
    // Another table may have taken the name of a missing one.
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

  func isLeft(by body: MigrationBody) -> Bool { body.hasLeft(ledger.tableNames) }

  /// Returns the ledger tables in which the body changed rows other than the migration's own
  /// record.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  func changes(since held: LedgerRows, in now: LedgerRows) -> [StepReport.TableRows] {
    if now == held { return [] }
    let isOwn = state(of: now).appliedIdentifiers.contains(identifier)
    return ledger.tableNames.enumerated().compactMap { place, name in
      let (before, after) = (held.tables[name], now.tables[name])
      if before?.rows == after?.rows { return nil }
      let found = LedgerDifference(from: before, to: after)
      // A migration that records itself does the work of its tool.
      let inserted = isOwn && place == 0 ? max(0, found.new - 1) : found.new
      if found.gone == 0 && inserted == 0 && found.changed == 0 { return nil }
      return StepReport.TableRows(
        table: name, before: before.map { Int64($0.rowCount) },
        after: after.map { Int64($0.rowCount) }, inserted: inserted, updated: found.changed,
        changed: found.changed > 0 ? found.changed : nil, deleted: found.gone,
        values: .compared(found.columns, unmatchedRows: found.gone))
    }
  }

  func forgetMerged(holding held: LedgerRows) throws -> LedgerRows {
    let merged = step.migration.mergedIdentifiers
    return merged.isEmpty ? held : try ledger.make(.forget(merged), holding: held, db)
  }

  /// Records the migration, and checks the result.
  ///
  /// The record must exist, and no record of another registered migration may be removed or added.
  /// `held` are the ledger's contents before the body, or `nil` if rolling back is no longer
  /// possible. `seconds` is the run time of the body.
  @discardableResult
  func record(
    after held: LedgerRows?, holding now: LedgerRows, seconds: Double
  ) throws -> LedgerRows {
    let outcome = try ledger.outcome(
      of: .record(identifier), holding: now, seconds: seconds, db)
    let recorded = outcome.rows
    // One row was appended to unchanged rows and affects nothing else: no further check is needed.
    if let row = outcome.added, now == held,
      step.checks.reading(of: now, in: step.list).add(row, giving: recorded, in: step.list)
        == identifier
    {
      return recorded
    }
    let before = held.map(state(of:))
    let state = state(of: recorded)
    try requireNoObstacle(since: before, in: state)
    // A trigger may have discarded the row, or the migration did not record itself as expected.
    guard state.appliedIdentifiers.contains(identifier) else {
      throw MigrationError(.notRecorded(identifier: identifier, ledger: ledger.name))
    }
    try requireOthers(than: before, in: state)
    return recorded
  }

  /// Records the migration as ``record(after:holding:seconds:)`` does, unless it recorded itself.
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

  private func state(of rows: LedgerRows) -> LedgerState {
    step.checks.reading(of: rows, in: step.list).state
  }

  /// Throws if the statements of a migration left the ledger in a state that blocks further steps.
  private func requireNoObstacle(since before: LedgerState?, in state: LedgerState) throws {
    guard let before, step.migration.script != nil, before.obstacle == nil else { return }
    if let obstacle = state.obstacle { throw MigrationError(.obstacle(obstacle)) }
  }

  /// Throws if records of other migrations were removed or added.
  ///
  /// Unregistered records are ignored: deleting them is normal after migrations were squashed. Code
  /// may do everything that GRDB allows. A file that deletes records would re-run endlessly.
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

  func rows() throws -> LedgerRows { try ledger.rows(db) }

  func isRecorded() throws -> Bool {
    try ledger.state(db).appliedIdentifiers.contains(identifier)
  }

  /// Records that a migration outside a transaction begins, if the tool does so.
  ///
  /// `held` was read in this transaction.
  func begin(holding held: LedgerRows) throws -> Bool {
    try note(.begin(identifier), holding: held)
  }

  /// Records that such a migration failed after it had begun, if the tool does so.
  ///
  /// `ran` is the number of statements that remain. The failure is reported even if it cannot be
  /// recorded.
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

  /// Makes a change, and creates the ledger for it, if the tool records such a change.
  private func note(_ change: LedgerChange, holding held: LedgerRows) throws -> Bool {
    guard !ledger.statements(for: change, held, .now()).isEmpty else { return false }
    try ledger.make(change, holding: create(holding: held), db)
    return true
  }
}
