internal import MigratorEngine
internal import MigratorSchema

extension MigrationSession {
  /// The event that is recorded before a migration runs, until its end is recorded.
  func beginning(of identifier: String, digest: String?) -> HistoryEvent {
    var event = log.event(.step, .began)
    event.subject = identifier
    event.digest = digest
    return event
  }

  /// The event for the end of a migration; `digest` is `nil` for a migration in code.
  func event(of report: StepReport, digest: String?) -> HistoryEvent {
    var event = log.event(.step, report.failure?.outcome ?? .applied)
    event.subject = report.identifier
    event.digest = digest
    event.seconds = report.seconds
    event.counting = report.isKept ? report.counting : nil
    event.rows = report.rows.map(HistoryEvent.Rows.init)
    event.losses = report.losses.isEmpty ? nil : report.losses
    // After a rollback, the violations that the check found are not in the file.
    event.violations = report.isKept ? report.violations : nil
    event.violationsPredicted = report.violationsPredicted
    event.before = report.fingerprintBefore?.value
    event.after = report.fingerprint?.value
    guard let failure = report.failure else { return event }
    event.message = failure.message
    if case .partlyApplied(let statements, _) = failure.databaseState {
      event.keptStatements = statements
    }
    if failure.databaseState != .rolledBack {
      event.message = "\(failure.message)\n\(failure.stateLine(on: .database).plain)"
    }
    return event
  }

  /// The event for fixes that were applied at once.
  func event(of trial: FixTrial, leaving state: DatabaseFingerprint?) -> HistoryEvent {
    var event = log.event(.repair, .repaired)
    event.counting = .predicted
    event.rows = trial.reports.flatMap(\.rows).map(HistoryEvent.Rows.init)
    event.losses = trial.losses.isEmpty ? nil : trial.losses
    event.violations = ViolationCounts(
      before: trial.violationsBefore, after: trial.violationsAfter,
      added: max(0, trial.violationsAfter - trial.violationsBefore))
    event.before = trial.fingerprint.value
    event.after = state?.value
    return event
  }

  /// The SHA-256 of each prepared migration file, by identifier.
  func digests(of prepared: PreparedStep) -> [String: String] {
    let wanted = Set(prepared.migrations.map(\.identifier))
    return prepared.overview.registered.reduce(into: [:]) { digests, migration in
      if wanted.contains(migration.identifier) {
        digests[migration.identifier] = migration.textDigest
      }
    }
  }

  /// The event for a change that did not start, or that failed as a whole.
  func event(
    ofRefusing action: HistoryEvent.Action, _ subject: String?, _ error: any Error
  ) -> HistoryEvent {
    let explanation = Explanation(error)
    var event = log.event(
      action,
      explanation.isCancellation ? .stopped : error is UncertainChange ? .failed : .refused)
    event.subject = subject
    event.message = explanation.sentence
    return event
  }
}

extension MigrationFailure {
  fileprivate var outcome: HistoryEvent.Outcome { isCancellation ? .stopped : .failed }
}

extension HistoryEvent.Rows {
  fileprivate init(_ rows: StepReport.TableRows) {
    self.init(
      table: rows.table, before: rows.before, after: rows.after, inserted: rows.inserted,
      updated: rows.updated, deleted: rows.deleted, changed: rows.changed,
      isRecreated: rows.isRecreated ? true : nil)
  }
}
