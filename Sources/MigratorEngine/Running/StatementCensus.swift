internal import MigratorSQLite

struct StatementCensus {
  private static let largest = 10_000

  private let step: StepContext
  private let trace: SchemaTrace
  private let before: ViolationCensus

  init(_ step: StepContext, _ trace: SchemaTrace, before: ViolationCensus) {
    self.step = step
    self.trace = trace
    self.before = before
  }

  /// Counts the violations, or returns why they were not counted, for example after the deadline.
  func violations(until deadline: ContinuousClock.Instant) -> StatementTrace.Violations {
    let monitor = ProgressMonitor(until: deadline, or: step.request.cancellation)
    do {
      let counts = try step.db.monitored(by: monitor) {
        let finder = ViolationFinder(step.db, recordsReferences: true)
        return try census(finder).map { now in
          let old = before.followed(through: trace.events)
          return now.counts(since: before, followed: try old.moved(to: now, finder) ?? old)
        }
      }
      return counts.map { .counted($0) } ?? .notCounted(.tooMany)
    } catch {
      return .notCounted(monitor.isCancelled ? .noTime : .refused)
    }
  }

  /// All violations; `nil` if there are too many.
  private func census(_ finder: ViolationFinder) throws -> ViolationCensus? {
    let (db, checks) = (step.db, step.checks)
    let scope = try checks.scope(db)
    var census = ViolationCensus()
    if try checks.isProvenClean(scope, db) {
      census = scope.others ?? census
    } else {
      var count = 0
      try finder.forEach { finding in
        census.insert(finding)
        count += 1
        return count <= Self.largest
      }
      if count > Self.largest { return nil }
    }
    if canSettle { try checks.settle(census, scope, db) }
    return census
  }

  /// True if the result remains valid until the next statement is compiled.
  ///
  /// No savepoint can roll back a part of the changes, and no code can re-run prepared statements.
  private var canSettle: Bool {
    !step.migration.runsOutsideTransaction && step.migration.script != nil && !trace.isInSavepoint
  }
}
