import MigratorEngine
import MigratorSchema
import TerminalUI

extension Canvas {
  /// The dialog before a step of the real file: what will happen, in plain words.
  mutating func drawConfirm(_ confirm: ConfirmStep) {
    let columns = min(model.size.columns - 4, 76)
    let facts = factLines(confirm, width: columns)
    let tail = tailLines(confirm)
    let room = model.size.rows - 3
    // What is lost and the choice stay in sight; what does not fit above is said to be cut.
    let shown = max(1, min(facts.count, room - tail.count))
    var lines = Array(facts.prefix(shown))
    if shown < facts.count, let last = lines.indices.last {
      lines[last] = StyledLine(
        "… \(facts.count - shown + 1) more lines; a larger screen shows them", .warning)
    }
    lines += tail
    let title =
      confirm.identifiers.count == 1
      ? "Step \(confirm.identifiers[0]) on the REAL file"
      : "Step \(confirm.identifiers.count) migrations on the REAL file"
    let area = dialogBox(title: title, columns: columns, rows: lines.count)
    for (row, line) in lines.enumerated() where row < area.height {
      write(line, in: area, row: row)
    }
    placeCursor(confirm, area: area, firstTailRow: shown)
    drawDialogKeys(confirmKeys(confirm))
  }

  private func confirmKeys(_ confirm: ConfirmStep) -> [(key: String, word: String)] {
    var hints = [(key: "Esc", word: "cancel"), (key: "Tab", word: "next")]
    switch confirm.focus {
    case .cancel: hints.append((key: "Enter", word: "cancel"))
    case .phrase: hints.append((key: "type", word: confirm.phrase ?? ""))
    case .backup: hints.append((key: "Space", word: "backup on or off"))
    case .step:
      hints.append(
        confirm.isArmed
          ? (key: "y", word: "step the real file") : (key: "Tab", word: "to the phrase first"))
    }
    return hints
  }

  /// What is known: the file, the dry run, what will change, what is lost, what is checked.
  private func factLines(_ confirm: ConfirmStep, width: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    let name = model.context.databasePath
    var head = StyledLine(name, .strong)
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
      let age = Format.ago(max(0, model.now - (model.dryRun?.time ?? model.now)))
      lines += labelled("dry run", "\(age), on this very state of the file", width: width)
      if confirm.identifiers.count > 1 {
        lines += labelled(
          "will", "apply, in order: \(confirm.identifiers.joined(separator: ", "))", width: width)
      }
      lines += effectLines(steps, width: width)
      lines += lossLines(confirm.losses, width: width)
      lines += checkLines(steps, report: report, confirm: confirm, width: width)
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

  /// The choice: backup, phrase, buttons.
  private func tailLines(_ confirm: ConfirmStep) -> [StyledLine] {
    var lines: [StyledLine] = []
    if let path = confirm.backupPath {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let box = confirm.makesBackup ? "[x]" : "[ ]"
      let focused = confirm.focus == .backup
      lines.append(
        StyledLine(focused ? "> " : "  ", .accent, bold: true)
          .adding("\(box) backup first  ", focused ? .accent : .normal, bold: focused)
          .adding(name, confirm.makesBackup ? .normal : .disabled))
    }
    if let phrase = confirm.phrase {
      let isUnseen = confirm.losses.isEmpty
      lines.append(
        StyledLine(
          isUnseen ? "  Nobody knows what this does. Type  " : "  This loses data. Type  ",
          .danger, bold: true
        ).adding(phrase, .strong, bold: true).adding("  to arm:"))
      let focused = confirm.focus == .phrase
      lines.append(
        StyledLine(focused ? "> " : "  ", .accent, bold: true)
          .adding("[", .dim)
          .adding(confirm.typed.text, confirm.isArmed ? .applied : .strong)
          .adding(
            String(
              repeating: " ",
              count: max(1, phrase.count + 1 - SafeText(confirm.typed.text).width))
          )
          .adding("]", .dim)
          .adding(confirm.isArmed ? "  armed" : "", .applied, bold: true))
    }
    lines.append(StyledLine())
    let cancel = confirm.focus == .cancel
    let step = confirm.focus == .step
    var buttons = StyledLine(cancel ? "> " : "  ", .accent, bold: true)
    buttons.add("[ Cancel ]", cancel ? .selection : .normal, bold: cancel)
    buttons.add("     ")
    buttons.add(step ? "> " : "  ", .accent, bold: true)
    if confirm.isArmed {
      buttons.add(step ? "[ Step: press y ]" : "[ Step ]", step ? .danger : .normal, bold: step)
    } else {
      buttons.add("  Step (not armed)", .disabled)
    }
    lines.append(buttons)
    return lines
  }

  /// The cursor stands on what has the focus.
  private mutating func placeCursor(_ confirm: ConfirmStep, area: Rect, firstTailRow: Int) {
    let tail = tailLines(confirm)
    let hasBackup = confirm.backupPath != nil
    switch confirm.focus {
    case .backup: cursor = Point(x: area.x + 3, y: area.y + firstTailRow)
    case .phrase:
      let row = firstTailRow + (hasBackup ? 1 : 0) + 1
      let typed = SafeText(String(confirm.typed.text.prefix(confirm.typed.cursor))).width
      cursor = Point(x: area.x + 3 + typed, y: area.y + row)
    case .cancel: cursor = Point(x: area.x + 4, y: area.y + firstTailRow + tail.count - 1)
    case .step: cursor = Point(x: area.x + 21, y: area.y + firstTailRow + tail.count - 1)
    }
  }
}
