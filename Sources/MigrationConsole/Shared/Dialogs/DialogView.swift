import TerminalUI

struct DialogView {
  let dialog: OpenDialog
  let place: DialogLayout
  let notice: Rect

  func draw(on canvas: inout Canvas, footer: Rect) {
    canvas.area(Rect(canvas.grid.size), .nothing)
    if notice != footer { canvas.grid.fill(notice) }
    canvas.grid.fill(place.box)
    let seen = "lines \(place.first + 1)–\(place.first + place.room) of \(place.lines.count)"
    canvas.box(
      place.box, title: place.title, footer: place.isTruncated ? seen : "", focused: true,
      isDestructive: dialog.content.isDestructive)
    for (row, line) in (place.visible + place.choice.lines).enumerated() {
      canvas.write(line, in: place.inner, row: row)
      if row < place.room, let index = place.places[place.first + row] {
        canvas.area(
          Rect(x: place.inner.x, y: place.inner.y + row, width: place.inner.width, height: 1),
          .choice(index))
      }
    }
    if let cancel = place.choice.cancel {
      canvas.area(
        Rect(
          x: place.inner.x + cancel.x, y: place.inner.y + place.room + cancel.y,
          width: cancel.width, height: 1), .dialogKey(.escape))
    }
    canvas.cursor = place.choice.cursor.map {
      Point(x: place.inner.x + $0.x, y: place.inner.y + place.room + $0.y)
    }
    canvas.grid.fill(footer)
    if let remark = dialog.remark {
      // The line above the keys may be the border of a tall dialog.
      let isFree = notice != footer && place.box.y + place.box.height <= notice.y
      canvas.draw(
        Notice(level: .warning, text: remark), y: isFree ? notice.y : footer.y, isWhole: true)
      if !isFree { return }
    }
    draw(dialog.hints(at: place), y: footer.y, on: &canvas)
  }

  private func draw(_ hints: [Binding], y: Int, on canvas: inout Canvas) {
    var x = 1
    for hint in hints {
      let label = hint.keys.first?.label ?? ""
      guard let word = hint.short, x + label.count + 1 + word.count < canvas.grid.size.columns
      else { continue }
      let start = x
      x = canvas.write(label, x, y, .key, bold: true)
      x = canvas.write(" \(word)", x, y) + 2
      guard let key = hint.keys.first else { continue }
      canvas.area(Rect(x: start, y: y, width: x - start - 2, height: 1), .dialogKey(key))
    }
  }
}

extension OpenDialog {
  /// The keys that work now: closing, then scrolling, then the others.
  fileprivate func hints(at place: DialogLayout) -> [Binding] {
    var seen = shown
    seen.add(place, at: 0)
    let table = content.bindings
    let useful = table.filter { binding in
      switch binding.command {
      case .pageDown, .down: place.isTruncated && (place.hasChoiceAmongLines || !place.isAtEnd)
      case .agree, .confirmByStatement:
        seen.isComplete && content.disabledReason(of: binding.command) == nil
      default: content.disabledReason(of: binding.command) == nil
      }
    }
    func rank(_ binding: Binding) -> Int {
      switch binding.command {
      case .back: 0
      case .pageDown, .down: 1
      default: 2
      }
    }
    return (0...2).flatMap { order in useful.filter { rank($0) == order } }
  }
}
