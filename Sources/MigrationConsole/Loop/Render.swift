import TerminalUI

/// A drawn screen with its cursor.
struct RenderedScreen: Sendable, Equatable {
  var grid: CellGrid
  /// The cursor of the terminal: on the focused row or in the active text field.
  var cursor: Point?
  /// The parts of the screen that react to the mouse.
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
        ?? model.guide.unseen.first.flatMap { model.scene.context.keys.binding(of: $0) })
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
  /// Shows the size of the screen, the size that the content needs, and the key to leave.
  fileprivate mutating func drawTooSmall(needed: Size, key: Binding?) {
    write("Too small: \(grid.size.columns)x\(grid.size.rows)", 0, 0, .warning, bold: true)
    write("Needs \(needed.columns)x\(needed.rows)", 0, 1)
    guard let key, let label = key.keys.first?.label else { return }
    let word = key.command == .cancelWork ? "stop" : key.short
    write("\(label) \(word ?? "")", 0, 2, .dim)
  }
}
