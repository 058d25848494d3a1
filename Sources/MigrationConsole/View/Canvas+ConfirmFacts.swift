import MigratorEngine
import MigratorSchema
import TerminalUI

extension Canvas {
  /// What is known, the losses first: the file, the dry run, what will change, what is checked.
  func factLines(_ confirm: ConfirmStep, width: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    var head = StyledLine(model.context.databasePath, .strong)
    if case .success(let overview)? = model.overview {
      head.add("   \(Format.bytes(overview.facts.fileSize))", .dim)
    }
    lines.append(head)
    switch confirm.evidence {
    case .failure(let failure):
      lines += labelled(
        "unseen", "There is no dry run: \(failure.message)", width: width, .danger)
      lines += labelled(
        "will", "apply \(confirm.identifiers.joined(separator: ", "))", width: width)
    case .success(let report):
      let steps = report.steps.filter { confirm.identifiers.contains($0.identifier) }
      lines += lossLines(confirm.losses, width: width)
      lines += cautionLines(report: report, confirm: confirm, width: width)
      lines += effectLines(steps, confirm: confirm, width: width)
      lines += checkLines(steps, width: width)
      let age = Format.ago(max(0, model.now - (model.dryRun?.time ?? model.now)))
      lines += labelled("dry run", "\(age), of this very state of the file", width: width)
    }
    return lines
  }

  private func labelled(_ label: String, _ text: String, width: Int, _ role: Role = .normal)
    -> [StyledLine]
  {
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

  /// What the steps change; of several, each under its own name.
  private func effectLines(_ steps: [StepReport], confirm: ConfirmStep, width: Int) -> [StyledLine]
  {
    let indent = 9
    if steps.count == 1 {
      return labelled("will", effects(of: steps[0], confirm: confirm, width: width - indent))
    }
    return steps.enumerated().flatMap { index, step in
      var lines = labelled(index == 0 ? "will" : "then", [StyledLine(step.identifier, .strong)])
      lines += labelled(
        "",
        effects(of: step, confirm: confirm, width: width - indent - 2).map { $0.indented(by: 2) })
      return lines
    }
  }

  private func effects(of step: StepReport, confirm: ConfirmStep, width: Int) -> [StyledLine] {
    var lines = (confirm.summaries[step.identifier] ?? []).flatMap { $0.lines(width: width) }
    for row in step.rows where row.inserted > 0 || row.updated > 0 || row.isRecreated {
      var parts: [String] = []
      if row.inserted > 0 { parts.append("\(Format.count(row.inserted, "row")) inserted") }
      if row.updated > 0 { parts.append("\(Format.count(row.updated, "row")) updated") }
      let text =
        row.isRecreated
        ? "recreate \(row.table) (\(Format.count(row.after ?? 0, "row")) kept)"
        : "\(row.table): \(parts.joined(separator: ", "))"
      lines += paragraph(text, width: width)
    }
    if lines.isEmpty { lines = paragraph("change nothing but the ledger", width: width) }
    for warning in step.warnings { lines += paragraph(warning, width: width, .warning) }
    return lines
  }

  private func lossLines(_ losses: Losses, width: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    for row in losses.rows {
      let why = row.tableIsGone ? "the table is dropped" : row.isCascade ? "by CASCADE" : "deleted"
      lines += labelled(
        "LOSES", "\(Format.count(row.count, "row")) of \(row.table), \(why)", width: width, .danger)
    }
    for table in losses.tables where !losses.rows.contains(where: { $0.table == table }) {
      lines += labelled("LOSES", "table \(table), which is empty", width: width, .danger)
    }
    for column in losses.columns {
      lines += labelled(
        "LOSES", "column \(column.column) of \(column.table)", width: width, .danger)
    }
    for object in losses.objects {
      lines += labelled(
        "LOSES", "\(object.kind.rawValue) \(object.name), not created again", width: width,
        .warning)
    }
    return lines
  }

  /// What else there is to know before reading on; a long list of changes must not hide it.
  private func cautionLines(
    report: DryRunReport, confirm: ConfirmStep, width: Int
  ) -> [StyledLine] {
    var lines: [StyledLine] = []
    if confirm.scope == .all, let failure = report.failure {
      lines += labelled(
        "stops", "before \(failure.identifier), which failed in the dry run: \(failure.message)",
        width: width, .warning)
    }
    let staying = model.migrations(confirm.identifiers).filter(\.runsOutsideTransaction)
    if let first = staying.first {
      let whose = confirm.identifiers.count > 1 ? "\(first.identifier) runs" : "Runs"
      lines += labelled("stays", "\(whose) \(first.transaction.words).", width: width, .warning)
    }
    if confirm.hiddenCount > 0 {
      lines += labelled(
        "hidden",
        "\(Format.count(confirm.hiddenCount, "hidden character")) in the SQL, shown as marks there",
        width: width, .warning)
    }
    return lines
  }

  private func checkLines(
    _ steps: [StepReport], width: Int
  ) -> [StyledLine] {
    let new = steps.reduce(0) { $0 + $1.newViolationCount }
    let old = steps.last?.oldViolationCount ?? 0
    var lines: [StyledLine] = []
    if model.context.evidence != nil, case .success(let overview)? = model.overview {
      lines += labelled(
        "ledger", "\(overview.status.ledgerName), written as its own tool writes it", width: width)
    }
    lines += labelled(
      "checks",
      "\(Format.count(new, "new violation")) expected, \(Format.number(Int64(old))) from before",
      width: width, new > 0 ? .danger : .normal)
    let seconds = steps.reduce(0) { $0 + $1.seconds }
    let growth = steps.reduce(0) { $0 + $1.fileGrowth }
    lines += labelled(
      "needs", "about \(Format.seconds(seconds)), \(Format.bytes(max(0, growth))) of growth",
      width: width)
    return lines
  }
}
