import MigratorEngine
import TerminalUI

extension Canvas {
  /// The dialog in front, if there is one.
  mutating func drawDialog() {
    switch model.dialog {
    case .help(let scroll): drawHelp(scroll: scroll)
    case .message(let message): drawMessage(message)
    case .quitWhileWorking: drawQuit()
    case .confirm(let confirm): drawConfirm(confirm)
    case .repairs(let repairs): drawRepairs(repairs)
    case nil: break
    }
  }

  /// Clears a rectangle in the middle of the screen and draws a box around it.
  ///
  /// - Parameters:
  ///   - title: The heading.
  ///   - columns: The columns that the text needs.
  ///   - rows: The rows that the text needs.
  ///   - footer: The remark below.
  /// - Returns: The part inside the box.
  mutating func dialogBox(title: String, columns: Int, rows: Int, footer: String = "") -> Rect {
    let width = min(columns + 4, model.size.columns)
    let height = min(rows + 2, model.size.rows - 1)
    let rect = Rect(
      x: (model.size.columns - width) / 2, y: max(0, (model.size.rows - 1 - height) / 2),
      width: width, height: height)
    if layout.notice != layout.footer { grid.fill(layout.notice) }
    grid.fill(rect)
    box(rect, title: title, footer: footer, focused: true)
    return Rect(
      x: rect.x + 2, y: rect.y + 1, width: max(0, width - 4), height: max(0, height - 2))
  }

  /// Replaces the line of keys.
  mutating func drawDialogKeys(_ hints: [(key: String, word: String)]) {
    let y = layout.footer.y
    grid.fill(layout.footer)
    var x = 1
    for hint in hints {
      x = write(hint.key, x, y, .key, bold: true)
      x = write(" \(hint.word)", x, y) + 2
    }
  }

  /// How far the text of the dialog in front can be scrolled.
  var dialogScrollLimit: Int {
    switch model.dialog {
    case .help: max(0, helpLines.count - scrolledRows)
    case .message(let message):
      max(0, wrapped(message.lines, columns: model.dialogWidth).count - scrolledRows)
    case .confirm(let confirm): confirmScrollLimit(confirm)
    case .repairs(let repairs): repairScrollLimit(repairs)
    case .quitWhileWorking, nil: 0
    }
  }

  /// How many lines of a text a dialog shows at once.
  private var scrolledRows: Int { model.size.rows - 3 }

  private var helpColumns: Int { min(model.size.columns - 4, 96) }

  private mutating func drawHelp(scroll: Int) {
    drawScrolled(helpLines, title: "Keys", columns: helpColumns, scroll: scroll)
  }

  private var helpLines: [StyledLine] {
    let keyWidth = model.size.columns < 60 ? 9 : 16
    let columns = helpColumns
    var lines: [StyledLine] = []
    for group in Binding.Group.allCases {
      if !lines.isEmpty { lines.append(StyledLine()) }
      lines.append(StyledLine(group.rawValue, .accent, bold: true))
      for binding in Binding.table where binding.group == group {
        let pieces = paragraph(binding.long, width: columns - keyWidth)
        for (index, piece) in pieces.enumerated() {
          let all = model.size.columns < 60 ? binding.keys[0].label : binding.label()
          let label = index == 0 ? all : ""
          let pad = String(repeating: " ", count: max(1, keyWidth - SafeText(label).width))
          var line = StyledLine(label, .key, bold: true)
          line.add(pad)
          line.spans += piece.spans
          lines.append(line)
        }
        if let reason = model.disabledReason(of: binding.command) {
          let indent = String(repeating: " ", count: keyWidth)
          for piece in paragraph("not now: \(reason)", width: columns - keyWidth, .disabled) {
            var line = StyledLine(indent)
            line.spans += piece.spans
            lines.append(line)
          }
        }
      }
    }
    return lines
  }

  private mutating func drawMessage(_ message: MessageDialog) {
    let columns = model.dialogWidth
    drawScrolled(
      wrapped(message.lines, columns: columns), title: message.title, columns: columns,
      scroll: message.scroll)
  }

  /// Long lines in one style are broken; lines in several styles are clipped as they are.
  private func wrapped(_ lines: [StyledLine], columns: Int) -> [StyledLine] {
    lines.flatMap { line -> [StyledLine] in
      guard line.width > columns, line.spans.count == 1, let span = line.spans.first
      else { return [line] }
      return span.text.wrapped(columns: columns).map { piece in
        var broken = StyledLine()
        broken.spans = [StyledLine.Span(text: piece, style: span.style)]
        return broken
      }
    }
  }

  private mutating func drawScrolled(
    _ lines: [StyledLine], title: String, columns: Int, scroll: Int
  ) {
    let room = scrolledRows
    let last = max(0, lines.count - room)
    let first = min(scroll, last)
    let more = lines.count > room ? "\(first + 1)–\(first + room) of \(lines.count)" : ""
    let area = dialogBox(title: title, columns: columns, rows: lines.count, footer: more)
    for (row, line) in lines.dropFirst(first).prefix(area.height).enumerated() {
      write(line, in: area, row: row)
    }
    drawDialogKeys([(key: "↑↓", word: "scroll"), (key: "Esc", word: "closes")])
  }

  private mutating func drawQuit() {
    let what = model.work?.title ?? "work"
    let isReal = model.work?.kind == .stepping
    let text =
      isReal
      ? "\(what) is running. Leaving rolls it back first."
      : "\(what) is running. Leaving stops it; the copy is removed."
    let columns = min(56, model.size.columns - 4)
    var lines = paragraph(text.capitalizedFirst, width: columns)
    lines.append(StyledLine())
    lines.append(
      StyledLine("y", .key, bold: true).adding(" stops it and leaves   ")
        .adding("Esc", .key, bold: true).adding(" stays"))
    let area = dialogBox(title: "Leave?", columns: columns, rows: lines.count)
    for (row, line) in lines.enumerated() { write(line, in: area, row: row) }
    drawDialogKeys([(key: "Esc", word: "stay"), (key: "y", word: "stop it and leave")])
  }
}

extension String {
  /// The text with its first character in upper case.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
