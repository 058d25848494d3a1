import MigratorEngine
import MigratorSchema
import MigratorSession
import TerminalUI

enum DetailTab: String, Sendable, Hashable, CaseIterable {
  case sql = "SQL"
  case changes = "Changes"
  /// Its changes to rows, and the violations that it causes.
  case data = "Data"
  case log = "Log"
}

struct MigrationDetail {
  let migration: MigrationStatus
  let scene: SharedState

  func lines(_ tab: DetailTab, width: Int) -> [StyledLine] {
    switch tab {
    case .sql: sqlTab(width: width)
    case .changes: changesTab(width: width)
    case .data: dataTab(width: width)
    case .log: logTab(width: width)
    }
  }

  private var report: (report: StepReport, isCopy: Bool, time: Double)? {
    scene.known.report(of: migration.identifier)
  }

  private func sqlTab(width: Int) -> [StyledLine] {
    var lines = paragraph(migration.state.word, width: width, migration.state.role, bold: true)
    lines += paragraph(migration.state.explanation, width: width, .dim)
    if let time = migration.appliedAt {
      lines += paragraph("Applied \(time).", width: width, .dim)
    }
    if let note = migration.note { lines += paragraph(note, width: width, migration.role) }
    if let leftover = scene.known.present?.leftover, leftover.subject == migration.identifier {
      lines += paragraph(leftover.leftoverWords, width: width, .danger)
    }
    if let obstacle = shownObstacle {
      lines += paragraph(obstacle.description, width: width, .warning)
    }
    if let checks = migration.foreignKeyChecks, migration.script != nil {
      // Without a transaction around the migration, a failed check could not roll it back.
      let isChecked = migration.transaction == .whole || checks != .deferred
      let keys = isChecked ? checks.words : "off, violations only counted"
      lines += paragraph(
        "Runs \(migration.transaction.words), foreign keys \(keys).", width: width, .dim)
    }
    guard let script = migration.script else {
      lines.append(StyledLine())
      // The note explains why no script can be run, and how to fix that.
      if migration.obstacle != nil { return lines }
      let isRegistered = scene.known.present?.isRegistered(migration.identifier) ?? false
      let text =
        isRegistered
        ? "This migration is Swift code, so there is no SQL to show. A dry run shows its effects."
        : "No file defines this migration: it was applied by another version of the app or "
          + "under another name. Its SQL is not available."
      return lines + paragraph(text, width: width)
    }
    let hidden = SQLText.hiddenCount(script.source)
    if hidden > 0 {
      lines += paragraph(
        "\(Format.count(hidden, "hidden character")) shown as marks", width: width, .warning)
    }
    lines.append(StyledLine())
    let failure = report?.report.failure
    return lines + SQLText.numbered(script, failedLine: failure?.fixLocation?.line)
  }

  /// The reason why no migration can be applied, if the selected one is the cause.
  private var shownObstacle: StepObstacle? {
    guard let status = scene.known.present?.status, let obstacle = status.obstacle,
      status.stoppedAt == migration.identifier, migration.note != obstacle.description
    else { return nil }
    return obstacle
  }

  var provenance: StyledLine? {
    report.map {
      .provenance(
        isCopy: $0.isCopy, age: scene.now - $0.time,
        isStale: $0.isCopy && scene.known.isDryRunStale)
    }
  }

  /// The migration at which the last dry run failed before it reached this one.
  private var endOfDryRun: String? {
    guard migration.state == .pending || migration.state == .outOfOrder, report == nil,
      let end = scene.known.dryRun?.value.report.steps.last, let failure = end.failure,
      !failure.isCancellation
    else { return nil }
    return end.identifier
  }

  private var unknownText: String {
    if let end = endOfDryRun {
      return "Not run: the last dry run failed at \(end). "
        + "Press \(scene.key(.dryRun)) to dry-run it again."
    }
    return switch migration.state {
    case .pending, .outOfOrder:
      "No dry run yet. Press \(scene.key(.dryRun)) to run this migration"
        + (migration.isNext ? "" : ", and the pending ones before it,")
        + " on a copy of the database and see its changes here. The real file is not changed."
    default:
      "Not applied in this session, so its changes are not known here. Press "
        + "\(scene.key(.show(.history))) for earlier runs, \(scene.key(.show(.schema))) to compare the "
        + "schema with what the applied migrations produce."
    }
  }

  private func changesTab(width: Int) -> [StyledLine] {
    guard let (report, isCopy, _) = report else {
      return paragraph(unknownText, width: width)
    }
    var lines: [StyledLine] = []
    if let failure = report.failure {
      lines.append(
        StyledLine(
          "Failed; \(failure.databaseState.words):", .danger, bold: true))
      lines += failure.explanation(
        on: isCopy ? .copy : .database, width: width, of: scene.context.path)
      guard report.isKept else { return lines + warnings(of: report, width: width) }
      lines.append(StyledLine())
    }
    let changes = report.changes
    if changes.isEmpty {
      lines.append(StyledLine("No schema changes.", .dim))
    } else {
      for summary in changes.summaries { lines += summary.lines(width: width, .strong) }
    }
    for line in report.headerLines + report.dataLines(isDone: !isCopy) {
      lines += line.styled(width: width)
    }
    lines += warnings(of: report, width: width)
    lines += paragraph(
      "took \(Format.seconds(report.seconds))"
        + (report.statementCount.map { " · " + Format.count($0, "statement") } ?? "")
        + (report.space.map { " · file \($0.words)" } ?? ""), width: width, .dim)
    for change in changes.changes {
      lines.append(StyledLine())
      lines.append(
        StyledLine("\(change.object.kindWords) \(change.name)", .hunk, bold: true))
      lines += ChangeText.lines(of: change, width: scene.context.isLinear ? nil : width)
    }
    return lines
  }

  private func warnings(of report: StepReport, width: Int) -> [StyledLine] {
    report.warnings.flatMap {
      paragraph("\(scene.glyphs.warning.plain) \($0)", width: width, .warning)
    }
  }

  private func dataTab(width: Int) -> [StyledLine] {
    guard let (report, isCopy, _) = report else {
      return paragraph(unknownText, width: width)
    }
    var lines = Losses(of: [report]).lines(isDone: !isCopy).flatMap { $0.styled(width: width) }
    if report.rows.isEmpty, report.counting != .none {
      lines.append(
        StyledLine(
          report.isKept
            ? "No rows were changed."
            : report.failure.map { "Failed; \($0.databaseState.words)." } ?? "", .dim))
    }
    for row in report.rows {
      lines += row.line.styled(width: width)
      if !row.isRecreated {
        lines.append(
          StyledLine(
            "    \(Format.number(row.inserted)) inserted · \(Format.count(row.updated, "update")) · "
              + "\(Format.number(row.deleted)) deleted", .dim))
      }
      for line in row.values.lines { lines += line.styled(width: width) }
    }
    if !report.changedRows.isEmpty {
      lines += paragraph(
        "Press \(scene.key(.showRows)) to see each row before and after.", width: width, .dim)
    }
    lines.append(StyledLine())
    for line in report.countLines + report.differenceLines { lines += line.styled(width: width) }
    for violation in report.newViolations {
      lines += paragraph(violation.description, width: width)
    }
    if let added = report.violations?.added, added > report.newViolations.count {
      let more = added - report.newViolations.count
      lines.append(StyledLine("… and \(Format.count(more, "more violation"))", .dim))
    }
    return lines
  }

  private func logTab(width: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    if let (report, isCopy, _) = report, let failure = report.failure {
      lines += failure.explanation(
        on: isCopy ? .copy : .database, width: width, of: scene.context.path)
      lines.append(StyledLine())
    }
    let log = scene.known.logs[migration.identifier] ?? []
    if log.isEmpty, lines.isEmpty {
      let text =
        endOfDryRun == nil
        ? "This migration was not run in this session." : unknownText
      return paragraph(text, width: width, .dim)
    }
    for entry in log {
      var line = StyledLine(
        entry.isCopy ? "COPY" : "REAL", entry.isCopy ? .copy : .real, bold: true)
      line.add(" \(Format.clock(entry.time))  ", .dim)
      let words = paragraph(
        entry.text, width: max(20, width - line.width), entry.isFailure ? .danger : .normal)
      for (index, piece) in words.enumerated() {
        var next = index == 0 ? line : StyledLine(String(repeating: " ", count: line.width))
        next.spans += piece.spans
        lines.append(next)
      }
    }
    return lines
  }
}

extension MigrationFailure.DatabaseState {
  /// The state after a failed migration, as words that follow `Failed;`.
  fileprivate var words: String {
    switch self {
    case .rolledBack: "no changes were made"
    case .partlyApplied: "some changes were kept"
    case .unknown: "its changes may have been kept"
    }
  }
}
