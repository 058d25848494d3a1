import MigratorEngine
import MigratorSession
import TerminalUI

/// The console as text in reading order: title, list, selection, detail, messages and keys.
struct LinearView {
  private let model: ConsoleModel
  private var scene: SharedState { model.scene }

  init(model: ConsoleModel) {
    self.model = model
  }

  var lines: [SafeText] {
    if let dialog = model.dialog { return dialogLines(dialog) }
    let front = model.stack.front
    let count = front.count(in: scene)
    // Before the first read the count is not known.
    let rows = scene.known.overview == nil ? "not read yet" : Format.count(count, "row")
    var lines = [
      titleLine, screensLine, SafeText("\(front.fullHeading(in: scene)): \(rows)"),
    ]
    if count == 0 { lines.append(SafeText(front.placeholder(in: scene))) }
    // A long list is cut to the rows around its selection.
    let first = max(0, min(front.panes.list.selection - Self.rowsBefore, count - Self.rows))
    let shown = first..<min(count, first + Self.rows)
    for line in front.spoken(shown, in: scene) { lines.append("  " + line) }
    if shown.count < count {
      lines.append("  rows \(shown.lowerBound + 1) to \(shown.upperBound) of \(count)")
    }
    if count > 0 {
      let selection = front.panes.list.selection
      let words = front.spoken(selection..<selection + 1, in: scene).first ?? SafeText()
      lines.append("Selected, \(selection + 1) of \(count): " + words)
    }
    let (names, selected) = front.tabs
    if !names.isEmpty {
      let tabs = names.enumerated().map {
        $0.offset == selected ? "[\($0.element)]" : $0.element
      }
      lines.append(SafeText("Tabs: \(tabs.joined(separator: ", "))"))
    }
    let detail = front.panes.detail
    lines.append(SafeText("Detail of \(detail.title):"))
    if let provenance = front.provenance(in: scene) {
      lines.append("  " + SafeText(provenance.spans.first?.text.plain ?? ""))
    }
    lines += detail.lines.map { "  " + SafeText($0.plain) }
    if let field = front.panes.field {
      lines.append(SafeText("Input:\(front.fieldPrompt.name)\(field.text)"))
    }
    return lines + endLines(front)
  }

  private static let rows = 200
  private static let rowsBefore = 100

  private var titleLine: SafeText {
    let name = scene.context.databasePath
    let place =
      model.stack.front.target == .copy ? "COPY, not the database file" : "REAL, the database file"
    guard let overview = scene.known.present else { return SafeText("\(name) (\(place))") }
    return SafeText(
      "\(name) (\(place)), \(Format.bytes(overview.facts.fileSize)), journal "
        + "\(overview.facts.journalMode): \(overview.status.countText)")
  }

  private var screensLine: SafeText {
    let names = Screens.all.map { screen in
      let badge = model.stack.screens[screen].badge(in: scene).map { " \($0)" } ?? ""
      return "\(screen.number) \(model.stack.screens[screen].title)\(badge)"
    }
    return SafeText("Screen \(model.stack.front.title), of \(names.joined(separator: ", "))")
  }

  private func endLines(_ front: any ConsoleScreen) -> [SafeText] {
    var lines: [SafeText] = []
    if let work = scene.work {
      let words = work.phase.isEmpty ? "" : ", \(work.phase)"
      lines.append(SafeText("Running: \(work.title)\(words). Ctrl-C stops it."))
    }
    if let notice = scene.notice {
      let kind =
        switch notice.level {
        case .info: "Message"
        case .warning: "Warning"
        case .error: "Error"
        }
      lines.append(SafeText("\(kind): \(notice.text)"))
    }
    let hints = (model.availability.useful + model.availability.possible(Binding.footerEnd)).map {
      "\($0.keys.first?.label ?? "") \($0.short ?? "")"
    }
    lines.append(SafeText("Keys: \(hints.joined(separator: ", "))"))
    return lines
  }

  private func dialogLines(_ dialog: OpenDialog) -> [SafeText] {
    let place = DialogLayout(of: dialog, in: scene)
    var lines = [SafeText("Dialog: \(place.title)")]
    lines += (place.lines + place.choice.lines).map { SafeText($0.plain) }
    if let remark = dialog.remark { lines.append(SafeText("Warning: \(remark)")) }
    let hints = dialog.content.bindings.compactMap { binding in
      binding.short.map { "\(binding.keys.first?.label ?? "") \($0)" }
    }
    lines.append(SafeText("Keys: \(hints.joined(separator: ", "))"))
    return lines
  }

  /// The lines as a screen that is high enough for all of them.
  var screen: RenderedScreen {
    let lines = scene.glyphs.isASCII ? lines.map(\.ascii) : lines
    let width = max(1, lines.map(\.width).max() ?? 1)
    var grid = CellGrid(size: Size(columns: width, rows: lines.count), glyphs: scene.glyphs)
    for (y, line) in lines.enumerated() { grid.put(line, x: 0, y: y) }
    return RenderedScreen(grid: grid, cursor: nil)
  }
}

extension ConsoleScreen {
  /// The rows for a screen reader, ending with the span at the right edge.
  fileprivate func spoken(_ rows: Range<Int>, in scene: SharedState) -> [SafeText] {
    lines(rows, in: scene, width: 400).map { line in
      let end = line.trailing.map { ", \($0.text.plain)" } ?? ""
      let text = line.plain + end
      return SafeText(String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
    }
  }
}
