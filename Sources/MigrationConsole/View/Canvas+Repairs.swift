import MigratorEngine
import TerminalUI

extension Canvas {
  /// The dialog of repairs: the list of offers, what the one in view means and its SQL; in the
  /// question, the choice below them.
  mutating func drawRepairs(_ dialog: RepairDialog) {
    let columns = repairColumns
    let lines = repairLines(dialog)
    let tail = dialog.isAsking ? choiceLines(dialog) : []
    let room = max(1, min(lines.count, model.size.rows - 3 - tail.count))
    let first = min(dialog.scroll, lines.count - room)
    let isCut = room < lines.count
    let area = dialogBox(
      title: dialog.isAsking ? "Repair the ledger of the REAL file" : "Repairs of the ledger",
      columns: columns, rows: room + tail.count,
      footer: isCut ? "lines \(first + 1)–\(first + room) of \(lines.count)" : "")
    for (row, line) in (lines[first..<first + room] + tail).enumerated() where row < area.height {
      write(line, in: area, row: row)
    }
    if dialog.isAsking { cursor = cursor(of: dialog, in: area, below: room) }
    drawDialogKeys(keys(of: dialog, isCut: isCut))
  }

  /// How far the lines of the dialog can be scrolled.
  func repairScrollLimit(_ dialog: RepairDialog) -> Int {
    let tail = dialog.isAsking ? choiceLines(dialog).count : 0
    let lines = repairLines(dialog).count
    return max(0, lines - max(1, min(lines, model.size.rows - 3 - tail)))
  }

  private var repairColumns: Int { min(model.size.columns - 4, 88) }

  private func repairLines(_ dialog: RepairDialog) -> [StyledLine] {
    let columns = repairColumns
    var lines: [StyledLine] = []
    if dialog.isAsking {
      lines.append(StyledLine(model.context.databasePath, .strong))
    } else {
      for (index, offer) in dialog.offers.repairs.enumerated() {
        let isSelected = index == dialog.index
        lines.append(
          StyledLine(isSelected ? "> " : "  ", .accent, bold: true)
            .adding(offer.title, isSelected ? .selection : .normal))
      }
      lines.append(StyledLine())
    }
    guard let repair = dialog.repair else { return lines }
    if dialog.isAsking { lines += paragraph("Will \(repair.title):", width: columns, .strong) }
    for sentence in repair.explanation { lines += paragraph(sentence, width: columns, .dim) }
    lines.append(StyledLine())
    // Broken, never clipped: what is run is read to its last character.
    for line in repair.script.split(separator: "\n") {
      let shown = line.map { $0 == "\t" ? "  " : String($0) }.joined()
      for (index, piece) in paragraph(shown, width: columns - 2).enumerated() {
        lines.append(index == 0 ? piece : piece.indented(by: 2))
      }
    }
    return lines
  }

  private func choiceLines(_ dialog: RepairDialog) -> [StyledLine] {
    func pointer(_ focus: RepairDialog.Focus) -> StyledLine {
      StyledLine(dialog.focus == focus ? "> " : "  ", .accent, bold: true)
    }
    let path = dialog.offers.backupPath
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let backup = pointer(.backup)
      .adding(dialog.makesBackup ? "[x]" : "[ ]", dialog.focus == .backup ? .accent : .normal)
      .adding(" backup  ", .normal)
      .adding(name, dialog.makesBackup ? .normal : .disabled)
    let isCancel = dialog.focus == .cancel
    let isRepair = dialog.focus == .repair
    var buttons = pointer(.cancel)
    buttons.add("[ Cancel ]", isCancel ? .selection : .normal, bold: isCancel)
    buttons.add("  ")
    buttons.add(isRepair ? "> " : "  ", .accent, bold: true)
    buttons.add(isRepair ? "[ Repair: press y ]" : "[ Repair ]", isRepair ? .danger : .normal)
    return [backup, StyledLine(), buttons]
  }

  private func cursor(of dialog: RepairDialog, in area: Rect, below room: Int) -> Point {
    switch dialog.focus {
    case .backup: Point(x: area.x + 3, y: area.y + room)
    case .cancel: Point(x: area.x + 4, y: area.y + room + 2)
    case .repair: Point(x: area.x + 18, y: area.y + room + 2)
    }
  }

  private func keys(of dialog: RepairDialog, isCut: Bool) -> [(key: String, word: String)] {
    var keys: [(key: String, word: String)] = []
    if dialog.isAsking {
      keys = [(key: "Esc", word: "cancel"), (key: "Tab", word: "next")]
      switch dialog.focus {
      case .cancel: break
      case .backup: keys.append((key: "Space", word: "on or off"))
      case .repair: keys.append((key: "y", word: "changes the real file"))
      }
    } else {
      keys = [
        (key: "Esc", word: "closes"), (key: "↑↓", word: "choose"), (key: "Enter", word: "asks"),
      ]
    }
    if isCut { keys.append((key: "PgDn", word: "scrolls")) }
    return keys
  }
}
