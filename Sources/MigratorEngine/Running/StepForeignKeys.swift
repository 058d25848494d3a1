internal import MigratorSQLite
internal import MigratorSchema

/// The foreign keys of one step: what violates them before it and at its end, and the verdict on that.
final class StepForeignKeys {
  /// How many violations a report describes in full.
  static let detailLimit = 100
  /// How many old violations are described.
  private static let oldLimit = 10
  /// How many violations are described before it is known which of them are new.
  private static let candidateLimit = 10_000

  private let step: StepContext
  private var db: Database { step.db }
  private var checks: CheckSession { step.checks }
  private var policy: ForeignKeyPolicy { step.list.foreignKeyPolicy }

  /// The violations before the body, if they are known.
  private(set) var before: ViolationCensus?
  /// The violations at the check.
  private(set) var after: ViolationCensus?
  private var details: [(ViolationFinder.Finding, ViolationDetail)] = []
  /// The first of those that are known to be old.
  private var oldDetails: [ViolationDetail] = []
  /// What the body did to the schema until the check, and which contents are in other places.
  private var events: [SchemaEvent] = []
  /// The violations before in the rows that they have now, where these have other rowids.
  private var movedViolations: ViolationCensus?
  /// The first violation that is new.
  private var firstNew: ViolationFinder.Finding?

  init(_ step: StepContext) {
    self.step = step
    before = step.request.known.violations
  }

  /// Takes it that there are no violations before the body.
  func startClean() {
    before = ViolationCensus()
  }

  /// Whether there may be violations before the body that the check must distinguish from new ones.
  var mayHaveOldViolations: Bool { before.map { !$0.isEmpty } ?? (policy == .newViolationsOnly) }

  /// Counts the violations before the write lock is taken, if the verdict needs all of them and counting does not
  /// block writers.
  func readAhead() throws {
    guard policy == .allViolations, before == nil, checks.violationsAtBegin == nil,
      try db.path != ":memory:" && db.journalMode() == "wal"
    else { return }
    step.emit(.checking(identifier: step.migration.identifier))
    _ = try checks.takeCensus(db)
  }

  /// Notes before the body what the check compares with.
  ///
  /// All foreign keys are searched only for a dry run or a trace, which report the violations before. For a
  /// verdict on new violations it is enough to know what the body touches: if that leaves a doubt,
  /// ``countBefore()`` counts them.
  func observeBefore(isVerdict: Bool) throws {
    if policy == .newViolationsOnly { before = before ?? checks.violationsAtBegin }
    let isReported =
      step.request.tracing != nil
      || (step.request.observation == .rows
        && (step.request.countsViolations || step.migration.foreignKeyChecks != .disabled))
    let isNeeded =
      isVerdict && policy == .newViolationsOnly
      && (step.request.countsViolations || !mayBeCountedLater)
    if before == nil, isNeeded {
      before = try checks.takeCensus(db)
    } else if before == nil, isReported {
      before = try step.clock.looking { try checks.takeCensus(db) }
    }
    // Only a search of all foreign keys shows that no violation is left from before.
    let isEnough =
      isVerdict ? policy == .newViolationsOnly || before != nil : step.request.observation == .rows
    if isEnough { try checks.start(from: before, db) }
  }

  /// Whether ``countBefore()`` can succeed, or the migration can be run again if it fails.
  private var mayBeCountedLater: Bool {
    if case .connection = step.request.former { return true }
    if db.path == ":memory:" { return false }
    // Code may do something outside the database, which must not be done twice.
    return step.migration.script != nil || (try? db.journalMode()) == "wal"
  }

  /// Counts the violations before the body in the state that other connections still see.
  ///
  /// - Throws: ``UncountedViolations`` when that state cannot be read.
  private func countBefore() throws {
    before = before ?? checks.violationsAtBegin
    guard before == nil else { return }
    func count(_ reader: LazyReader) throws {
      before = try CheckSession(isAlone: true).takeCensus(reader.database())
    }
    do {
      switch step.request.former {
      case .connection(let former): try count(former)
      case .none where !db.isInsideTransaction || db.path == ":memory:": throw UncountedViolations()
      case .none: try db.readingCommitted(step.request.cancellation, count)
      }
    } catch let error as DatabaseError where !error.isInterruption {
      // With a rollback journal, nobody else can read once changes were written to the file.
      throw UncountedViolations()
    }
  }

  /// After a failed check, counts the violations of the database as it is again now: those that
  /// were there before.
  func countBeforeAfterFailure() {
    guard before == nil, after != nil, !db.isInsideTransaction else { return }
    // Without the count the failure is told without it.
    before = step.clock.looking {
      try? db.monitored(
        by: ProgressMonitor(cancellation: step.request.cancellation), { try checks.takeCensus(db) })
    }
  }

  /// Checks the foreign keys that the migration may have broken, or all where that cannot be told.
  ///
  /// Where it is a verdict, a violation makes the migration fail, as the policy has it. Otherwise
  /// violations are only counted, and only when rows are observed.
  ///
  /// The events are what was done to the schema, and which contents are in other places as far as that
  /// is known; where nobody looked, `kept` finds out which are, before a violation is taken for new.
  func check(
    isVerdict: Bool, after events: [SchemaEvent], kept: () throws -> [SchemaEvent] = { [] }
  ) throws {
    // Unchecked, what was touched stays suspect until the next check.
    guard isVerdict || step.request.observation == .rows else { return }
    self.events = events
    step.emit(.checking(identifier: step.migration.identifier))
    // A step does not check what is only reported.
    if isVerdict {
      try check(kept: kept)
    } else {
      try step.clock.looking(count)
    }
  }

  /// Counts the violations as far as the migration can have changed their number.
  private func count() throws {
    let scope = try checks.scope(db)
    if try checks.isProvenClean(scope, db) {
      after = scope.others
      return try checks.settle(after, scope, db)
    }
    do {
      try countBefore()
      try checks.settle(describeViolations(), scope, db)
    } catch is UncountedViolations {
      checks.forget()
    }
  }

  private func check(kept: () throws -> [SchemaEvent]) throws {
    let scope = try checks.scope(db)
    if try checks.isProvenClean(scope, db),
      policy == .newViolationsOnly || scope.others?.isEmpty == true
    {
      after = scope.others
      try checks.settle(after, scope, db)
      return reportOldViolations()
    }
    if policy == .newViolationsOnly {
      try requireNoNewViolation(kept: kept)
      if let after { try checks.settle(after, scope, db) }
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
        after = ViolationCensus()
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
  private func requireNoNewViolation(kept: () throws -> [SchemaEvent]) throws {
    try countBefore()
    try describeViolations()
    if firstNew != nil, let counts, counts.remaining < counts.before {
      let found = try kept()
      if !found.isEmpty {
        events += found
        try describeViolations()
      }
    }
    guard let first = firstNew else { return }
    if case .mismatch(let message) = first.problem {
      throw DatabaseError(
        resultCode: .SQLITE_ERROR, message: message, sql: "PRAGMA foreign_key_check")
    }
    throw first.violation.databaseError(db)
  }

  private func reportOldViolations() {
    guard let count = counts?.remaining, count > 0 else { return }
    step.emit(.oldViolations(identifier: step.migration.identifier, count: count))
  }

  /// Counts the violations, and describes those that are not among those from before as far as that
  /// can be told already.
  @discardableResult
  private func describeViolations() throws -> ViolationCensus {
    before = before ?? checks.violationsAtBegin
    let finder = ViolationFinder(db, tellsReferences: true)
    let describer = ViolationDescriber(finder: finder)
    let limit = before == nil ? Self.candidateLimit : Self.detailLimit
    movedViolations = nil
    var old = oldViolations
    let census = try ViolationCensus(finder, since: &old) {
      (details, oldDetails, firstNew) = ([], [], nil)
    } _: { finding, isOld in
      if !isOld, firstNew == nil { firstNew = finding }
      if !isOld && details.count < limit {
        details.append((finding, try describer.detail(finding)))
      }
      if isOld && oldDetails.count < Self.oldLimit {
        oldDetails.append(try describer.detail(finding))
      }
    }
    (after, movedViolations) = (census, old)
    return census
  }

  /// The violations before, under the names that their tables and columns have now, and in the rows that
  /// they have.
  private var oldViolations: ViolationCensus? {
    movedViolations ?? before?.followed(through: events)
  }

  /// The violations that the migration adds, as far as they are described.
  var newViolations: [ViolationDetail] {
    guard let before = oldViolations, let after else { return [] }
    return details.lazy.filter { after.count(of: $0.0) > before.count(of: $0.0) }
      .prefix(Self.detailLimit).map(\.1)
  }

  /// The first of the violations that were there before.
  var remainingViolations: [ViolationDetail] {
    guard let before = oldViolations else { return [] }
    return oldDetails
      + details.lazy.filter { before.count(of: $0.0) > 0 }.map(\.1)
      .prefix(Self.oldLimit - oldDetails.count)
  }

  /// The numbers of violations before and at the check, or `nil` when they were not counted.
  var counts: ViolationCounts? {
    guard let before, let after, let old = oldViolations else { return nil }
    return after.counts(since: before, followed: old)
  }

  /// The same for the report: what was rolled back before the check left all of them.
  func reportedCounts(keepsChanges: Bool) -> ViolationCounts? {
    if after == nil, !keepsChanges, let count = before?.count {
      return ViolationCounts(before: count, after: count, added: 0)
    }
    return counts
  }
}

/// The violations before a migration would have to be known and cannot be counted any more.
struct UncountedViolations: Error {}
