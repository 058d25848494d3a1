import MigratorEngine
import MigratorSession
import Testing
import TerminalUI

@testable import MigrationConsole

/// The mouse on the screens.
struct MouseTests {
  private func place(of text: String, in model: ConsoleModel) throws -> Point {
    let grid = render(model).grid
    for y in 0..<grid.size.rows {
      let row = Array(grid.row(y))
      let starts = row.indices.filter { row[$0...].starts(with: text) }
      if let x = starts.first { return Point(x: x, y: y) }
    }
    throw NotOnScreen(text: text)
  }

  private struct NotOnScreen: Error { var text: String }

  private func story(columns: Int = 80, rows: Int = 24) -> ConsoleModel {
    var model = Story.model(columns: columns, rows: rows)
    model.scene.usesMouse = true
    model.draw()
    return model
  }

  @discardableResult
  private func click(_ model: inout ConsoleModel, _ text: String) throws -> [Effect] {
    let point = try place(of: text, in: model)
    let effects = model.update(.mouse(MouseEvent(.press, at: point)))
    _ = model.update(.mouse(MouseEvent(.release, at: point)))
    return effects + model.draw()
  }

  @Test func `a click on Cancel closes the dialog of a step`() throws {
    var model = story()
    model.press(.char("s"))
    model.answerPrepare(Story.dryRun(Story.lossyStep))
    model.wait(1)
    try click(&model, "[ Cancel ]")
    #expect(model.dialog == nil)
    #expect(model.notice?.text == "No changes were made.")
  }

  @Test func `a click selects a row, shows a screen, opens a tab or presses a footer key`()
    throws
  {
    var model = story()
    try click(&model, "005_line_up")
    #expect(model.screens.migrations.selected(in: model.scene)?.identifier == "005_line_up")
    try click(&model, " Changes ")
    #expect(model.screens.migrations.tab == .changes)
    try click(&model, "3 Violations")
    #expect(model.front is ViolationsScreen)
    try click(&model, "1 Migrations")
    let effects = try click(&model, "d dry run")
    #expect(effects.contains { if case .dryRun = $0 { true } else { false } })
  }

  @Test func `a double click opens a row, but two slow clicks do not`() throws {
    var model = story()
    try click(&model, "3 Violations")
    let title = "player.clubId"
    try click(&model, title)
    model.wait(1)
    try click(&model, title)
    #expect(!model.screens.violations.groups[0].isFolded)
    try click(&model, title)
    #expect(model.screens.violations.groups[0].isFolded)
  }

  @Test func `the wheel scrolls the pane under the pointer without moving the focus`() throws {
    var model = story(rows: 16)
    let before = model.screens.migrations.panes.list.selection
    _ = model.update(.mouse(MouseEvent(.wheelDown, at: Point(x: 60, y: 8))))
    #expect(model.front.panes.detail.scroll == 3)
    #expect(model.focus == .list)
    let row = try place(of: "hotfix-2024", in: model)
    _ = model.update(.mouse(MouseEvent(.wheelUp, at: row)))
    #expect(model.screens.migrations.panes.list.selection == before - 3)
  }

  @Test(arguments: [(80, 24), (40, 24), (40, 12)])
  func `the border can be moved by dragging or by a key`(
    columns: Int, rows: Int
  ) {
    var model = story(columns: columns, rows: rows)
    let border = model.layout.border
    #expect(border != nil)
    guard let border else { return }
    let start = Point(x: border.x, y: border.y + (model.layout.isSideBySide ? 4 : 0))
    let end =
      model.layout.isSideBySide ? Point(x: start.x + 12, y: 9) : Point(x: 3, y: start.y - 2)
    let before = model.layout.listShare
    _ = model.update(.mouse(MouseEvent(.press, at: start)))
    _ = model.update(.mouse(MouseEvent(.drag, at: end)))
    let dragged = model.layout.listShare
    #expect(dragged != before)
    _ = model.update(.mouse(MouseEvent(.release, at: end)))
    _ = model.update(.mouse(MouseEvent(.drag, at: Point(x: 30, y: 9))))
    #expect(model.layout.listShare == dragged)
    model.press(.char("<"), .char("<"))
    #expect(model.layout.listShare < dragged || dragged < 20)
  }

  @Test func `no click confirms a change to the file`() throws {
    var model = story()
    model.press(.char("s"))
    model.answerPrepare(Story.dryRun(Story.harmlessStep))
    model.wait(1)
    model.press(.backTab)
    for y in 0..<24 {
      for x in stride(from: 0, to: 80, by: 2) {
        for _ in 0..<2 {
          let effects = model.update(.mouse(MouseEvent(.press, at: Point(x: x, y: y))))
          #expect(!effects.contains { if case .step = $0 { true } else { false } })
        }
        if model.dialog == nil { return }
      }
    }
  }

  @Test
  func `clicking the hint of the confirming key explains that the key must be pressed`() throws {
    var model = story()
    model.press(.char("s"))
    model.answerPrepare(Story.dryRun(Story.harmlessStep))
    model.wait(1)
    model.press(.backTab)
    try click(&model, "y apply to the real file")
    #expect(model.dialog?.remark == "The mouse does not confirm: press y.")
  }

  @Test
  func `in a list of commands, a click selects a command and a double click runs it`() throws {
    var model = story()
    model.press(.char("?"))
    model.type("history")
    try click(&model, "History: runs of")
    try click(&model, "History: runs of")
    #expect(model.front is HistoryScreen)
  }

  @Test func `after M, the console ignores the mouse, so that the terminal can use it`() {
    var model = story()
    #expect(model.press(.char("M")).contains(.setMouse(false)))
    #expect(model.notice?.text.contains("selects text") == true)
    let before = model.screens.migrations.panes.list.selection
    _ = model.update(.mouse(MouseEvent(.press, at: Point(x: 5, y: 4))))
    #expect(model.screens.migrations.panes.list.selection == before)
    #expect(model.press(.char("M")).contains(.setMouse(true)))
  }

  @Test func `a click does not end typing`() {
    var model = story()
    model.press(.char("/"))
    model.type("01")
    _ = model.update(.mouse(MouseEvent(.press, at: Point(x: 20, y: 1))))
    #expect(model.filterField?.text == "01")
  }
}
