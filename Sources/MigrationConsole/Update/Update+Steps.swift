import MigratorEngine
import MigratorSchema
import TerminalUI

extension ConsoleModel {
  /// Begins a dry run.
  mutating func beginDryRun(_ scope: RunScope) -> [Effect] {
    let effects = giveUpDrift()
    let generation = nextGeneration()
    work = Work(kind: .dryRun(scope), generation: generation, startedAt: now)
    return effects + [.dryRun(scope, generation: generation)]
  }

  /// Begins what precedes the confirm dialog: a dry run, unless one of this state exists.
  mutating func prepareStep(_ scope: RunScope) -> [Effect] {
    let effects = giveUpDrift()
    let generation = nextGeneration()
    work = Work(kind: .preparing(scope), generation: generation, startedAt: now)
    let known = dryRun.flatMap { covers($0.value, scope) ? $0.value : nil }
    return effects + [.prepareStep(scope, known: known, generation: generation)]
  }

  /// Whether a dry run answers for a scope; its first step is always the next migration.
  private func covers(_ report: DryRunReport, _ scope: RunScope) -> Bool {
    guard scope == .all, report.failure == nil, case .success(let overview)? = overview
    else { return !report.steps.isEmpty }
    return report.steps.count
      == overview.status.count(of: .pending) + overview.status.count(of: .outOfOrder)
  }

  /// What the operator asks for goes before the comparison that the screen asked for by itself.
  mutating func giveUpDrift() -> [Effect] {
    guard let current = work, current.kind == .drift else { return [] }
    work = nil
    return [.cancel(generation: current.generation)]
  }

  /// The dry run before a step ended: say why there will be no step, or open the dialog.
  mutating func take(
    prepared result: Result<DryRunReport, WorkFailure>, scope: RunScope, backupPath: String?
  ) -> [Effect] {
    work = nil
    let pending: [String]
    switch result {
    case .success(let report) where report.failure?.isCancellation == true:
      say("Not stepped: its dry run was stopped. The file is as it was.", .warning)
      return []
    case .success(let report):
      if dryRun?.value != report { keep(dryRun: report) }
      let covered = scope == .next ? Array(report.steps.prefix(1)) : report.steps
      pending = covered.filter { $0.failure == nil }.map(\.identifier)
      if let failure = covered.first?.failure {
        reveal(failure.identifier)
        detailTab = .log
        say("Not stepped: the dry run of \(failure.identifier) failed.", .error)
        dialog = .message(
          MessageDialog(
            title: "Not stepped: the dry run of \(failure.identifier) failed",
            lines: failure.explanation(on: "The copy", width: dialogWidth) + [
              StyledLine(), StyledLine("The real file was not touched."),
            ]))
        return [.flushTypeAhead]
      }
    case .failure(let failure):
      if failure.isCancellation {
        say(failure.message, .warning)
        return []
      }
      guard failure.allowsUnseenStep else {
        say("Not stepped: there is no dry run.", .error)
        dialog = .message(
          MessageDialog(
            title: "Not stepped: there is no dry run",
            lines: paragraph(failure.message, width: dialogWidth, .danger) + [
              StyledLine(), StyledLine("The real file was not touched."),
            ]))
        return [.flushTypeAhead]
      }
      guard case .success(let overview)? = overview else { return [] }
      let all = overview.status.migrations.filter {
        $0.state == .pending || $0.state == .outOfOrder
      }
      pending = (scope == .next ? overview.status.next.map { [$0] } ?? [] : all).map(\.identifier)
    }
    guard let first = pending.first else {
      say("Nothing is pending: every migration is applied.")
      return []
    }
    reveal(first)
    let identifiers = scope == .next ? [first] : pending
    dialog = .confirm(
      confirmation(
        of: identifiers, scope: scope, evidence: result, backupPath: backupPath))
    return [.flushTypeAhead]
  }

  private func confirmation(
    of identifiers: [String], scope: RunScope, evidence: Result<DryRunReport, WorkFailure>,
    backupPath: String?
  ) -> ConfirmStep {
    var losses = Losses(of: [])
    // Without a dry run nobody knows what is lost, so the phrase is asked for in any case.
    var phrase: String? = "step unseen"
    var summaries: [String: [SchemaDiff.Summary]] = [:]
    if case .success(let report) = evidence {
      for step in report.steps where identifiers.contains(step.identifier) {
        summaries[step.identifier] = step.changes.summaries
      }
      losses = Losses(of: report.steps.filter { identifiers.contains($0.identifier) })
      phrase = losses.phrase
    }
    return ConfirmStep(
      scope: scope, evidence: evidence, identifiers: identifiers, backupPath: backupPath,
      losses: losses, summaries: summaries, hiddenCount: hiddenCount(identifiers), phrase: phrase,
      openedAt: now)
  }

  /// The migrations with the given identifiers, in the order of the list.
  func migrations(_ identifiers: [String]) -> [MigrationStatus] {
    guard case .success(let overview)? = overview else { return [] }
    let wanted = Set(identifiers)
    return overview.status.migrations.filter { wanted.contains($0.identifier) }
  }

  private func hiddenCount(_ identifiers: [String]) -> Int {
    migrations(identifiers).reduce(0) {
      $0 + ($1.script.map { SQLText.hiddenCount($0.text) } ?? 0)
    }
  }

  /// The operator confirmed.
  mutating func beginStep(_ confirm: ConfirmStep) -> [Effect] {
    dialog = nil
    let generation = nextGeneration()
    work = Work(kind: .stepping, generation: generation, startedAt: now)
    var fingerprint: DatabaseFingerprint?
    switch confirm.evidence {
    case .success(let report): fingerprint = report.fingerprint
    // What an older dry run counted was of another state.
    case .failure: dryRun = nil
    }
    let plan = StepPlan(
      identifiers: confirm.identifiers, fingerprint: fingerprint,
      backupPath: confirm.makesBackup ? confirm.backupPath : nil)
    return [.flushTypeAhead, .step(plan, generation: generation)]
  }
}
