import MigratorEngine
import MigratorSession
import MigratorSchema
import TerminalUI

/// Past runs, with time, duration and result: those of this session in full detail, others from the
/// history file.
struct HistoryScreen: ListedScreen {
  /// A row of the list.
  enum Row: Sendable, Hashable {
    /// A run of this session.
    case entry(HistoryEntry)
    /// An event from the history file.
    case event(HistoryEvent)
  }

  /// The inputs of the rows.
  private struct Source: Hashable, Sendable {
    var filter: String
    var order: Int
    var entries: Int
    var readings: Int
  }

  var panes = ScreenPanes()
  var shown: DetailKey<Row?, Int>?
  /// The rows, cached until their inputs change: there may be many thousands.
  private var made: (source: Source, rows: [Row])?

  var title: String { "History" }
  /// The heading states the time zone, because the rows have no room for it.
  func heading(in scene: SharedState) -> String { "History, times in UTC" }
  /// Rows show a time, an action, its subject and its outcome.
  var hasWideRows: Bool { true }
  var help: String {
    "runs of this and earlier sessions, with duration and results."
  }

  // MARK: Rows

  mutating func prepare(in scene: SharedState) {
    let source = source(in: scene)
    if made?.source != source { made = (source, sortedRows(in: scene)) }
  }

  private func source(in scene: SharedState) -> Source {
    Source(
      filter: panes.filter, order: panes.order, entries: scene.known.history.count,
      readings: scene.known.pastReadings)
  }

  /// The filtered rows in the selected order.
  func rows(in scene: SharedState) -> [Row] {
    if let made, made.source == source(in: scene) { return made.rows }
    return sortedRows(in: scene)
  }

  private func sortedRows(in scene: SharedState) -> [Row] {
    let all =
      scene.known.history.reversed().map { Row.entry($0) }
      + scene.known.past.events.reversed().map { Row.event($0) }
    let rows = panes.filter.isEmpty ? all : all.filter { narrowing.matches(searched($0)) }
    let keyed = rows.enumerated().map { place, row in
      (seconds: panes.order == 1 ? seconds(row) : 0, time: time(row, scene), place: place, row: row)
    }
    // Rows with equal times keep their order, which is that of the session.
    return keyed.sorted { one, other in
      if one.seconds != other.seconds { return one.seconds > other.seconds }
      return one.time == other.time ? one.place < other.place : one.time > other.time
    }.map(\.row)
  }

  func orders(in scene: SharedState) -> [String] { ["newest first", "longest first"] }

  /// The duration in seconds; 0 if there is none.
  private func seconds(_ row: Row) -> Double {
    switch row {
    case .entry(let entry): entry.seconds
    case .event(let event): event.seconds ?? 0
    }
  }

  /// The searched text.
  func searched(_ row: Row) -> [String] {
    switch row {
    case .entry(let entry): ["\(entry.kind.rawValue) \(entry.subject) \(entry.outcome)"]
    case .event(let event):
      ["\(event.clock) \(event.headline) \(event.user ?? "")"]
        + event.lines.map { $0.pieces.map(\.text).joined() }
    }
  }

  /// The end time in the format of events: `2026-11-22T09:31:07.120Z`.
  private func time(_ row: Row, _ scene: SharedState) -> String {
    switch row {
    case .entry(let entry):
      scene.context.moment(entry.endedAt).text(digits: 3, separator: "T") + "Z"
    case .event(let event): event.time
    }
  }

  /// The time as listed; narrow lists omit the year.
  private func clock(_ row: Row, _ scene: SharedState, width: Int) -> String {
    let text = time(row, scene).prefix(16).map { $0 == "T" ? " " : $0 }
    return String(width < 48 ? text.dropFirst(5) : text[...])
  }

  func lines(_ rows: Range<Int>, in scene: SharedState, width: Int) -> [StyledLine] {
    self.rows(in: scene)[rows].map { row in
      let clock = clock(row, scene, width: width)
      return switch row {
      case .entry(let entry): line(entry, clock)
      case .event(let event): line(event, clock)
      }
    }
  }

  var isOfFile: Bool { false }

  func emptyText(in scene: SharedState) -> String {
    (["No runs yet. Press \(scene.key(.dryRunNext)) to dry-run the next migration on a copy."]
      + scene.known.past.warnings).joined(separator: " ")
  }

  private func line(_ entry: HistoryEntry, _ clock: String) -> StyledLine {
    let isStep = entry.kind == .step
    return line(
      clock, isReal: isStep, entry.kind.rawValue, entry.subject,
      isFailure: entry.isFailure,
      result: entry.isFailure ? "failed" : entry.isUndone ? "undone" : "ok", entry.seconds)
  }

  private func line(_ event: HistoryEvent, _ clock: String) -> StyledLine {
    let result =
      event.isFailure ? event.outcome.rawValue : event.isUndone == true ? "undone" : "ok"
    return line(
      clock, isReal: true, event.action.rawValue, event.shortSubject ?? "",
      isFailure: event.isFailure, result: result, event.seconds)
  }

  private func line(
    _ time: String, isReal: Bool, _ verb: String, _ subject: String, isFailure: Bool,
    result: String, _ seconds: Double?
  ) -> StyledLine {
    var line = StyledLine(" \(time) ", .dim)
    line.add(isReal ? "REAL" : "COPY", isReal ? .real : .copy, bold: true)
    line.add(" \(verb) ", .normal)
    line.add(subject, .strong)
    let took = seconds.map { "\(Format.seconds($0)) " } ?? ""
    line.trailing = StyledLine.Span(
      text: SafeText("\(result) \(took)"), style: Style(isFailure ? .danger : .applied))
    return line
  }

  // MARK: Detail

  func key(in scene: SharedState) -> (subject: Row?, version: Int) {
    (selected(in: scene), scene.known.past.damagedLines.count)
  }

  func place(of subject: Row?, in scene: SharedState) -> Int? {
    rows(in: scene).firstIndex { $0 == subject }
  }

  func text(in scene: SharedState, width: Int) -> (title: String, lines: [StyledLine]) {
    switch selected(in: scene) {
    case nil: return ("", [])
    case .entry(let entry): return text(of: entry, width: width)
    case .event(let event):
      var lines = event.lines.flatMap { $0.styled(width: width) }
      if let path = scene.known.past.path {
        lines += [StyledLine()] + paragraph("from \(path)", width: width, .dim)
      }
      for warning in scene.known.past.warnings {
        lines += paragraph(warning, width: width, .warning)
      }
      return (event.shortSubject ?? "", lines)
    }
  }

  private func text(of entry: HistoryEntry, width: Int) -> (title: String, lines: [StyledLine]) {
    var lines = paragraph(entry.outcome, width: width, entry.isFailure ? .danger : .strong)
    lines.append(
      StyledLine(
        "ended \(Format.clock(entry.endedAt)) into the session, took \(Format.seconds(entry.seconds))",
        .dim))
    if entry.isUndone { lines.append(StyledLine("undone by a restore", .warning)) }
    if let path = entry.backupPath {
      lines += paragraph(
        HistoryEvent.backupWords(path, isOlder: !entry.isFirst), width: width)
    }
    for step in entry.steps {
      lines.append(StyledLine())
      lines.append(StyledLine(step.identifier, .hunk, bold: true))
      if let failure = step.failure {
        lines += failure.explanation(
          on: entry.kind == .step ? .database : .copy, width: width)
        continue
      }
      for summary in step.changes.summaries { lines += summary.lines(width: width) }
      let data = step.dataLines(isDone: entry.kind == .step)
      for line in step.headerLines + data { lines += line.styled(width: width) }
      lines.append(StyledLine("took \(Format.seconds(step.seconds))", .dim))
    }
    return ("\(entry.kind.rawValue) of \(entry.subject)", lines)
  }

  func report(in scene: SharedState) -> [String] {
    let rows = rows(in: scene).flatMap { row -> [String] in
      switch row {
      case .entry(let entry):
        return [
          "- \(Format.utc(scene.context.moment(entry.endedAt).text)) \(entry.kind.rawValue) "
            + "\(Markdown.safe(entry.subject)): \(Markdown.safe(entry.outcome))"
            + (entry.isUndone ? ", undone by a restore" : "")
            + (entry.backupPath.map { "; backup \(Markdown.safe($0))" } ?? "")
        ]
      case .event(let event):
        return ["- \(event.clock) \(Markdown.safe(event.headline))"]
          + event.lines.dropFirst(2).map { "  \(Markdown.item($0))" }
      }
    }
    return rows + scene.known.past.warnings.map { "- \(Markdown.safe($0))" }
  }
}
