import MigratorEngine
import MigratorSchema
import TerminalUI

extension Canvas {
  /// The dialog before a step of the real file: what will happen, in plain words.
  mutating func drawConfirm(_ confirm: ConfirmStep) {
    let columns = min(model.size.columns - 4, 72)
    let facts = factLines(confirm, width: columns)
    let tail = tailLines(confirm, width: columns)
    // The choice stays in sight; what is known above it scrolls when it does not fit.
    let room = max(1, min(facts.count, model.size.rows - 3 - tail.lines.count))
    let first = min(confirm.scroll, facts.count - room)
    let title =
      confirm.identifiers.count == 1
      ? "Step \(confirm.identifiers[0]) on the REAL file"
      : "Step \(confirm.identifiers.count) migrations on the REAL file"
    let lines = Array(facts[first..<first + room]) + tail.lines
    let area = dialogBox(title: title, columns: columns, rows: lines.count)
    for (row, line) in lines.enumerated() where row < area.height {
      write(line, in: area, row: row)
    }
    cursor = Point(x: area.x + tail.cursor.x, y: area.y + room + tail.cursor.y)
    var keys = confirmKeys(confirm)
    if room < facts.count {
      keys.append((key: "PgDn", word: "\(first + room) of \(facts.count) lines"))
    }
    drawDialogKeys(keys)
  }

  private func confirmKeys(_ confirm: ConfirmStep) -> [(key: String, word: String)] {
    var hints = [(key: "Esc", word: "cancel"), (key: "Tab", word: "next")]
    switch confirm.focus {
    case .cancel: break
    case .phrase: hints.append((key: "type", word: confirm.phrase ?? ""))
    case .backup: hints.append((key: "Space", word: "on or off"))
    case .step:
      hints.append(
        confirm.isArmed
          ? (key: "y", word: "steps the real file") : (key: "Tab", word: "to the phrase"))
    }
    return hints
  }

  /// What is known, the losses first: the file, the dry run, what will change, what is checked.
  private func factLines(_ confirm: ConfirmStep, width: Int) -> [StyledLine] {
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
      if confirm.identifiers.count > 1 {
        lines += labelled(
          "will", "apply, in order: \(confirm.identifiers.joined(separator: ", "))", width: width)
      }
      lines += effectLines(steps, width: width)
      lines += checkLines(steps, report: report, confirm: confirm, width: width)
      let age = Format.ago(max(0, model.now - (model.dryRun?.time ?? model.now)))
      lines += labelled("dry run", "\(age), of this very state of the file", width: width)
    }
    return lines
  }

  private func labelled(_ label: String, _ text: String, width: Int, _ role: Role = .normal)
    -> [StyledLine]
  {
    let indent = 9
    let loud = role == .danger || role == .warning
    return paragraph(text, width: width - indent, role).enumerated().map { index, piece in
      let shown = index == 0 ? label : ""
      let pad = String(repeating: " ", count: max(1, indent - shown.count))
      var line = StyledLine(shown + pad, loud ? role : .dim, bold: loud)
      line.spans += piece.spans
      return line
    }
  }

  private func effectLines(_ steps: [StepReport], width: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    var label = "will"
    for step in steps {
      for summary in step.changes.summaryLines {
        lines += labelled(label, summary, width: width)
        label = ""
      }
      for row in step.rows where row.inserted > 0 || row.updated > 0 || row.isRecreated {
        let text =
          row.isRecreated
          ? "recreate \(row.table) (\(Format.count(row.after ?? 0, "row")) kept)"
          : "\(row.table): \(Format.number(row.inserted)) rows inserted, "
            + "\(Format.number(row.updated)) updated"
        lines += labelled(label, text, width: width)
        label = ""
      }
    }
    if lines.isEmpty { lines += labelled("will", "change nothing but the ledger", width: width) }
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

  private func checkLines(
    _ steps: [StepReport], report: DryRunReport, confirm: ConfirmStep, width: Int
  ) -> [StyledLine] {
    let new = steps.reduce(0) { $0 + $1.newViolationCount }
    let old = steps.last?.oldViolationCount ?? 0
    var lines = labelled(
      "checks",
      "\(Format.count(new, "new violation")) expected, \(Format.number(Int64(old))) from before",
      width: width, new > 0 ? .danger : .normal)
    let seconds = steps.reduce(0) { $0 + $1.seconds }
    let growth = steps.reduce(0) { $0 + $1.fileGrowth }
    lines += labelled(
      "needs", "about \(Format.seconds(seconds)), \(Format.bytes(max(0, growth))) of growth",
      width: width)
    if confirm.scope == .all, let failure = report.failure {
      lines += labelled(
        "stops", "before \(failure.identifier), which failed in the dry run: \(failure.message)",
        width: width, .warning)
    }
    let hidden = hiddenCharacters(confirm.identifiers)
    if hidden > 0 {
      lines += labelled(
        "hidden", "\(Format.count(hidden, "hidden character")) in the SQL, shown as marks there",
        width: width, .warning)
    }
    return lines
  }

  private func hiddenCharacters(_ identifiers: [String]) -> Int {
    guard case .success(let overview)? = model.overview else { return 0 }
    return overview.status.migrations
      .filter { identifiers.contains($0.identifier) }
      .compactMap(\.script)
      .reduce(0) { sum, script in
        sum + SafeText.lines(script.text).reduce(0) { $0 + $1.hiddenCount }
      }
  }

  /// The choice: backup, phrase, buttons; and where the cursor stands in it.
  private func tailLines(
    _ confirm: ConfirmStep, width: Int
  ) -> (lines: [StyledLine], cursor: Point) {
    var lines: [StyledLine] = []
    var cursor = Point(x: 0, y: 0)
    func pointer(_ focus: ConfirmStep.Focus) -> StyledLine {
      StyledLine(confirm.focus == focus ? "> " : "  ", .accent, bold: true)
    }
    if let path = confirm.backupPath {
      if confirm.focus == .backup { cursor = Point(x: 3, y: lines.count) }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      lines.append(
        pointer(.backup)
          .adding(confirm.makesBackup ? "[x]" : "[ ]", confirm.focus == .backup ? .accent : .normal)
          .adding(" backup  ", .normal)
          .adding(name, confirm.makesBackup ? .normal : .disabled))
    }
    if let phrase = confirm.phrase {
      let reason = confirm.losses.isEmpty ? "Nobody knows what this does." : "This loses data."
      for line in paragraph("\(reason) To arm the step, type:", width: width - 2, .danger) {
        var indented = StyledLine("  ")
        indented.spans += line.spans
        lines.append(indented)
      }
      lines.append(StyledLine("    ").adding(phrase, .strong, bold: true))
      if confirm.focus == .phrase {
        let typed = SafeText(String(confirm.typed.text.prefix(confirm.typed.cursor))).width
        cursor = Point(x: 4 + typed, y: lines.count)
      }
      let missing = phrase.count + 1 - SafeText(confirm.typed.text).width
      lines.append(
        pointer(.phrase).adding("[ ", .dim)
          .adding(confirm.typed.text, confirm.isArmed ? .applied : .strong)
          .adding(String(repeating: " ", count: max(1, missing)))
          .adding("]", .dim)
          .adding(confirm.isArmed ? "  armed" : "", .applied, bold: true))
    }
    lines.append(StyledLine())
    let isCancel = confirm.focus == .cancel
    let isStep = confirm.focus == .step
    if !isStep, isCancel { cursor = Point(x: 4, y: lines.count) }
    if isStep { cursor = Point(x: 18, y: lines.count) }
    var buttons = pointer(.cancel)
    buttons.add("[ Cancel ]", isCancel ? .selection : .normal, bold: isCancel)
    buttons.add("  ")
    buttons.add(isStep ? "> " : "  ", .accent, bold: true)
    if confirm.isArmed {
      buttons.add(isStep ? "[ Step: press y ]" : "[ Step ]", isStep ? .danger : .normal)
    } else {
      buttons.add("Step (not armed)", .disabled)
    }
    lines.append(buttons)
    return (lines, cursor)
  }
}
