import MigratorEngine
import MigratorSchema
import TerminalUI

extension ConsoleModel {
  /// The detail of the selected migration, in the tab that is open.
  func migrationDetail(width: Int) -> (title: String, lines: [StyledLine]) {
    guard let migration = selectedMigration else { return ("", []) }
    let lines =
      switch detailTab {
      case .sql: sqlTab(migration, width: width)
      case .changes: changesTab(migration, width: width)
      case .data: dataTab(migration, width: width)
      case .log: logTab(migration, width: width)
      }
    return (migration.identifier, lines)
  }

  /// The report that the tabs of a migration show: the real step before the dry run.
  func report(of identifier: String) -> (report: StepReport, isCopy: Bool, time: Double)? {
    if let step = stepReports[identifier] { return (step.value, false, step.time) }
    if let dryRun, let step = dryRun.value.steps.first(where: { $0.identifier == identifier }) {
      return (step, true, dryRun.time)
    }
    return nil
  }

  private func sqlTab(_ migration: MigrationStatus, width: Int) -> [StyledLine] {
    var lines = [StyledLine(migration.state.word, migration.state.role, bold: true)]
    lines += paragraph(migration.state.explanation, width: width, .dim)
    if let time = migration.appliedAt {
      lines += paragraph("Applied \(time).", width: width, .dim)
    }
    if let note = migration.note { lines += paragraph(note, width: width, migration.state.role) }
    if let obstacle = shownObstacle(of: migration) {
      lines += paragraph(obstacle.description, width: width, .warning)
    }
    if let checks = migration.foreignKeyChecks, migration.script != nil {
      // Outside a transaction nothing could be taken back at the end, so nothing is switched either.
      let keys = migration.transaction == .whole ? ", foreign keys \(checks.words)" : ""
      lines += paragraph("Runs \(migration.transaction.words)\(keys).", width: width, .dim)
    }
    guard let script = migration.script else {
      lines.append(StyledLine())
      // Why it is no SQL, and what would run it, stands in the note.
      if migration.state == .code { return lines }
      let text =
        migration.foreignKeyChecks == nil
        ? "There is no file for it: it was applied by another version of the app, or under "
          + "another name. Its SQL cannot be shown."
        : "This migration is Swift code: it has no SQL text to show. Its dry run tells what it does."
      return lines + paragraph(text, width: width)
    }
    let hidden = SQLText.hiddenCount(script.source)
    if hidden > 0 {
      lines.append(
        StyledLine("\(Format.count(hidden, "hidden character")) shown as marks", .warning))
    }
    lines.append(StyledLine())
    let failure = report(of: migration.identifier)?.report.failure
    return lines + SQLText.numbered(script, failedLine: failure?.location?.line)
  }

  /// Why no step is possible, where the selected migration is the one in question.
  private func shownObstacle(of migration: MigrationStatus) -> StepObstacle? {
    guard case .success(let overview)? = overview, let obstacle = overview.status.obstacle,
      overview.status.culprit == migration.identifier, migration.note != obstacle.description
    else { return nil }
    return obstacle
  }

  /// Where what the detail shows comes from: the real file or a copy, and how long ago.
  var provenance: StyledLine? {
    guard screen == .migrations, detailTab != .sql, let migration = selectedMigration,
      let (_, isCopy, time) = report(of: migration.identifier)
    else { return nil }
    return StyledLine(isCopy ? "COPY" : "REAL", isCopy ? .copy : .real, bold: true)
      .adding(" \(Format.ago(now - time))", .dim)
  }

  private func unknownText(_ migration: MigrationStatus) -> String {
    switch migration.state {
    case .pending, .outOfOrder:
      migration.isNext
        ? "Not tried yet. d dry-runs this migration on a copy of the database and shows here "
          + "what it changes; the file itself stays as it is."
        : "Not tried yet. D dry-runs all pending migrations in order on a copy of the database "
          + "and shows here what this one changes; the file itself stays as it is."
    default:
      "Applied before this session, so what it changed is not recorded. "
        + "The schema screen (2) compares the file with what all applied migrations produce."
    }
  }

  private func changesTab(_ migration: MigrationStatus, width: Int) -> [StyledLine] {
    guard let (report, isCopy, _) = report(of: migration.identifier) else {
      return paragraph(unknownText(migration), width: width)
    }
    var lines: [StyledLine] = []
    if let failure = report.failure {
      lines.append(StyledLine("It failed, so nothing changed:", .danger, bold: true))
      return lines + failure.explanation(on: isCopy ? "The copy" : "The file", width: width)
    }
    let changes = report.changes
    let warnings = lossLines(report)
    if changes.isEmpty {
      lines.append(StyledLine("No object of the schema changed.", .dim))
    } else {
      for summary in changes.summaries { lines += summary.lines(width: width, .strong) }
    }
    lines += warnings
    for warning in report.warnings {
      lines += paragraph("\(context.glyphs.warning.plain) \(warning)", width: width, .warning)
    }
    for row in report.rows { lines.append(rowsLine(row)) }
    lines += countLines(report)
    for warning in report.warnings {
      lines += paragraph("\(context.glyphs.warning.plain) \(warning)", width: width, .warning)
    }
    lines.append(
      StyledLine(
        "took \(Format.seconds(report.seconds)) · "
          + "\(Format.count(report.statementCount, "statement")) · "
          + "file \(report.fileGrowth < 0 ? "" : "+")\(Format.bytes(report.fileGrowth))", .dim))
    for change in changes.changes {
      lines.append(StyledLine())
      lines.append(
        StyledLine("\(change.kind.rawValue) \(change.name)", .hunk, bold: true))
      lines += ChangeText.lines(of: change)
    }
    return lines
  }

  /// What the step loses, a line each.
  private func lossLines(_ report: StepReport) -> [StyledLine] {
    let losses = Losses(of: [report])
    let mark = context.glyphs.warning.plain
    return losses.objects.map { object in
      StyledLine("\(mark) \(object.kind.rawValue) \(object.name)", .warning, bold: true)
        .adding(" of \(object.tableName) is not brought back", .warning)
    }
  }

  private func rowsLine(_ row: StepReport.TableRows) -> StyledLine {
    let mark = context.glyphs.warning.plain
    var line = StyledLine("\(row.table)  ", .strong)
    switch (row.before, row.after) {
    case (let before?, let after?) where before == after && row.updated > 0 && !row.isRecreated:
      line.add("\(Format.number(row.updated)) of \(Format.count(after, "row")) updated")
    case (let before?, let after?):
      line.add(
        "rows \(Format.number(before)) \(context.glyphs.arrow.plain) \(Format.number(after))",
        after < before ? .danger : .normal)
    case (nil, let after?): line.add("new, \(Format.count(after, "row"))", .added)
    case (let before?, nil): line.add("gone, had \(Format.count(before, "row"))", .danger)
    case (nil, nil): line.add("made and dropped", .dim)
    }
    if row.isRecreated { line.add("  recreated", .dim) }
    if row.cascaded > 0 {
      line.add("  \(mark) CASCADE took \(Format.number(row.cascaded))", .danger, bold: true)
    }
    return line
  }

  /// The violations, and where the numbers come from.
  private func countLines(_ report: StepReport) -> [StyledLine] {
    switch report.counting {
    case .counted: [violationLine(report)]
    case .onCopy:
      [violationLine(report), StyledLine("rows and violations as its dry run counted them", .dim)]
    case .none: [StyledLine("rows and violations were not counted: there was no dry run", .dim)]
    }
  }

  private func violationLine(_ report: StepReport) -> StyledLine {
    let isBad = report.newViolationCount > 0
    return StyledLine(
      "violations  \(Format.number(Int64(report.newViolationCount))) new",
      isBad ? .danger : .normal, bold: isBad
    ).adding(" · \(Format.number(Int64(report.oldViolationCount))) from before", .dim)
  }

  private func dataTab(_ migration: MigrationStatus, width: Int) -> [StyledLine] {
    guard let report = report(of: migration.identifier)?.report else {
      return paragraph(unknownText(migration), width: width)
    }
    var lines: [StyledLine] = []
    if report.rows.isEmpty, report.counting != .none {
      lines.append(StyledLine("No row was added, changed or removed.", .dim))
    }
    for row in report.rows {
      lines.append(rowsLine(row))
      lines.append(
        StyledLine(
          "    \(Format.number(row.inserted)) inserted · \(Format.number(row.updated)) updated · "
            + "\(Format.number(row.deleted)) deleted", .dim))
    }
    lines.append(StyledLine())
    lines += countLines(report)
    for violation in report.newViolations {
      lines += paragraph(violation.description, width: width)
    }
    if report.newViolationCount > report.newViolations.count {
      let more = report.newViolationCount - report.newViolations.count
      lines.append(StyledLine("… and \(Format.count(more, "more violation"))", .dim))
    }
    return lines
  }

  private func logTab(_ migration: MigrationStatus, width: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    if let (report, isCopy, _) = report(of: migration.identifier), let failure = report.failure {
      lines += failure.explanation(on: isCopy ? "The copy" : "The file", width: width)
      lines.append(StyledLine())
    }
    let log = logs[migration.identifier] ?? []
    if log.isEmpty, lines.isEmpty {
      return paragraph("Nothing was run for this migration in this session.", width: width, .dim)
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

extension DatabaseMigrator.ForeignKeyChecks {
  /// The mode in words.
  var words: String {
    switch self {
    case .deferred: "checked at the end of the migration"
    case .immediate: "enforced at every statement"
    case .disabled: "off, not checked"
    }
  }
}

/// Breaks a text into lines of a width.
///
/// - Parameters:
///   - text: The raw text; it is sanitised.
///   - width: The columns there are.
///   - role: The role of the text.
/// - Returns: The lines.
func paragraph(_ text: String, width: Int, _ role: Role = .normal) -> [StyledLine] {
  SafeText(text).wrapped(columns: max(8, width)).map { piece in
    var line = StyledLine()
    line.add(piece, role)
    return line
  }
}
