internal import MigratorSQLite
internal import MigratorSchema

/// One migration, run on one connection.
///
/// > Making Other Kinds Of Table Schema Changes
/// <https://www.sqlite.org/lang_altertable.html#otheralter>; its steps are quoted where they are
/// performed. Steps 3 to 9 are the migration's own.
final class MigrationRun {
  /// How a run ended.
  enum Outcome {
    case committed(StepReport)
    /// Another process had applied it: nothing was run.
    case alreadyApplied
    /// A condition of the caller was not met: nothing was run.
    case refused(MigrationError)
    case failed(any Error, StepReport)
  }

  /// What a run is asked for.
  struct Request {
    var cancellation: Cancellation?
    var observation: Observation = .events
    /// Whether the schemas before and after are read; `migrate` throws the report away.
    var wantsReport = true
    /// Whether the plan is told; where several are run, their caller tells it.
    var announcesPlan = true
    /// Whether this migration must be the first that is not applied, once the lock is held.
    var mustBeNext = false
    var fingerprint: DatabaseFingerprint?
    var index = 0
    var count = 1
    /// What is known of the database before the run, from the run before it.
    var violationsBefore: ViolationCensus?
    var rowsBefore: RowCensus?
    var checks: CheckSession?
    let emit: (MigrationEvent) -> Void
  }

  let migration: Migration
  let migrator: DatabaseMigrator
  let db: Database
  let request: Request
  let ledger: LedgerStore
  let statementGuard: MigrationGuard
  let checks: CheckSession

  var phase = MigrationFailure.Phase.begin
  var refusal: MigrationError?
  var isAlreadyApplied = false
  /// Statements that ran, and those among them that no rollback can take back.
  var statementCount = 0
  var stayingCount = 0
  /// Whether the ledger says that the migration began, as long as it does not say more.
  var hasBegun = false
  var schemaBefore = SchemaSnapshot.empty
  var schemaAfter = SchemaSnapshot.empty
  var bytesBefore: Int64 = 0
  var violationsBefore: ViolationCensus?
  var violationsAfter: ViolationCensus?
  var violationDetails: [(ViolationFinder.Finding, ViolationDetail)] = []
  /// The foreign keys whose actions a dropped table would set off, where that is to be told.
  var deletingKeys: [DeletingKey] = []
  var rowsBefore: RowCensus?
  var rowsAfter: RowCensus?
  let counter: RowChangeCounter?
  /// What the body did to tables and their rows, once it runs.
  var trace: SchemaTrace?
  /// `PRAGMA data_version` under the lock of the commit; another number says that somebody else
  /// committed since.
  var versionAtCommit: Int64?
  /// How long the body ran.
  var bodySeconds = 0.0
  /// The time spent looking, which is no part of the migration's.
  var lookingTime = Duration.zero

  init(_ migration: Migration, of migrator: DatabaseMigrator, on db: Database, _ request: Request) {
    self.migration = migration
    self.migrator = migrator
    self.db = db
    self.request = request
    self.ledger = migrator.ledger
    let checks = request.checks ?? CheckSession()
    self.checks = checks
    self.statementGuard = MigrationGuard(migration, noting: checks)
    self.violationsBefore = request.violationsBefore
    self.rowsBefore = request.rowsBefore
    self.counter = request.observation == .rows ? RowChangeCounter() : nil
  }

  /// Runs the migration; foreign keys are as they were on every way out.
  func run() -> Outcome {
    let start = ContinuousClock.now
    let error = attempt()
    if let refusal { return .refused(refusal) }
    if let error {
      let failure = failure(of: error)
      request.emit(.failed(failure))
      return .failed(error, report(since: start, failure: failure))
    }
    if isAlreadyApplied {
      request.emit(.alreadyApplied(identifier: migration.identifier))
      return .alreadyApplied
    }
    let report = report(since: start, failure: nil)
    request.emit(.committed(identifier: migration.identifier, seconds: report.seconds))
    return .committed(report)
  }

  /// Runs the migration between two switches of the foreign keys, and returns the first error.
  private func attempt() -> (any Error)? {
    var enforced: Bool?
    var firstError: (any Error)?
    do {
      guard !db.isInsideTransaction else { throw MigrationError(.insideTransaction) }
      let wasEnforced = try db.enforcesForeignKeys()
      enforced = wasEnforced
      try db.monitored(by: monitor()) {
        try request.cancellation?.check()
        if migration.runsOutsideTransaction {
          try runOutsideTransaction(enforced: wasEnforced)
        } else {
          try runInTransaction(mode: wasEnforced ? migration.foreignKeyChecks : .immediate)
        }
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
    countViolationsBefore(firstError)
    if firstError != nil { checks.forget() }
    return firstError
  }

  /// Runs the body, the record and the check in one transaction.
  ///
  /// - Parameter mode: `.immediate` when the connection does not enforce foreign keys, because
  ///   there is nothing to switch and nothing to check then.
  /// - Throws: The error of the body as it was thrown; `DatabaseError`.
  private func runInTransaction(mode: DatabaseMigrator.ForeignKeyChecks) throws {
    if mode != .immediate {
      // > 1. If foreign key constraints are enabled, disable them using PRAGMA foreign_keys=OFF.
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
    }
    // > 2. Start a transaction.
    try db.inTransaction(.immediate) {
      guard let merged = try admit() else { return .rollback }
      try checks.begin(db)
      try checks.watch(db) { try ledger.create(db) }
      try observeBefore()
      if mode == .deferred && migrator.foreignKeyPolicy == .newViolationsOnly {
        try countViolationsBefore()
      }
      phase = .body
      try runBody(merged: merged)
      // A conflict or an interruption may have rolled everything back behind the body's back: the
      // record must not be committed alone.
      guard db.isInsideTransaction else {
        throw DatabaseError(resultCode: .SQLITE_ABORT, message: "Transaction was aborted")
      }
      phase = .ledger
      // A trigger on the ledger may do anything.
      try checks.watch(db) {
        try ledger.forget(migration.mergedIdentifiers, db)
        try ledger.record(migration.identifier, seconds: bodySeconds, db)
      }
      try observeAfter()
      phase = .check
      // > 10. If foreign key constraints were originally enabled then run PRAGMA
      // > foreign_key_check to verify that the schema change did not break any foreign key
      // > constraints.
      try checkForeignKeys(isVerdict: mode == .deferred)
      phase = .commit
      try request.cancellation?.check()
      try noteVersion()
      // > 11. Commit the transaction started in step 2.
      return .commit
    }
  }

  /// Reads the ledger again under the write lock and decides whether to run.
  ///
  /// - Returns: The merged identifiers that are applied, or `nil` when nothing is to be run.
  func admit() throws -> Set<String>? {
    if let expected = request.fingerprint, try DatabaseFingerprint(of: db) != expected {
      refusal = MigrationError(.databaseChanged)
      return nil
    }
    let reading = try migrator.reading(db)
    let applied = Set(reading.appliedIdentifiers)
    if request.mustBeNext {
      let next = try migrator.plan(upTo: nil, reading: reading).first { $0.runs }?.identifier
      guard next == migration.identifier else {
        refusal = MigrationError(.unexpectedNext(expected: migration.identifier, found: next))
        return nil
      }
    }
    guard !applied.contains(migration.identifier) else {
      isAlreadyApplied = true
      return nil
    }
    // What others applied meanwhile may have put it among those that its tool never runs.
    if reading.exceptions[migration.identifier] != nil {
      let next = try migrator.plan(upTo: nil, reading: reading).first { $0.runs }?.identifier
      refusal = MigrationError(.unexpectedNext(expected: migration.identifier, found: next))
      return nil
    }
    if let obstacle = reading.obstacle ?? migration.obstacle {
      refusal = MigrationError(.obstacle(obstacle))
      return nil
    }
    return migration.mergedIdentifiers.intersection(applied)
  }

  /// Runs the statements or the code, which may not end the transaction.
  func runBody(merged: Set<String>) throws {
    let start = ContinuousClock.now
    defer { bodySeconds = (ContinuousClock.now - start).seconds }
    let trace = SchemaTrace(
      shadows: schemaBefore.shadows, counter: counter,
      isInTransaction: { [db] in db.isInsideTransaction })
    self.trace = trace
    try checks.watch(db, by: statementGuard.authorizer(telling: trace)) {
      try db.followed(from: SchemaStatement.openings, by: { trace.follow($0) }) {
        try db.counted(by: counter) {
          switch migration.body {
          case .code(let body):
            emitBegan(statements: 0)
            try body(db, merged)
          case .script(let script):
            try run(script)
          case .unavailable(let obstacle):
            throw MigrationError(.obstacle(obstacle))
          }
        }
      }
    }
  }

  private func run(_ script: SQLScript) throws {
    let statements = try script.statements()
    emitBegan(statements: statements.count)
    let transaction: ScriptTransaction =
      migration.runsOutsideTransaction ? .free : .mustStayOpen
    let ran = try db.run(script, transaction: transaction) { statement, index, count in
      statementCount = index
      if !db.isInsideTransaction { stayingCount = index }
      request.emit(
        .statement(
          identifier: migration.identifier, index: index, count: count,
          line: statement.location.line))
    }
    statementCount = ran
    if !db.isInsideTransaction { stayingCount = ran }
  }

  private func emitBegan(statements: Int) {
    request.emit(
      .began(
        identifier: migration.identifier, index: request.index, count: request.count,
        statements: statements))
  }

  /// Signs of life, at most twenty in a second.
  private func monitor() -> ProgressMonitor {
    let identifier = migration.identifier
    let emit = request.emit
    var last = ContinuousClock.now
    return ProgressMonitor(cancellation: request.cancellation) { kiloSteps in
      let now = ContinuousClock.now
      guard now - last >= .milliseconds(50) else { return }
      last = now
      emit(.working(identifier: identifier, kiloSteps: kiloSteps))
    }
  }
}
