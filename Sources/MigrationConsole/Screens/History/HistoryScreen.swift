import MigratorEngine
import MigratorSession
import MigratorSchema
import TerminalUI

/// What was run in this session, when, how long, and what it did.
struct HistoryScreen: ConsoleScreen {
  var panes = ScreenPanes()
  var shown: DetailKey<HistoryEntry?, Int>?

  var title: String { "History" }
  var help: String {
    "what was run in this session, when, how long, and what it did."
  }

  // MARK: Rows

  /// The entries that the filter leaves, newest first.
  func rows(in scene: Scene) -> [HistoryEntry] {
    scene.known.history.reversed().filter {
      matches("\($0.kind.rawValue) \($0.subject) \($0.outcome)")
    }
  }

  /// The selected entry.
  func selected(in scene: Scene) -> HistoryEntry? {
    let rows = rows(in: scene)
    return rows.indices.contains(panes.list.selection) ? rows[panes.list.selection] : nil
  }

  func count(in scene: Scene) -> Int { rows(in: scene).count }

  func lines(_ rows: Range<Int>, in scene: Scene, width: Int) -> [StyledLine] {
    self.rows(in: scene)[rows].map(line)
  }

  func emptyText(in scene: Scene) -> String {
    "Nothing was run in this session. d dry-runs the next migration on a copy."
  }

  private func line(_ entry: HistoryEntry) -> StyledLine {
    let isStep = entry.kind == .step
    var line = StyledLine(" \(Format.clock(entry.endedAt)) ", .dim)
    line.add(isStep ? "REAL" : "COPY", isStep ? .real : .copy, bold: true)
    line.add(" \(entry.kind.rawValue) ", .normal)
    line.add(entry.subject, .strong)
    line.trailing = StyledLine.Span(
      text: SafeText((entry.isFailure ? "failed " : "ok ") + Format.seconds(entry.seconds) + " "),
      style: Style(entry.isFailure ? .danger : .applied))
    return line
  }

  // MARK: Detail

  func key(in scene: Scene) -> (subject: HistoryEntry?, version: Int) {
    (selected(in: scene), 0)
  }

  func text(in scene: Scene, width: Int) -> (title: String, lines: [StyledLine]) {
    guard let entry = selected(in: scene) else { return ("", []) }
    var lines = paragraph(entry.outcome, width: width, entry.isFailure ? .danger : .strong)
    lines.append(
      StyledLine(
        "ended \(Format.clock(entry.endedAt)) into the session, took \(Format.seconds(entry.seconds))",
        .dim))
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
    rows(in: scene).map {
      "- \(Format.clock($0.endedAt)) \($0.kind.rawValue) \(Markdown.safe($0.subject)): \(Markdown.safe($0.outcome))"
    }
  }
}
