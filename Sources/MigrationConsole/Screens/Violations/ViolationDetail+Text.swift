import MigratorEngine
import MigratorSession
import TerminalUI

extension ViolationsScreen {
  func text(in scene: SharedState, width: Int) -> (title: String, lines: [StyledLine]) {
    switch selected {
    case .group(let index)?: groupDetail(listed[index], in: scene, width: width)
    case .violation(let group, let index)?:
      oneViolationDetail(
        listed[group].violations[index], in: listed[group], glyphs: scene.glyphs, width: width)
    case nil: ("", [])
    }
  }

  private func groupDetail(
    _ group: Group, in scene: SharedState, width: Int
  ) -> (title: String, lines: [StyledLine]) {
    let key = group.key
    if group.isUnchecked {
      return (
        key.title, paragraph(key.uncheckedSentence, width: width, .strong) + actionLines(group)
      )
    }
    let refer = group.count == 1 ? "refers to a missing row" : "refer to missing rows"
    var lines =
      failureLines(width)
      + paragraph(
        "\(Format.count(group.count, "row")) of \(key.originTable) \(refer) of "
          + "\(key.destinationTable).", width: width, .strong)
    if group.unlisted > 0 {
      let first = Format.count(group.violations.count, "row")
      lines += paragraph(
        "Only the first \(first) are listed and ranked here.", width: width, .warning)
    }
    lines += actionLines(group)
    if !group.options.isEmpty {
      lines += [StyledLine(), StyledLine("Ways to fix all of them:", .dim)]
      for option in group.options {
        lines += paragraph(
          option.words.capitalizedFirst, width: width - 2, option.obstacle == nil ? .normal : .dim
        ).map { $0.indented(by: 2) }
      }
      lines += paragraph(
        "Press Enter to choose one. It runs on a copy first.", width: width, .dim)
    }
    var counts: [String: Int] = [:]
    for violation in group.violations {
      counts[violation.missingKey.keyText, default: 0] += 1
    }
    lines.append(StyledLine())
    lines.append(StyledLine("Missing keys, most frequent first:", .dim))
    let ranked = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    for (text, count) in ranked.prefix(50) {
      lines.append(StyledLine("  \(text)  ").adding(Format.count(count, "row"), .dim))
    }
    if ranked.count > 50 { lines.append(StyledLine("  … and \(ranked.count - 50) more", .dim)) }
    return (key.title, lines)
  }

  /// The limit prevents a row with many columns from pushing the fixes out of view.
  private static let descriptionLines = 3

  /// The missing key, with the names of the parent's columns if they are known.
  private static func parentKey(_ detail: ViolationDetail) -> [ViolationDetail.Field] {
    let columns = detail.foreignKey.destinationColumns
    guard columns.count == detail.missingKey.count else { return detail.missingKey }
    return zip(columns, detail.missingKey).map {
      ViolationDetail.Field(column: $0, value: $1.value, fullLength: $1.fullLength)
    }
  }

  private func oneViolationDetail(
    _ detail: ViolationDetail, in group: Group, glyphs: GlyphSet, width: Int
  ) -> (title: String, lines: [StyledLine]) {
    var lines = paragraph(detail.description, width: width, .strong)
    if lines.count > Self.descriptionLines {
      lines = Array(lines.prefix(Self.descriptionLines))
      lines[lines.count - 1].add(glyphs.ellipsis.plain, .dim)
      lines.append(StyledLine("The whole row is shown below.", .dim))
    }
    lines = failureLines(width) + lines
    // After a failed search, a statement could delete a row that violates nothing.
    let remedies = failure == nil ? detail.remedies : []
    lines.append(StyledLine())
    let key = detail.foreignKey
    let missing = Self.parentKey(detail).keyText
    let same = group.violations.count { $0.missingKey == detail.missingKey }
    if group.lacksParentTable {
      lines += paragraph("The table \(key.destinationTable) does not exist.", width: width)
    } else if !missing.isEmpty {
      let others =
        same > 1 ? " \(Format.count(same, "row")) of \(key.originTable) refer to it." : ""
      lines += paragraph(
        "No row of \(key.destinationTable) has \(missing).\(others)", width: width)
    }
    if !detail.row.isEmpty {
      lines.append(StyledLine())
      lines.append(StyledLine("The row:", .dim))
      let widest = detail.row.map { SafeText($0.column).width }.max() ?? 0
      let bad = Set(detail.missingKey.map(\.column))
      for field in detail.row {
        let pad = String(
          repeating: " ", count: max(0, min(widest, 24) - SafeText(field.column).width))
        lines.append(
          StyledLine("  \(field.column)\(pad)  ", .dim)
            .adding(
              field.shortText, bad.contains(field.column) ? .danger : .normal,
              bold: bad.contains(field.column)))
      }
    }
    lines += parentLines(of: group, width) + actionLines(group)
    if !remedies.isEmpty {
      lines.append(StyledLine())
      lines.append(StyledLine("Possible fixes (not run here):", .dim))
    }
    for remedy in remedies {
      if !remedy.note.isEmpty {
        lines += paragraph("-- \(remedy.note)", width: width - 2, .comment)
          .map { $0.indented(by: 2) }
      }
      lines += SQLText.highlighted(remedy.sql).map { $0.indented(by: 2) }
    }
    let row = detail.violation.originRowID.map { ", rowid \($0)" } ?? ""
    return ("\(key.originTable)\(row)", lines)
  }

  /// The first parents that exist, to which the row could refer instead.
  private func parentLines(of group: Group, _ width: Int) -> [StyledLine] {
    let options = place(of: group.key).map { groups[$0].options } ?? []
    let parents = options.first { $0.kind == .map }?.parents ?? []
    guard !parents.isEmpty else { return [StyledLine()] }
    let names = group.key.destinationColumns.joined(separator: ", ")
    var lines = [
      StyledLine(),
      StyledLine("Rows of \(group.key.destinationTable) that exist, by \(names):", .dim),
    ]
    for parent in parents.prefix(Self.shownParents) {
      lines.append(
        StyledLine("  \(parent.key.joined(separator: ", "))").adding("  \(parent.words)", .dim))
    }
    if parents.count > Self.shownParents { lines.append(StyledLine("  … and more", .dim)) }
    return lines + [StyledLine()]
  }

  private static let shownParents = 5

  private func failureLines(_ width: Int) -> [StyledLine] {
    guard let failure else { return [] }
    return paragraph("\(ViolationDetail.untrusted) \(failure)", width: width, .danger) + [
      StyledLine()
    ]
  }

  private func actionLines(_ group: Group) -> [StyledLine] {
    let key = group.key
    return [
      StyledLine(
        "On delete: \(key.onDelete.lowercased()). On update: \(key.onUpdate.lowercased())."
          + (group.isWithoutRowID ? " The table is WITHOUT ROWID." : ""), .dim)
    ]
  }
}

extension [ViolationDetail.Field] {
  /// The fields as text, such as `matchId 9, slot 3`.
  var keyText: String {
    map { "\($0.column) \($0.shortText)" }.joined(separator: ", ")
  }
}
