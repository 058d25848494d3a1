import MigratorEngine
import MigratorSession
import MigratorSchema
import TerminalUI

/// What was run, when, how long, and what it did: in this session, with all its details, and before it
/// or elsewhere, as the file of the history tells.
struct HistoryScreen: ConsoleScreen {
  /// A row of the list.
  enum Row: Sendable, Hashable {
    /// Something of this session.
    case entry(HistoryEntry)
    /// Something of the file.
    case event(HistoryEvent)
  }

  var panes = ScreenPanes()
  var shown: DetailKey<Row?, Int>?

  var title: String { "History" }
  /// A time, what was done, to what, how it ended.
  var hasWideRows: Bool { true }
  var help: String {
    "what was run, in this session and before, how long, and what it did."
  }

  // MARK: Rows

  /// The rows that the filter leaves, newest first: this session's, then those before it.
  func rows(in scene: Scene) -> [Row] {
    let entries = scene.known.history.reversed().filter {
      matches("\($0.kind.rawValue) \($0.subject) \($0.outcome)")
    }
    let events = scene.known.past.events.reversed().filter {
      matches("\($0.clock) \($0.headline) \($0.user ?? "")")
    }
    return entries.map { .entry($0) } + events.map { .event($0) }
  }

  /// The selected row.
  func selected(in scene: Scene) -> Row? {
    let rows = rows(in: scene)
    return rows.indices.contains(panes.list.selection) ? rows[panes.list.selection] : nil
  }

  func count(in scene: Scene) -> Int { rows(in: scene).count }

  func lines(_ rows: Range<Int>, in scene: Scene, width: Int) -> [StyledLine] {
    self.rows(in: scene)[rows].map { row in
      switch row {
      case .entry(let entry): line(entry)
      case .event(let event): line(event, width: width)
      }
    }
  }

  func emptyText(in scene: Scene) -> String {
    (["Nothing was run yet. d dry-runs the next migration on a copy."]
      + scene.known.past.warnings).joined(separator: " ")
  }

  private func line(_ entry: HistoryEntry) -> StyledLine {
    let isStep = entry.kind == .step
    return line(
      Format.clock(entry.endedAt), isReal: isStep, entry.kind.rawValue, entry.subject,
      isFailure: entry.isFailure, result: entry.isFailure ? "failed" : "ok", entry.seconds)
  }

  private func line(_ event: HistoryEvent, width: Int) -> StyledLine {
    let time = event.clock.prefix(width < 48 ? 10 : 16)
    let result = event.isFailure ? event.outcome.rawValue : "ok"
    return line(
      String(time), isReal: true, event.action.rawValue, event.subject ?? "",
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

  func key(in scene: Scene) -> (subject: Row?, version: Int) {
    (selected(in: scene), scene.known.past.damagedLines.count)
  }

  func text(in scene: Scene, width: Int) -> (title: String, lines: [StyledLine]) {
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
      return (event.subject ?? "", lines)
    }
  }

  private func text(of entry: HistoryEntry, width: Int) -> (title: String, lines: [StyledLine]) {
    var lines = paragraph(entry.outcome, width: width, entry.isFailure ? .danger : .strong)
    lines.append(
      StyledLine(
        "ended \(Format.clock(entry.endedAt)) into the session, took \(Format.seconds(entry.seconds))",
        .dim))
    if let path = entry.backupPath {
      lines += paragraph("backup of the file as it was: \(path)", width: width)
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
      for line in step.dataLines { lines += line.styled(width: width) }
      lines.append(StyledLine("took \(Format.seconds(step.seconds))", .dim))
    }
    return ("\(entry.kind.rawValue) of \(entry.subject)", lines)
  }

  func report(in scene: Scene) -> [String] {
    let rows = rows(in: scene).flatMap { row -> [String] in
      switch row {
      case .entry(let entry):
        return [
          "- \(Format.clock(entry.endedAt)) \(entry.kind.rawValue) "
            + "\(Markdown.safe(entry.subject)): \(Markdown.safe(entry.outcome))"
            + (entry.backupPath.map { "; backup \(Markdown.safe($0))" } ?? "")
        ]
      case .event(let event):
        return ["- \(event.clock) UTC \(Markdown.safe(event.headline))"]
          + event.lines.dropFirst(2).map { "  \(Markdown.item($0))" }
      }
    }
    return rows + scene.known.past.warnings.map { "- \(Markdown.safe($0))" }
  }
}
