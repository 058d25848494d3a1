internal import MigratorSQLite

struct MigrationSequence {
  let list: MigrationList
  let db: Database
  var checks = ForeignKeyCheckSession()

  func run(
    upTo targetIdentifier: String?, cancellation: Cancellation?,
    emit: @escaping (MigrationEvent) -> Void
  ) throws {
    let plan = try list.currentPlan(db, upTo: targetIdentifier)
    var request = StepRequest(emit: emit, cancellation: cancellation)
    request.count = plan.count { $0.runs }
    emit(.planned(identifiers: plan.filter(\.runs).map(\.identifier)))
    for step in plan {
      guard step.runs, let migration = list[step.identifier] else {
        try forgetMerged(by: step.identifier)
        continue
      }
      switch MigrationRun.run(migration, of: list, on: db, request, checks) {
      case .committed: break
      case .alreadyApplied: try forgetMerged(by: step.identifier)
      case .refused(let error): throw error
      case .failed(let error, _): throw error
      }
      request.index += 1
    }
  }

  /// Runs the first pending migration, which must be the expected one.
  ///
  /// Emits the plan if `announcing`. Throws ``MigrationError`` if nothing was run.
  ///
  /// - Returns: The report and the state that the next run can reuse; `nil` when nothing is
  ///   pending.
  func runNext(
    expecting expected: String?, _ request: StepRequest, announcing: Bool = true
  ) throws -> (report: StepReport, known: StepRequest.CarriedState)? {
    var request = request
    request.mustBeNext = expected != nil
    while true {
      let held = try checks.rows(of: list.ledger, db)
      let known = checks.reading(of: held, in: list)
      let plan = try list.planToRun(from: known.state, knowing: known.progress, onlyNext: true)
      let next = plan.first { $0.runs }?.identifier
      if let expected, next != expected {
        throw MigrationError(.unexpectedNext(expected: expected, found: next))
      }
      // With a condition, the caller requires a known state that this commit would change.
      if request.condition == .none {
        for step in plan.prefix(while: { !$0.runs }) { try forgetMerged(by: step.identifier) }
      }
      guard let next, let migration = list[next] else { return nil }
      if announcing { request.emit(.planned(identifiers: [next])) }
      switch MigrationRun.run(migration, of: list, on: db, request, checks) {
      case .committed(let report, let known): return (report, known)
      case .failed(_, let report): return (report, request.known)
      // Another process was faster, so the next migration follows.
      case .alreadyApplied: continue
      case .refused(let error): throw error
      }
    }
  }

  private func forgetMerged(by identifier: String) throws {
    guard let migration = list[identifier], !migration.mergedIdentifiers.isEmpty else { return }
    try db.inTransaction(.immediate) {
      try checks.begin(db)
      // A trigger on the ledger may do anything.
      _ = try checks.watch(db) { try list.ledger.make(.forget(migration.mergedIdentifiers), db) }
      checks.note(ledger: nil)
      return .commit
    }
  }
}
