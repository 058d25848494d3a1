import MigratorEngine
import TerminalUI

extension ConsoleModel {
  /// Takes in what effects send back; results of work that was given up are dropped.
  mutating func update(work message: WorkMessage) -> [Effect] {
    switch message {
    case .overview(let result): return take(overview: result)
    case .drift(let result, let generation):
      guard work?.generation == generation else { return [] }
      work = nil
      drift = result
      lists[.schema] = ListState()
    case .violations(let found, let unlisted, let generation):
      guard violations.generation == generation else { return [] }
      violations.add(found, unlisted: unlisted, filter: filters[.violations] ?? "")
    case .violationProgress(let table, let index, let count, let generation):
      guard violations.generation == generation else { return [] }
      var startedAt = now
      if case .running(_, _, _, let before) = violations.search { startedAt = before }
      violations.search = .running(
        table: table, index: index, count: count, startedAt: startedAt)
    case .violationsEnded(let failure, let generation):
      guard violations.generation == generation else { return [] }
      endSearch(failure)
    case .event(let event, let generation):
      guard work?.generation == generation else { return [] }
      take(event: event)
    case .dryRun(let result, let generation):
      guard work?.generation == generation else { return [] }
      work = nil
      take(dryRun: result)
    case .prepared(let scope, let result, let backupPath, let generation):
      guard work?.generation == generation else { return [] }
      return take(prepared: result, scope: scope, backupPath: backupPath)
    case .stepped(let report, let generation):
      guard work?.generation == generation else { return [] }
      take(step: report)
    case .runEnded(let failure, let generation):
      guard work?.generation == generation else { return [] }
      return endRun(failure)
    case .repairs(let result, let generation):
      guard work?.generation == generation else { return [] }
      return take(offers: result)
    case .repaired(let result, let generation):
      guard work?.generation == generation else { return [] }
      return take(repaired: result)
    case .exported(.success(let path)): say("Written: \(path)")
    case .exported(.failure(let failure)): say(failure.message, .error)
    case .copied(let characters?):
      say("Copied \(Format.count(characters, "character")) to the terminal's clipboard.")
    case .copied(nil): say("Nothing to copy here.", .warning)
    }
    return []
  }

  // MARK: Reading

  private mutating func take(overview result: Result<ConsoleOverview, WorkFailure>) -> [Effect] {
    let isFirst = overview == nil
    isReading = false
    overview = result
    guard case .success(let read) = result else {
      if case .failure(let failure) = result { say(failure.message, .error) }
      return []
    }
    if isFirst {
      // The operator came for the next step: begin there, or at the end when nothing is left.
      let migrations = read.status.migrations
      let target =
        migrations.firstIndex { $0.isNext || $0.identifier == read.status.culprit }
        ?? max(0, migrations.count - 1)
      select(migration: target)
      if let obstacle = read.status.obstacle {
        say("No step is possible: \(obstacle.message)", .warning)
      } else if let caution = read.status.caution {
        say(caution.message, .warning)
      } else if let evidence = context.evidence {
        say(evidence)
      }
    }
    return screen == .schema ? computeDriftIfNeeded() : []
  }

  /// Selects a migration by its place in the unfiltered list.
  private mutating func select(migration index: Int) {
    let count = rowCount(of: .migrations)
    var list = lists[.migrations] ?? ListState()
    list.select(index, count: count, rows: ScreenLayout(model: self).listPage)
    lists[.migrations] = list
  }

  private mutating func endSearch(_ failure: WorkFailure?) {
    var seconds = 0.0
    if case .running(_, _, _, let startedAt) = violations.search { seconds = now - startedAt }
    switch failure {
    case nil: violations.search = .complete(seconds: seconds)
    case .some(let failure) where failure.isCancellation: violations.search = .stopped
    case .some(let failure): violations.search = .failed(failure.message)
    }
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
      log(failure.identifier, failure.headline, isFailure: true)
    }
  }

  private mutating func log(_ identifier: String, _ text: String, isFailure: Bool = false) {
    let isCopy = work?.kind != .stepping
    logs[identifier, default: []].append(
      LogLine(time: now, isCopy: isCopy, text: text, isFailure: isFailure))
  }

  private mutating func take(dryRun result: Result<DryRunReport, WorkFailure>) {
    switch result {
    case .success(let report) where report.failure?.isCancellation == true:
      say("The dry run was stopped and its copy removed; the file is as it was.", .warning)
    case .success(let report):
      keep(dryRun: report)
      if let first = report.steps.first {
        reveal(report.failure?.identifier ?? first.identifier)
      }
      detailTab = report.failure == nil ? .changes : .log
      say(report.noticeText, report.noticeLevel)
    case .failure(let failure):
      say(failure.message, failure.isCancellation ? .warning : .error)
    }
  }

  /// Keeps a dry run for the screens and the history.
  mutating func keep(dryRun report: DryRunReport) {
    dryRun = Stamped(value: report, time: now)
    for step in report.steps { losses[step.identifier] = Losses(of: [step]) }
    history.append(
      HistoryEntry(
        kind: .dryRun, subject: report.steps.map(\.identifier).joined(separator: ", "),
        outcome: report.headline, isFailure: report.failure != nil, endedAt: now,
        seconds: report.steps.reduce(report.copySeconds) { $0 + $1.seconds },
        steps: report.steps))
  }

  /// Selects a migration in the list, if the filter shows it.
  mutating func reveal(_ identifier: String) {
    guard let index = listedMigrations.firstIndex(where: { $0.identifier == identifier })
    else { return }
    select(migration: index)
  }

  private mutating func take(step: StepReport) {
    // The dry run was of this very state, so its counts hold, and nobody waited for them here.
    let copy = dryRun?.value.steps.first { $0.identifier == step.identifier }
    let report = step.counted(as: copy)
    stepReports[report.identifier] = Stamped(value: report, time: now)
    losses[report.identifier] = Losses(of: [report])
    lastStep = report.identifier
    history.append(
      HistoryEntry(
        kind: .step, subject: report.identifier, outcome: report.headline,
        isFailure: report.failure != nil, endedAt: now, seconds: report.seconds,
        steps: [report]))
    reveal(report.identifier)
    detailTab = report.failure == nil ? .changes : .log
    say(report.headline, report.failure == nil ? .info : .error)
  }

  /// A run of steps is over: the file is read again, since it is another one now.
  private mutating func endRun(_ failure: WorkFailure?) -> [Effect] {
    work = nil
    dryRun = nil
    drift = nil
    if let failure {
      say(failure.message, failure.isCancellation ? .warning : .error)
    } else if let lastStep, let report = stepReports[lastStep]?.value, let failed = report.failure,
      !failed.isCancellation
    {
      dialog = .message(
        MessageDialog(
          title: "Step \(lastStep) failed",
          lines: failed.explanation(on: "The file", width: dialogWidth)))
    }
    isReading = true
    return [.loadOverview, restartViolationSearch()]
  }
}
