internal import MigratorSQLite

extension MigrationRun {
  /// How many violations a report describes in full.
  static let detailLimit = 100
  /// How many violations are described before it is known which of them are new.
  private static let candidateLimit = 10_000

  /// Checks all foreign keys.
  ///
  /// - Parameter isVerdict: Whether a violation makes the migration fail, as GRDB has it: any, also
  ///   one that was there before. Otherwise violations are only counted, and only when rows are
  ///   observed.
  /// - Throws: The first violation as GRDB words it; `DatabaseError`.
  func checkForeignKeys(isVerdict: Bool) throws {
    guard isVerdict else {
      if request.observation == .rows {
        request.emit(.checking(identifier: migration.identifier))
        try describeViolations()
      }
      return
    }
    request.emit(.checking(identifier: migration.identifier))
    do {
      // SQLite's own check has the last word; it stops at the first violation.
      guard let first = try db.foreignKeyViolations().next() else {
        violationsAfter = ViolationCensus()
        return
      }
      throw first.databaseError(db)
    } catch {
      // The verdict is what is thrown, even if the search for details is cancelled or fails.
      if (error as? DatabaseError)?.isInterruption != true { try? describeViolations() }
      throw error
    }
  }

  /// Counts the violations, and describes those that are new as far as that can be told already.
  private func describeViolations() throws {
    let start = ContinuousClock.now
    defer { lookingTime += ContinuousClock.now - start }
    let finder = ViolationFinder(db)
    let describer = ViolationDescriber(finder: finder)
    let limit = violationsBefore == nil ? Self.candidateLimit : Self.detailLimit
    var census = ViolationCensus()
    try finder.forEach { finding in
      census.insert(finding)
      let isOld = violationsBefore?.contains(finding) ?? false
      if !isOld && violationDetails.count < limit {
        violationDetails.append((finding, try describer.detail(finding)))
      }
      return true
    }
    violationsAfter = census
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
      by: ProgressMonitor(cancellation: request.cancellation), { try ViolationCensus(db) })
  }

  /// The violations that the migration adds, as far as they are described.
  var newViolations: [ViolationDetail] {
    guard let violationsBefore else { return [] }
    return violationDetails.lazy.filter { !violationsBefore.contains($0.0) }
      .prefix(Self.detailLimit).map(\.1)
  }

  /// The violations that were there before and still are, or `nil` when they were not counted.
  var oldViolationCount: Int? {
    guard let violationsBefore, let violationsAfter else { return nil }
    return violationsAfter.countCommon(with: violationsBefore)
  }

  /// The number of violations that the migration adds, or `nil` when they were not counted.
  var newViolationCount: Int? {
    guard let violationsAfter, let oldViolationCount else { return nil }
    return violationsAfter.count - oldViolationCount
  }
}
