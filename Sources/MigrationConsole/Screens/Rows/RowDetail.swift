import MigratorEngine
import MigratorSession
import TerminalUI

/// A row before and after the migration, side by side if there is room.
struct RowDetail {
  let list: ChangedRows
  let row: ChangedRow

  /// The table and the key, such as `player, id 17`.
  var title: String {
    let key = zip(list.key, row.key).map { "\($0) \($1.sqlLiteral)" }.joined(separator: ", ")
    return "\(list.table), \(key)"
  }

  /// The lines of the detail: the change, then one line per column; columns that differ have a
  /// mark.
  func lines(width: Int) -> [StyledLine] {
    let count = row.values.count { $0.difference != nil }
    let words =
      row.kind == .updated
      ? "updated, \(Format.count(count, "value")) of \(Format.number(Int64(row.values.count)))"
      : row.kind.rawValue + (row.isCascade == true ? " \(ChangedRow.cascadeWords)" : "")
    let heading = StyledLine("\(row.kind.mark) \(words)", row.kind.role.shown, bold: true)
    return [heading] + (width < 56 ? stacked(width: width) : sideBySide(width: width))
  }

  private struct Cell {
    let mark: String
    let name: String
    let before: String
    let after: String
    let isDifferent: Bool
    /// How the values differ, if that is not visible.
    let words: String
    let role: TextLine.Role
  }

  private var cells: [Cell] {
    zip(list.columns, row.values).map { column, value in
      let isDifferent = row.kind != .updated || value.difference != nil
      func text(_ excerpt: ValueExcerpt?, _ name: String?, isThere: Bool) -> String {
        excerpt?.text() ?? (isThere && name == nil ? "no such column" : "")
      }
      return Cell(
        mark: isDifferent ? row.kind.mark : " ", name: column.name,
        before: text(value.before, column.before, isThere: row.kind != .inserted),
        after: text(value.after, column.after, isThere: row.kind != .deleted),
        isDifferent: isDifferent, words: value.words.isEmpty ? "" : " (\(value.words))",
        role: row.kind.role)
    }
  }

  private func sideBySide(width: Int) -> [StyledLine] {
    let cells = cells
    let widest = cells.map { SafeText($0.name).width }.max() ?? 0
    let nameWidth = min(max(widest, 6), 20)
    let half = max(8, (width - 2 - nameWidth - 4) / 2)
    func line(
      _ mark: StyledLine, _ name: SafeText, _ before: StyledLine, _ after: StyledLine, _ role: Role
    ) -> StyledLine {
      var line = mark
      line.add(name.prefix(columns: nameWidth).padded(columns: nameWidth + 2), role)
      line.spans += before.spans
      line.add(String(repeating: " ", count: max(0, half + 2 - before.width)))
      line.spans += after.spans
      return line
    }
    let head = line(
      StyledLine("  "), SafeText(), StyledLine("before", .dim), StyledLine("after", .dim), .dim)
    return [head]
      + cells.flatMap { cell -> [StyledLine] in
        let before = paragraph(
          cell.before, width: half, cell.isDifferent ? .removed : .dim)
        let after = paragraph(
          cell.after + cell.words, width: half, cell.isDifferent ? .added : .dim)
        return (0..<max(before.count, after.count)).map { index in
          line(
            StyledLine(index == 0 ? "\(cell.mark) " : "  ", cell.role.shown, bold: true),
            SafeText(index == 0 ? cell.name : ""),
            index < before.count ? before[index] : StyledLine(),
            index < after.count ? after[index] : StyledLine(), cell.isDifferent ? .strong : .dim)
        }
      }
  }

  private func stacked(width: Int) -> [StyledLine] {
    cells.flatMap { cell -> [StyledLine] in
      let head = StyledLine("\(cell.mark) ", cell.role.shown, bold: true)
        .adding(cell.name, cell.isDifferent ? .strong : .dim)
      guard cell.isDifferent else {
        return paragraph("  \(cell.name): \(cell.before)", width: width, .dim)
      }
      var lines = [head.adding(cell.words, .warning)]
      for (sign, text, role) in [("-", cell.before, Role.removed), ("+", cell.after, .added)]
      where !text.isEmpty {
        lines += paragraph("\(sign) \(text)", width: width - 2, role).map { $0.indented(by: 2) }
      }
      return lines
    }
  }
}
