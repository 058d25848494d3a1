/// Holds a step to what was agreed to: when it may begin, and whether it may be committed.
final class StepAgreement {
  private let step: StepContext
  private var condition: StepCondition { step.request.condition }
  /// The state under the write lock, before anything was done; `nil` where nobody asks for it.
  private(set) var stateBefore: DatabaseFingerprint?

  /// Why the migration was rolled back although it did not fail.
  private(set) var verdict: MigrationError?

  init(_ step: StepContext) {
    self.step = step
  }

  /// Whether the file is in the very state that was looked at.
  private var isSameState: Bool { stateBefore != nil && stateBefore == condition.state }

  /// Whether what it did to rows has to be told before the commit.
  var asksForRows: Bool {
    condition.report != nil && !step.migration.runsOutsideTransaction
  }

  /// What the dry run told, where the step is held to it.
  var foretold: StepReport.Foretold? {
    condition.report.map {
      StepReport.Foretold(
        rows: $0.rows, violations: $0.violations,
        isOfSameState: condition.state == nil ? nil : isSameState)
    }
  }

  /// Whether the dry run of this very state found no violation.
  var metNoViolation: Bool { isSameState && condition.report?.violations?.before == 0 }

  /// How many rows the tables had of which the dry run of this very state reports changes.
  var knownCounts: [SQLName: Int64] {
    guard isSameState, let report = condition.report else { return [:] }
    return report.rows.reduce(into: [:]) { counts, rows in
      if rows.formerName == nil { counts[SQLName(rows.table)] = rows.before }
    }
  }

  /// Looks, under the write lock, whether the file is as the condition has it, and says why nothing
  /// is to be run, or `nil`.
  func refusal() throws -> MigrationError? {
    if condition == .none { return nil }
    let state = try DatabaseFingerprint(of: step.db)
    stateBefore = state
    if isSameState { return nil }
    let isAdmitted =
      try asksForRows
      && condition.admits(state) { try step.db.userSchema(besides: step.list.ledger) }
    return isAdmitted ? nil : MigrationError(.databaseChanged)
  }

  /// Throws when more is lost than was agreed to, or when that cannot be told.
  ///
  /// What a dry run of the very state told holds for it; for another it may not.
  func requireAgreed(_ report: StepReport) throws {
    guard asksForRows, let foretold = condition.report else { return }
    guard report.counting == .counted else {
      if isSameState { return }
      throw refused(.notComparable(identifier: step.migration.identifier))
    }
    let excess = Losses(of: [report]).excess(over: Losses(of: [foretold]))
    guard excess.isEmpty else {
      throw refused(.losesMore(identifier: step.migration.identifier, excess))
    }
  }

  private func refused(_ kind: MigrationError.Kind) -> MigrationError {
    let error = MigrationError(kind)
    verdict = error
    return error
  }
}
