internal import MigratorEngine
import MigratorPlatform

extension HistoryEvent {
  /// A one-line summary: `003_leagues applied in 4 ms, lost 812 rows`.
  public var headline: String { outcomeWords + (isUndone == true ? ", undone by a restore" : "") }

  private var outcomeWords: String {
    let took = seconds.map { " in \(Format.seconds($0))" } ?? ""
    return switch outcome {
    case .began: "\(subjectWords) began, but its end was not recorded"
    case .applied:
      (["\(subjectWords) applied\(took)"] + lossSummary).joined(separator: ", ")
    case .failed where action == .step: "\(subjectWords) failed\(keptWords): \(firstLine)"
    case .failed: "\(action.rawValue) of \(subjectWords) failed: \(firstLine)"
    case .refused: "\(action.rawValue) of \(subjectWords) refused: \(firstLine)"
    case .stopped: "\(action.rawValue) of \(subjectWords) was stopped\(keptWords)"
    case .repaired: "repaired: \(subjectWords)"
    case .restored: "restored \(subjectWords)\(took)"
    }
  }

  /// The migration, the repair, or the file name of the restored backup.
  public var shortSubject: String? {
    subject.map { action == .restore ? Paths.name(of: $0) : $0 }
  }

  private var subjectWords: String { shortSubject ?? "a migration" }

  private var isDone: Bool { counting != .predicted }

  private var lossSummary: [String] {
    guard let losses else { return [] }
    let words = losses.summary(isDone: isDone)
    return isDone ? words : ["predicted: \(words.joined(separator: ", "))"]
  }

  /// Describes the statements of a failed migration that remain, and how to undo them.
  public var leftoverWords: String {
    let statements = keptStatements ?? 0
    return "\(subjectWords) \(outcome == .stopped ? "was stopped" : "failed") at \(clock) and left "
      + (statements == 1
        ? "its first statement" : "its first \(Format.count(statements, "statement"))")
      + " in the database, according to the history"
      + (backup.map {
        isBackupOlder
          ? ". The backup \($0.path) may be several steps older; restoring it also undoes those steps"
          : ". The backup of the previous state is \($0.path). Restore it before the next run"
      } ?? ". No backup was made. Finish or undo these statements by hand") + "."
  }

  /// True if the backup may be older than this step: a run of several steps makes only one, before
  /// the first step.
  private var isBackupOlder: Bool { before == nil || backup?.state != before }

  /// Describes a backup.
  ///
  /// - Parameters:
  ///   - path: The path of the backup.
  ///   - isOlder: True if it may have been made some steps earlier.
  /// - Returns: The description.
  package static func backupWords(_ path: String, isOlder: Bool) -> String {
    isOlder
      ? "backup of this or an earlier state: \(path)" : "backup of the previous state: \(path)"
  }

  private var keptWords: String {
    guard let count = keptStatements, count > 0 else { return "" }
    return "; \(Format.kept(count))"
  }

  private var firstLine: String {
    message.map { String($0.prefix { $0 != "\n" }) } ?? "no reason recorded"
  }

  /// True if the operation failed, or if its result is unknown.
  public var isFailure: Bool {
    switch outcome {
    case .began, .failed, .refused, .stopped: true
    case .applied, .repaired, .restored: false
    }
  }

  /// When it ended, to the second: `2026-11-22 09:31:07 UTC`.
  public var clock: String { Format.utc(Format.utcTime(time)) }

  /// All details of the event: the headline, the time, the user, and the ``facts``.
  public var lines: [TextLine] {
    [
      TextLine(headline, isFailure ? .danger : .heading),
      TextLine(clock + (user.map { " by \($0)" } ?? ""), .dim),
    ] + facts
  }

  /// The details besides the headline, the time and the user.
  public var facts: [TextLine] {
    var lines: [TextLine] = []
    let isInHeadline = outcome == .failed || outcome == .refused
    if let message, !isInHeadline || message.contains("\n") {
      lines += message.split(separator: "\n").map { TextLine(String($0), .danger) }
    }
    if let losses {
      lines += losses.lines(isDone: isDone) + losses.list(of: .warning).map { $0.line() }
    }
    lines += (rows ?? []).map(\.line)
    if let violations { lines.append(violations.line) }
    if let violationsPredicted { lines.append(violationsPredicted.predictedLine) }
    if let line = counting?.line(ofFailure: isFailure) { lines.append(line) }
    if let restored { lines.append(TextLine("restored: \(restored.path)")) }
    if let backup {
      lines.append(TextLine(Self.backupWords(backup.path, isOlder: isBackupOlder)))
    }
    if let digest { lines.append(TextLine("file SHA-256 \(digest)", .dim)) }
    return lines
  }
}

extension HistoryEvent.Rows {
  fileprivate var line: TextLine {
    StepReport.TableRows(
      table: table, before: before, after: after, inserted: inserted ?? 0, updated: updated ?? 0,
      changed: changed, deleted: deleted ?? 0, isRecreated: isRecreated ?? false
    ).line
  }
}

extension History {
  /// Problems of the history file, as sentences.
  public var warnings: [String] {
    guard let path else { return [] }
    var words: [String] = []
    if let problem { words.append("The history in \(path) could not be read: \(problem).") }
    if let first = damagedLines.first {
      words.append(
        damagedLines.count == 1
          ? "Line \(first) of \(path) is damaged and was skipped."
          : "\(damagedLines.count) lines of \(path) are damaged and were skipped; the first is line \(first)."
      )
    }
    if !newerLines.isEmpty {
      words.append(
        "\(Format.count(newerLines.count, "line")) of \(path) can only be read by a newer version of migtui, and "
          + "\(newerLines.count == 1 ? "was" : "were") skipped.")
    }
    return words
  }
}
