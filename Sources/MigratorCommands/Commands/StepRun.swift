import MigratorEngine
import MigratorSession

/// One run of `migtui step`: prepares, checks and applies steps.
///
/// It prepares again if another program migrates the same database at the same time.
struct StepRun {
  let session: MigrationSession
  let scope: MigrationScope
  var agreed: [String] = []
  var rehearses = true
  var isExact = false
  var keepsBackup = true
  var progressForm = ProgressForm.none
  /// Receives each report, and after the first migration the path of the backup.
  var onStep: (StepReport, _ newBackup: String?) -> Void = { _, _ in }
  /// Called once if a step found a different state from its dry run, before the step is retried.
  var onRetry: () -> Void = {}
  /// Called before the first step if the run is known to end before the last migration.
  var onStop: (_ sentence: String) -> Void = { _ in }

  /// Called with each option that accepts nothing, unless the refusal of the step describes it.
  var onUnusedAgreement: (UnusedAgreement) -> Void = { _ in }

  private let start = ContinuousClock.now
  private(set) var origin: MigrationOrigin?
  private(set) var unusedAgreements: [UnusedAgreement]?
  private(set) var outcome = StepOutcome([])

  var appliedCount: Int { outcome.steps.count { $0.failure == nil } }

  /// Applies the migrations in the scope.
  ///
  /// - Throws: The error that prevented the run or stopped it. If a migration failed on the
  ///   database file, ``failure`` describes it instead.
  mutating func finish() throws {
    do {
      try applyAll()
    } catch let failure as BatchFailure {
      throw failure
    } catch {
      throw BatchFailure(error).after(appliedCount)
    }
  }

  private mutating func applyAll() throws {
    var retries = RetryLimit()
    var progress = Progress(progressForm)
    var hasMetOthers = false
    while true {
      let preparation = try session.prepareStep(
        scope, rehearsal: rehearses ? .required : .none, cancellation: Interrupts.cancellation,
        onEvent: { progress.show($0) })
      switch preparation {
      case .nothingPending(let overview, _):
        origin = overview.origin
        if outcome.steps.isEmpty, let failure = BatchFailure(overview) { throw failure }
        note(overview.unusedAgreements(in: agreed))
        return
      case .failed(_, let dryRun):
        if let failure = BatchFailure(onCopy: dryRun, applied: appliedCount) { throw failure }
        return
      case .ready(let prepared):
        origin = prepared.overview.origin
        let unused = prepared.unusedAgreements(in: agreed)
        note(unused)
        if let first = prepared.migrations.first { retries.wait(for: first.identifier) }
        if outcome.steps.isEmpty, let sentence = Self.stopWords(of: prepared, in: scope) {
          onStop(sentence)
        }
        let next = try step(prepared, &progress)
        // With several migrations, another program may apply some of them, so the rest is prepared
        // again.
        if scope != .next, !isExact, next.isOfAnotherProgram, !retries.isOver {
          if !hasMetOthers { onRetry() }
          hasMetOthers = true
          continue
        }
        if let refusal = next.error as? SessionRefusal,
          let failure = BatchFailure(refusal, in: prepared, unused, applied: appliedCount)
        {
          unusedAgreements = unused
          throw failure
        }
        if let error = next.error { throw error }
        if next.failure == nil, scope != .next, let dryRun = prepared.dryRun,
          let failure = BatchFailure(onCopy: dryRun, applied: appliedCount)
        {
          throw failure
        }
        if next.failure == nil, let stop = prepared.overview.stop(in: scope) {
          throw BatchFailure(stop, applied: appliedCount)
        }
        return
      }
    }
  }

  /// Records the options that accept nothing, at the first preparation only.
  private mutating func note(_ agreements: [UnusedAgreement]) {
    guard unusedAgreements == nil else { return }
    unusedAgreements = agreements
    agreements.filter { $0.difference == nil }.forEach(onUnusedAgreement)
  }

  private static func stopWords(of prepared: PreparedStep, in scope: MigrationScope) -> String? {
    guard scope != .next, let failure = prepared.stop else {
      return prepared.overview.stop(in: scope)?.message
    }
    return "\(failure.identifier) failed on the copy. The run stops before it."
  }

  private mutating func step(
    _ prepared: PreparedStep, _ progress: inout Progress
  ) throws -> StepOutcome {
    // Without a dry run, the losses are unknown; --no-dry-run accepts unknown losses.
    let phrases =
      agreed + (rehearses ? [] : prepared.agreements.filter(\.isUnknown).map(\.phrase))
    var isFirst = outcome.steps.isEmpty
    progress.beginSteps()
    let next = session.step(
      prepared, agreeing: phrases, isExact: isExact,
      keepsBackup: keepsBackup && outcome.backupPath == nil,
      cancellation: Interrupts.cancellation, onEvent: { progress.show($0) },
      onStep: { report, backupPath in
        onStep(report, isFirst ? backupPath : nil)
        isFirst = false
      })
    outcome.append(next)
    return next
  }

  /// Why the last migration failed on the database file, or `nil`; its report was already printed.
  var failure: BatchFailure? {
    guard let failure = outcome.failure else { return nil }
    // Repeats the cause, because standard output may be discarded.
    let message =
      failure.isLock && !failure.isCancellation
      ? "Another program holds a lock on the database." : failure.sentence
    return BatchFailure(
      ExitStatus(failure, on: .database), [message], failure.remedy(on: .database),
      .init(failure, on: .database)
    ).after(appliedCount)
  }

  /// The time since the run was created, including dry runs, the backup, and waits for locks.
  private var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

  var endLines: [String] {
    (outcome.removedBackupPath.map { ["unneeded backup deleted: \($0)"] } ?? [])
      + outcome.prunedBackups.prunedWords + timeLines
  }

  /// The total time, if a migration started; a migration's report has only its own time.
  private var timeLines: [String] {
    if outcome.steps.isEmpty { return [] }
    let ofMigrations = outcome.steps.reduce(0) { $0 + $1.seconds }
    return [
      "total time: \(Format.seconds(seconds)), of which \(Format.seconds(ofMigrations)) for "
        + (outcome.steps.count == 1 ? "the migration" : "the migrations")
    ]
  }

  func json(_ failure: BatchFailure?) -> JSON {
    var members: [(String, JSON)] = [
      ("onCopy", false), ("backup", .optional(outcome.backupPath)),
      ("removedBackup", .optional(outcome.removedBackupPath)),
      ("prunedBackups", .strings(outcome.prunedBackups)),
      ("seconds", .number(seconds)),
      ("steps", .array(outcome.steps.map { StepText.json($0, on: .database) })),
      ("unusedAgree", AgreementText.json(unusedAgreements ?? [])),
    ]
    if let failure { members.append(("error", failure.error)) }
    return .object(members)
  }
}

extension BatchFailure {
  /// The failure on the copy, after some migrations were applied; `nil` if none failed.
  fileprivate init?(onCopy dryRun: SessionDryRun, applied: Int) {
    guard let step = dryRun.report.steps.last, let failure = step.failure else { return nil }
    let state =
      applied == 0
      ? "Failed on a copy; the database is unchanged."
      : "Failed on a copy. Already applied in this run: \(Self.words(applied))."
    self.init(
      ExitStatus(failure, on: .copy),
      StepText.lines(step, on: .copy) + [state],
      failure.remedy(on: .copy), Facts(failure, on: .copy))
  }

  fileprivate init(_ stop: PredictedStop, applied: Int) {
    self = BatchFailure(Self(stop.error).status, stop.message, stop.remedy).after(applied)
  }

  fileprivate func after(_ applied: Int) -> BatchFailure {
    if applied == 0 { return self }
    return BatchFailure(
      status, lines + ["Already applied in this run: \(Self.words(applied))."], remedy, facts)
  }

  /// Losses that were not accepted, after some migrations were applied.
  ///
  /// Returns `nil` if the step was refused for another reason.
  fileprivate init?(
    _ refusal: SessionRefusal, in prepared: PreparedStep, _ unused: [UnusedAgreement], applied: Int
  ) {
    let verdict: String
    let open: [Agreement]
    let names: Set<String>
    switch refusal {
    case .notAgreed(let missing):
      verdict =
        missing.concernOnlyUncomparedValues
        ? " would change values that were not compared" : " would lose data"
      (open, names) = (missing, Set(missing.map(\.migration)))
    case .digestDiffers(let digests):
      verdict = ": the digest does not match the file or its losses"
      (open, names) = (
        prepared.agreements.filter { digests.contains($0.digest) }, Set(digests.map(\.migration))
      )
    default: return nil
    }
    let state =
      applied == 0
      ? "no changes were made" : "already applied in this run: \(Self.words(applied))"
    let steps = prepared.predicted.filter { names.contains($0.identifier) }
    let losses = steps.flatMap { step in
      (steps.count > 1 ? ["\(Printer.line(step.identifier)):"] : [])
        + Losses(of: [step]).lines().map(\.plain)
    }
    let differences = unused.compactMap(\.difference).flatMap { difference in
      ["difference from the digest of \(difference.migration):"]
        + difference.lines.map { "  \($0)" }
    }
    let subjects = prepared.migrations.map(\.identifier).filter(names.contains)
    self.init(
      .found,
      ["\(subjects.joined(separator: ", "))\(verdict); \(state)."] + losses + differences,
      open.isEmpty ? .repeatDryRun : open.remedy, Facts(agreements: open))
  }

  private static func words(_ applied: Int) -> String {
    applied == 1 ? "1 migration" : "\(applied) migrations"
  }
}

/// The time limit for retries of one migration while other programs change the database.
private struct RetryLimit {
  private static let limit = Duration.seconds(10)
  private var identifier: String?
  private var start = ContinuousClock.now

  var isOver: Bool { ContinuousClock.now - start >= Self.limit }

  /// Starts the time limit if this migration differs from the previous one.
  mutating func wait(for identifier: String) {
    if identifier != self.identifier { start = .now }
    self.identifier = identifier
  }
}

extension StepOutcome {
  /// True if another program changed the database between the preparation and the step.
  fileprivate var isOfAnotherProgram: Bool {
    switch (error as? MigrationError)?.kind {
    case .databaseChanged, .unexpectedNext, .losesMore, .notComparable: true
    default: false
    }
  }
}
