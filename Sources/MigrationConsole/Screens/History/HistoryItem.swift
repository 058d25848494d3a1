import MigratorEngine
import MigratorSession
import TerminalUI

enum HistoryRow: Sendable, Hashable {
  /// A run of this session.
  case entry(HistoryEntry)
  case event(HistoryEvent)
}

/// A run as the history shows it: in the list, in the detail and in the report.
struct HistoryItem: Sendable {
  /// The end time in the format of events: `2026-11-22T09:31:07.120Z`.
  let time: String
  let isReal: Bool
  /// The action: `dry run`, `step`, `repair` or `restore`.
  let action: String
  /// The migrations, the repair, or the file name of the restored backup.
  let subject: String
  let result: String
  let isFailure: Bool
  /// The duration in seconds, if known.
  let seconds: Double?
  private let source: HistoryRow

  init(_ row: HistoryRow, in context: ConsoleContext) {
    source = row
    switch row {
    case .entry(let entry):
      time = context.moment(entry.endedAt).text(digits: 3, separator: "T") + "Z"
      isReal = entry.kind == .step
      (action, subject) = (entry.kind.rawValue, entry.subject)
      let losses = Losses(of: entry.steps).summary(isDone: isReal)
      result = entry.isFailure ? "failed" : entry.isUndone ? "undone" : Self.words(losses)
      (isFailure, seconds) = (entry.isFailure, entry.seconds)
    case .event(let event):
      // In UTC, so that the times can be compared as text.
      time =
        Timestamp(withOffset: event.time).map { $0.text(digits: 3, separator: "T") + "Z" }
        ?? event.time
      isReal = true
      (action, subject) = (event.action.rawValue, event.shortSubject ?? "")
      let losses = event.losses?.summary(isDone: true) ?? []
      result =
        event.isFailure
        ? event.outcome.rawValue : event.isUndone == true ? "undone" : Self.words(losses)
      (isFailure, seconds) = (event.isFailure, event.seconds)
    }
  }

  /// The result of a run that succeeded: its most important loss, or `ok`.
  private static func words(_ losses: [String]) -> String { losses.first ?? "ok" }

  var title: String { subject.isEmpty ? action : "\(action) of \(subject)" }

  var headline: String {
    switch source {
    case .entry(let entry): entry.outcome + (entry.isUndone ? ", undone by a restore" : "")
    case .event(let event): event.headline
    }
  }

  /// When the run ended, to the second.
  var clock: String { Format.utc(Format.utcTime(time)) }

  var timeLine: TextLine {
    switch source {
    case .entry(let entry): TextLine("\(clock), took \(Format.seconds(entry.seconds))", .dim)
    case .event(let event): TextLine(clock + (event.user.map { " by \($0)" } ?? ""), .dim)
    }
  }

  /// The details besides the headline and the time.
  var facts: [TextLine] {
    switch source {
    case .entry(let entry):
      entry.backupPath.map {
        [TextLine(HistoryEvent.backupWords($0, isOlder: !entry.isFirst))]
      } ?? []
    case .event(let event): event.facts
    }
  }

  /// The backup made before the run, if there is one.
  var backupPath: String? {
    switch source {
    case .entry(let entry): entry.backupPath
    case .event(let event): event.backup?.path
    }
  }

  /// The reports of the migrations; only for runs of this session.
  var steps: [StepReport] {
    if case .entry(let entry) = source { entry.steps } else { [] }
  }

  var searched: [String] {
    ["\(timeLine.plain) \(action) \(subject) \(headline)"] + facts.map(\.plain)
  }

  // MARK: Renderings

  /// The row of the list, with a time that omits the year in narrow lists.
  func line(width: Int) -> StyledLine {
    let clock = clock.prefix(16)
    var line = StyledLine(" \(width < 48 ? clock.dropFirst(5) : clock) ", .dim)
    line.add(isReal ? "REAL" : "COPY", isReal ? .real : .copy, bold: true)
    line.add(" \(action) ", .normal)
    line.addName(subject, .strong)
    let took = seconds.map { "\(Format.seconds($0)) " } ?? ""
    line.trailing = StyledLine.Span(
      text: SafeText("\(result) \(took)"), style: Style(isFailure ? .danger : .applied))
    return line
  }

  /// The lines of the detail; commands name the database.
  func lines(width: Int, of database: String) -> [StyledLine] {
    var lines = paragraph(headline, width: width, isFailure ? .danger : .strong)
    for line in [timeLine] + facts { lines += line.styled(width: width) }
    for step in steps {
      lines.append(StyledLine())
      lines.append(StyledLine(step.identifier, .hunk, bold: true))
      if let failure = step.failure {
        lines += failure.explanation(
          on: isReal ? .database : .copy, width: width, of: database)
        continue
      }
      for summary in step.changes.summaries { lines += summary.lines(width: width) }
      for line in step.headerLines + step.dataLines(isDone: isReal) {
        lines += line.styled(width: width)
      }
      lines.append(StyledLine("took \(Format.seconds(step.seconds))", .dim))
    }
    return lines
  }

  var markdown: [String] {
    ["- \(clock) \(Markdown.safe(headline))"] + facts.map { "  \(Markdown.item($0))" }
  }
}
