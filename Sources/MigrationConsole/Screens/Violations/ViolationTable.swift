import MigratorEngine
import MigratorSession
import TerminalUI

/// The columns of a group's rows: the first one, those of the foreign key, then the others.
struct ViolationTable {
  private struct Column {
    let name: String
    let isKey: Bool
    var width: Int
  }

  private var columns: [Column] = []
  /// True if the first column is the rowid, which no column of the table shows.
  private let hasRowID: Bool

  /// The rows that determine the widths, so that they do not change while the list is scrolled.
  private static let sample = 50
  private static let widest = 24

  init(_ group: ViolationsScreen.Group, in scene: SharedState) {
    let sample = group.violations.prefix(Self.sample)
    let first = sample.first
    hasRowID =
      first.map { violation in
        violation.violation.originRowID.map { id in
          !violation.row.contains { $0.value.storage == .int64(id) }
        } ?? false
      } ?? false
    let keys = first?.missingKey.map(\.column) ?? []
    let others = (first?.row ?? []).map(\.column).filter { !keys.contains($0) }
    // The first other column is usually the primary key.
    let leading = others.first.map { [$0] } ?? []
    let names = leading + keys + others.dropFirst()
    columns =
      (hasRowID ? [Column(name: "rowid", isKey: false, width: 5)] : [])
      + names.map { Column(name: $0, isKey: keys.contains($0), width: scene.text($0).width) }
    for violation in sample {
      for (index, cell) in cells(of: violation).enumerated() {
        columns[index].width = max(columns[index].width, scene.text(cell).width)
      }
    }
    for index in columns.indices { columns[index].width = min(columns[index].width, Self.widest) }
  }

  private func cells(of violation: ViolationDetail) -> [String] {
    columns.enumerated().map { index, column in
      if index == 0, hasRowID { return violation.violation.originRowID.map(String.init) ?? "" }
      let field =
        violation.row.first { $0.column == column.name }
        ?? violation.missingKey.first { $0.column == column.name }
      return field?.shortText ?? ""
    }
  }

  func header(in scene: SharedState) -> StyledLine {
    line(columns.map(\.name), in: scene) { _ in .dim }
  }

  func line(_ violation: ViolationDetail, in scene: SharedState) -> StyledLine {
    line(cells(of: violation), in: scene) { $0.isKey ? .danger : .normal }
  }

  private func line(
    _ cells: [String], in scene: SharedState, _ role: (Column) -> Role
  ) -> StyledLine {
    var line = StyledLine("    ")
    for (column, cell) in zip(columns, cells) {
      let text = scene.text(cell).prefix(
        columns: column.width, ellipsis: scene.glyphs.ellipsis)
      line.add(text.padded(columns: column.width + 2), role(column))
    }
    return line
  }
}

extension ViolationsScreen {
  func columnNames(in scene: SharedState, width: Int) -> StyledLine? {
    switch selected {
    case .violation(let group, _)?: ViolationTable(listed[group], in: scene).header(in: scene)
    case .group?:
      StyledLine("  ").adding(
        "foreign key".padding(to: titleWidth(in: scene, width: width) + (hasMarks ? 4 : 0)), .dim
      ).adding("  rows", .dim)
    case nil: nil
    }
  }

  func lines(of rows: ArraySlice<Row>, in scene: SharedState, width: Int) -> [StyledLine] {
    var tables: [Int: ViolationTable] = [:]
    return rows.map { row in
      switch row {
      case .group(let index): return line(of: listed[index], in: scene, width: width)
      case .violation(let group, let index):
        let table = tables[group] ?? ViolationTable(listed[group], in: scene)
        tables[group] = table
        return table.line(listed[group].violations[index], in: scene)
      }
    }
  }

  /// The width of the first column of the groups; names can be truncated, counts cannot.
  private func titleWidth(in scene: SharedState, width: Int) -> Int {
    let widest = groups.map { scene.text($0.key.title).width }.max() ?? 0
    let counts = groups.map { countWords($0).count }.max() ?? 0
    return max(8, min(widest, width - 2 - (hasMarks ? 4 : 0) - counts))
  }

  private func countWords(_ group: Group) -> String {
    if group.isUnchecked { return "  cannot be checked" }
    let matching = panes.filter.isEmpty ? "" : "\(Format.number(Int64(group.matching))) of "
    return "  \(matching)\(Format.count(group.count, "row"))"
  }

  private func line(of group: Group, in scene: SharedState, width: Int) -> StyledLine {
    let fold = group.isFolded ? scene.glyphs.folded : scene.glyphs.unfolded
    var line = StyledLine("\(fold.plain) ", .accent)
    let all = place(of: group.key).map { groups[$0] } ?? group
    if hasMarks { line.add(all.isMarked ? "[x] " : "[ ] ", .accent) }
    let columns = titleWidth(in: scene, width: width)
    line.add(
      scene.text(group.key.title).prefix(columns: columns, ellipsis: scene.glyphs.ellipsis)
        .padded(columns: columns), .hunk, bold: true)
    line.add(countWords(all), .warning)
    if group.lacksParentTable { line.add("  no table \(group.key.destinationTable)", .danger) }
    if let choice = choices[group.key] { line.add("  \(choice.kind.note)", .dim) }
    let remark: SafeText = "WITHOUT ROWID "
    if group.isWithoutRowID, line.width + 1 + remark.width <= width {
      line.trailing = StyledLine.Span(text: remark, style: Style(.dim))
    }
    return line
  }
}

extension String {
  fileprivate func padding(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - count))
  }
}
