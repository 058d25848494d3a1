import MigratorEngine
import MigratorSession
import TerminalUI

extension ConsoleModel {
  /// Begins to look what bringing the last backup back would undo.
  mutating func prepareRestore() -> [Effect] {
    let effects = giveUpDrift()
    let generation = nextGeneration()
    work = Work(kind: .preparingRestore, generation: generation, startedAt: now)
    return effects + [.prepareRestore(generation: generation)]
  }

  /// It is known what would be undone: open the dialog, or say why there is nothing to bring back.
  mutating func take(restore result: Result<PreparedRestore, WorkFailure>) -> [Effect] {
    work = nil
    switch result {
    case .success(let prepared): return open(ConfirmRestore(prepared: prepared))
    case .failure(let failure) where failure.isCancellation:
      say(failure.message, .warning)
      return []
    case .failure(let failure):
      return refuse("Not restored", because: failure.lines(width: dialogWidth))
    }
  }

  /// The operator agreed.
  mutating func begin(_ confirm: ConfirmRestore) -> [Effect] {
    let generation = nextGeneration()
    work = Work(kind: .restoring, generation: generation, startedAt: now)
    return [
      .flushTypeAhead,
      .restore(
        confirm.prepared, agreeing: confirm.consent.given.first,
        keepsBackup: confirm.consent.makesBackup, generation: generation),
    ]
  }

  /// A backup was brought back, or not: the file is read again.
  mutating func take(restored end: RestoreEnd) -> [Effect] {
    work = nil
    known.dryRun = nil
    known.drift = nil
    known.forgetSteps()
    if let failure = end.failure {
      say(failure.whole, failure.isCancellation ? .warning : .error)
    } else {
      let kept = end.keptPath.map { "the file as it was before: \($0)" }
      let words = ["Restored \(end.backupPath) in \(Format.seconds(end.seconds))", kept]
      say(
        (words.compactMap { $0 } + end.prunedBackups.prunedWords + end.warnings)
          .joined(separator: " · "), end.warnings.isEmpty ? .info : .warning)
    }
    known.isReading = true
    return [.loadOverview, restartViolationSearch()]
  }
}

extension WorkFailure {
  /// What went wrong, then what to do.
  ///
  /// - Parameter width: The columns there are.
  /// - Returns: The lines of a dialog.
  func lines(width: Int) -> [StyledLine] {
    paragraph(message, width: width, .danger)
      + (remedy.map { paragraph($0.sentence, width: width, .warning) } ?? [])
  }

  /// What went wrong and what to do, in one text.
  var whole: String { ([message] + (remedy.map { [$0.sentence] } ?? [])).joined(separator: " ") }
}
