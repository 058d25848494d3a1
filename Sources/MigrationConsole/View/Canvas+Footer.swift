import MigratorEngine
import TerminalUI

extension Canvas {
  /// What runs or was said, and below it the keys that can be pressed now.
  mutating func drawNoticeAndFooter() {
    let y = layout.notice.y
    let sharesLine = layout.notice.y == layout.footer.y
    if model.filterField != nil {
      drawFilterField(y: layout.footer.y)
      if !sharesLine { drawNotice(y: y) }
      return
    }
    let hasNotice = drawNotice(y: y)
    if !sharesLine, model.work != nil, let notice = model.notice {
      // The work keeps its line, so an answer to a key takes that of the keys.
      draw(notice, y: layout.footer.y)
    } else if !sharesLine || !hasNotice {
      drawKeys(y: layout.footer.y)
    }
  }

  @discardableResult
  private mutating func drawNotice(y: Int) -> Bool {
    if let work = model.work {
      drawWork(work, y: y)
      return true
    }
    guard let notice = model.notice else { return false }
    draw(notice, y: y)
    return true
  }

  private mutating func draw(_ notice: Notice, y: Int) {
    let (mark, role): (String, Role) =
      switch notice.level {
      case .info: ("", .normal)
      case .warning: ("\(glyphs.warning.plain) ", .warning)
      case .error: ("\(glyphs.failed.plain) ", .danger)
      }
    let x = write(" \(mark)", 0, y, role, bold: true)
    write(
      SafeText(notice.text).prefix(columns: model.size.columns - x - 1), x, y, Style(role))
  }

  /// The work that runs: what, how far, how long, and how to stop it.
  private mutating func drawWork(_ work: Work, y: Int) {
    let elapsed = model.now - work.startedAt
    let isReal = work.kind == .stepping
    var x = write(" ", 0, y)
    x = write(isReal ? "REAL" : "COPY", x, y, isReal ? .real : .copy, bold: true)
    var words =
      work.kind == .drift
      ? " comparing with what the migrations produce" : isReal ? " stepping" : " dry run"
    if !work.phase.isEmpty { words += " \(work.phase)" }
    let hint = work.isCancelling ? " stopping… " : " Ctrl-C stops "
    let hintStart = model.size.columns - SafeText(hint).width
    var end = hintStart
    if elapsed >= 1 {
      let time = SafeText("\(Format.seconds(elapsed)) ")
      end -= time.width
      write(time, end, y, Style(.normal))
    }
    if let fraction = work.fraction, model.size.columns >= 60 {
      let bar = 12
      end -= bar + 3
      let full = Int((min(1, max(0, fraction)) * Double(bar)).rounded())
      let text =
        String(repeating: glyphs.barFull.plain, count: full)
        + String(repeating: glyphs.barEmpty.plain, count: bar - full)
      write("[\(text)]", end, y, .accent)
    }
    write(SafeText(words).prefix(columns: max(0, end - x - 1)), x, y, Style(.normal))
    write(hint, hintStart, y, work.isCancelling ? .warning : .dim)
  }

  private mutating func drawFilterField(y: Int) {
    let x = write(" filter: ", 0, y, .accent, bold: true)
    let text = model.filterField?.text ?? ""
    let end = write(text, x, y, .strong)
    let cursorX = min(
      model.size.columns - 1,
      x + SafeText(String(text.prefix(model.filterField?.cursor ?? 0))).width)
    let hint = "Enter keeps  Esc drops "
    let start = model.size.columns - hint.count
    if start > end + 1 { write(hint, start, y, .dim) }
    cursor = Point(x: cursorX, y: y)
  }

  /// The keys that can be pressed now, as many as fit; help and quit always do.
  private mutating func drawKeys(y: Int) {
    func bindings(_ commands: [Command]) -> [Binding] {
      commands.compactMap { command in
        Binding.table.first { $0.command == command && model.disabledReason(of: command) == nil }
      }
    }
    let tail = bindings(Binding.footerEnd)
    let tailWidth = tail.reduce(0) { $0 + hintWidth($1) }
    var x = 1
    let end = max(0, model.size.columns - tailWidth)
    // After a failed reading, reading again is what there is to do.
    var order = Binding.footerOrder
    if case .failure? = model.overview { order = [.reload] + order.filter { $0 != .reload } }
    // Where no step is possible, a repair may be.
    if case .success(let overview)? = model.overview, overview.status.obstacle != nil {
      order = [.repair] + order.filter { $0 != .repair }
    }
    for binding in bindings(order) {
      guard x + hintWidth(binding) <= end else { continue }
      x = drawHint(binding, x, y)
    }
    x = max(x, end)
    for binding in tail { x = drawHint(binding, x, y) }
  }

  private func hintWidth(_ binding: Binding) -> Int {
    (binding.keys.first?.label.count ?? 0) + 1 + (binding.short?.count ?? 0) + 2
  }

  private mutating func drawHint(_ binding: Binding, _ x: Int, _ y: Int) -> Int {
    let x = write(binding.keys.first?.label ?? "", x, y, .key, bold: true)
    return write(" \(binding.short ?? "")", x, y) + 2
  }
}
