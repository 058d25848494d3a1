public import MigratorEngine

extension FixTrial {
  /// The effects of each statement, then the violations before and after all of them.
  public var lines: [TextLine] {
    var lines: [TextLine] = []
    for (fix, report) in zip(fixes, reports) where report.failure == nil {
      lines.append(TextLine("\(fix.foreignKey.title): ", .heading).adding(fix.note))
      if report.rows.isEmpty { lines.append(TextLine("it changed no rows", .warning, level: 1)) }
      lines += (report.rowLines + report.warningLines).map {
        TextLine($0.plain, $0.pieces.last?.role ?? .normal, level: 1)
      }
    }
    guard failure == nil else { return lines }
    lines.append(countLine)
    let added = reports.reduce(0) { $0 + ($1.violations?.added ?? 0) }
    if added > 0, violationsAfter > 0 {
      lines.append(
        TextLine(
          "\(Format.count(added, "row")) of other tables referred to the changed rows: choose a fix "
            + "for their foreign keys, too.", .warning))
    }
    if violationsAfter > 0 {
      lines.append(
        TextLine(
          "Migrations that check all foreign keys still fail because of the remaining violations.",
          .warning))
    }
    return lines
  }

  /// What the fixes lose, and the violations before and after them.
  public var summaryLines: [TextLine] { losses.lines() + [countLine] }

  private var countLine: TextLine {
    TextLine(
      "violations: \(Format.number(Int64(violationsBefore))) before, "
        + "\(Format.number(Int64(violationsAfter))) after", violationsAfter > 0 ? .warning : .ok)
  }

  /// Whether a file can contain the statements, as sentences.
  public var deliveryWords: String {
    switch delivery {
    case .file(let files, let follower):
      let path = files.first?.path ?? ""
      return follower.map { "A new file, \(path), would run next, before \($0)." }
        ?? "A new file, \(path), would run next."
    case .atOnce(let reason):
      return "\(reason) The fixes can only be applied at once, with a backup."
    }
  }

  /// The statements as a script.
  public var script: String { fixes.map { $0.sql + "\n" }.joined() }
}

extension FixOption {
  /// The way and what it needs, or why it is not possible.
  public var words: String {
    if let obstacle { return "\(kind.note): not possible. \(obstacle)" }
    guard !neededColumns.isEmpty else { return kind.note }
    return switch kind {
    case .addParents: "\(kind.note), with a value for \(neededColumns.joined(separator: ", "))"
    default: kind.note
    }
  }
}
