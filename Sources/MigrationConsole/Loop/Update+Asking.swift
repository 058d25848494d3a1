import MigratorEngine
import MigratorSession
import TerminalUI

extension ConsoleModel {
  /// Puts a dialog before the screen; keys typed ahead were not meant for it.
  mutating func open(_ content: any ConsoleDialog) -> [Effect] {
    dialog = OpenDialog(content)
    return [.flushTypeAhead]
  }

  /// A key while a dialog is in front.
  mutating func update(key: Key, in open: OpenDialog) -> [Effect] {
    var open = open
    open.remark = nil
    let place = DialogLayout(of: open, in: scene)
    let command = open.content.bindings.first { $0.keys.contains(key) }?.command
    if command == .back { return take(open.content.perform(.back), of: open) }
    if let outside = Binding.binding(for: key)?.command, [.suspend, .redraw].contains(outside) {
      return perform(outside)
    }
    // Nothing acts unseen: what was not drawn yet, or cannot be, can only be left.
    guard place.isWhole, let since = open.shown.since, now - since >= open.content.typeAheadGuard
    else { return [] }
    if open.content.type(key) { return take(.stay, of: open) }
    guard let command else {
      open.remark = "\(key.label) does nothing here."
      return take(.stay, of: open)
    }
    if let scroll = place.scroll(after: command) {
      open.scroll = scroll
    } else if let reason = open.content.disabledReason(of: command) {
      open.remark = reason
    } else if command == .agree, !open.shown.isComplete {
      open.remark = "Read it all first: PgDn scrolls."
    } else {
      return take(open.content.perform(command), of: open)
    }
    return take(.stay, of: open)
  }

  /// Pasted text while a dialog is in front.
  mutating func update(paste text: String, in open: OpenDialog) -> [Effect] {
    var open = open
    guard DialogLayout(of: open, in: scene).isWhole else { return [] }
    open.remark = open.content.paste(text) ? nil : "Pasted text is ignored here."
    return take(.stay, of: open)
  }

  private mutating func take(_ outcome: DialogOutcome, of open: OpenDialog) -> [Effect] {
    switch outcome {
    case .stay:
      dialog = open
      return []
    case .close(let notice):
      dialog = nil
      if let notice { self.notice = notice }
      return []
    case .replace(let content): return self.open(content)
    case .step(let confirm):
      dialog = nil
      return beginStep(confirm)
    case .repair(let request):
      dialog = nil
      return begin(request)
    case .restore(let confirm):
      dialog = nil
      return begin(confirm)
    case .export(let text, let fileName):
      dialog = nil
      return [.export(text: text, fileName: fileName)]
    case .leave:
      isQuitting = true
      return cancelEverything() + [.quit]
    }
  }

  /// The columns of text in a dialog that explains something.
  var dialogWidth: Int { max(8, min(scene.size.columns - 4, 96)) }

  /// What can be asked for on a screen that is too small: what stands on it, the best first.
  var commandsUnseen: [Command] {
    let isBusy = work.map { $0.kind != .drift } ?? false
    return [isBusy ? .cancelWork : .quit, .cancelWork, .suspend, .redraw]
  }

  // MARK: Steps

  /// Begins a dry run.
  mutating func beginDryRun(_ scope: MigrationScope) -> [Effect] {
    let effects = giveUpDrift()
    let generation = nextGeneration()
    work = Work(kind: .dryRun(scope), generation: generation, startedAt: now)
    return effects + [.dryRun(scope, generation: generation)]
  }

  /// Begins what precedes the confirm dialog: a dry run, unless one of this state exists.
  mutating func prepareStep(_ scope: MigrationScope) -> [Effect] {
    let effects = giveUpDrift()
    let generation = nextGeneration()
    work = Work(kind: .preparing(scope), generation: generation, startedAt: now)
    return effects + [.prepareStep(scope, known: known.dryRun?.value, generation: generation)]
  }

  /// What the operator asks for goes before the comparison that the screen asked for by itself.
  mutating func giveUpDrift() -> [Effect] {
    guard let current = work, current.kind == .drift else { return [] }
    work = nil
    return [.cancel(generation: current.generation)]
  }

  /// What precedes a step ended: say why there will be no step, or open the dialog.
  mutating func take(
    prepared result: Result<StepPreparation, WorkFailure>, scope: MigrationScope
  ) -> [Effect] {
    work = nil
    switch result {
    case .failure(let failure) where failure.isCancellation:
      say(failure.message, .warning)
      return []
    case .failure(let failure):
      return refuse("Not stepped", because: failure.lines(width: dialogWidth))
    case .success(.nothingPending(let overview, let caution)):
      take(fresh: overview)
      say(caution?.message ?? overview.standstill.message)
      return []
    case .success(.failed(let overview, let dryRun)):
      take(fresh: overview)
      guard let failure = dryRun.report.failure, !failure.isCancellation else {
        say("Not stepped: its dry run was stopped. The file is as it was.", .warning)
        return []
      }
      keep(dryRun: dryRun)
      reveal(failure.identifier)
      screens.migrations.tab = .log
      return refuse(
        "Not stepped: the dry run of \(failure.identifier) failed",
        because: failure.explanation(on: .copy, width: dialogWidth))
    case .success(.ready(let prepared)):
      take(fresh: prepared.overview)
      if let dryRun = prepared.dryRun, known.dryRun?.value != dryRun { keep(dryRun: dryRun) }
      if prepared.dryRun == nil { known.dryRun = nil }
      if let first = prepared.migrations.first { reveal(first.identifier) }
      return open(ConfirmStep(scope: scope, prepared: prepared))
    }
  }

  mutating func refuse(_ title: String, because lines: [StyledLine]) -> [Effect] {
    say("\(title).", .error)
    return open(
      MessageDialog(
        title: title,
        lines: lines + [StyledLine(), StyledLine("The real file was not touched.")]))
  }

  /// The operator confirmed.
  mutating func beginStep(_ confirm: ConfirmStep) -> [Effect] {
    let generation = nextGeneration()
    work = Work(kind: .stepping, generation: generation, startedAt: now)
    return [
      .flushTypeAhead,
      .step(
        confirm.prepared, agreeing: confirm.consent.given,
        keepsBackup: confirm.consent.makesBackup,
        generation: generation),
    ]
  }

  // MARK: Repairs

  /// Begins to look for repairs.
  mutating func findRepairs() -> [Effect] {
    let effects = giveUpDrift()
    let generation = nextGeneration()
    work = Work(kind: .findingRepairs, generation: generation, startedAt: now)
    return effects + [
      .findRepairs(
        selected: screens.migrations.selected(in: scene)?.identifier, generation: generation)
    ]
  }

  /// The repairs were found: open the dialog, or say that there are none.
  mutating func take(offers result: Result<RepairOffers, WorkFailure>) -> [Effect] {
    work = nil
    switch result {
    case .success(let offers) where offers.repairs.isEmpty:
      say("Nothing in the ledger asks for a repair; select a pending migration for a baseline.")
      return []
    case .success(let offers):
      return open(RepairDialog(offers: offers, refusal: writeRefusal))
    case .failure(let failure):
      say(failure.whole, failure.isCancellation ? .warning : .error)
      return []
    }
  }

  /// A repair was run, or not: the file is read again.
  mutating func take(repaired result: Result<DoneRepair, WorkFailure>) -> [Effect] {
    work = nil
    known.dryRun = nil
    known.drift = nil
    switch result {
    case .success(let done):
      let backup = done.receipt.backupPath.map { " The file as it was: \($0)" }
      say(
        (["Done: \(done.repair.title).", backup].compactMap { $0 }).joined()
          + done.receipt.prunedBackups.prunedWords.map { " \($0)" }.joined())
      if let failure = done.receipt.historyFailure { say(failure.sentence, .warning) }
    case .failure(let failure): say(failure.whole, .error)
    }
    known.isReading = true
    return [.loadOverview]
  }

  /// The operator agreed.
  mutating func begin(_ question: RepairQuestion) -> [Effect] {
    let generation = nextGeneration()
    work = Work(kind: .repairing, generation: generation, startedAt: now)
    return [
      .flushTypeAhead,
      .repair(
        question.repair, of: question.list.offers, keepsBackup: question.consent.makesBackup,
        generation: generation),
    ]
  }

  /// Why the file may not be changed, or `nil` when it may.
  var writeRefusal: String? {
    if let reason = scene.context.readOnlyReason { return reason }
    guard let overview = known.present, overview.facts.isReadOnly else { return nil }
    return SessionRefusal.readOnly(path: scene.context.databasePath).message
  }

  /// Why other work cannot begin now, or `nil` when it can.
  var busyReason: String? {
    guard let work, work.kind != .drift else { return nil }
    return "One thing at a time: \(work.title) is running. Ctrl-C stops it."
  }
}
