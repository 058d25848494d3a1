final class StepConditionCheck {
  private let step: StepContext
  private var condition: StepCondition { step.request.condition }
  /// The state under the write lock, before any change; `nil` if it was not needed.
  private(set) var stateBefore: DatabaseFingerprint?

  /// Why the migration was rolled back although it did not fail.
  private(set) var verdict: MigrationError?

  init(_ step: StepContext) {
    self.step = step
  }

  private var isSameState: Bool { stateBefore != nil && stateBefore == condition.state }

  var needsRowChanges: Bool {
    condition.report != nil && !step.migration.runsOutsideTransaction
  }

  var predicted: StepReport.DryRunPrediction? {
    condition.report.map {
      StepReport.DryRunPrediction(
        rows: $0.rows, violations: $0.violations,
        isOfSameState: condition.state == nil ? nil : isSameState)
    }
  }

  var dryRunFoundNoViolations: Bool { isSameState && condition.report?.violations?.before == 0 }

  /// The row counts that changed tables had before the dry run, if it started from exactly this
  /// state.
  var knownCounts: [SQLName: Int64] {
    guard isSameState, let report = condition.report else { return [:] }
    return report.rows.reduce(into: [:]) { counts, rows in
      if rows.formerName == nil { counts[SQLName(rows.table)] = rows.before }
    }
  }

  /// Checks the condition under the write lock, and returns why nothing may run, or `nil`.
  func refusal() throws -> MigrationError? {
    if condition == .none { return nil }
    let state = try DatabaseFingerprint(of: step.db)
    stateBefore = state
    if isSameState { return nil }
    let isAdmitted =
      try needsRowChanges
      && condition.admits(state) { try step.db.userSchema(besides: step.list.ledger) }
    return isAdmitted ? nil : MigrationError(.databaseChanged)
  }

  /// Throws if the losses exceed the accepted ones, or cannot be determined.
  ///
  /// If the state is exactly that of the dry run, its report is sufficient.
  func requireAgreed(_ report: StepReport) throws {
    guard needsRowChanges, let predicted = condition.report else { return }
    guard report.counting == .counted else {
      if isSameState { return }
      throw refused(.notComparable(identifier: step.migration.identifier))
    }
    let excess = Losses(of: [report]).excess(over: Losses(of: [predicted]))
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
