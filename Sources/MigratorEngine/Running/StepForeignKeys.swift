internal import MigratorSQLite
internal import MigratorSchema

final class StepForeignKeys {
  static let detailLimit = 100
  private static let oldLimit = 10
  /// The maximum number of violations to describe while it is unknown which of them are new.
  private static let candidateLimit = 10_000

  private let step: StepContext
  private var db: Database { step.db }
  private var checks: ForeignKeyCheckSession { step.checks }
  private var policy: ForeignKeyPolicy { step.list.foreignKeyPolicy }

  private(set) var before: ViolationCensus?
  private(set) var after: ViolationCensus?
  private var details: [(ViolationFinder.Finding, ViolationDetail)] = []
  private var oldDetails: [ViolationDetail] = []
  /// The schema events of the body until the check, including contents found elsewhere.
  private var events: [SchemaEvent] = []
  /// The tables whose keys were reassigned, by current name.
  private var keyMoves: [SQLName: KeyMoves] = [:]
  /// The violations before the body with their current rowids, if rowids changed.
  private var movedViolations: ViolationCensus?
  private var firstNew: ViolationFinder.Finding?
  /// The indexes of later migrations that new foreign keys wait for; such keys do not count as
  /// violations yet.
  private var awaited: [AwaitedIndex] = []

  init(_ step: StepContext) {
    self.step = step
    before = step.request.known.violations
  }

  func startClean() {
    before = ViolationCensus()
  }

  var mayHaveOldViolations: Bool { before.map { !$0.isEmpty } ?? (policy == .newViolationsOnly) }

  /// True if the foreign keys are checked after the body, for a verdict or for the report.
  func isChecked(isVerdict: Bool) -> Bool { isVerdict || step.request.observation == .rows }

  /// Counts the violations before the write lock is acquired, if the verdict requires all of them
  /// and counting does not block writers.
  func readAhead() throws {
    guard policy == .allViolations, before == nil, checks.violationsAtBegin == nil,
      try db.path != ":memory:" && db.journalMode() == "wal"
    else { return }
    step.emit(.checking(identifier: step.migration.identifier))
    _ = try checks.takeCensus(db)
  }

  /// Prepares the check before the body runs.
  ///
  /// All foreign keys are searched only for a dry run or a trace, which report the earlier
  /// violations. For a verdict that concerns only new violations, the changes of the body usually
  /// suffice; if they are inconclusive, ``countBefore()`` counts the violations.
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
    // Only a search of all foreign keys shows that no earlier violation remains.
    let isEnough =
      isVerdict ? policy == .newViolationsOnly || before != nil : step.request.observation == .rows
    if isEnough { try checks.start(from: before, db) }
  }

  /// True if ``countBefore()`` can succeed, or the migration can be re-run if it fails.
  private var mayBeCountedLater: Bool {
    if case .connection = step.request.former { return true }
    if db.path == ":memory:" { return false }
    // Code may have effects outside the database, which must not be repeated.
    return step.migration.script != nil || (try? db.journalMode()) == "wal"
  }

  /// Counts the violations before the body in the state that other connections still see.
  ///
  /// - Throws: ``ViolationsNotCounted`` if that state cannot be read.
  private func countBefore() throws {
    before = before ?? checks.violationsAtBegin
    guard before == nil else { return }
    func count(_ reader: LazyReader) throws {
      before = try ForeignKeyCheckSession(isAlone: true).takeCensus(reader.database())
    }
    do {
      switch step.request.former {
      case .connection(let former): try count(former)
      case .none where !db.isInsideTransaction || db.path == ":memory:":
        throw ViolationsNotCounted()
      case .none: try db.readingCommitted(step.request.cancellation, count)
      }
    } catch  where error.isReadFailure {
      // With a rollback journal, other connections cannot read after changes have been
      // written to the file.
      throw ViolationsNotCounted()
    }
  }

  /// After a failed check, counts the violations that existed before the migration, in the restored
  /// database.
  func countBeforeAfterFailure() {
    guard before == nil, after != nil, !db.isInsideTransaction else { return }
    // If counting fails, the failure is reported without the count.
    before = step.clock.looking {
      try? db.monitored(
        by: ProgressMonitor(cancellation: step.request.cancellation), { try checks.takeCensus(db) })
    }
  }

  /// Checks the foreign keys that the migration may have violated, or all if that is unknown.
  ///
  /// For a verdict, violations make the migration fail according to the policy. Otherwise they are
  /// only counted, and only if rows are observed. `events` are the schema events, with contents
  /// found elsewhere if rows were compared, and `moves` the keys that were reassigned. If rows were
  /// not compared, `kept` finds both before a violation is considered new.
  func check(
    isVerdict: Bool, after events: [SchemaEvent], moving moves: [SQLName: KeyMoves] = [:],
    kept: () throws -> Kept = { ([], [:]) }
  ) throws {
    // Without a check, touched foreign keys remain suspects until the next check.
    guard isChecked(isVerdict: isVerdict) else { return }
    self.events = events
    keyMoves = moves
    step.emit(.checking(identifier: step.migration.identifier))
    // A step does not search for violations that are only reported.
    if isVerdict {
      try check(kept: kept)
    } else {
      try step.clock.looking(count)
    }
  }

  /// Counts the violations that the migration may have added or removed.
  private func count() throws {
    let scope = try checks.scope(db)
    if try checks.isProvenClean(scope, db) {
      after = scope.others
      return try checks.settle(after, scope, db)
    }
    do {
      try countBefore()
      try checks.settle(describeViolations(), scope, db)
    } catch is ViolationsNotCounted {
      checks.forget()
    }
  }

  /// Contents and keys that were found elsewhere.
  typealias Kept = (events: [SchemaEvent], keyMoves: [SQLName: KeyMoves])

  private func check(kept: () throws -> Kept) throws {
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

  /// Runs SQLite's own check, which gives the final verdict and stops at the first violation.
  private func requireNoViolation() throws {
    do {
      guard let first = try db.foreignKeyViolations().next() else {
        after = ViolationCensus()
        return
      }
      throw first.databaseError(db)
    } catch {
      // Throw the verdict even if the search for details is cancelled or fails.
      if (error as? DatabaseError)?.isInterruption != true { _ = try? describeViolations() }
      throw error
    }
  }

  private func requireNoNewViolation(kept: () throws -> Kept) throws {
    try countBefore()
    try describeViolations()
    if firstNew != nil, let counts, counts.remaining < counts.before {
      let found = try kept()
      if !found.events.isEmpty || (keyMoves.isEmpty && !found.keyMoves.isEmpty) {
        events += found.events
        keyMoves = found.keyMoves
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

  @discardableResult
  private func describeViolations() throws -> ViolationCensus {
    before = before ?? checks.violationsAtBegin
    let finder = ViolationFinder(db, recordsReferences: true)
    let describer = ViolationDescriber(finder: finder)
    let limit = before == nil ? Self.candidateLimit : Self.detailLimit
    movedViolations = nil
    var old = oldViolations
    let census = try ViolationCensus(finder, since: &old) {
      (details, oldDetails, firstNew, awaited) = ([], [], nil, [])
    } _: { finding, isOld in
      if !isOld, let index = try awaitedIndex(for: finding) {
        awaited.append(index)
        return
      }
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

  /// The index that the key of a violation waits for; `nil` if the migration must stop.
  ///
  /// With ``ForeignKeyPolicy/allViolations``, SQLite's own check decides, and fails.
  private func awaitedIndex(for finding: ViolationFinder.Finding) throws -> AwaitedIndex? {
    guard policy == .newViolationsOnly, finding.problem.isUnchecked else { return nil }
    let ledger = step.list.ledger
    let state = ledger.state(try checks.rows(of: ledger, db))
    return try AwaitedIndexSearch(after: step.migration, in: step.list, state, db)
      .index(for: finding.foreignKey)
  }

  /// Warnings about new foreign keys that SQLite cannot check yet.
  var warnings: [String] { awaited.map(\.warning) }

  /// The violations before the migration, with the current names of their tables and columns and
  /// the current rows.
  private var oldViolations: ViolationCensus? {
    movedViolations ?? before?.followed(through: events).moved(by: keyMoves)
  }

  /// The new violations, limited to those that were described.
  var newViolations: [ViolationDetail] {
    guard let before = oldViolations, let after else { return [] }
    return details.lazy.filter { after.count(of: $0.0) > before.count(of: $0.0) }
      .prefix(Self.detailLimit).map(\.1)
  }

  var remainingViolations: [ViolationDetail] {
    guard let before = oldViolations else { return [] }
    return oldDetails
      + details.lazy.filter { before.count(of: $0.0) > 0 }.map(\.1)
      .prefix(Self.oldLimit - oldDetails.count)
  }

  var counts: ViolationCounts? {
    guard let before, let after, let old = oldViolations else { return nil }
    let counts = after.counts(since: before, followed: old)
    return ViolationCounts(
      before: counts.before, after: counts.after - awaited.count,
      added: counts.added - awaited.count)
  }

  /// The numbers for the report; a rollback before the check leaves all violations in place.
  func reportedCounts(keepsChanges: Bool) -> ViolationCounts? {
    if after == nil, !keepsChanges, let count = before?.count {
      return ViolationCounts(before: count, after: count, added: 0)
    }
    return counts
  }
}

struct ViolationsNotCounted: Error {}
