import MigratorEngine
import MigratorSession
import TerminalUI

struct TraceDetail {
  let screen: TraceScreen
  let scene: SharedState

  private var traces: [StatementTrace] { screen.traces }
  private static let statementLines = 8

  var title: String {
    let count = traces.last?.count ?? (try? screen.migration?.script?.statements().count)
    let total = count.map { " of \($0)" } ?? ""
    return "\(traces.count)\(total) \(count == 1 ? "statement" : "statements") ran"
      + (screen.isUndone ? ", rolled back" : "")
  }

  func lines(width: Int) -> [StyledLine] {
    let parts = [
      groundLines(width: width), screen.answer?.lines(width: width) ?? [],
      stageLines(width: width), lastLines(width: width), soFarLines(width: width),
    ]
    let blank = scene.isLow ? [] : [StyledLine()]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: blank))
  }

  /// The database that the trace runs on; on a short screen, the dividing line shows it.
  private func groundLines(width: Int) -> [StyledLine] {
    guard !scene.isLow, let ground = screen.ground else { return [] }
    let words: String =
      switch ground {
      case .copy(.overlay) where screen.isWAL:
        "overlay: other programs can write; the -wal grows until the trace ends"
      case .copy(.overlay):
        "overlay, as requested: other writers are blocked until you leave the trace"
      case .copy(.full): "full copy: other writers are not blocked"
      case .file where screen.isHoldingFile:
        "in one transaction; other writers are blocked. Ctrl-C rolls back, and so does the "
          + "end of the countdown above"
      case .file: "the database file"
      }
    let badge =
      screen.isOnFile
      ? StyledLine("REAL ", .real, bold: true) : StyledLine("COPY ", .copy, bold: true)
    return paragraph(words, width: width - badge.width, .dim).enumerated().map { index, piece in
      guard index == 0 else { return piece.indented(by: badge.width) }
      var line = badge
      line.spans += piece.spans
      return line
    }
  }

  private func stageLines(width: Int) -> [StyledLine] {
    let place = screen.isOnFile ? "real file" : "copy"
    switch screen.stage {
    case .running:
      let beginning = screen.isOnFile ? "Saving the backup…" : "Making the copy…"
      let isBeginning = traces.isEmpty && screen.ground == nil
      return [StyledLine(isBeginning ? beginning : "Running…", .accent)]
    case .held(.before(_, let sql, let location, let plan)):
      let place = location.map { "\($0.line):\($0.column)" } ?? "\(traces.count + 1)"
      let text = sql.split(whereSeparator: \.isNewline)
      var lines = [StyledLine("next  ", .accent, bold: true).adding(place, .dim)]
      if scene.isLow { return [lines[0].adding("  \(text.first ?? "")")] }
      let all = text.flatMap { paragraph(String($0), width: width) }
      lines += all.prefix(Self.statementLines)
      if all.count > Self.statementLines { lines.append(StyledLine("…", .dim)) }
      return lines + plan.flatMap { $0.line.styled(width: width) }
    case .held(.failed):
      let error = traces.last?.error.map { paragraph($0, width: width, .danger) } ?? []
      return error
        + paragraph(
          "Press \(scene.key(.traceQuery)) to query the current state, \(scene.key(.traceNext)) to let the migration fail.",
          width: width)
    case .held(.afterLast):
      return paragraph(
        "All statements ran. Press \(scene.key(.traceNext)) to record the migration, check foreign keys "
          + "and commit on the \(place).", width: width, .accent)
    case .over(let report?, _):
      if let failure = report.failure {
        return failure.explanation(
          on: screen.target, width: width, of: scene.context.path)
      }
      return paragraph(
        "Succeeded: recorded, foreign keys checked, committed on the \(place).",
        width: width, .applied) + report.lines().flatMap { $0.styled(width: width) }
    case .over(nil, let failure):
      let words =
        screen.isOnFile
        ? "Nothing was run." : "Stopped. Press \(scene.key(.traceRestart)) to restart."
      return failure?.lines(width: width) ?? [StyledLine(words, .warning)]
    }
  }

  private func lastLines(width: Int) -> [StyledLine] {
    guard let last = traces.last else { return [] }
    let heading = StyledLine("last  ", .accent, bold: true)
    // On a short screen, the list shows which statement it was.
    if scene.isLow, let first = last.lines.first {
      return [heading.adding(first)]
        + last.lines.dropFirst().flatMap { $0.styled(width: width) }
    }
    return [heading.adding(last.headline)] + last.lines.flatMap { $0.styled(width: width) }
  }

  private func soFarLines(width: Int) -> [StyledLine] {
    guard let last = traces.last else { return [] }
    let time = Format.seconds(traces.reduce(0) { $0 + $1.seconds })
    var lines = [
      StyledLine(screen.isUndone ? "rolled back  " : "so far  ", .accent, bold: true)
        .adding("\(Format.count(traces.count, "statement")) in \(time)", .dim)
    ]
    for line in last.rowsSoFar.map(\.line) + last.changesSoFar.lines {
      lines += line.styled(width: width)
    }
    if case .counted(let counts) = last.violations, counts.before == 0, counts.after == 0 {
      lines.append(StyledLine("violations: none", .dim))
    } else {
      for line in last.violationLines { lines += line.styled(width: width) }
    }
    return lines
  }
}

extension StyledLine {
  fileprivate func adding(_ other: TextLine) -> StyledLine {
    var line = self
    for piece in other.pieces { line.add(piece.text, piece.role.shown) }
    return line
  }
}

extension TraceAnswer {
  /// The maximum width of a value, in columns.
  private static let widest = 40

  func lines(width: Int) -> [StyledLine] {
    let question = StyledLine("query  ", .accent, bold: true).adding(sql)
    switch result {
    case .failure(let failure):
      return [question] + paragraph(failure.message, width: width, .danger)
    case .success(let answer): return [question] + Self.table(answer)
    }
  }

  private static func table(_ answer: QueryAnswer) -> [StyledLine] {
    let head = answer.columns.map { SafeText($0).prefix(columns: widest) }
    let cells = answer.rows.map {
      $0.map { SafeText($0.text(upTo: widest)).prefix(columns: widest) }
    }
    let widths = head.indices.map { column in
      cells.reduce(head[column].width) { max($0, $1[column].width) }
    }
    func line(_ texts: [SafeText], _ role: Role) -> StyledLine {
      var line = StyledLine()
      for (column, text) in texts.enumerated() {
        if column > 0 { line.add("  ") }
        line.add(text.padded(columns: widths[column]), role)
      }
      return line
    }
    var lines = [line(head, .strong)] + cells.map { line($0, .normal) }
    if answer.rows.isEmpty { lines.append(StyledLine("no rows", .dim)) }
    if answer.isTruncated {
      lines.append(StyledLine("… more than \(Format.count(answer.rows.count, "row"))", .warning))
    }
    return lines
  }
}
