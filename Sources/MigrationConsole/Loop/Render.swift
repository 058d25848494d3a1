import MigratorEngine
import MigratorSession
import TerminalUI

struct RenderedScreen: Sendable, Equatable {
  var grid: CellGrid
  /// The cursor of the terminal: on the focused row or in the active text field.
  var cursor: Point?
  var areas: [MouseArea] = []
}

/// Draws the model.
///
/// Pure: the same model gives the same screen.
func render(_ model: ConsoleModel) -> RenderedScreen {
  var canvas = Canvas(model.scene)
  let dialog = model.dialog.map { (open: $0, place: DialogLayout(of: $0, in: model.scene)) }
  if model.scene.isTooSmall || dialog?.place.isWhole == false {
    canvas.drawTooSmall(
      needed: dialog?.place.needed ?? SharedState.smallest,
      key: dialog?.open.content.bindings.first { $0.command == .back }
        ?? model.availability.unseen.first.flatMap { model.scene.context.keys.binding(of: $0) })
    return RenderedScreen(grid: canvas.grid, cursor: nil)
  }
  FrameView(model: model).draw(on: &canvas)
  let footer = FooterView(model: model)
  footer.draw(on: &canvas)
  if let dialog {
    DialogView(dialog: dialog.open, place: dialog.place, notice: footer.layout.notice)
      .draw(on: &canvas, footer: footer.layout.footer)
  }
  return RenderedScreen(grid: canvas.grid, cursor: canvas.cursor, areas: canvas.areas)
}

extension Canvas {
  fileprivate mutating func drawTooSmall(needed: Size, key: Binding?) {
    write("Too small: \(grid.size.columns)x\(grid.size.rows)", 0, 0, .warning, bold: true)
    write("Needs \(needed.columns)x\(needed.rows)", 0, 1)
    guard let key, let label = key.keys.first?.label else { return }
    let word = key.command == .cancelWork ? "stop" : key.short
    write("\(label) \(word ?? "")", 0, 2, .dim)
  }
}

/// The running work, the notice or the situation, and below it the available keys.
struct FooterView {
  private let model: ConsoleModel
  private let next: NextLine?
  private let scene: SharedState
  private let availability: CommandAvailability
  let layout: ScreenLayout

  init(model: ConsoleModel) {
    self.model = model
    next = NextLine(model)
    scene = model.scene
    availability = model.availability
    layout = model.stack.layout(in: scene)
  }

  func draw(on canvas: inout Canvas) {
    let y = layout.notice.y
    let sharesLine = layout.notice.y == layout.footer.y
    let front = model.stack.front
    if let field = front.panes.field {
      let (name, hint) = front.fieldPrompt
      draw(field, name, hint: hint, y: layout.footer.y, on: &canvas)
      if !sharesLine { drawNotice(y: y, on: &canvas) }
      return
    }
    let hasNotice = drawNotice(y: y, on: &canvas)
    if !sharesLine, scene.work != nil, let notice = scene.notice {
      // The work keeps its line, so the notice replaces the keys.
      canvas.draw(notice, y: layout.footer.y, isWhole: false)
    } else if !sharesLine || !hasNotice {
      drawKeys(y: layout.footer.y, on: &canvas)
    }
  }

  @discardableResult
  private func drawNotice(y: Int, on canvas: inout Canvas) -> Bool {
    if let work = scene.work {
      drawWork(work, y: y, on: &canvas)
      return true
    }
    let sharesLine = layout.notice.y == layout.footer.y
    let hint = sharesLine ? nil : next?.hint
    // Always show the hint, because Enter performs the action.
    let limit = scene.size.columns - (hint.map { Self.enterWidth($0) } ?? 0)
    var x: Int
    if let notice = scene.notice, notice.isWhole {
      x = drawWhole(notice, y: y, limit: limit, on: &canvas)
    } else if let notice = scene.notice {
      x = canvas.draw(notice, y: y, isWhole: false, limit: limit)
    } else if let next, !sharesLine {
      canvas.write(
        next.words(scene.glyphs), in: Rect(x: 0, y: y, width: limit, height: 1), row: 0)
      x = min(limit, next.words(scene.glyphs).width)
    } else {
      return false
    }
    if let hint {
      x = canvas.write(" · ", x, y, .dim)
      drawEnter(hint, x, y, on: &canvas)
    }
    return scene.notice != nil
  }

  /// Draws a notice that must not be cut, over the lines above; returns the column after it.
  private func drawWhole(_ notice: Notice, y: Int, limit: Int, on canvas: inout Canvas) -> Int {
    let width = scene.size.columns
    var lines = paragraph(notice.text, width: width - 4, .warning).map { $0.indented(by: 3) }
    var end = lines.last?.width ?? 0
    // The hint needs a line of its own if it does not fit.
    if end > limit { (lines, end) = (lines + [StyledLine()], 0) }
    let first = y - lines.count + 1
    for (row, line) in lines.enumerated() {
      let place = Rect(x: 0, y: first + row, width: width, height: 1)
      canvas.grid.fill(place)
      canvas.write(line, in: place, row: 0)
    }
    canvas.write(scene.glyphs.warning, 1, first, Style(.warning, bold: true))
    return end
  }

  private static let enter = "Enter"

  private static func enterWidth(_ hint: String) -> Int { 3 + enter.count + 2 + hint.count + 1 }

  private func drawEnter(_ hint: String, _ start: Int, _ y: Int, on canvas: inout Canvas) {
    let x = canvas.write(Self.enter, start, y, .key, bold: true)
    let end = canvas.write(": \(hint)", x, y)
    canvas.area(Rect(x: start, y: y, width: end - start, height: 1), .command(.activate))
  }

  private func drawWork(_ work: Work, y: Int, on canvas: inout Canvas) {
    let elapsed = scene.now - work.startedAt
    let isReal = work.kind.isOnRealFile
    var x = canvas.write(" ", 0, y)
    x = canvas.write(isReal ? "REAL" : "COPY", x, y, isReal ? .real : .copy, bold: true)
    var words = " \(work.verb)"
    if !work.phase.isEmpty { words += " \(work.phase)" }
    let hint = work.isCancelling ? " stopping… " : " Ctrl-C stops "
    let hintStart = scene.size.columns - SafeText(hint).width
    var end = hintStart
    if elapsed >= 1 {
      let time = SafeText("\(Format.seconds(elapsed)) ")
      end -= time.width
      canvas.write(time, end, y, Style(.normal))
    }
    if let fraction = work.fraction, scene.size.columns >= 60 {
      let bar = 12
      end -= bar + 3
      let full = Int((min(1, max(0, fraction)) * Double(bar)).rounded())
      let text =
        String(repeating: scene.glyphs.barFull.plain, count: full)
        + String(repeating: scene.glyphs.barEmpty.plain, count: bar - full)
      canvas.write("[\(text)]", end, y, .accent)
    }
    canvas.write(SafeText(words).prefix(columns: max(0, end - x - 1)), x, y, Style(.normal))
    canvas.write(hint, hintStart, y, work.isCancelling ? .warning : .dim)
  }

  /// Draws the active text field; long text is scrolled to the cursor.
  private func draw(
    _ field: TextField, _ name: String, hint: String, y: Int, on canvas: inout Canvas
  ) {
    let x = canvas.write(name, 0, y, .accent, bold: true)
    let before = SafeText(String(field.text.prefix(field.cursor))).width
    let hidden = max(0, before - (scene.size.columns - 1 - x))
    let text = SafeText(field.text).dropFirst(columns: hidden)
    let end = canvas.write(text, x, y, Style(.strong))
    let start = scene.size.columns - hint.count
    if start > end + 1 { canvas.write(hint, start, y, .dim) }
    canvas.cursor = Point(x: min(scene.size.columns - 1, x + before - hidden), y: y)
  }

  /// Draws as many available keys as fit; help and quit are always drawn.
  private func drawKeys(y: Int, on canvas: inout Canvas) {
    let tail = availability.possible(Binding.footerEnd)
    let tailWidth = tail.reduce(0) { $0 + hintWidth($1) }
    var x = 1
    let end = max(0, scene.size.columns - tailWidth)
    if layout.notice.y == y, let hint = next?.hint {
      drawEnter(hint, x, y, on: &canvas)
      x += Self.enterWidth(hint) - 2
    }
    for binding in availability.useful {
      guard x + hintWidth(binding) <= end else { continue }
      x = drawHint(binding, x, y, on: &canvas)
    }
    x = max(x, end)
    for binding in tail { x = drawHint(binding, x, y, on: &canvas) }
  }

  private func hintWidth(_ binding: Binding) -> Int {
    (binding.keys.first?.label.count ?? 0) + 1 + (binding.short?.count ?? 0) + 2
  }

  private func drawHint(_ binding: Binding, _ x: Int, _ y: Int, on canvas: inout Canvas) -> Int {
    let start = x
    let x = canvas.write(binding.keys.first?.label ?? "", x, y, .key, bold: true)
    let end = canvas.write(" \(binding.short ?? "")", x, y)
    canvas.area(Rect(x: start, y: y, width: end - start, height: 1), .command(binding.command))
    return end + 2
  }
}
