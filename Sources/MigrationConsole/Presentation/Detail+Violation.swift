import MigratorEngine
import MigratorSchema
import TerminalUI

extension ConsoleModel {
  /// The detail of the selected violation or group.
  func violationDetail(width: Int) -> (title: String, lines: [StyledLine]) {
    switch selectedViolationRow {
    case .group(let index)?: groupDetail(violations.groups[index], width: width)
    case .violation(let group, let index)?:
      oneViolationDetail(
        violations.groups[group].violations[index], in: violations.groups[group], width: width)
    case nil: ("", [])
    }
  }

  private func groupDetail(
    _ group: ViolationsState.Group, width: Int
  ) -> (title: String, lines: [StyledLine]) {
    let key = group.key
    let refer = group.count == 1 ? "refers to a row" : "refer to rows"
    var lines = paragraph(
      "\(Format.count(group.count, "row")) of \(key.originTable) \(refer) that "
        + "\(key.destinationTable) does not have.", width: width, .strong)
    if group.unlisted > 0 {
      let first = Format.count(group.violations.count, "row")
      lines += paragraph(
        "Only the first \(first) are listed and ranked here.", width: width, .warning)
    }
    lines += actionLines(key)
    var counts: [String: Int] = [:]
    for violation in group.violations {
      counts[violation.missingKey.keyText, default: 0] += 1
    }
    lines.append(StyledLine())
    lines.append(StyledLine("Missing keys, most wanted first:", .dim))
    let ranked = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    for (text, count) in ranked.prefix(50) {
      lines.append(StyledLine("  \(text)  ").adding(Format.count(count, "row"), .dim))
    }
    if ranked.count > 50 { lines.append(StyledLine("  … and \(ranked.count - 50) more", .dim)) }
    return (key.title, lines)
  }

  /// A row of many columns must not push what would mend it out of sight.
  private static let descriptionLines = 6

  private func oneViolationDetail(
    _ detail: ViolationDetail, in group: ViolationsState.Group, width: Int
  ) -> (title: String, lines: [StyledLine]) {
    var lines = paragraph(detail.description, width: width, .strong)
    if lines.count > Self.descriptionLines {
      lines = Array(lines.prefix(Self.descriptionLines))
      lines[lines.count - 1].add(context.glyphs.ellipsis.plain, .dim)
      lines.append(StyledLine("The whole row stands below.", .dim))
    }
    lines.append(StyledLine())
    let key = detail.foreignKey
    let missing = detail.missingKey.keyText
    let same = group.violations.count { $0.missingKey == detail.missingKey }
    if !key.destinationExists {
      lines += paragraph("There is no table \(key.destinationTable).", width: width)
    } else if !missing.isEmpty {
      let others =
        same > 1 ? " \(Format.count(same, "row")) of \(key.originTable) refer to it." : ""
      lines += paragraph(
        "\(missing) is in no row of \(key.destinationTable).\(others)", width: width)
    }
    lines += actionLines(key)
    if !detail.remedies.isEmpty {
      lines.append(StyledLine())
      lines.append(StyledLine("What would mend it (shown, never run):", .dim))
    }
    for remedy in detail.remedies {
      if !remedy.note.isEmpty {
        lines += paragraph("-- \(remedy.note)", width: width - 2, .comment)
          .map { $0.indented(by: 2) }
      }
      lines += SQLText.highlighted(remedy.sql).map { $0.indented(by: 2) }
    }
    if !detail.row.isEmpty {
      lines.append(StyledLine())
      lines.append(StyledLine("The whole row:", .dim))
      let widest = detail.row.map { SafeText($0.column).width }.max() ?? 0
      let bad = Set(detail.missingKey.map(\.column))
      for field in detail.row {
        let pad = String(
          repeating: " ", count: max(0, min(widest, 24) - SafeText(field.column).width))
        lines.append(
          StyledLine("  \(field.column)\(pad)  ", .dim)
            .adding(
              field.value.shortText, bad.contains(field.column) ? .danger : .normal,
              bold: bad.contains(field.column)))
      }
    }
    let row = detail.violation.originRowID.map { ", rowid \($0)" } ?? ""
    return ("\(key.originTable)\(row)", lines)
  }

  private func actionLines(_ key: ForeignKeyDescription) -> [StyledLine] {
    [
      StyledLine(
        "On delete: \(key.onDelete.lowercased()). On update: \(key.onUpdate.lowercased())."
          + (key.originIsWithoutRowID ? " The table is WITHOUT ROWID." : ""), .dim)
    ]
  }

  /// The detail of the selected entry of the history.
  func historyDetail(width: Int) -> (title: String, lines: [StyledLine]) {
    let entries = listedHistory
    let index = lists[.history]?.selection ?? 0
    guard entries.indices.contains(index) else { return ("", []) }
    let entry = entries[index]
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
          on: entry.kind == .step ? "The file" : "The copy", width: width)
        continue
      }
      for summary in step.changes.summaries { lines += summary.lines(width: width) }
      for row in step.rows where row.before != row.after {
        let before = row.before.map(Format.number) ?? "no table"
        let after = row.after.map(Format.number) ?? "no table"
        lines.append(
          StyledLine("\(row.table)  rows \(before) \(context.glyphs.arrow.plain) \(after)"))
      }
      lines.append(StyledLine("took \(Format.seconds(step.seconds))", .dim))
    }
    return ("\(entry.kind.rawValue) of \(entry.subject)", lines)
  }
}

extension ForeignKeyDescription {
  /// The key as `player.clubId → club.id`, with parentheses when it has several columns.
  var title: String { "\(side(originTable, originColumns)) → \(destinationSide)" }

  private var destinationSide: String {
    destinationColumns.isEmpty ? destinationTable : side(destinationTable, destinationColumns)
  }

  private func side(_ table: String, _ columns: [String]) -> String {
    columns.count == 1 ? "\(table).\(columns[0])" : "\(table).(\(columns.joined(separator: ", ")))"
  }
}

extension ViolationDetail {
  /// The table and the rowid of the row.
  var rowText: String {
    violation.originRowID.map { "\(violation.originTable) \($0)" } ?? violation.originTable
  }
}

extension [ViolationDetail.Field] {
  /// The fields as `matchId 9, slot 3`.
  var keyText: String {
    map { "\($0.column) \($0.value.shortText)" }.joined(separator: ", ")
  }
}
