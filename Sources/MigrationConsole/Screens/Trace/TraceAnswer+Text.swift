import MigratorEngine
import MigratorSession
import TerminalUI

extension TraceAnswer {
  /// The maximum width of a value, in columns.
  private static let widest = 40

  /// The query and its result as a table.
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
