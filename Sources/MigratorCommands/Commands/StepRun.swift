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
  /// Receives each receipt, and whether it is the first.
  var onReceipt: (StepReceipt, _ isFirst: Bool) -> Void = { _, _ in }
  /// Called once if a step found another state than its dry run, before the step is retried.
  var onRetry: () -> Void = {}
  /// Called before the first step if the run is known to end before the last migration.
  var onStop: (_ sentence: String) -> Void = { _ in }

  /// The origin of the migrations, once they were read.
  private(set) var origin: MigrationOrigin?
  /// A receipt for each migration that was begun, in order.
  private(set) var receipts: [StepReceipt] = []
  /// The backup, or `nil`.
  private(set) var backupPath: String?
  /// The backup that was made and then removed, because nothing was changed.
  private(set) var removedBackupPath: String?
  /// Older backups that were removed.
  private(set) var prunedBackups: [String] = []
  /// Why the history is incomplete, or `nil`.
  private(set) var historyFailure: HistoryFailure?

  /// The number of applied migrations.
  var appliedCount: Int { receipts.count { $0.report.failure == nil } }

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
    var progress = Progress()
    var hasMetOthers = false
    while true {
      let preparation = try session.prepareStep(
        scope, rehearsal: rehearses ? .required : .none, cancellation: Interrupts.cancellation,
        onEvent: { _ in })
      switch preparation {
      case .nothingPending(let overview, _):
        origin = overview.origin
        if receipts.isEmpty, let failure = BatchFailure(overview) { throw failure }
        return
      case .failed(_, let dryRun):
        if let failure = dryRun.report.failure {
          throw BatchFailure(onCopy: failure, applied: appliedCount)
        }
        return
      case .ready(let prepared):
        origin = prepared.overview.origin
        if let first = prepared.migrations.first { retries.wait(for: first.identifier) }
        if receipts.isEmpty, let sentence = Self.stopWords(of: prepared, in: scope) {
          onStop(sentence)
        }
        let outcome = try step(prepared, &progress)
        // With --all, another program may apply some migrations, so the rest is prepared again.
        if scope == .all, !isExact, outcome.isOfAnotherProgram, !retries.isOver {
          if !hasMetOthers { onRetry() }
          hasMetOthers = true
          continue
        }
        if let refusal = outcome.error as? SessionRefusal,
          let failure = BatchFailure(refusal, in: prepared, applied: appliedCount)
        {
          throw failure
        }
        if let error = outcome.error { throw error }
        if outcome.failure == nil, scope == .all, let stop = prepared.stop {
          throw BatchFailure(onCopy: stop, applied: appliedCount)
        }
        if outcome.failure == nil, let stop = prepared.overview.stop(in: scope) {
          throw BatchFailure(stop, applied: appliedCount)
        }
        return
      }
    }
  }

  /// The migration before which the run will end, as a sentence, or `nil`.
  private static func stopWords(of prepared: PreparedStep, in scope: MigrationScope) -> String? {
    guard scope == .all, let failure = prepared.stop else {
      return prepared.overview.stop(in: scope)?.message
    }
    return "\(failure.identifier) failed on the copy: this run ends before it."
  }

  private mutating func step(
    _ prepared: PreparedStep, _ progress: inout Progress
  ) throws -> StepOutcome {
    // Without a dry run the losses are unknown; --no-dry-run accepts that.
    let phrases =
      agreed + (rehearses ? [] : prepared.agreements.filter(\.isUnknown).map(\.phrase))
    let outcome = session.step(
      prepared, agreeing: phrases, isExact: isExact, keepsBackup: keepsBackup && backupPath == nil,
      cancellation: Interrupts.cancellation, onEvent: { progress.show($0) },
      onReceipt: { receipt in
        receipts.append(receipt)
        onReceipt(receipt, receipts.count == 1)
      })
    backupPath = backupPath ?? outcome.backupPath
    removedBackupPath = outcome.removedBackupPath
    prunedBackups += outcome.prunedBackups
    historyFailure = historyFailure ?? outcome.historyFailure
    return outcome
  }

  /// Why the last migration failed on the database file, or `nil`; its receipt was already printed.
  var failure: BatchFailure? {
    guard let failure = receipts.last?.report.failure else { return nil }
    // Repeats the cause, because standard output may be discarded.
    let message =
      failure.isLock && !failure.isCancellation
      ? "Another program holds a lock on the database." : failure.sentence
    return BatchFailure(ExitStatus(failure, on: .database), message, failure.remedy(on: .database))
      .after(appliedCount)
  }

  /// Lines about removed backups.
  var endLines: [String] {
    (removedBackupPath.map { ["Its backup was removed again: \($0)"] } ?? [])
      + prunedBackups.prunedWords
  }

  func json(_ failure: BatchFailure?) -> JSON {
    var members: [(String, JSON)] = [
      ("onCopy", false), ("backup", .optional(backupPath)),
      ("removedBackup", .optional(removedBackupPath)), ("prunedBackups", .strings(prunedBackups)),
      ("steps", .array(receipts.map { StepText.json($0.report, on: .database) })),
    ]
    if let failure { members.append(("error", failure.error)) }
    return .object(members)
  }
}

extension BatchFailure {
  /// A failure on the copy, after some migrations were applied.
  fileprivate init(onCopy failure: MigrationFailure, applied: Int) {
    let state =
      applied == 0
      ? "It was on a copy; the database itself is unchanged."
      : "It was on a copy; this run applied \(Self.words(applied)) before it."
    self.init(
      ExitStatus(failure, on: .copy),
      FailureText.lines(failure, on: .copy) + [state],
      failure.remedy(on: .copy))
  }

  /// A migration that cannot be run here, after some migrations were applied.
  fileprivate init(_ stop: PredictedStop, applied: Int) {
    self = BatchFailure(Self(stop.error).status, stop.message, stop.remedy).after(applied)
  }

  /// The failure, with the number of migrations applied before it.
  fileprivate func after(_ applied: Int) -> BatchFailure {
    if applied == 0 { return self }
    return BatchFailure(
      status, lines + ["This run applied \(Self.words(applied)) before it."], remedy)
  }

  /// Losses that were not accepted, after some migrations were applied.
  ///
  /// Returns `nil` if the step was refused for another reason.
  fileprivate init?(_ refusal: SessionRefusal, in prepared: PreparedStep, applied: Int) {
    let verdict: String
    let open: [Agreement]
    let names: Set<String>
    switch refusal {
    case .notAgreed(let missing):
      verdict =
        missing.concernOnlyUncomparedValues
        ? " would change values that nobody compared" : " would lose data"
      (open, names) = (missing, Set(missing.map(\.migration)))
    case .digestDiffers(let digests):
      verdict = ": the text or the losses are not those of the digest that was given"
      (open, names) = (
        prepared.agreements.filter { digests.contains($0.digest) }, Set(digests.map(\.migration))
      )
    default: return nil
    }
    let state =
      applied == 0
      ? "nothing was changed" : "this run applied \(Self.words(applied)) before"
    let steps = prepared.predicted.filter { names.contains($0.identifier) }
    let losses = steps.flatMap { step in
      (steps.count > 1 ? ["\(Printer.line(step.identifier)):"] : [])
        + Losses(of: [step]).lines().map(\.plain)
    }
    let subjects = prepared.migrations.map(\.identifier).filter(names.contains)
    self.init(
      .found,
      ["\(subjects.joined(separator: ", "))\(verdict); \(state)."] + losses,
      open.isEmpty ? .repeatDryRun : open.remedy)
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

  /// Starts the time limit if this is another migration than before.
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
