internal import MigratorSQLite

extension DatabaseMigrator {
  /// Gives access to the connection, and tells a call from within an access from other misuse.
  func access<T>(_ writer: any DatabaseWriter, _ body: (Database) throws -> T) throws -> T {
    var hasEntered = false
    do {
      return try writer.barrierWriteWithoutTransaction { db in
        hasEntered = true
        return try db.patiently { try body(db) }
      }
    } catch let error as DatabaseError
      where !hasEntered && error.message == "Database methods are not reentrant."
    {
      throw MigrationError(.reentrant)
    }
  }

  /// Runs all planned steps; the first error ends them.
  func run(
    on db: Database, upTo targetIdentifier: String?, cancellation: Cancellation?,
    emit: @escaping (MigrationEvent) -> Void
  ) throws {
    let plan = try currentPlan(db, upTo: targetIdentifier)
    let count = plan.count { $0.runs }
    emit(.planned(identifiers: plan.filter(\.runs).map(\.identifier)))
    var index = 0
    let checks = CheckSession()
    for step in plan {
      guard step.runs, let migration = migration(step.identifier) else {
        try forgetMerged(by: step.identifier, on: db, checks)
        continue
      }
      var request = MigrationRun.Request(emit: emit)
      request.cancellation = cancellation
      request.index = index
      request.count = count
      request.wantsReport = false
      request.checks = checks
      index += 1
      switch MigrationRun(migration, of: self, on: db, request).run() {
      case .committed: break
      case .alreadyApplied: try forgetMerged(by: step.identifier, on: db, checks)
      case .refused(let error): throw error
      case .failed(let error, _): throw error
      }
    }
  }

  /// Runs the first migration that is not applied.
  ///
  /// - Returns: What it did, and what the next run can start from; `nil` when nothing is pending.
  func runNext(
    on db: Database, expecting expected: String?, _ request: MigrationRun.Request
  ) throws -> (report: StepReport, request: MigrationRun.Request)? {
    let checks = request.checks ?? CheckSession()
    while true {
      let plan = try currentPlan(db)
      let next = plan.first { $0.runs }?.identifier
      if let expected, next != expected {
        throw MigrationError(.unexpectedNext(expected: expected, found: next))
      }
      for step in plan.prefix(while: { !$0.runs }) {
        try forgetMerged(by: step.identifier, on: db, checks)
      }
      guard let next, let migration = migration(next) else { return nil }
      var request = request
      request.checks = checks
      request.mustBeNext = expected != nil
      if request.announcesPlan { request.emit(.planned(identifiers: [next])) }
      let run = MigrationRun(migration, of: self, on: db, request)
      switch run.run() {
      case .committed(let report):
        request.violationsBefore = run.violationsAfter
        request.rowsBefore = run.rowsAfter
        return (report, request)
      case .failed(_, let report): return (report, request)
      // Another process was faster: the one after it is next now.
      case .alreadyApplied: continue
      case .refused(let error): throw error
      }
    }
  }

  func migration(_ identifier: String) -> Migration? {
    indexes[identifier].map { registered[$0] }
  }

  /// Forgets the identifiers that an applied migration replaces.
  private func forgetMerged(
    by identifier: String, on db: Database, _ checks: CheckSession
  ) throws {
    guard let migration = migration(identifier), !migration.mergedIdentifiers.isEmpty else {
      return
    }
    try db.inTransaction(.immediate) {
      try checks.begin(db)
      // A trigger on the ledger may do anything.
      try checks.watch(db) { try ledger.forget(migration.mergedIdentifiers, db) }
      return .commit
    }
  }
}
