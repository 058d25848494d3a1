import MigratorEngine
import MigratorSession

extension StepOutcome {
  /// The notice at the end of a run: what was applied, why it stopped, and the backup.
  ///
  /// `nil` keeps the previous notice, for example one about a failed step.
  func notice(
    _ applied: [StepReport], said: Notice?, isFailure: Bool, of database: String
  ) -> Notice? {
    let done: String? =
      switch applied.count {
      case 0: nil
      case 1: applied[0].headline(isDone: true)
      default:
        ([
          "\(applied.count) migrations applied, \(applied[0].identifier) to "
            + applied[applied.count - 1].identifier
        ] + Losses(of: applied).summary(isDone: true)).joined(separator: ", ")
      }
    let backup =
      backupPath.map { "backup: \($0)" }
      ?? removedBackupPath.map { "unneeded backup deleted: \($0)" }
    let warnings = [historyFailure?.sentence].compactMap { $0 }
    let rest = [backup].compactMap { $0 } + prunedBackups.prunedWords + warnings
    func line(_ first: [String?], _ level: Notice.Level) -> Notice {
      Notice(level: level, text: (first.compactMap { $0 } + rest).joined(separator: " · "))
    }
    if let failure = error.map({ WorkFailure($0, of: database) }) {
      return line([failure.whole, done], failure.isCancellation ? .warning : .error)
    }
    if let done, !isFailure { return line([done], warnings.isEmpty ? .info : .warning) }
    return rest.isEmpty ? nil : said.map { line([$0.text], $0.level) }
  }
}

extension SessionOverview {
  var firstNotice: Notice? {
    let warnings = (firstWarning.map { [$0] } ?? []) + origin.notes
    if !warnings.isEmpty {
      // A note may warn of an app that would erase the file.
      return Notice(
        level: .warning, text: warnings.joined(separator: " · "), isWhole: !origin.notes.isEmpty)
    }
    return origin.usesForeignLedger ? origin.evidence.map { Notice(level: .info, text: $0) } : nil
  }

  /// The obstacle to the next step or a later one, or a caution.
  private var firstWarning: String? {
    if let obstacle = status.obstacle { return "Blocked: \(obstacle.message)" }
    let isSuperseded = if case .superseded = standstill { true } else { false }
    return stop?.message ?? status.caution?.message
      ?? (status.next == nil && isSuperseded ? standstill.message : nil)
  }
}

extension SessionOverview {
  /// Lists the migrations that changed since an earlier read: `004_x edited, 005_y added`.
  func changedWords(since before: SessionOverview) -> String {
    let old = Dictionary(before.registered.map { ($0.identifier, $0) }) { first, _ in first }
    let new = Set(registered.map(\.identifier))
    let words =
      registered.filter { old[$0.identifier] != $0 }
      .map { "\($0.identifier) \(old[$0.identifier] == nil ? "added" : "edited")" }
      + before.registered.filter { !new.contains($0.identifier) }.map { "\($0.identifier) removed" }
    if words.isEmpty { return "the order changed" }
    let rest = words.count > 2 ? " and \(words.count - 2) more" : ""
    return words.prefix(2).joined(separator: ", ") + rest
  }
}

extension Notice {
  static let reading = Notice(level: .info, text: "Re-reading the database.")
  static let waiting = Notice(
    level: .warning, text: "Waiting: another program holds a lock on the database.")
}
