internal import MigratorSQLite

/// Runs one migration on one connection.
///
/// > Making Other Kinds Of Table Schema Changes
///
/// <https://www.sqlite.org/lang_altertable.html#otheralter>. Its steps are quoted in the code that
/// performs them. Steps 3 to 9 are up to the migration.
final class MigrationRun {
  enum Outcome {
    /// The migration was committed; the next run can reuse the state of the database.
    case committed(StepReport, StepRequest.CarriedState)
    case alreadyApplied
    /// A condition of the caller was not met: nothing was run, or it was rolled back.
    case refused(MigrationError)
    case failed(any Error, StepReport)
  }

  private let step: StepContext
  private var migration: Migration { step.migration }
  private var db: Database { step.db }
  private var checks: ForeignKeyCheckSession { step.checks }
  private let ledger: StepLedger
  private let body: MigrationBody
  private let foreignKeys: StepForeignKeys
  private let observer: StepObserver
  private let agreement: StepConditionCheck

  private var phase = MigrationFailure.Phase.begin
  private var admission: Admission?
  /// The ledger's contents before the migration.
  private var held: LedgerRows?
  /// The report that the commit was based on.
  private var draft: StepReport?
  /// True if the ledger records that the migration began but not yet its result.
  private var hasBegun = false

  /// Runs a migration and restores the foreign-keys setting on every path.
  static func run(
    _ migration: Migration, of list: MigrationList, on db: Database, _ request: StepRequest,
    _ checks: ForeignKeyCheckSession
  ) -> Outcome {
    var request = request
    while true {
      let run = MigrationRun(migration, of: list, on: db, request, checks)
      if let outcome = run.outcome() { return outcome }
      // The migration was rolled back because the number of earlier violations is required but
      // unknown.
      request.countsViolations = true
    }
  }

  private init(
    _ migration: Migration, of list: MigrationList, on db: Database, _ request: StepRequest,
    _ checks: ForeignKeyCheckSession
  ) {
    step = StepContext(migration: migration, list: list, db: db, request: request, checks: checks)
    ledger = StepLedger(step)
    body = MigrationBody(step)
    foreignKeys = StepForeignKeys(step)
    observer = StepObserver(step)
    agreement = StepConditionCheck(step)
  }

  /// Runs the migration; `nil` if it must be re-run with the violations counted first.
  private func outcome() -> Outcome? {
    let error = attempt()
    if case .refused(let refusal) = admission { return .refused(refusal) }
    if let refusal = agreement.verdict {
      step.emit(.failed(failure(of: refusal)))
      return .refused(refusal)
    }
    if error is ViolationsNotCounted { return nil }
    if let error {
      let failure = failure(of: error)
      step.emit(.failed(failure))
      let report = report(failure: failure)
      guard failure.databaseState.isPartly, (try? observer.noteVersion()) != nil else {
        return .failed(error, report)
      }
      return .failed(error, observer.finished(report))
    }
    if case .alreadyApplied = admission {
      step.emit(.alreadyApplied(identifier: migration.identifier))
      return .alreadyApplied
    }
    let report = observer.finished(draft ?? report(failure: nil))
    step.emit(.committed(identifier: migration.identifier, seconds: report.seconds))
    return .committed(
      report,
      StepRequest.CarriedState(
        violations: foreignKeys.after, rows: observer.rowsAfter,
        keepsConnection: !body.changesConnectionState, journal: body.journal))
  }

  /// Runs the migration with foreign keys switched to its mode, and returns the first error.
  private func attempt() -> (any Error)? {
    var enforced: Bool?
    var firstError: (any Error)?
    do {
      guard !db.isInsideTransaction else { throw MigrationError(.insideTransaction) }
      let wasEnforced = try db.enforcesForeignKeys()
      enforced = wasEnforced
      try db.monitored(by: step.request.monitor(of: migration.identifier)) {
        try step.request.cancellation?.check()
        try step.list.withStringLiterals(on: db) { try run(enforced: wasEnforced) }
      }
    } catch {
      firstError = error
    }
    do {
      // > 12. If foreign keys constraints were originally enabled, reenable them now.
      if let enforced, try db.enforcesForeignKeys() != enforced {
        try db.execute(sql: "PRAGMA foreign_keys = \(enforced ? "ON" : "OFF")")
      }
    } catch {
      firstError = firstError ?? error
    }
    if firstError != nil {
      if phase == .check { foreignKeys.countBeforeAfterFailure() }
      checks.forget()
    }
    return firstError
  }

  private func run(enforced wasEnforced: Bool) throws {
    if migration.runsOutsideTransaction {
      // VACUUM can run only outside a transaction.
      try db.withExtraSynchronous { try runOutsideTransaction(enforced: wasEnforced) }
    } else {
      let mode = wasEnforced ? migration.foreignKeyChecks : .immediate
      try readAhead(mode: mode)
      defer { step.clock.stop() }
      try runInTransaction(mode: mode)
    }
  }

  /// Reads state before the write lock is acquired.
  ///
  /// It remains valid under the lock unless another connection writes in between.
  private func readAhead(mode: ForeignKeyChecks) throws {
    try db.inTransaction(.deferred) {
      try checks.begin(db)
      try observer.readAhead()
      if foreignKeys.isChecked(isVerdict: mode == .deferred) { try checks.readAhead(db) }
      if mode == .deferred { try foreignKeys.readAhead() }
      return .rollback
    }
  }

  /// Decides under the write lock whether to run.
  ///
  /// - Returns: The applied merged identifiers and the ledger's contents; `nil` if nothing is to be
  ///   run.
  private func admit() throws -> (merged: Set<String>, held: LedgerRows)? {
    if let refusal = try agreement.refusal() {
      admission = .refused(refusal)
      return nil
    }
    let (admission, held) = try ledger.admit()
    (self.admission, self.held) = (admission, held)
    guard case .run(let merged) = admission else { return nil }
    return (merged, held)
  }

  private var stateBefore: InitialState {
    InitialState(
      schema: observer.schemaBefore, violations: foreignKeys.before,
      mayHaveViolations: foreignKeys.mayHaveOldViolations)
  }

  private func report(failure: MigrationFailure?) -> StepReport {
    var report = observer.report(body, foreignKeys, failure: failure)
    report.fingerprintBefore = agreement.stateBefore
    report.predicted = agreement.predicted
    return report
  }

  /// The state of the database after a failure.
  ///
  /// If the commit is in doubt, it is unknown whether the ledger still records only the beginning.
  private func state(after error: any Error) -> MigrationFailure.DatabaseState {
    let count = body.committedStatementCount
    if migration.runsOutsideTransaction, count > 0 || (hasBegun && !error.isInDoubt) {
      return .partlyApplied(statements: count, mayHoldMore: error.isInDoubt)
    }
    return error.isInDoubt ? .unknown : .rolledBack
  }

  private func failure(of error: any Error) -> MigrationFailure {
    // If the body changed the ledger, the body is at fault.
    let isOfLedger = phase == .ledger && ledger.isLeft(by: body)
    var failure = MigrationFailure(
      of: isOfLedger ? step.list.ledger.ledgerError(for: error, db) : error,
      identifier: migration.identifier, phase: phase == .ledger && !isOfLedger ? .body : phase,
      databaseState: state(after: error),
      violations: foreignKeys.newViolations, oldViolations: foreignKeys.remainingViolations,
      file: migration.script?.file, violationCounts: foreignKeys.counts,
      isCancelled: step.request.cancellation?.isCancelled ?? false)
    if failure.phase == .body { failure.rejectedRows = body.rejectedRows }
    failure.cause = FailureCause(
      of: failure, in: observer.schemaBefore, succeedingUnder: step.request.succeedingTool
    ) { held.map { step.list.origins(appliedIn: step.list.ledger.state($0)) } }
    failure.transactionSwitch = step.list.transactionSwitch
    failure.isInOwnTransaction = migration.transaction == .none
    return failure
  }
}

// MARK: - In a transaction

extension MigrationRun {
  /// Runs the body, the ledger's record and the check in one transaction.
  ///
  /// The mode is `.immediate` if the connection does not enforce foreign keys: then there is
  /// nothing to switch off or to check.
  private func runInTransaction(mode: ForeignKeyChecks) throws {
    if mode != .immediate {
      // > 1. If foreign key constraints are enabled, disable them using PRAGMA foreign_keys=OFF.
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
    }
    // > 2. Start a transaction.
    try db.inTransaction(.immediate) {
      step.clock.restart()
      try checks.begin(db)
      guard let (merged, held) = try admit() else { return .rollback }
      if agreement.dryRunFoundNoViolations { foreignKeys.startClean() }
      observer.knownCounts = agreement.knownCounts
      try observer.noteFile()
      phase = .ledger
      let recorded = try checks.watch(db) { try ledger.create(holding: held) }
      phase = .begin
      try observer.observeBefore()
      try foreignKeys.observeBefore(isVerdict: mode == .deferred)
      phase = .body
      try body.run(merged: merged, since: stateBefore)
      // SQLite may have rolled back the transaction after a conflict or interrupt. The record must
      // not be committed without the migration.
      guard db.isInsideTransaction else { throw db.transactionAbortedError() }
      phase = .ledger
      let left = try ledger.rows(after: body, since: recorded)
      observer.observeLedger(body.trace) { ledger.changes(since: recorded, in: left) }
      let entered = try body.watchingTriggers(since: stateBefore) {
        try ledger.record(
          after: held, holding: ledger.forgetMerged(holding: left), seconds: body.seconds)
      }
      try observer.observeAfter(body.trace)
      phase = .check
      // > 10. If foreign key constraints were originally enabled then run PRAGMA
      // > foreign_key_check to verify that the schema change did not break any foreign key
      // > constraints.
      try foreignKeys.check(
        isVerdict: mode == .deferred, after: observer.events(body.trace), moving: observer.keyMoves
      ) {
        (try observer.relocationEvents(body.trace), observer.keyMoves)
      }
      let draft = report(failure: nil)
      self.draft = draft
      phase = .agreement
      try agreement.requireAgreed(draft)
      phase = .commit
      try step.request.cancellation?.check()
      if step.request.isTrial {
        guard !db.hasUnresolvedForeignKeys else {
          throw DatabaseError(
            resultCode: .SQLITE_CONSTRAINT_FOREIGNKEY, message: "FOREIGN KEY constraint failed")
        }
        return .rollback
      }
      try observer.noteVersion()
      checks.note(ledger: entered)
      // > 11. Commit the transaction started in step 2.
      return .commit
    }
  }
}

// MARK: - Outside a transaction

extension MigrationRun {
  /// Runs the statements in their own transactions, and the record in the last of them or
  /// afterwards.
  ///
  /// Foreign keys are off as in a transaction, except for `.immediate`. A check at the end could
  /// not roll anything back, so violations are only counted.
  private func runOutsideTransaction(enforced: Bool) throws {
    if enforced && migration.foreignKeyChecks != .immediate {
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
    }
    let turn = try MigrationFolderLock(db, cancellation: step.request.cancellation)
    defer { withExtendedLifetime(turn) {} }
    // The beginning is recorded under the lock under which the ledger is read, so that a second
    // process sees it.
    var heldBefore: LedgerRows?
    var recorded = LedgerRows()
    var leavesSign = false
    try db.inTransaction(.immediate) {
      try checks.begin(db)
      guard let (_, held) = try admit() else { return .rollback }
      (heldBefore, recorded) = (held, held)
      try observer.noteFile()
      try observer.observeBefore()
      try foreignKeys.observeBefore(isVerdict: false)
      leavesSign = try body.watchingTriggers(since: stateBefore) {
        try ledger.begin(holding: held)
      }
      if leavesSign { recorded = try ledger.rows() }
      return leavesSign ? .commit : .rollback
    }
    guard let heldBefore else { return }
    hasBegun = leavesSign
    // Other connections may write between the statements.
    checks.forget()
    defer { checks.forget() }
    phase = .body
    var isRecorded = false
    do {
      if migration.transaction == .open {
        try db.beginTransaction(.immediate)
        // If the ledger does not record beginnings, another process may have run the migration.
        if try ledger.isRecorded() {
          try db.rollback()
          admission = .alreadyApplied
          return
        }
      }
      try body.run(merged: [], since: stateBefore)
      isRecorded = try endOpenTransaction(heldBefore, recorded)
    } catch {
      // Roll back a transaction that the body left open; the first error is the one to report.
      try? db.rollback()
      let error = db.settled(error)
      if body.committedStatementCount > 0 || hasBegun {
        try? body.watchingTriggers(since: stateBefore) {
          ledger.noteFailure(error, ran: body.committedStatementCount)
        }
        try? observeCommittedStatements()
      }
      throw error
    }
    phase = .ledger
    // The statements cannot be rolled back, so cancelling must not prevent their record.
    if !isRecorded {
      try db.ignoringCancellation {
        try db.inTransaction(.immediate) {
          try observer.observeLedger(body.trace) {
            ledger.changes(since: recorded, in: try ledger.rows())
          }
          try body.watchingTriggers(since: stateBefore) {
            try ledger.recordUnlessDone(after: nil, seconds: body.seconds)
          }
          try observer.noteVersion()
          return .commit
        }
      }
    }
    phase = .check
    do {
      try observeCommittedStatements()
    } catch {
      // The migration is applied even if it cannot be examined; a copy exists only to be examined.
      if db.configuration.purpose == .scratch { throw error }
      observer.recordObservationFailure(error)
    }
  }

  private func observeCommittedStatements() throws {
    try db.ignoringCancellation {
      try observer.observeAfter(body.trace)
      try foreignKeys.check(isVerdict: false, after: observer.events(body.trace))
    }
  }

  /// Ends the transaction that is open after a body of kind ``MigrationTransaction/open``, with the
  /// record.
  ///
  /// `held` are the ledger's contents before the run; `recorded` also has the recorded beginning.
  /// Returns true if a transaction was open.
  private func endOpenTransaction(_ held: LedgerRows, _ recorded: LedgerRows) throws -> Bool {
    guard db.isInsideTransaction else { return false }
    guard migration.transaction == .open else {
      try db.rollback()
      throw MigrationError(.leftTransactionOpen(identifier: migration.identifier))
    }
    phase = .ledger
    try observer.observeLedger(body.trace) {
      ledger.changes(since: recorded, in: try ledger.rows())
    }
    try body.watchingTriggers(since: stateBefore) {
      try ledger.recordUnlessDone(after: held, seconds: body.seconds)
    }
    try observer.noteVersion()
    try db.commit()
    return true
  }
}
