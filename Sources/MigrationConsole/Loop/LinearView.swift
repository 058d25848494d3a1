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

  /// A part of the view: its name, its lines, and how changes to it are read.
  private struct Part {
    var name: String
    var lines: [SafeText]
    var firstLine = 0
    var isWhole = false
  }

  /// All lines.
  var lines: [SafeText] { parts.flatMap(\.lines) }

  private var parts: [Part] {
    if let dialog = model.dialog { return dialogParts(dialog) }
    let front = model.stack.front
    let count = front.count(in: scene)
    let heading = front.fullHeading(in: scene)
    // Before the first read the count is not known.
    let rows = scene.known.overview == nil ? "not read yet" : Format.count(count, "row")
    var parts = [
      Part(name: "title", lines: [titleLine, screensLine]),
      Part(name: "heading of \(front.title)", lines: [SafeText("\(heading): \(rows)")]),
    ]
    // A long list is cut to the rows around its selection.
    let selection = front.panes.list.selection
    let first = max(0, min(selection - Self.rowsBefore, count - Self.rows))
    let shown = first..<min(count, first + Self.rows)
    parts.append(
      Part(
        name: "list of \(heading)", lines: front.spoken(shown, in: scene).map { "  " + $0 },
        firstLine: first))
    var words: [SafeText] = count == 0 ? [SafeText(front.placeholder(in: scene))] : []
    if shown.count < count {
      words.append("  rows \(shown.lowerBound + 1) to \(shown.upperBound) of \(count)")
    }
    if count > 0 {
      let row = front.spoken(selection..<selection + 1, in: scene).first ?? SafeText()
      words.append("Selected, \(selection + 1) of \(count): " + row)
    }
    parts.append(Part(name: "selection of \(heading)", lines: words))
    parts.append(detailPart(front, heading: heading))
    if let field = front.panes.field {
      parts.append(
        Part(name: "input", lines: [SafeText("Input:\(front.fieldPrompt.name)\(field.text)")]))
    }
    return parts + endParts(front)
  }

  /// The tabs and the detail; if one line changes, all lines are read again.
  ///
  /// A line such as a row count means nothing without the table name above it.
  private func detailPart(_ front: any ConsoleScreen, heading: String) -> Part {
    var lines: [SafeText] = []
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
    return Part(name: "detail of \(heading)", lines: lines, isWhole: true)
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
    return SafeText("Screen \(model.stack.front.title), one of \(names.joined(separator: ", "))")
  }

  private func endParts(_ front: any ConsoleScreen) -> [Part] {
    var parts: [Part] = []
    if let work = scene.work {
      let words = work.phase.isEmpty ? "" : ", \(work.phase)"
      let line = SafeText("Running: \(work.title)\(words). Ctrl-C stops it.")
      parts.append(Part(name: "work", lines: [line]))
    }
    if let notice = scene.notice {
      let kind =
        switch notice.level {
        case .info: "Message"
        case .warning: "Warning"
        case .error: "Error"
        }
      parts.append(Part(name: "notice", lines: [SafeText("\(kind): \(notice.text)")]))
    }
    if let next = NextLine(model), scene.work == nil {
      let hint = next.hint.map { ". Enter: \($0)." } ?? "."
      let words = next.words(scene.glyphs).spans.last?.text.plain ?? ""
      parts.append(Part(name: "next", lines: [SafeText("Situation:\(words)\(hint)")]))
    }
    let hints = (model.availability.useful + model.availability.possible(Binding.footerEnd)).map {
      "\($0.keys.first?.label ?? "") \($0.short ?? "")"
    }
    return parts + [keysPart(hints)]
  }

  private func keysPart(_ hints: [String]) -> Part {
    Part(name: "keys", lines: [SafeText("Keys: \(hints.joined(separator: ", "))")])
  }

  private func dialogParts(_ dialog: OpenDialog) -> [Part] {
    let place = DialogLayout(of: dialog, in: scene)
    let text = (place.lines + place.choice.lines).map { SafeText($0.plain) }
    var parts = [
      Part(name: "dialog \(place.title)", lines: ["Dialog: " + SafeText(place.title)] + text)
    ]
    if let remark = dialog.remark {
      parts.append(Part(name: "remark", lines: [SafeText("Warning: \(remark)")]))
    }
    let hints = dialog.content.bindings.compactMap { binding in
      binding.short.map { "\(binding.keys.first?.label ?? "") \($0)" }
    }
    return parts + [keysPart(hints)]
  }

  /// The lines as a screen that is tall enough for all of them.
  var screen: RenderedScreen {
    let parts = parts
    let all = parts.flatMap(\.lines)
    let lines = scene.glyphs.isASCII ? all.map(\.ascii) : all
    let width = max(1, lines.map(\.width).max() ?? 1)
    var grid = CellGrid(size: Size(columns: width, rows: lines.count), glyphs: scene.glyphs)
    for (y, line) in lines.enumerated() { grid.put(line, x: 0, y: y) }
    var end = 0
    grid.readingParts = parts.map { part in
      let start = end
      end += part.lines.count
      return ReadingPart(
        name: part.name, rows: start..<end, firstLine: part.firstLine, isWhole: part.isWhole)
    }
    return RenderedScreen(grid: grid, cursor: nil)
  }
}

extension ConsoleScreen {
  /// The rows for a screen reader, each ending with its span at the right edge.
  fileprivate func spoken(_ rows: Range<Int>, in scene: SharedState) -> [SafeText] {
    lines(rows, in: scene, width: 400).map { line in
      let end = line.trailing.map { ", \($0.text.plain)" } ?? ""
      let text = line.plain + end
      return SafeText(String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
    }
  }
}
