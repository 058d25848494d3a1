internal import MigratorEngine
internal import MigratorSchema

extension MigrationSession {
  /// What the history keeps of a migration that is about to run, until its end is there.
  func beginning(
    of identifier: String, digest: String?, _ backup: HistoryEvent.BackupRecord?
  ) -> HistoryEvent {
    var event = log.event(.step, .began)
    event.subject = identifier
    event.digest = digest
    event.backup = backup
    return event
  }

  /// What the history keeps of a migration that was begun and came to an end; one that is code has no
  /// digest.
  func event(
    of receipt: StepReceipt, digest: String?, _ backup: HistoryEvent.BackupRecord?
  ) -> HistoryEvent {
    let report = receipt.report
    var event = log.event(.step, report.failure?.outcome ?? .applied)
    event.subject = report.identifier
    event.digest = digest
    event.seconds = report.seconds
    event.counting = report.isKept ? report.counting : nil
    event.rows = report.rows.map(HistoryEvent.Rows.init)
    event.losses = HistoryEvent.Losses(receipt.losses)
    // What a check found before all was rolled back is not in the file.
    event.violations = report.isKept ? report.violations : nil
    event.violationsForetold = report.violationsForetold
    event.backup = backup
    event.before = report.fingerprintBefore?.value
    event.after = report.fingerprint?.value
    guard let failure = report.failure else { return event }
    event.message = failure.message
    if case .partlyApplied(let statements, _) = failure.databaseState {
      event.keptStatements = statements
    }
    if failure.databaseState != .asBefore {
      event.message = "\(failure.message)\n\(failure.stateLine(on: .database).plain)"
    }
    return event
  }

  /// The digests of the texts that a step was prepared with, by identifier.
  func digests(of prepared: PreparedStep) -> [String: String] {
    let wanted = Set(prepared.migrations.map(\.identifier))
    return prepared.overview.registered.reduce(into: [:]) { digests, migration in
      if wanted.contains(migration.identifier) {
        digests[migration.identifier] = migration.textDigest
      }
    }
  }

  /// What the history keeps of what was not begun, or failed as a whole.
  func event(
    ofRefusing action: HistoryEvent.Action, _ subject: String?, _ error: any Error
  ) -> HistoryEvent {
    let explanation = Explanation(error)
    var event = log.event(
      action,
      explanation.isCancellation ? .stopped : error is ChangeInDoubt ? .failed : .refused)
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

extension HistoryEvent.Losses {
  /// Takes the numbers and names of losses, and none of the values; `nil` where there are none.
  fileprivate init?(_ losses: MigratorEngine.Losses) {
    if losses.isEmpty { return nil }
    self.init(
      rows: losses.rowCount, values: losses.valueCount, unseen: losses.unseen.map(\.table),
      tables: losses.tables, columns: losses.columns.map { "\($0.table).\($0.column)" },
      objects: losses.objects.map(\.name), told: losses.list)
  }
}

extension StepOutcome {
  /// Keeps the first reason why the history is not whole.
  mutating func note(_ failure: HistoryFailure?) { historyFailure = historyFailure ?? failure }
}
