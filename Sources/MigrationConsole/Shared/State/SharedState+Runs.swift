import MigratorEngine
import MigratorSession

extension SharedState {
  mutating func handle(_ event: MigrationEvent) {
    switch event {
    case .planned, .erased: break
    case .copying(let done, let total):
      // After the copy, the work may wait for a lock.
      work?.phase = done < total ? "copying \(Format.bytes(done)) of \(Format.bytes(total))" : ""
      work?.fraction = done < total ? Double(done) / Double(total) : nil
    case .began(let identifier, let index, let count, let statements):
      let subject = count > 1 ? "\(index + 1) of \(count): \(identifier)" : identifier
      work?.subject = subject
      work?.phase = subject
      work?.fraction = nil
      let what = statements > 0 ? Format.count(statements, "statement") : "Swift code"
      log(identifier, "began, \(what)")
    case .statement(let identifier, let index, let count, let line):
      let subject = work?.subject ?? identifier
      work?.phase = "\(subject), statement \(index + 1) of \(count), line \(line)"
      work?.fraction = count > 0 ? Double(index) / Double(count) : nil
    case .working, .finishedStatements: break
    case .checking(let identifier):
      let subject = work?.subject ?? identifier
      work?.phase = "\(subject), checking foreign keys"
      work?.fraction = nil
      log(identifier, "checking foreign keys")
    case .oldViolations(let identifier, let count):
      log(identifier, "\(Format.count(count, "old foreign-key violation")) kept")
    case .committed(let identifier, let seconds):
      log(identifier, "committed after \(Format.seconds(seconds))")
    case .alreadyApplied(let identifier):
      log(identifier, "already applied by another process")
    case .failed(let failure):
      // The cause is shown above the log.
      let text = failure.isCancellation ? failure.headline : "failed: \(failure.placeWords)"
      log(failure.identifier, text, isFailure: true)
    }
  }

  mutating func log(_ identifier: String, _ text: String, isFailure: Bool = false) {
    // Rehearsals are repeated, so that their log would grow.
    if work?.limit != nil { return }
    let isCopy = work?.kind.isOnRealFile != true
    known.logs[identifier, default: []].append(
      LogLine(time: now, isCopy: isCopy, text: text, isFailure: isFailure))
  }

  /// Keeps the results of a dry run, and records it in the history unless it began by itself.
  mutating func keep(dryRun: SessionDryRun, isAutomatic: Bool = false) {
    // A prepared step may reuse the dry run that is already stored.
    if known.dryRun?.value == dryRun { return }
    let report = dryRun.report
    known.dryRun = Timestamped(value: dryRun.extended(by: known.dryRun?.value), time: now)
    for step in report.steps { known.losses[step.identifier] = Losses(of: [step]) }
    if isAutomatic { return }
    known.history.append(
      HistoryEntry(
        kind: .dryRun, subject: report.steps.map(\.identifier).joined(separator: ", "),
        outcome: report.headline, isFailure: report.failure != nil, endedAt: now,
        seconds: report.steps.reduce(report.copySeconds) { $0 + $1.seconds },
        steps: report.steps.map(\.withoutChangedRows)))
  }

  mutating func keep(_ report: StepReport, backupPath: String?) {
    let isFirst = !known.runReports.contains { $0.failure == nil }
    if let path = backupPath, isFirst {
      log(report.identifier, HistoryEvent.backupWords(path, isOlder: false))
    }
    known.runReports.append(report)
    known.stepReports[report.identifier] = Timestamped(value: report, time: now)
    known.dryRun = known.dryRun.flatMap { dryRun in
      dryRun.value.remaining(after: report).map { Timestamped(value: $0, time: dryRun.time) }
    }
    known.losses[report.identifier] = Losses(of: [report])
    known.lastStep = report.identifier
    known.history.append(
      HistoryEntry(
        kind: .step, subject: report.identifier, outcome: report.headline(isDone: true),
        isFailure: report.failure != nil, endedAt: now, seconds: report.seconds,
        steps: [report.withoutChangedRows], backupPath: backupPath, isFirst: isFirst))
  }

  /// Stores a new overview; discards the dry run if the migration files changed.
  mutating func handle(fresh read: SessionOverview) {
    known.overview = .success(read)
    known.last = read
    known.readings += 1
    guard let dryRun = known.dryRun?.value, dryRun.registered != read.registered else { return }
    known.forgetDryRun()
    if !(context.rehearses && read.rehearsal != nil) { say(staleDryRun, .warning) }
  }

  /// Starts a dry run by itself, at most once after each read, if none of the present state is
  /// known and ``SessionOverview/rehearsal`` permits it.
  mutating func rehearse() -> [Effect] {
    guard context.rehearses, work == nil, !known.isReading,
      known.rehearsedReading != known.readings,
      let present = known.present, !(known.lastRehearsal?.isResting(at: now, present) ?? false)
    else { return [] }
    known.rehearsedReading = known.readings
    guard let rehearsal = present.rehearsal, known.dryRun?.value.isCurrent(present) != true,
      known.lastRehearsal?.wasStopped(present) != true
    else { return [] }
    let effects = beginDryRun(of: rehearsal.scope)
    work?.limit = rehearsal.limit
    return effects
  }

  /// Stops a rehearsal that takes too long.
  mutating func endLongRehearsal() -> [Effect] {
    guard let work, let limit = work.limit, !work.isCancelling, now - work.startedAt > limit
    else { return [] }
    self.work?.isCancelling = true
    return [.cancel(generation: work.generation)]
  }

  mutating func reportChanges(in read: SessionOverview, since before: SessionOverview) {
    if read.fingerprint != before.fingerprint { known.writtenAt = now }
    let what: String? =
      if read.status.recorded != before.status.recorded {
        Set(read.status.recorded).isSuperset(of: before.status.recorded)
          ? "Another program migrated the database. Applied migrations: \(read.status.recordedCount)."
          : "Another program changed the ledger. Applied migrations: \(read.status.recordedCount)."
      } else if read.schema != before.schema {
        "Another program changed the schema of the database."
      } else if read.registered != before.registered, notice?.text != staleDryRun {
        read.origin.isThere
          ? "The migrations changed: \(read.changedWords(since: before))."
          : "The migrations can no longer be found."
      } else {
        nil
      }
    guard let what else { return }
    known.drift = nil
    say(what, .warning)
  }

  /// The pending migrations that a dry run tries: up to the selected one if it is pending, else
  /// all.
  var dryRunScope: MigrationScope {
    guard let selected, selected.state.isDue, let present = known.present else { return .all }
    if selected.isNext { return .next }
    let last = present.status.migrations.last(where: \.state.isDue)
    return selected.identifier == last?.identifier ? .all : .upTo(selected.identifier)
  }

  mutating func beginDryRun(of scope: MigrationScope) -> [Effect] {
    begin(.dryRun(scope)) { .dryRun(scope, generation: $0) }
  }

  /// Why a dry run or a step, as named by `verb`, cannot start; a sentence for the operator, or
  /// `nil`.
  func refusal(toBegin verb: String, _ scope: MigrationScope = .next) -> String? {
    switch known.overview {
    case nil: return unreadReason
    case .failure(let failure)?: return "No \(verb): \(failure.whole)"
    case .success(let overview)?:
      if !overview.origin.isThere { return Self.unregistered }
      if let obstacle = overview.obstacle(in: scope) { return "No \(verb): \(obstacle)" }
      return overview.status.next == nil ? overview.standstill.message : busyReason
    }
  }

  /// Why the database is not available, or `nil` if it was read.
  var unreadReason: String? {
    switch known.overview {
    case nil: "The database is still being read."
    case .failure(let failure)?: failure.whole
    case .success?: nil
    }
  }

  private var staleDryRun: String { "The migrations changed after the dry run." }

  /// The reason if no migration folder was found.
  static let unregistered = "No migrations are registered. Pass their folder with --migrations."
}
