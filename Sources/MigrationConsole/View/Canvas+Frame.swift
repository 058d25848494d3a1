import MigratorEngine
import TerminalUI

extension Canvas {
  /// The line of the file: name, REAL in words and colour, size, journal mode, ledger, counts.
  mutating func drawTitle() {
    let y = layout.title.y
    let name = model.context.databasePath.split(separator: "/").last.map(String.init) ?? ""
    var right: [StyledLine] = []
    var facts: [String] = []
    if case .success(let overview)? = model.overview {
      let read = overview.facts
      facts = [Format.bytes(read.fileSize), read.journalMode]
      if read.isReadOnly { facts.append("read-only") }
      let ledger = overview.status.ledgerName
      facts.append(overview.status.ledgerExists ? ledger : "no ledger yet")
      let left = name.count + facts.reduce(0) { $0 + $1.count + 2 } + 9
      right = counts(of: overview.status, room: model.size.columns - left)
    }
    let rightWidth = Self.width(of: right)
    let rightStart = max(0, model.size.columns - rightWidth - 1)
    var x = write(" ", 0, y)
    x = write(
      SafeText(name).prefix(columns: max(8, rightStart - 8)), x, y, Style(.title, bold: true))
    x = write("  ", x, y)
    x = write("REAL", x, y, .real, bold: true)
    for fact in facts {
      guard x + 2 + SafeText(fact).width < rightStart else { break }
      x = write("  \(fact)", x, y, .dim)
    }
    guard x < rightStart else { return }
    x = rightStart
    for (index, part) in right.enumerated() {
      if index > 0 { x = write(Self.separator(before: part), x, y, .dim) }
      for span in part.spans { x = write(span.text, x, y, span.style) }
    }
  }

  /// The counts by state in words; where they would push out what the line must say, the rarer
  /// states by their mark, and on narrow screens all of them.
  private func counts(of status: StatusReport, room: Int) -> [StyledLine] {
    func counts(inWords states: Set<MigrationStatus.State>) -> [StyledLine] {
      MigrationStatus.State.allCases.compactMap { state in
        let count = status.count(of: state)
        guard count > 0 || state == .applied else { return nil }
        let word = states.contains(state) ? " \(state.word)" : state.mark(glyphs).plain
        return StyledLine("\(count)\(word)", count == 0 ? .dim : state.role)
      }
    }
    let choices: [Set<MigrationStatus.State>] = [
      Set(MigrationStatus.State.allCases), [.applied, .pending], [],
    ]
    let fitting = choices.lazy.map(counts).first { Self.width(of: $0) + 2 <= room }
    return fitting ?? counts(inWords: [])
  }

  private static func width(of parts: [StyledLine]) -> Int {
    parts.enumerated().reduce(0) { sum, part in
      sum + part.element.width + (part.offset == 0 ? 0 : separator(before: part.element).count)
    }
  }

  /// Words are set apart by a dot; marks stand close together.
  private static func separator(before part: StyledLine) -> String {
    part.plain.contains(" ") ? " · " : " "
  }

  /// The line of screens, and where the migrations come from.
  mutating func drawScreens() {
    let y = layout.tabs.y
    let isNarrow = model.size.columns < 60
    var x = isNarrow ? 0 : 1
    for screen in Screen.allCases {
      let isFront = screen == model.screen
      var label = "\(screen.rawValue)"
      if !isNarrow || isFront { label += " \(screen.title)" }
      if screen == .violations, model.violations.count > 0 {
        label +=
          isNarrow
          ? "·\(model.violations.count)" : " \(Format.number(Int64(model.violations.count)))"
      }
      let role: Role =
        isFront ? .accent : screen == .violations && model.violations.count > 0 ? .warning : .normal
      x = write(isFront ? "[\(label)]" : " \(label) ", x, y, role, bold: isFront)
      if model.size.columns >= 100 { x += 1 }
    }
    let source = text(model.context.migrationsDescription)
    let start = model.size.columns - source.width - 1
    if start > x + 1 {
      write(source, start, y, Style(.dim))
    } else if model.size.columns - x > 16 {
      write(source.prefix(columns: model.size.columns - x - 3), x + 2, y, Style(.dim))
    }
  }

  /// The list of the screen in front.
  mutating func drawList() {
    guard layout.list.height > 0 else { return }
    let inner = layout.listInner
    let count = model.rowCount(of: model.screen)
    let list = model.lists[model.screen] ?? ListState()
    if layout.hasBoxes {
      box(
        layout.list, title: listTitle, footer: listFooter(count: count, list: list),
        focused: model.focus == .list && model.dialog == nil)
    }
    guard count > 0 else {
      let lines = paragraph(emptyListText, width: inner.width - 2, .dim)
      for (row, line) in lines.prefix(inner.height).enumerated() {
        write(
          line, in: Rect(x: inner.x + 1, y: inner.y, width: inner.width - 2, height: inner.height),
          row: row)
      }
      return
    }
    let rows = listRows(from: list.offset, count: min(inner.height, count - list.offset))
    for (row, line) in rows.enumerated() {
      write(line, in: inner, row: row)
      guard list.offset + row == list.selection else { continue }
      let style = Style(
        model.focus == .list && model.dialog == nil ? .selection : .selectionInactive)
      grid.style(Rect(x: inner.x, y: inner.y + row, width: inner.width, height: 1), style)
      if model.focus == .list { cursor = Point(x: inner.x, y: inner.y + row) }
    }
  }

  private var listTitle: String {
    let filter = model.filters[model.screen] ?? ""
    let name = model.screen == .schema ? "Schema: \(model.schemaView.title)" : model.screen.title
    return filter.isEmpty ? name : "\(name) matching \"\(filter)\""
  }

  private func listFooter(count: Int, list: ListState) -> String {
    if model.screen == .violations { return violationsFooter }
    return count == 0 ? "" : "\(list.selection + 1) of \(count)"
  }

  /// The detail of what is selected, with its tabs.
  mutating func drawDetail() {
    let rect = layout.detail
    guard rect.height > 0 else { return }
    let area = layout.detailText
    let focused = model.focus == .detail && model.dialog == nil
    let content = model.detail
    let shown = min(content.lines.count, content.scroll + area.height)
    let position =
      content.lines.count > area.height
      ? "\(content.scroll + 1)–\(shown) of \(content.lines.count)" : ""
    if layout.hasBoxes {
      box(rect, title: content.title, footer: position, focused: focused)
    } else if layout.list.height > 0 {
      let style = Style(focused ? .borderFocused : .border)
      for x in 0..<rect.width { grid.put(glyphs.horizontal, x: x, y: rect.y, style: style) }
      write(
        text(" \(content.title) ").prefix(
          columns: rect.width - 6 - (model.provenance?.width ?? 0)), 2, rect.y,
        Style(.title, bold: focused))
      drawProvenance(right: rect.width - 1, y: rect.y)
    }
    if layout.detailHasTabs { drawDetailTabs() }
    for row in 0..<max(0, shown - content.scroll) {
      write(
        content.lines[content.scroll + row], in: area, row: row,
        columnOffset: content.columnOffset)
    }
    if focused { cursor = Point(x: area.x, y: area.y) }
  }

  private mutating func drawDetailTabs() {
    let inner = layout.detailInner
    var x = layout.detailText.x
    func isFront(_ title: String) -> Bool {
      model.screen == .migrations
        ? model.detailTab.title == title : model.schemaView.title == title
    }
    let titles: [String] =
      switch model.screen {
      case .migrations: DetailTab.allCases.map(\.title)
      case .schema: SchemaView.allCases.map(\.title)
      case .violations, .history: []
      }
    for title in titles {
      let front = isFront(title)
      x = write(
        front ? "[\(title)]" : " \(title) ", x, inner.y, front ? .accent : .normal, bold: front,
        limit: inner.x + inner.width)
    }
    guard let provenance = model.provenance else { return }
    let right = layout.detailText.x + layout.detailText.width
    if x + provenance.width + 1 <= right { drawProvenance(right: right, y: inner.y) }
  }

  /// Says whether the detail speaks of the real file or of a copy, and how old it is.
  private mutating func drawProvenance(right: Int, y: Int) {
    guard let provenance = model.provenance, provenance.width < right else { return }
    var x = right - provenance.width
    for span in provenance.spans { x = write(span.text, x, y, span.style, limit: right) }
  }
}
