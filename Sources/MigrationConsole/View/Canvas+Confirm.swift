import MigratorEngine
import TerminalUI

extension Canvas {
  /// The dialog before a step of the real file: what will happen, in plain words.
  mutating func drawConfirm(_ confirm: ConfirmStep) {
    let columns = min(model.size.columns - 4, 72)
    let facts = factLines(confirm, width: columns)
    let tail = tailLines(confirm, width: columns)
    // The choice stays in sight; what is known above it scrolls when it does not fit.
    let room = factRoom(facts: facts.count, tail: tail.lines.count)
    let first = min(confirm.scroll, facts.count - room)
    let isCut = room < facts.count
    let title =
      confirm.identifiers.count == 1
      ? "Step \(confirm.identifiers[0]) on the REAL file"
      : "Step \(confirm.identifiers.count) migrations on the REAL file"
    let lines = Array(facts[first..<first + room]) + tail.lines
    let area = dialogBox(
      title: title, columns: columns, rows: lines.count,
      footer: isCut ? "lines \(first + 1)–\(first + room) of \(facts.count) above the choice" : "")
    for (row, line) in lines.enumerated() where row < area.height {
      write(line, in: area, row: row)
    }
    cursor = Point(x: area.x + tail.cursor.x, y: area.y + room + tail.cursor.y)
    var keys = confirmKeys(confirm)
    if isCut { keys.append((key: "PgDn", word: "scrolls")) }
    drawDialogKeys(keys)
  }

  private func factRoom(facts: Int, tail: Int) -> Int {
    max(1, min(facts, model.size.rows - 3 - tail))
  }

  /// How far what is known can be scrolled.
  func confirmScrollLimit(_ confirm: ConfirmStep) -> Int {
    let columns = min(model.size.columns - 4, 72)
    let facts = factLines(confirm, width: columns).count
    let tail = tailLines(confirm, width: columns).lines.count
    return max(0, facts - factRoom(facts: facts, tail: tail))
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

  /// How much room the backup takes: a copy of the file and of what its `-wal` holds.
  private var backupSize: String {
    guard case .success(let overview)? = model.overview else { return "" }
    return "  \(Format.bytes(overview.facts.fileSize + (overview.facts.walSize ?? 0)))"
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
          .adding(name, confirm.makesBackup ? .normal : .disabled)
          .adding(backupSize, .dim))
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
