import MigratorEngine
import MigratorPlatform
import MigratorSession
import TerminalUI

extension MigrationsScreen {
  static let bindings = [
    Binding(
      command: .dryRun, keys: [.char("d")], short: "dry run",
      long: "Dry-run the selected pending migration and those before it on a copy of the database.",
      group: .migrate),
    Binding(
      command: .step, keys: [.char("s")], short: "step",
      long: "Apply the next migration to the real file, after a dry run and a confirmation.",
      group: .migrate),
    Binding(
      command: .stepAll, keys: [.char("a")], short: "step all",
      long: "Apply all pending migrations to the real file, stopping at the first failure.",
      group: .migrate),
    Binding(
      command: .repair, keys: [.char("R")], short: "repair",
      long: "Repair the ledger: mark as applied, adopt, clear a failure; the SQL is shown first.",
      group: .migrate),
    Binding(
      command: .edit, keys: [.char("o")], short: "open",
      long:
        "Open the selected migration's file in $VISUAL, $EDITOR or vi, at the failed line; it is "
        + "re-read afterwards.", group: .find),
  ]

  func refusal(of command: Command, in scene: SharedState) -> String? {
    switch command {
    case .dryRun: return scene.refusal(toBegin: "dry run", scene.dryRunScope)
    case .step, .stepAll:
      return scene.refusal(toBegin: "step", scope(of: command)) ?? scene.writeRefusal
    case .edit:
      if scene.work?.kind.isOnRealFile == true { return scene.busyReason }
      guard scene.selected != nil else { return "Select a migration on the first screen." }
      return scene.selected?.file == nil || scene.known.origin.place == nil
        ? "This migration has no file." : nil
    default:
      guard let overview = scene.known.present else { return scene.unreadReason }
      return overview.origin.isThere ? scene.busyReason : SharedState.unregistered
    }
  }

  private func scope(of command: Command) -> MigrationScope {
    command == .stepAll ? .all : .next
  }

  mutating func perform(_ command: Command, in scene: inout SharedState) -> Outcome {
    switch command {
    case .dryRun: return Outcome(effects: scene.beginDryRun(of: scene.dryRunScope))
    case .step, .stepAll:
      // Before the dialog, make a dry run unless one of the current state exists.
      let scope = scope(of: command)
      let known = scene.known.dryRun?.value
      return Outcome(
        effects: scene.begin(.preparing(scope)) {
          .prepareStep(scope, known: known, generation: $0)
        })
    case .edit:
      guard let selected = scene.selected, let file = selected.file else { return .none }
      let failure = scene.known.report(of: selected.identifier)?.report.failure
      let place = selected.obstacle?.problems.first?.location ?? failure?.fixLocation
      return Outcome(effects: [
        .run(.editor(paths: scene.known.origin.paths(of: file), line: place?.line))
      ])
    default:
      let selected = selected(in: scene)?.identifier
      return Outcome(
        effects: scene.begin(.findingRepairs) {
          .findRepairs(selected: selected, generation: $0)
        })
    }
  }

  mutating func handle(_ message: WorkMessage, in scene: inout SharedState) -> Outcome {
    switch message {
    case .overview(let result):
      handle(overview: result, in: &scene)
    case .dryRun(let result, let generation):
      let work = scene.work
      guard scene.end(generation), let work else { return .none }
      if work.limit == nil {
        handle(dryRun: result, in: &scene)
      } else {
        handle(rehearsal: result, work, in: &scene)
      }
    case .prepared(let scope, let result, let generation):
      guard scene.end(generation) else { return .none }
      return handle(prepared: result, scope: scope, in: &scene)
    case .stepped(let report, let backupPath, let generation):
      guard scene.work?.generation == generation else { return .none }
      scene.keep(report, backupPath: backupPath)
      select(report.identifier, in: scene)
      tab = report.failure == nil ? .changes : .log
      scene.say(report.headline(isDone: true), report.failure == nil ? .info : .error)
    case .runEnded(let end, let generation):
      guard scene.end(generation) else { return .none }
      return endRun(end, in: &scene)
    case .repairs(let result, let generation):
      guard scene.end(generation) else { return .none }
      return handle(offers: result, in: &scene)
    case .repaired(let repair, let result, let generation):
      guard scene.end(generation) else { return .none }
      return handle(repair, result, in: &scene)
    default: break
    }
    return .none
  }

  // MARK: Reading

  /// Stores a new overview and keeps the same migration selected.
  private mutating func handle(fresh read: SessionOverview, in scene: inout SharedState) {
    remember(in: scene)
    scene.handle(fresh: read)
    if let remembered { select(remembered, in: scene) }
  }

  /// Remembers the selected migration while the file cannot be read.
  private mutating func remember(in scene: SharedState) {
    remembered = selected(in: scene)?.identifier ?? remembered
  }

  private mutating func handle(
    overview result: Result<SessionOverview, WorkFailure>, in scene: inout SharedState
  ) {
    let isFirst = scene.known.last == nil
    let before = scene.known.isFollowing ? scene.known.last : nil
    scene.known.isReading = false
    scene.known.isFollowing = false
    switch result {
    case .failure(let failure):
      remember(in: scene)
      scene.known.overview = result
      // A repeated error is reported once.
      if scene.known.readFailure?.text != failure.whole { scene.say(failure.whole, .error) }
      scene.known.readFailure = Notice(level: .error, text: failure.whole)
    case .success(let read):
      if [.reading, .waiting, scene.known.readFailure].contains(scene.notice) {
        scene.notice = nil
      }
      handle(fresh: read, in: &scene)
      if let before { scene.reportChanges(in: read, since: before) }
      guard isFirst else { return }
      // Select the next migration to apply, or the last one if nothing is pending.
      let migrations = read.status.migrations
      let target = migrations.first { $0.isNext || $0.identifier == read.status.stoppedAt }
      if let start = target ?? migrations.last { select(start.identifier, in: scene) }
      if let notice = read.firstNotice { scene.notice = notice }
    }
  }

  // MARK: Runs

  private mutating func handle(
    dryRun result: Result<DryRunResult, WorkFailure>, in scene: inout SharedState
  ) {
    switch result {
    case .success(let tried) where tried.dryRun.report.failure?.isCancellation == true:
      handle(fresh: tried.overview, in: &scene)
      scene.say(
        "The dry run was stopped and its copy deleted. No changes were made.", .warning)
    case .success(let tried):
      handle(fresh: tried.overview, in: &scene)
      scene.keep(dryRun: tried.dryRun)
      let report = tried.dryRun.report
      let steps = report.steps.map(\.identifier)
      // The tried migration remains selected, unless an earlier one failed.
      let selected = selected(in: scene)?.identifier
      let kept = steps.first { $0 == selected } ?? steps.first
      if let shown = report.failure?.identifier ?? kept { select(shown, in: scene) }
      tab = report.failure == nil ? .changes : .log
      scene.say(report.noticeText, report.noticeLevel)
    case .failure(let failure):
      scene.say(failure.whole, failure.isCancellation ? .warning : .error)
    }
  }

  /// Keeps the results of a dry run that began by itself; the selection and messages remain.
  private mutating func handle(
    rehearsal result: Result<DryRunResult, WorkFailure>, _ work: Work, in scene: inout SharedState
  ) {
    let tried = try? result.get()
    let isStopped = tried.map { $0.dryRun.report.failure?.isCancellation == true } ?? true
    scene.known.lastRehearsal = PastRehearsal(
      work, isStopped: isStopped, at: scene.now, of: tried?.overview ?? scene.known.present)
    if let tried, !isStopped {
      handle(fresh: tried.overview, in: &scene)
      scene.keep(dryRun: tried.dryRun, isAutomatic: true)
    } else if scene.notice == nil || work.isCancelling {
      scene.say("The automatic dry run was stopped. Press \(scene.key(.dryRun)) to dry-run.")
    }
  }

  private mutating func handle(
    prepared result: Result<StepPreparation, WorkFailure>, scope: MigrationScope,
    in scene: inout SharedState
  ) -> Outcome {
    switch result {
    case .failure(let failure) where failure.isCancellation:
      scene.say(failure.message, .warning)
    case .failure(let failure):
      return .refused("Not applied", because: failure.lines(width: scene.dialogWidth), in: &scene)
    case .success(.nothingPending(let overview, let caution)):
      handle(fresh: overview, in: &scene)
      scene.say(caution?.message ?? overview.standstill.message)
    case .success(.failed(let overview, let dryRun)):
      handle(fresh: overview, in: &scene)
      guard let failure = dryRun.report.failure, !failure.isCancellation else {
        scene.say("Not applied: the dry run was stopped. No changes were made.", .warning)
        return .none
      }
      scene.keep(dryRun: dryRun)
      select(failure.identifier, in: scene)
      tab = .log
      return .refused(
        "Not applied: the dry run of \(failure.identifier) failed",
        because: failure.explanation(
          on: .copy, width: scene.dialogWidth, of: scene.context.path), in: &scene)
    case .success(.ready(let prepared)):
      handle(fresh: prepared.overview, in: &scene)
      if let dryRun = prepared.dryRun { scene.keep(dryRun: dryRun) }
      if prepared.dryRun == nil { scene.known.dryRun = nil }
      // The first loss is what to look at.
      let shown =
        prepared.agreements.first?.digest.migration ?? prepared.migrations.first?.identifier
      if let shown { select(shown, in: scene) }
      return Outcome(dialog: ConfirmStep(scope: scope, prepared: prepared))
    }
    return .none
  }

  /// Handles the end of a run of steps; the file changed, so it is read again.
  private func endRun(_ end: StepOutcome, in scene: inout SharedState) -> Outcome {
    let applied = scene.known.runReports.filter { $0.failure == nil }
    scene.known.runReports = []
    if end.error != nil { scene.known.forgetDryRun() }
    if let path = end.backupPath, let last = scene.known.history.indices.last {
      scene.known.history[last].backupPath = path
    }
    if let notice = end.notice(
      applied, said: scene.notice, isFailure: scene.known.history.last?.isFailure != false,
      of: scene.context.path)
    {
      scene.notice = notice
    }
    var outcome = Outcome.fileChanged
    if end.error == nil, let lastStep = scene.known.lastStep,
      let failed = scene.known.stepReports[lastStep]?.value.failure, !failed.isCancellation
    {
      outcome.dialog = MessageDialog(
        title: "Step \(lastStep) failed",
        lines: failed.explanation(
          on: .database, width: scene.dialogWidth, of: scene.context.path))
    }
    return outcome
  }

  // MARK: Repairs

  private func handle(offers result: Result<RepairOffers, WorkFailure>, in scene: inout SharedState)
    -> Outcome
  {
    switch result {
    case .success(let offers) where offers.repairs.isEmpty:
      if let obstacle = offers.obstacle {
        scene.say("No repair is available: \(obstacle)", .warning)
        break
      }
      scene.say(
        "The ledger needs no repair. For a baseline, select a pending migration first.")
    case .success(let offers):
      return Outcome(dialog: RepairDialog(offers: offers, refusal: scene.writeRefusal))
    case .failure(let failure):
      scene.say(failure.whole, failure.isCancellation ? .warning : .error)
    }
    return .none
  }

  private func handle(
    _ repair: LedgerRepair, _ result: Result<RepairOutcome, WorkFailure>,
    in scene: inout SharedState
  ) -> Outcome {
    switch result {
    case .success(let outcome):
      scene.known.forgetDryRun()
      let backup = outcome.backupPath.map { " Backup: \($0)" }
      scene.say(
        "Done: \(repair.title).\(backup ?? "")"
          + outcome.prunedBackups.prunedWords.map { " \($0)" }.joined())
      if let failure = outcome.historyFailure { scene.say(failure.sentence, .warning) }
    case .failure(let failure): scene.say(failure.whole, .error)
    }
    return .fileChanged
  }
}

extension MigrationOrigin {
  /// The possible paths of a migration file: inside the migrations' folder, or the name itself.
  fileprivate func paths(of file: String) -> [String] {
    guard let place else { return [file] }
    // For a group of files, the place ends with a pattern.
    let folder = place.hasSuffix("/") ? place : Paths.folder(of: place)
    return [Paths.join(folder, file), file]
  }
}
