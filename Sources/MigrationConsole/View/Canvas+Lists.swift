import MigratorEngine
import MigratorSchema
import TerminalUI

extension Canvas {
  /// What stands in an empty list: what to do, or what is being done.
  var emptyListText: String {
    if case .failure(let failure)? = model.overview, model.screen != .history {
      return failure.message
    }
    let isFiltered = !(model.filters[model.screen] ?? "").isEmpty
    if isFiltered { return "Nothing matches the filter. Esc drops it." }
    switch model.screen {
    case .migrations:
      if model.overview == nil { return "Reading…" }
      return "No migrations: none are registered, and the database has no ledger. "
        + "Name a folder of .sql files with --migrations."
    case .schema: return model.emptySchemaText
    case .violations:
      switch model.violations.search {
      case .idle: return "Reading…"
      case .running(let table, _, _, _):
        return table.isEmpty ? "Reading…" : "Searching \(table)… None found so far."
      case .complete: return "No violations: every foreign key finds its parent."
      case .stopped: return "The search was stopped. r searches again."
      case .failed(let message): return message
      }
    case .history:
      return "Nothing was run in this session. d dry-runs the next migration on a copy."
    }
  }

  /// The lines of the list that are seen.
  ///
  /// - Parameters:
  ///   - first: The first row that is seen.
  ///   - count: How many are.
  /// - Returns: A line for each row.
  func listRows(from first: Int, count: Int) -> [StyledLine] {
    switch model.screen {
    case .migrations:
      return model.listedMigrations.dropFirst(first).prefix(count).map(migrationLine)
    case .schema:
      return model.listedChanges.dropFirst(first).prefix(count).map(schemaLine)
    case .violations:
      let rows = model.violations.rows.dropFirst(first).prefix(count)
      let widths = violationWidths(rows)
      return rows.map { violationLine($0, widths: widths) }
    case .history:
      return model.listedHistory.dropFirst(first).prefix(count).map(historyLine)
    }
  }

  private func migrationLine(_ migration: MigrationStatus) -> StyledLine {
    var line = StyledLine(migration.isNext ? glyphs.pointer.plain : " ", .accent, bold: true)
    line.add(migration.state.mark(glyphs), migration.state.role, bold: true)
    line.add(" ")
    let isQuiet = migration.state == .applied || migration.state == .merged
    line.add(migration.identifier, isQuiet ? .normal : migration.state.role)
    var remark = migration.remark
    var role = migration.state.role
    if let report = model.report(of: migration.identifier)?.report {
      let losses = model.losses[migration.identifier] ?? Losses(of: [])
      if report.failure != nil {
        remark = "\(glyphs.failed.plain) fails"
        role = .danger
      } else if losses.isDataLost, !isQuiet {
        remark = "\(glyphs.warning.plain) data"
        role = .danger
      } else if !isQuiet, let word = losses.objects.first?.kind.rawValue ?? report.warningWord {
        remark = "\(glyphs.warning.plain) \(word)"
        role = .warning
      }
    }
    if remark.isEmpty, let time = migration.appliedAt {
      // As far as the minute, where there is room for it.
      let shown = text(String(time.prefix(16)) + " ")
      if line.width + 2 + shown.width <= layout.listInner.width {
        line.trailing = StyledLine.Span(text: shown, style: Style(.dim))
      }
    }
    if !remark.isEmpty {
      line.trailing = StyledLine.Span(
        text: text(remark + " "), style: Style(role, bold: migration.isNext))
    }
    return line
  }

  private func schemaLine(_ row: SchemaRow) -> StyledLine {
    var line = StyledLine(" \(row.sign) ", row.role, bold: true)
    let kind = row.object.kind
    line.add("\(kind.rawValue) ", .dim)
    line.add(row.object.name, row.role)
    if kind == .index || kind == .trigger { line.add("  on \(row.object.tableName)", .dim) }
    if !row.word.isEmpty {
      line.trailing = StyledLine.Span(text: text(row.word + " "), style: Style(row.role))
    }
    return line
  }

  /// The widths that line up the columns of the violations that are seen.
  private func violationWidths(_ rows: some Sequence<ViolationsState.Row>) -> (Int, Int) {
    var widths = (0, 0)
    let limit = max(8, min(28, layout.listInner.width / 3))
    for case .violation(let group, let index) in rows {
      let violation = model.violations.groups[group].violations[index]
      widths.0 = max(widths.0, min(limit, text(violation.rowText).width))
      widths.1 = max(widths.1, min(limit, text(violation.missingKey.keyText).width))
    }
    return widths
  }

  private func violationLine(_ row: ViolationsState.Row, widths: (Int, Int)) -> StyledLine {
    switch row {
    case .group(let index):
      let group = model.violations.groups[index]
      let fold = group.isFolded ? glyphs.folded : glyphs.unfolded
      var line = StyledLine("\(fold.plain) ", .accent)
      line.add(group.key.title, .hunk, bold: true)
      line.add("  \(Format.count(group.count, "row"))", .warning)
      if !group.key.destinationExists {
        line.add("  no table \(group.key.destinationTable)", .danger)
      }
      if group.key.originIsWithoutRowID {
        line.trailing = StyledLine.Span(text: "WITHOUT ROWID ", style: Style(.dim))
      }
      return line
    case .violation(let group, let index):
      let violation = model.violations.groups[group].violations[index]
      var line = StyledLine("    ")
      let name = text(violation.rowText).prefix(columns: widths.0)
      let key = text(violation.missingKey.keyText).prefix(columns: widths.1)
      line.add(name.padded(columns: widths.0 + 2))
      line.add(key.padded(columns: widths.1), .danger)
      let missing = Set(violation.missingKey.map(\.column))
      for field in violation.row where !missing.contains(field.column) {
        // The key of an ordinary table is its rowid, which stands at the left already.
        if let rowID = violation.violation.originRowID, field.value.storage == .int64(rowID) {
          continue
        }
        line.add("  \(field.column) ", .dim)
        line.add(field.value.shortText)
      }
      return line
    }
  }

  /// How far the search of violations is.
  var violationsFooter: String {
    let found = "\(Format.number(Int64(model.violations.count))) found"
    switch model.violations.search {
    case .idle: return ""
    case .running(let table, let index, let count, let startedAt):
      let elapsed = model.now - startedAt
      let time = elapsed >= 1 ? "  \(Format.seconds(elapsed))" : ""
      let place = table.isEmpty ? "searching" : "searching \(table), \(index + 1) of \(count)"
      return "\(found) · \(place)\(time)  Ctrl-C stops"
    case .complete(let seconds):
      let unlisted =
        model.violations.unlisted > 0
        ? " (\(Format.number(Int64(model.violations.unlisted))) not listed)" : ""
      return "\(found)\(unlisted) · complete, \(Format.seconds(seconds))"
    case .stopped: return "\(found) · stopped, r searches again"
    case .failed: return "\(found) · the search failed"
    }
  }

  private func historyLine(_ entry: HistoryEntry) -> StyledLine {
    let isStep = entry.kind == .step
    var line = StyledLine(" \(Format.clock(entry.endedAt)) ", .dim)
    line.add(isStep ? "REAL" : "COPY", isStep ? .real : .copy, bold: true)
    line.add(" \(entry.kind.rawValue) ", .normal)
    line.add(entry.subject, .strong)
    line.trailing = StyledLine.Span(
      text: text((entry.isFailure ? "failed " : "ok ") + Format.seconds(entry.seconds) + " "),
      style: Style(entry.isFailure ? .danger : .applied))
    return line
  }
}
