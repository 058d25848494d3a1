import MigratorEngine
import MigratorSession
import TerminalUI

/// The facts in the confirm dialog of a step: file, losses, changes, checks and backups.
///
/// Lines are wrapped, so that none is truncated.
struct StepSummary {
  private let confirm: ConfirmStep
  private let scene: SharedState
  private let width: Int

  init(of confirm: ConfirmStep, in scene: SharedState, width: Int) {
    self.confirm = confirm
    self.scene = scene
    self.width = width
  }

  var lines: [StyledLine] {
    let size = "   \(Format.bytes(confirm.prepared.overview.facts.fileSize))"
    var lines = paragraph(scene.context.databasePath, width: width, .strong)
    if let last = lines.last, last.width + size.count <= width {
      lines[lines.count - 1] = last.adding(size, .dim)
    }
    let prepared = confirm.prepared
    lines +=
      outdated.map { labelled("stale", "\($0) Press Esc, then retry the step.", .danger) } ?? []
    if let report = prepared.dryRun?.report {
      let steps = report.steps.filter { confirm.identifiers.contains($0.identifier) }
      lines += lossLines + violationLines(steps)
      lines += cautionLines(report: report)
      lines += effectLines(steps)
      lines += checkLines(steps)
    } else {
      let reason = prepared.copyFailure?.description ?? "it was turned off"
      lines += labelled("unknown", "No dry run: \(reason)", .danger)
      lines += labelled("applies", "\(confirm.identifiers.joined(separator: ", "))")
    }
    return lines + backupLines
  }

  private func labelled(_ label: String, _ text: String, _ role: Role = .normal) -> [StyledLine] {
    let loud = role == .danger || role == .warning
    return labelled(label, paragraph(text, width: width - 9, role), loud ? role : .dim, loud)
  }

  private func labelled(
    _ label: String, _ lines: [StyledLine], _ role: Role = .dim, _ bold: Bool = false
  ) -> [StyledLine] {
    lines.enumerated().map { index, piece in
      let shown = index == 0 ? label : ""
      let pad = String(repeating: " ", count: max(1, 9 - shown.count))
      var line = StyledLine(shown + pad, role, bold: bold)
      line.spans += piece.spans
      return line
    }
  }

  /// Why the dialog no longer matches the file, or `nil`.
  ///
  /// If it does not match, a step would be refused, or the row counts may be outdated.
  var outdated: String? {
    let seen = confirm.prepared.overview
    return switch scene.known.overview {
    case .failure(let failure)?: failure.message
    case .success(let now)? where now.registered != seen.registered:
      "The migrations changed after this dialog opened."
    case .success(let now)? where now.schema != seen.schema:
      "Another program changed the schema after this dialog opened."
    case .success(let now)? where now.status.recorded != seen.status.recorded:
      "Another program changed the ledger after this dialog opened."
    case .success(let now)? where now.fingerprint != seen.fingerprint:
      "Another program wrote to the file after this dialog opened. The numbers are outdated."
    case .success?, nil: nil
    }
  }

  private func effectLines(_ steps: [StepReport]) -> [StyledLine] {
    let room = width - 9
    if steps.count == 1 { return labelled("changes", effects(of: steps[0], room: room)) }
    // The screen behind the dialog has the details of each.
    return steps.enumerated().flatMap { index, step in
      let result = RunResult(changesOf: step).words(
        columns: max(12, room - SafeText(step.identifier).width - 2), scene.glyphs.ellipsis)
      return labelled(
        index == 0 ? "changes" : "then",
        paragraph("\(step.identifier): \(result)", width: room)
          + step.warnings.flatMap { paragraph($0, width: room, .warning) })
    }
  }

  private func effects(of step: StepReport, room: Int) -> [StyledLine] {
    var lines = (confirm.summaries[step.identifier] ?? []).flatMap { $0.lines(width: room) }
    // The losses say how many rows the other tables lose, so only the rest is listed here.
    let lost = Set(
      Losses(of: [step]).list.compactMap { $0.kind == .rows ? $0.facts.table : nil })
    let rows = step.rows.compactMap { rows in
      lost.contains(rows.table)
        ? rows.after.map {
          TextLine("\(rows.table): ", .heading).adding("\(Format.count($0, "row")) left", .danger)
        } : rows.line
    }
    for line in rows + step.headerLines { lines += line.styled(width: room) }
    if lines.isEmpty { lines = paragraph("only the ledger", width: room) }
    for warning in step.warnings { lines += paragraph(warning, width: room, .warning) }
    return lines
  }

  private var lossLines: [StyledLine] {
    confirm.prepared.predicted.flatMap { step in
      let whose = confirm.labels[step.identifier].map { " \($0):" } ?? ""
      return Losses(of: [step]).lines().flatMap { line in
        // The first word is in the column of labels.
        labelled(
          line.pieces[0].text, String((whose + line.pieces[1].text).dropFirst()),
          line.pieces[0].role.shown)
      }
    }
  }

  /// Cautions, placed before the changes, because a long list would hide them.
  private func cautionLines(report: DryRunReport) -> [StyledLine] {
    var lines: [StyledLine] = []
    if confirm.scope == .all, let failure = report.failure {
      // The Log of that migration has the reason.
      lines += labelled(
        "stops", "before \(failure.identifier), which failed in the dry run", .warning)
    } else if let stop = confirm.prepared.overview.stop(in: confirm.scope) {
      lines += labelled("stops", stop.message, .warning)
    }
    if let staying = confirm.prepared.migrations.first(where: \.runsOutsideTransaction) {
      let whose = confirm.identifiers.count > 1 ? "\(staying.identifier) runs" : "Runs"
      lines += labelled("caution", "\(whose) \(staying.transaction.words).", .warning)
    }
    if confirm.hiddenCount > 0 {
      lines += labelled(
        "hidden",
        "\(Format.count(confirm.hiddenCount, "hidden character")) in the SQL; the SQL tab marks them",
        .warning)
    }
    return lines
  }

  /// New violations that no check will prevent from being committed.
  private func violationLines(_ steps: [StepReport]) -> [StyledLine] {
    let new = steps.reduce(0) { $0 + ($1.violations?.added ?? 0) }
    guard new > 0 else { return [] }
    return labelled(
      "violates",
      "\(Format.count(new, "new foreign-key violation")) in the dry run; no check rolls them back",
      .danger)
  }

  private func checkLines(_ steps: [StepReport]) -> [StyledLine] {
    let new = steps.reduce(0) { $0 + ($1.violations?.added ?? 0) }
    let counts = steps.first?.violations.flatMap { first in
      steps.last?.violations.map {
        ViolationCounts(before: first.before, after: $0.after, added: new).words
      }
    }
    var lines: [StyledLine] = []
    let overview = confirm.prepared.overview
    if overview.origin.usesForeignLedger {
      lines += labelled(
        "ledger", "\(overview.status.ledgerName), in the format of its tool")
    } else if !overview.status.ledgerExists {
      lines += labelled("ledger", "\(overview.status.ledgerName), a new table")
    }
    let unchecked = uncheckedWords
    var words: [String] = []
    if let counts {
      let place = unchecked.isEmpty ? "" : " in the dry run"
      if new > 0 || steps.first?.violations?.before != 0 {
        words.append("foreign-key violations: \(counts)\(place)")
      }
    } else {
      words.append("violations were not counted")
    }
    words += unchecked
    // Losses are checked again before the commit, unless they cannot be rolled back.
    if confirm.prepared.enforcesAgreements, !confirm.prepared.agreements.isEmpty {
      words.append("a larger loss is rolled back")
    } else if confirm.prepared.commitsUnchecked {
      words.append(
        "a larger loss is not rolled back, because the app's own engine commits the migration")
    }
    if !words.isEmpty {
      lines += labelled(
        "checks", words.joined(separator: "; "), new > 0 ? .danger : .normal)
    }
    return lines + (confirm.prepared.needs.map { labelled("needs", $0) } ?? [])
  }

  /// The migrations that do not check foreign keys before the commit, so that the counts are only
  /// those of the dry run.
  private var uncheckedWords: [String] {
    let migrations = confirm.prepared.migrations
    let unchecked = Dictionary(grouping: migrations) { $0.foreignKeyChecks ?? .deferred }
      .filter { $0.key != .deferred }.sorted { $0.key.rawValue < $1.key.rawValue }
    return unchecked.map { mode, some in
      let whose =
        migrations.count == 1
        ? "foreign keys are"
        : some.count == 1
          ? "those of \(some[0].identifier) are" : "those of \(some.count) migrations are"
      return "\(whose) \(mode.words)"
    }
  }

  private var backupLines: [StyledLine] {
    let lines = confirm.prepared.backups.lines.map(\.plain)
    return lines.isEmpty ? [] : labelled("backups", lines.joined(separator: " "))
  }
}
