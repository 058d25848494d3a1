import MigratorEngine
import MigratorSession
import TerminalUI

extension ConsoleModel {
  /// Takes in what effects send back; results of work that was given up are dropped.
  mutating func update(work message: WorkMessage) -> [Effect] {
    switch message {
    case .overview(let result): return take(overview: result)
    case .history(let history): known.past = history
    case .drift(let result, let generation):
      guard work?.generation == generation else { return [] }
      work = nil
      known.drift = result
      screens.schema.panes.list = ListState()
    case .violations(let found, let unlisted, let generation):
      guard screens.violations.generation == generation else { return [] }
      screens.violations.add(found, unlisted: unlisted)
    case .violationProgress(let table, let index, let count, let generation):
      guard screens.violations.generation == generation else { return [] }
      var startedAt = now
      if case .running(_, _, _, let before) = screens.violations.search { startedAt = before }
      screens.violations.search = .running(
        table: table, index: index, count: count, startedAt: startedAt)
    case .violationsEnded(let failure, let generation):
      guard screens.violations.generation == generation else { return [] }
      screens.violations.end(failure, at: now)
    case .event(let event, let generation):
      guard work?.generation == generation else { return [] }
      take(event: event)
    case .dryRun(let result, let generation):
      guard work?.generation == generation else { return [] }
      work = nil
      take(dryRun: result)
    case .prepared(let scope, let result, let generation):
      guard work?.generation == generation else { return [] }
      return take(prepared: result, scope: scope)
    case .stepped(let receipt, let generation):
      guard work?.generation == generation else { return [] }
      take(receipt: receipt)
    case .runEnded(let end, let generation):
      guard work?.generation == generation else { return [] }
      return endRun(end)
    case .repairs(let result, let generation):
      guard work?.generation == generation else { return [] }
      return take(offers: result)
    case .repaired(let result, let generation):
      guard work?.generation == generation else { return [] }
      return take(repaired: result)
    case .restorePrepared(let result, let generation):
      guard work?.generation == generation else { return [] }
      return take(restore: result)
    case .restored(let end, let generation):
      guard work?.generation == generation else { return [] }
      return take(restored: end)
    case .trace(let message, let generation):
      guard screens.trace.generation == generation else { return [] }
      take(trace: message)
    case .exported(.success(let path)): say("Written: \(path)")
    case .exported(.failure(let failure)): say(failure.whole, .error)
    case .copied(let characters?):
      say("Copied \(Format.count(characters, "character")) to the terminal's clipboard.")
    case .copied(nil): say("Nothing to copy here.", .warning)
    }
    return []
  }

  // MARK: Reading

  /// Takes what is there now; a dry run of other texts tells nothing any more.
  mutating func take(fresh read: SessionOverview) {
    let selected = screens.migrations.selected(in: scene)?.identifier
    known.overview = .success(read)
    if let selected { reveal(selected) }
    guard let dryRun = known.dryRun?.value, dryRun.registered != read.registered else { return }
    known.dryRun = nil
    for step in dryRun.report.steps where known.stepReports[step.identifier] == nil {
      known.losses[step.identifier] = nil
    }
    say("The migrations changed since the dry run: it tells nothing any more.", .warning)
  }

  private mutating func take(overview result: Result<SessionOverview, WorkFailure>) -> [Effect] {
    let isFirst = known.overview == nil
    known.isReading = false
    guard case .success(let read) = result else {
      known.overview = result
      if case .failure(let failure) = result { say(failure.whole, .error) }
      return []
    }
    if notice?.text == Self.readingNotice { notice = nil }
    take(fresh: read)
    if isFirst {
      // Without migrations there is nothing to compare with, but the objects can be looked at.
      if !read.origin.isThere { screens.schema.view = .live }
      // The operator came for the next step: begin there, or at the end when nothing is left.
      let migrations = read.status.migrations
      let target = migrations.first { $0.isNext || $0.identifier == read.status.stoppedAt }
      if let start = target ?? migrations.last { reveal(start.identifier) }
      if let obstacle = read.status.obstacle {
        say("No step is possible: \(obstacle.message)", .warning)
      } else if let stop = read.stop {
        say(stop.message, .warning)
      } else if let caution = read.status.caution {
        say(caution.message, .warning)
      } else if read.status.next == nil, case .superseded = read.standstill {
        say(read.standstill.message, .warning)
      } else if read.origin.isOfAnotherTool, let evidence = read.origin.evidence {
        say(evidence)
      }
    }
    return screens[screen] is SchemaScreen ? computeDriftIfNeeded() : []
  }

  // MARK: Running

  private mutating func take(event: MigrationEvent) {
    switch event {
    case .planned, .erased: break
    case .copying(let done, let total):
      work?.phase = "copying \(Format.bytes(done)) of \(Format.bytes(total))"
      work?.fraction = total > 0 ? Double(done) / Double(total) : nil
    case .began(let identifier, let index, let count, let statements):
      work?.phase = count > 1 ? "\(identifier) (\(index + 1) of \(count))" : identifier
      work?.fraction = nil
      let what = statements > 0 ? Format.count(statements, "statement") : "Swift code"
      log(identifier, "began, \(what)")
    case .statement(let identifier, let index, let count, let line):
      work?.phase = "\(identifier), statement \(index + 1) of \(count), line \(line)"
      work?.fraction = count > 0 ? Double(index) / Double(count) : nil
    case .working: break
    case .checking(let identifier):
      work?.phase = "\(identifier), checking foreign keys"
      work?.fraction = nil
      log(identifier, "checking foreign keys")
    case .oldViolations(let identifier, let count):
      log(identifier, "left \(Format.count(count, "old violation")) of foreign keys")
    case .committed(let identifier, let seconds):
      log(identifier, "committed after \(Format.seconds(seconds))")
    case .alreadyApplied(let identifier):
      log(identifier, "another process had applied it already")
    case .failed(let failure):
      // Why stands above the log.
      let text = failure.isCancellation ? failure.headline : "failed: \(failure.placeWords)"
      log(failure.identifier, text, isFailure: true)
    }
  }

  private mutating func log(_ identifier: String, _ text: String, isFailure: Bool = false) {
    let isCopy = work?.kind.isOnRealFile != true
    known.logs[identifier, default: []].append(
      LogLine(time: now, isCopy: isCopy, text: text, isFailure: isFailure))
  }

  private mutating func take(dryRun result: Result<TriedMigrations, WorkFailure>) {
    switch result {
    case .success(let tried) where tried.dryRun.report.failure?.isCancellation == true:
      take(fresh: tried.overview)
      say("The dry run was stopped and its copy removed; the file is as it was.", .warning)
    case .success(let tried):
      take(fresh: tried.overview)
      keep(dryRun: tried.dryRun)
      let report = tried.dryRun.report
      if let first = report.steps.first {
        reveal(report.failure?.identifier ?? first.identifier)
      }
      screens.migrations.tab = report.failure == nil ? .changes : .log
      say(report.noticeText, report.noticeLevel)
    case .failure(let failure):
      say(failure.whole, failure.isCancellation ? .warning : .error)
    }
  }

  /// Keeps a dry run for the screens and the history.
  mutating func keep(dryRun: SessionDryRun) {
    let report = dryRun.report
    known.dryRun = Stamped(value: dryRun, time: now)
    for step in report.steps { known.losses[step.identifier] = Losses(of: [step]) }
    known.history.append(
      HistoryEntry(
        kind: .dryRun, subject: report.steps.map(\.identifier).joined(separator: ", "),
        outcome: report.headline, isFailure: report.failure != nil, endedAt: now,
        seconds: report.steps.reduce(report.copySeconds) { $0 + $1.seconds },
        steps: report.steps.map(\.withoutChangedRows)))
  }

  /// Selects a migration in the list, if the filter shows it.
  mutating func reveal(_ identifier: String) {
    screens.migrations.select(identifier, in: scene, page: layout.listPage)
  }

  private mutating func take(receipt: StepReceipt) {
    let report = receipt.report
    if let path = receipt.backupPath, !known.runReports.contains(where: { $0.failure == nil }) {
      log(report.identifier, "backup of the file as it was: \(path)")
    }
    known.runReports.append(report)
    known.stepReports[report.identifier] = Stamped(value: report, time: now)
    known.losses[report.identifier] = Losses(of: [report])
    known.lastStep = report.identifier
    known.history.append(
      HistoryEntry(
        kind: .step, subject: report.identifier, outcome: report.headline,
        isFailure: report.failure != nil, endedAt: now, seconds: report.seconds,
        steps: [report.withoutChangedRows], backupPath: receipt.backupPath))
    reveal(report.identifier)
    screens.migrations.tab = report.failure == nil ? .changes : .log
    say(report.headline, report.failure == nil ? .info : .error)
  }

  /// A run of steps is over: the file is read again, since it is another one now.
  private mutating func endRun(_ end: RunEnd) -> [Effect] {
    work = nil
    known.dryRun = nil
    known.drift = nil
    let applied = known.runReports.filter { $0.failure == nil }
    known.runReports = []
    if let path = end.backupPath, let last = known.history.indices.last {
      known.history[last].backupPath = path
    }
    sayEnd(applied, end)
    if end.failure == nil, let lastStep = known.lastStep,
      let report = known.stepReports[lastStep]?.value, let failed = report.failure,
      !failed.isCancellation
    {
      dialog = OpenDialog(
        MessageDialog(
          title: "Step \(lastStep) failed",
          lines: failed.explanation(on: .database, width: dialogWidth)))
    }
    known.isReading = true
    return [.loadOverview, restartViolationSearch()]
  }

  /// The closing line of a run: what was applied, what kept it from going on, and the way back.
  private mutating func sayEnd(_ applied: [StepReport], _ end: RunEnd) {
    let done: String? =
      switch applied.count {
      case 0: nil
      case 1: applied[0].headline
      default:
        "\(applied.count) migrations applied, \(applied[0].identifier) to "
          + "\(applied[applied.count - 1].identifier)"
      }
    let backup =
      end.backupPath.map { "backup: \($0)" }
      ?? end.removedBackupPath.map { "its backup was removed again: \($0)" }
    let rest = [backup].compactMap { $0 } + end.prunedBackups.prunedWords + end.warnings
    if let failure = end.failure {
      let level: Notice.Level = failure.isCancellation ? .warning : .error
      say(([failure.whole] + [done].compactMap { $0 } + rest).joined(separator: " · "), level)
    } else if let done, known.history.last?.isFailure == false {
      say(([done] + rest).joined(separator: " · "), end.warnings.isEmpty ? .info : .warning)
    } else if let notice, !rest.isEmpty {
      say(([notice.text] + rest).joined(separator: " · "), notice.level)
    }
  }
}
