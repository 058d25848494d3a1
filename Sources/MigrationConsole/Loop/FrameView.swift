import MigratorEngine
import MigratorSession
import TerminalUI

/// The title, the line of screen names, and the two panes of the front screen.
struct FrameView {
  private let model: ConsoleModel
  private let scene: SharedState
  private let front: any ConsoleScreen
  private let layout: ScreenLayout

  init(model: ConsoleModel) {
    self.model = model
    scene = model.scene
    front = model.stack.front
    layout = model.stack.layout(in: model.scene)
  }

  func draw(on canvas: inout Canvas) {
    drawTitle(on: &canvas)
    drawScreens(on: &canvas)
    drawList(on: &canvas)
    drawDetail(on: &canvas)
  }

  private func drawTitle(on canvas: inout Canvas) {
    let y = layout.title.y
    let name = scene.context.databasePath.split(separator: "/").last.map(String.init) ?? ""
    var right: [StyledLine] = []
    var facts: [String] = []
    // While a copy is shown, the facts of the file could be mistaken for those of the copy.
    if front.target == .database, let overview = scene.known.present {
      let size = Format.bytes(overview.facts.fileSize)
      let mode = overview.facts.journalMode
      let ledger = overview.status.ledgerExists ? overview.status.ledgerName : "no ledger yet"
      let rest = (scene.writeRefusal != nil ? ["read-only"] : []) + [ledger]
      facts = [size, mode == "wal" ? mode : "journal \(mode)"] + rest
      func room(_ facts: [String]) -> Int {
        scene.size.columns - name.count - facts.reduce(0) { $0 + $1.count + 2 } - 9
      }
      // If the counts need the space, omit the default journal mode.
      if mode == "delete", Self.width(of: counts(of: overview.status)) + 2 > room(facts) {
        facts = [size] + rest
      }
      right = counts(of: overview.status, room: room(facts))
    }
    let rightWidth = Self.width(of: right)
    let rightStart = max(0, scene.size.columns - rightWidth - 1)
    var x = canvas.write(" ", 0, y)
    x = canvas.write(
      SafeText(name).prefix(columns: max(8, rightStart - 8)), x, y, Style(.title, bold: true))
    x = canvas.write("  ", x, y)
    let isCopy = front.target == .copy
    x = canvas.write(isCopy ? "COPY" : "REAL", x, y, isCopy ? .copy : .real, bold: true)
    for fact in facts {
      guard x + 2 + SafeText(fact).width < rightStart else { break }
      x = canvas.write("  \(fact)", x, y, .dim)
    }
    guard x < rightStart else { return }
    x = rightStart
    for (index, part) in right.enumerated() {
      if index > 0 { x = canvas.write(Self.separator(before: part), x, y, .dim) }
      for span in part.spans { x = canvas.write(span.text, x, y, span.style) }
    }
  }

  /// The counts by state.
  ///
  /// If there is not enough room for all words, only *applied* and *pending* have words; on narrow
  /// screens all states have marks.
  private func counts(of status: StatusReport, room: Int = .max) -> [StyledLine] {
    func counts(inWords states: Set<MigrationStatus.State>) -> [StyledLine] {
      MigrationStatus.State.allCases.compactMap { state in
        let count = state == .applied ? status.recordedCount : status.count(of: state)
        guard count > 0 || state == .applied else { return nil }
        let word = states.contains(state) ? " \(state.word)" : state.mark(scene.glyphs).plain
        return StyledLine("\(count)\(word)", count == 0 ? .dim : state.role)
      }
    }
    let choices: [Set<MigrationStatus.State>] = [
      Set(MigrationStatus.State.allCases), [.applied, .pending], [],
    ]
    let fitting = choices.lazy.map(counts).first { Self.width(of: $0) <= room - 2 }
    return fitting ?? counts(inWords: [])
  }

  private static func width(of parts: [StyledLine]) -> Int {
    parts.enumerated().reduce(0) { sum, part in
      sum + part.element.width + (part.offset == 0 ? 0 : separator(before: part.element).count)
    }
  }

  /// Words are separated by a dot, marks by a space.
  private static func separator(before part: StyledLine) -> String {
    part.plain.contains(" ") ? " · " : " "
  }

  /// The line of screen names, with the source of the migrations, or a warning that another program
  /// wrote recently.
  private func drawScreens(on canvas: inout Canvas) {
    let y = layout.tabs.y
    var (remark, role) = (scene.text(scene.known.origin.title), Role.dim)
    if let age = scene.writtenAge {
      (remark, role) = (SafeText("external write \(Format.ago(age))"), .warning)
    }
    var named = scene.size.columns < 60 ? 0 : Screens.all.count
    var labels = screenLabels(named: named)
    let room = scene.size.columns - remark.width - 3
    // The warning must be visible, so the last screens lose their names to make room.
    while role == .warning, named > 0, labels.reduce(1, { $0 + $1.width }) > room {
      named -= 1
      labels = screenLabels(named: named)
    }
    var x = scene.size.columns < 60 ? 0 : 1
    for label in labels {
      let start = x
      x = canvas.write(label.text, x, y, label.role, bold: label.isFront)
      if let screen = label.screen {
        canvas.area(Rect(x: start, y: y, width: x - start, height: 1), .screen(screen))
      }
      if scene.size.columns >= 100 { x += 1 }
    }
    // The last label ends with a space or a bracket, and the line ends with a space.
    let left = scene.size.columns - x - 2
    if remark.width > left, role == .dim { remark = scene.text(scene.known.origin.shortTitle) }
    guard left >= 12 || remark.width <= left else { return }
    remark = remark.withoutMiddle(columns: left, ellipsis: scene.glyphs.ellipsis)
    canvas.write(remark, scene.size.columns - remark.width - 1, y, Style(role))
  }

  private struct ScreenLabel {
    /// The screen that the label represents; `nil` if no number key opens it.
    var screen: Screen?
    var text: String
    var role: Role
    var isFront: Bool
    var width: Int { SafeText(text).width + 1 }
  }

  /// The names of the first screens and of the front screen; the others have only numbers.
  private func screenLabels(named: Int) -> [ScreenLabel] {
    var labels = Screens.all.enumerated().map { index, screen in
      let isFront = screen == model.stack.screen
      let isNarrow = index >= named
      let badge = model.stack.screens[screen].badge(in: scene)
      var label = "\(screen.number)"
      if !isNarrow || isFront { label += " \(model.stack.screens[screen].title)" }
      if let badge { label += isNarrow ? "·\(badge)" : " \(badge)" }
      return ScreenLabel(
        screen: screen, text: isFront ? "[\(label)]" : " \(label) ",
        role: isFront ? .accent : badge != nil ? .warning : .normal, isFront: isFront)
    }
    if !Screens.all.contains(model.stack.screen) {
      labels.append(ScreenLabel(text: "[\(front.title)]", role: .accent, isFront: true))
    }
    return labels
  }

  private func drawList(on canvas: inout Canvas) {
    guard layout.list.height > 0 else { return }
    canvas.area(layout.list, .list)
    if let border = layout.border { canvas.area(border, .border) }
    let inner = layout.listRows
    let count = front.count(in: scene)
    let list = front.panes.list
    if layout.hasBoxes {
      canvas.box(
        layout.list, title: front.fullHeading(in: scene),
        footer: front.remark(in: scene), focused: model.stack.focus == .list && model.dialog == nil)
    }
    guard count > 0 else {
      let lines = paragraph(front.placeholder(in: scene), width: inner.width - 2, .dim)
      for (row, line) in lines.prefix(inner.height).enumerated() {
        canvas.write(
          line, in: Rect(x: inner.x + 1, y: inner.y, width: inner.width - 2, height: inner.height),
          row: row)
      }
      return
    }
    if let place = layout.columnNames,
      let names = front.columnNames(in: scene, width: place.width)
    {
      canvas.write(names, in: place, row: 0)
    }
    let last = list.offset + min(inner.height, count - list.offset)
    let rows = front.lines(list.offset..<last, in: scene, width: inner.width)
    for (row, line) in rows.enumerated() {
      canvas.write(line, in: inner, row: row)
      canvas.area(
        Rect(x: inner.x, y: inner.y + row, width: inner.width, height: 1), .row(list.offset + row))
      defer { canvas.mark(front.panes.search, in: inner, row: row) }
      guard list.offset + row == list.selection else { continue }
      let style = Style(
        model.stack.focus == .list && model.dialog == nil ? .selection : .selectionInactive)
      canvas.grid.style(Rect(x: inner.x, y: inner.y + row, width: inner.width, height: 1), style)
      if model.stack.focus == .list { canvas.cursor = Point(x: inner.x, y: inner.y + row) }
    }
  }

  private func drawDetail(on canvas: inout Canvas) {
    let rect = layout.detail
    guard rect.height > 0 else { return }
    canvas.area(rect, .detail)
    if let border = layout.border { canvas.area(border, .border) }
    let area = layout.detailText
    let focused = model.stack.focus == .detail && model.dialog == nil
    let content = front.panes.detail
    let shown = min(content.lines.count, content.scroll + area.height)
    let position =
      content.lines.count > area.height
      ? "\(content.scroll + 1)–\(shown) of \(content.lines.count)" : ""
    if layout.hasBoxes {
      canvas.box(rect, title: content.title, footer: position, focused: focused)
      let room = rect.width - SafeText(content.title).width - 7
      if !layout.detailHasTabs, let provenance, provenance.width <= room {
        canvas.write(" ", rect.x + rect.width - provenance.width - 4, rect.y)
        drawProvenance(right: rect.x + rect.width - 3, y: rect.y, on: &canvas)
        canvas.write(" ", rect.x + rect.width - 3, rect.y)
      }
    } else if layout.list.height > 0 {
      let style = Style(focused ? .borderFocused : .border)
      for x in 0..<rect.width {
        canvas.grid.put(scene.glyphs.horizontal, x: x, y: rect.y, style: style)
      }
      canvas.write(
        scene.text(" \(content.title) ").prefix(
          columns: rect.width - 6 - (provenance?.width ?? 0)), 2, rect.y,
        Style(.title, bold: focused))
      drawProvenance(right: rect.width - 1, y: rect.y, on: &canvas)
    }
    if layout.detailHasTabs { drawDetailTabs(on: &canvas) }
    for row in 0..<max(0, shown - content.scroll) {
      canvas.write(
        content.lines[content.scroll + row], in: area, row: row,
        columnOffset: content.columnOffset)
      canvas.mark(front.panes.search, in: area, row: row)
    }
    if focused { canvas.cursor = Point(x: area.x, y: area.y) }
  }

  private var provenance: StyledLine? { front.provenance(in: scene) }

  private func drawDetailTabs(on canvas: inout Canvas) {
    let inner = layout.detailInner
    var x = layout.detailText.x
    for (index, title) in front.tabs.names.enumerated() {
      let isFront = index == front.tabs.selected
      let start = x
      defer { canvas.area(Rect(x: start, y: inner.y, width: x - start, height: 1), .tab(index)) }
      x = canvas.write(
        isFront ? "[\(title)]" : " \(title) ", x, inner.y, isFront ? .accent : .normal,
        bold: isFront, limit: inner.x + inner.width)
    }
    guard let provenance = provenance else { return }
    let right = layout.detailText.x + layout.detailText.width
    if x + provenance.width + 1 <= right { drawProvenance(right: right, y: inner.y, on: &canvas) }
  }

  private func drawProvenance(right: Int, y: Int, on canvas: inout Canvas) {
    guard let provenance = provenance, provenance.width < right else { return }
    var x = right - provenance.width
    for span in provenance.spans { x = canvas.write(span.text, x, y, span.style, limit: right) }
  }
}
