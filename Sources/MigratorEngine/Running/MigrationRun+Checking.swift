internal import MigratorSQLite

extension MigrationRun {
  /// How many violations a report describes in full.
  static let detailLimit = 100
  /// How many violations are described before it is known which of them are new.
  private static let candidateLimit = 10_000

  /// Checks the foreign keys that the migration may have broken, or all where that cannot be told.
  ///
  /// - Parameter isVerdict: Whether a violation makes the migration fail, as the policy has it.
  ///   Otherwise violations are only counted, and only when rows are observed.
  /// - Throws: The first violation as GRDB words it; `DatabaseError`.
  func checkForeignKeys(isVerdict: Bool) throws {
    // Unchecked, what was touched stays suspect until the next check.
    guard isVerdict || request.observation == .rows else { return }
    request.emit(.checking(identifier: migration.identifier))
    let scope = try checks.scope(db)
    if try checks.isProvenClean(scope, db) {
      let others = scope.others ?? ViolationCensus()
      if !isVerdict || others.isEmpty || migrator.foreignKeyPolicy == .newViolationsOnly {
        violationsAfter = others
        try checks.settle(others, scope, db)
        if isVerdict { reportOldViolations() }
        return
      }
    }
    if !isVerdict {
      try checks.settle(describeViolations(), scope, db)
    } else if migrator.foreignKeyPolicy == .newViolationsOnly {
      try requireNoNewViolation()
      if let violationsAfter { try checks.settle(violationsAfter, scope, db) }
      reportOldViolations()
    } else {
      try requireNoViolation()
      try checks.settle(ViolationCensus(), scope, db)
    }
  }

  /// Asks SQLite's own check, which has the last word and stops at the first violation.
  private func requireNoViolation() throws {
    do {
      guard let first = try db.foreignKeyViolations().next() else {
        violationsAfter = ViolationCensus()
        return
      }
      throw first.databaseError(db)
    } catch {
      // The verdict is what is thrown, even if the search for details is cancelled or fails.
      if (error as? DatabaseError)?.isInterruption != true { _ = try? describeViolations() }
      throw error
    }
  }

  /// Compares all violations with those from before.
  private func requireNoNewViolation() throws {
    var first: ViolationFinder.Finding?
    try describeViolations { if first == nil { first = $0 } }
    guard let first else { return }
    if case .mismatch(let message) = first.problem {
      throw DatabaseError(
        resultCode: .SQLITE_ERROR, message: message, sql: "PRAGMA foreign_key_check")
    }
    throw first.violation.databaseError(db)
  }

  private func reportOldViolations() {
    guard let count = violationCounts?.remaining, count > 0 else { return }
    request.emit(.oldViolations(identifier: migration.identifier, count: count))
  }

  /// Counts the violations, and describes those that are new as far as that can be told already.
  ///
  /// - Parameter onNew: Receives each violation that is not among those from before.
  /// - Returns: All violations.
  /// - Throws: `DatabaseError`.
  @discardableResult
  private func describeViolations(
    onNew: (ViolationFinder.Finding) -> Void = { _ in }
  ) throws -> ViolationCensus {
    let start = ContinuousClock.now
    defer { lookingTime += ContinuousClock.now - start }
    violationsBefore = violationsBefore ?? checks.violationsAtBegin
    let finder = ViolationFinder(db)
    let describer = ViolationDescriber(finder: finder)
    let limit = violationsBefore == nil ? Self.candidateLimit : Self.detailLimit
    let old = oldViolations
    var census = ViolationCensus()
    violationDetails = []
    try finder.forEach { finding in
      census.insert(finding)
      let isOld =
        old.map { census.count(of: finding) <= $0.count(of: finding) } ?? false
      if !isOld { onNew(finding) }
      if !isOld && violationDetails.count < limit {
        violationDetails.append((finding, try describer.detail(finding)))
      }
      return true
    }
    violationsAfter = census
    return census
  }

  /// Counts the violations before the body, unless they are known.
  func countViolationsBefore() throws {
    violationsBefore = try violationsBefore ?? checks.violationsAtBegin ?? checks.takeCensus(db)
  }

  /// After a failed check, counts the violations of the database as it is again now: those that
  /// were there before.
  func countViolationsBefore(_ error: (any Error)?) {
    guard error != nil, phase == .check, violationsBefore == nil, violationsAfter != nil,
      !db.isInsideTransaction
    else { return }
    let start = ContinuousClock.now
    defer { lookingTime += ContinuousClock.now - start }
    // Without the count the failure is told without it.
    violationsBefore = try? db.monitored(
      by: ProgressMonitor(cancellation: request.cancellation), { try checks.takeCensus(db) })
  }

  /// The violations that the migration adds, as far as they are described.
  var newViolations: [ViolationDetail] {
    guard let before = oldViolations, let after = violationsAfter else { return [] }
    return violationDetails.lazy.filter { after.count(of: $0.0) > before.count(of: $0.0) }
      .prefix(Self.detailLimit).map(\.1)
  }

  /// The violations before, under the names that their tables and columns have now.
  private var oldViolations: ViolationCensus? {
    violationsBefore?.followed(through: trace?.events ?? [])
  }

  /// The numbers of violations before and at the check, or `nil` when they were not counted.
  var violationCounts: ViolationCounts? {
    guard let before = oldViolations, let after = violationsAfter else { return nil }
    let count = after.count
    return ViolationCounts(
      before: before.count, after: count, added: count - after.countCommon(with: before))
  }

  /// The same for the report: what was rolled back before the check left all of them.
  func reportedViolationCounts(keepsChanges: Bool) -> ViolationCounts? {
    if violationsAfter == nil, !keepsChanges, let count = violationsBefore?.count {
      return ViolationCounts(before: count, after: count, added: 0)
    }
    return violationCounts
  }
}
