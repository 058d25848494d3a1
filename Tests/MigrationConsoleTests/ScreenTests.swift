import MigratorEngine
import Testing
import TerminalUI

@testable import MigrationConsole

/// Every screen as text and styles on several terminals.
struct ScreenTests {
  /// Terminals with the layouts of small, usual and wide windows, and one without UTF-8.
  static let terminals: [(Size, GlyphSet)] = [
    (Size(columns: 40, rows: 12), .unicode), (Size(columns: 80, rows: 24), .unicode),
    (Size(columns: 200, rows: 60), .unicode), (Size(columns: 80, rows: 24), .ascii),
  ]

  /// Compares a screen with its golden file.
  ///
  /// For ASCII, whose styles are the same, compares only the text.
  func expect(_ model: ConsoleModel, _ name: String) {
    let screen = render(model)
    let size = "\(model.scene.size.columns)x\(model.scene.size.rows)"
    guard !model.scene.glyphs.isASCII else {
      #expect(screen.grid.text.utf8.allSatisfy { $0 < 0x80 }, "\(name)")
      Golden.expect(screen.grid.text, "\(name)-ascii-\(size)")
      return
    }
    Golden.expect(
      screen.grid.text + "\n" + String(repeating: "=", count: model.scene.size.columns) + "\n"
        + StyleMap.text(of: screen.grid), "\(name)-\(size)")
  }

  @Test(arguments: terminals)
  func `the first screen shows the migrations and the SQL of the next`(size: Size, glyphs: GlyphSet)
  {
    expect(Story.model(columns: size.columns, rows: size.rows, glyphs: glyphs), "migrations")
  }

  @Test(arguments: terminals)
  func `the first screen shows the losses found by a dry run`(size: Size, glyphs: GlyphSet) {
    var model = Story.model(columns: size.columns, rows: size.rows, glyphs: glyphs)
    model.press(.char("d"))
    model.answerDryRun(Story.dryRun(Story.lossyStep))
    model.wait(4)
    expect(model, "dry-run")
  }

  @Test(arguments: terminals)
  func `a failed dry run marks the location of the error`(size: Size, glyphs: GlyphSet) {
    var model = Story.model(columns: size.columns, rows: size.rows, glyphs: glyphs)
    model.press(.char("d"))
    model.answerDryRun(Story.dryRun(Story.failedStep))
    expect(model, "dry-run-failed")
  }

  @Test(arguments: terminals)
  func `violations are grouped and shown with their rows and fixes`(size: Size, glyphs: GlyphSet) {
    var model = Story.model(columns: size.columns, rows: size.rows, glyphs: glyphs)
    model.press(.char("3"), .down)
    expect(model, "violations")
  }

  @Test(arguments: terminals)
  func `the confirm dialog lists the losses of a step`(size: Size, glyphs: GlyphSet) {
    var model = Story.model(columns: size.columns, rows: size.rows, glyphs: glyphs)
    model.press(.char("s"))
    model.answerPrepare(Story.dryRun(Story.lossyStep))
    expect(model, "confirm-lossy")
  }

  @Test(arguments: terminals)
  func `the schema is shown before and after a dry run`(size: Size, glyphs: GlyphSet) {
    var model = Story.model(columns: size.columns, rows: size.rows, glyphs: glyphs)
    model.press(.char("d"))
    model.answerDryRun(Story.dryRun(Story.lossyStep))
    model.press(.char("2"), .char("]"), .down)
    expect(model, "schema")
  }

  @Test(arguments: terminals)
  func `the history lists the events of a session`(size: Size, glyphs: GlyphSet) {
    var model = Story.model(columns: size.columns, rows: size.rows, glyphs: glyphs)
    model.press(.char("d"))
    model.answerDryRun(Story.dryRun(Story.lossyStep))
    model.press(.char("4"))
    expect(model, "history")
  }

  @Test(arguments: terminals)
  func `the help lists the keys`(size: Size, glyphs: GlyphSet) {
    var model = Story.model(columns: size.columns, rows: size.rows, glyphs: glyphs)
    model.press(.char("?"))
    expect(model, "help")
  }

  @Test(arguments: terminals)
  func `the palette and the search results are shown`(size: Size, glyphs: GlyphSet) {
    var model = Story.model(columns: size.columns, rows: size.rows, glyphs: glyphs)
    model.press(.char("/"))
    model.type("player")
    model.press(.enter)
    expect(model, "found")
    model.press(.char(":"))
    model.type("screen")
    expect(model, "palette")
  }

  @Test(arguments: terminals)
  func `the quit, export format and message dialogs are shown`(
    size: Size, glyphs: GlyphSet
  ) {
    var model = Story.model(columns: size.columns, rows: size.rows, glyphs: glyphs)
    model.press(.char("d"), .char("q"))
    expect(model, "quit")
    model.press(.escape)
    model.answerDryRun(Story.dryRun(Story.failedStep))
    model.press(.char("m"))
    expect(model, "message")
    model.press(.escape, .char("5"), .char("e"))
    expect(model, "export")
  }

  @Test func `in ASCII mode, all marks are distinct and each screen is ASCII`() {
    let marks = Legend.marks(.ascii).map(\.mark.plain).filter { $0.count == 1 }
    #expect(Set(marks).count == marks.count)
    for key in "1234?:" {
      var model = Story.model(glyphs: .ascii)
      model.press(.char(key))
      #expect(render(model).grid.text.utf8.allSatisfy { $0 < 0x80 }, "\(key)")
    }
  }

  @Test func `a screen that is too small says so and shows the required size`() {
    let model = Story.model(columns: 24, rows: 6)
    expect(model, "too-small")
  }

  @Test func `a running dry run shows its progress and the key that stops it`() {
    var model = Story.model()
    model.press(.char("d"))
    _ = model.update(
      .work(
        .event(
          .copying(doneBytes: 103_000_000, totalBytes: 412_000_000), generation: model.generation)))
    model.wait(3)
    expect(model, "dry-run-running")
  }
}

/// The styles of a screen as letters, so that golden files show differences in color.
enum StyleMap {
  /// Returns a letter per cell: the first of its role's name, in upper case if bold or reversed.
  static func text(of grid: CellGrid) -> String {
    (0..<grid.size.rows).map { y in
      let row = (0..<grid.size.columns).map { x -> Character in
        let style = grid[x, y].style
        guard style.role != .normal else { return style.bold ? "B" : "." }
        let letter = letters[style.role] ?? "?"
        return letter
      }
      return String(String(row).reversed().drop { $0 == "." }.reversed())
    }.joined(separator: "\n")
  }

  private static let letters: [Role: Character] = {
    let signs = Array("abcdefghijklmnopqrstuvwxyzACDEFGHIJKLMNOPQRSTUVWXYZ")
    return Dictionary(
      uniqueKeysWithValues: Role.allCases.enumerated().map { ($1, signs[$0]) })
  }()
}
