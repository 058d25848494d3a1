internal import MigratorSQLite
internal import MigratorSchema

/// Runs migrations one by one on a temporary database, each on the result of the previous one.
struct TrialRun {
  struct Outcome {
    let steps: [StepReport]
    /// The failed migrations after which the run continued.
    let passed: [StepReport]
    let before: SchemaSnapshot
    /// `true` if the database was checked for damage before the run.
    let isSearched: Bool
    var after: SchemaSnapshot { steps.last?.schemaAfter ?? before }
  }

  private let list: MigrationList
  private let trial: TrialDatabase
  private let tracing: StatementTracing?
  private var request: StepRequest
  private let connection: StepConnection
  private let checks = ForeignKeyCheckSession(isAlone: true)

  /// The size up to which an overlay is checked for damage, in bytes.
  ///
  /// A copy is always checked.
  private static let damageLimit: Int64 = 256 * 1024 * 1024

  /// Creates a run; `trial` must outlive it.
  init(
    _ list: MigrationList, on trial: TrialDatabase, _ tracing: StatementTracing?,
    _ request: StepRequest
  ) {
    self.list = list
    self.trial = trial
    self.tracing = tracing
    self.request = request
    // Use the journal mode of the original file, not that of the copy or overlay.
    self.request.known.journal = .file(isWAL: trial.sourceUsesWAL)
    connection = StepConnection(of: list.migrations) { try trial.open() }
  }

  /// Runs the migrations in `scope` and stops at the first failure, unless `passing` accepts it.
  ///
  /// Throws errors that occur before a migration begins.
  mutating func run(
    _ scope: MigrationScope, passing: (StepReport) -> Bool = { _ in false }
  ) throws -> Outcome {
    let (planned, before, isSearched) = try look(scope)
    request.count = planned.count
    var steps: [StepReport] = []
    var passed: [StepReport] = []
    for (index, identifier) in planned.enumerated() {
      request.index = index
      request.tracing = tracing?.scoped(to: identifier, on: trial.form)
      guard let report = try step(identifier) else { break }
      if report.failure?.databaseState == .rolledBack, passing(report) {
        passed.append(report)
        try pass(identifier)
        continue
      }
      steps.append(report)
      if report.failure != nil { break }
    }
    return Outcome(steps: steps, passed: passed, before: before, isSearched: isSearched)
  }

  /// Records a migration that was rolled back, so that the next one can run.
  private func pass(_ identifier: String) throws {
    let queue = try connection.take(for: nil, knowing: nil)
    checks.forget()
    try closing(queue) { db in
      try db.inTransaction(.immediate) {
        try list.ledger.make(.create, db)
        try list.ledger.make(.record(identifier), db)
        return .commit
      }
    }
    connection.keep(queue)
  }

  /// Returns the planned migrations and the current schema, after the initial checks.
  private mutating func look(
    _ scope: MigrationScope
  ) throws -> (planned: [String], before: SchemaSnapshot, isSearched: Bool) {
    var target: String?
    if case .upTo(let identifier) = scope { target = identifier }
    let queue = try connection.take(for: nil, knowing: nil)
    let monitor = { [request] in ProgressMonitor(cancellation: request.cancellation) }
    let found = try closing(queue) { db in
      var planned = try list.currentPlan(db, upTo: target).filter(\.runs).map(\.identifier)
      if scope == .next { planned = Array(planned.prefix(1)) }
      request.emit(.planned(identifiers: planned))
      let isSearched = try trial.form == .full || db.byteCount() <= Self.damageLimit
      if isSearched { try db.monitored(by: monitor()) { try db.checkForDamage() } }
      if let first = planned.first,
        request.countsViolations || list[first]?.foreignKeyChecks != .disabled
      {
        request.emit(.checking(identifier: first))
        try db.monitored(by: monitor()) { request.known.violations = try checks.takeCensus(db) }
      }
      return (planned, try db.userSchema(besides: list.ledger), isSearched)
    }
    connection.keep(queue)
    return found
  }

  private func closing<T>(_ queue: DatabaseQueue, _ body: (Database) throws -> T) throws -> T {
    do {
      return try queue.barrierWriteWithoutTransaction(body)
    } catch {
      try? queue.close()
      throw error
    }
  }

  private mutating func step(_ identifier: String) throws -> StepReport? {
    let enforced = try enforcedTrial(of: identifier)
    request.isComparedWithTool = enforced != nil
    request.succeedingTool = enforced?.succeedingTool
    let queue = try connection.take(for: identifier, knowing: checks.schema)
    // Outside a transaction, a migration may need exclusive access to the database.
    let isWhole = list[identifier]?.runsOutsideTransaction == false
    let result = Result {
      isWhole
        ? try trial.withFormerState(beside: queue, request.cancellation) { db, former in
          try run(identifier, db, former.map { .connection($0) } ?? .none(.noFormerState))
        }
        : try queue.barrierWriteWithoutTransaction {
          try run(identifier, $0, .none(.outsideTransaction))
        }
    }
    guard case .success((var report, let known)?) = result else {
      try? queue.close()
      return try result.get()?.report
    }
    if let enforced { report.otherWarnings += enforced.warnings(comparedWith: report) }
    request.known = known
    if report.failure == nil, known.keepsConnection {
      connection.keep(queue)
    } else {
      try? queue.close()
    }
    if let failure = report.failure, failure.phase == .check, !failure.violations.isEmpty {
      report.failure?.violations = try traced(failure.violations, by: identifier)
    }
    return report
  }

  /// Runs a migration as a tool that enforces foreign keys would, and rolls it back.
  ///
  /// Returns `nil` if the tool does not enforce foreign keys, or if that makes no difference.
  private func enforcedTrial(of identifier: String) throws -> EnforcedTrial? {
    guard let migration = EnforcedTrial.migration(identifier, of: list),
      let original = list[identifier], let tool = list.enforcingTool(of: original)
    else { return nil }
    let queue = try connection.take(for: identifier, knowing: checks.schema)
    var keepsConnection = true
    defer { if keepsConnection { connection.keep(queue) } else { try? queue.close() } }
    let isRelevant = try queue.barrierWriteWithoutTransaction { db in
      try db.enforcesForeignKeys() && EnforcedTrial.hasForeignKeys(db, or: migration)
    }
    guard isRelevant else { return nil }
    return try trial.withFormerState(beside: queue, request.cancellation) { db, former in
      // Its statements are not shown, only its progress.
      var request = StepRequest(
        emit: { [request] event in if case .working = event { request.emit(event) } },
        cancellation: request.cancellation, observation: .rows)
      request.known = self.request.known
      request.former = former.map { .connection($0) } ?? .none(.noFormerState)
      request.isTrial = true
      keepsConnection = false
      switch MigrationRun.run(
        migration, of: list, on: db, request, ForeignKeyCheckSession(isAlone: true))
      {
      case .committed(let report, let known):
        keepsConnection = known.keepsConnection
        return EnforcedTrial(report, by: tool)
      case .failed(_, let report): return EnforcedTrial(report, by: tool)
      case .alreadyApplied, .refused: return nil
      }
    }
  }

  private mutating func run(
    _ identifier: String, _ db: Database, _ former: StepRequest.PreviousState
  ) throws -> (report: StepReport, known: StepRequest.CarriedState)? {
    request.former = former
    return try MigrationSequence(list: list, db: db, checks: checks)
      .runNext(expecting: identifier, request, announcing: false)
  }

  /// Adds the causing statement to each violation for which it can be found.
  private func traced(
    _ violations: [ViolationDetail], by identifier: String
  ) throws -> [ViolationDetail] {
    guard let migration = list[identifier] else { return violations }
    let queue = try trial.open()
    defer { try? queue.close() }
    return try queue.barrierWriteWithoutTransaction { db in
      try list.withStringLiterals(on: db) {
        ViolationTracing(migration, on: db)?
          .traced(violations, cancellation: request.cancellation)
      }
    } ?? violations
  }
}
