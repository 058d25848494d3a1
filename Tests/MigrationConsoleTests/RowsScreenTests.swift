import MigratorEngine
import MigratorSession
import Testing
import TerminalUI

@testable import MigrationConsole

/// The rows changed by a migration as a list, each with its values before and after.
struct RowsScreenTests {
  private static func excerpt(_ value: (any DatabaseValueConvertible)?) -> ValueExcerpt {
    ValueExcerpt(value?.databaseValue ?? .null)
  }

  static let player = ChangedRows(
    table: "player", key: ["id"],
    columns: [
      .init(before: "id", after: "id"), .init(before: "name", after: "name"),
      .init(before: "mail", after: "email"), .init(before: nil, after: "clubId"),
      .init(before: "note", after: nil),
    ],
    rows: [
      ChangedRow(
        kind: .updated, key: [17.databaseValue],
        values: [
          .init(before: excerpt(17), after: excerpt(17)),
          .init(
            before: excerpt("Bartholomew \u{1B}[2J O'Brien of the northern end"),
            after: excerpt("Bartholomew"), difference: .cut),
          .init(before: excerpt("b@example.org"), after: excerpt(nil), difference: .nulled),
          .init(before: nil, after: excerpt(4), difference: .filled),
          .init(before: excerpt("gone with its column"), after: nil),
        ]),
      ChangedRow(
        kind: .deleted, key: [18.databaseValue],
        values: [
          .init(before: excerpt(18), after: nil), .init(before: excerpt("Ōe 大江"), after: nil),
          .init(before: excerpt(nil), after: nil), .init(before: nil, after: nil),
          .init(before: excerpt(2.5), after: nil),
        ], isCascade: true),
      ChangedRow(
        kind: .inserted, key: [4_000.databaseValue],
        values: [
          .init(before: nil, after: excerpt(4_000)), .init(before: nil, after: excerpt("New")),
          .init(before: nil, after: excerpt([UInt8](repeating: 7, count: 3))),
          .init(before: nil, after: excerpt(1)), .init(before: nil, after: nil),
        ]),
    ], inserted: 1, deleted: 1, updated: 1_203)

  static let step = StepReport(
    identifier: "011_players_need_a_club", seconds: 0.42, statementCount: 4,
    schemaBefore: Story.schemaBefore, schemaAfter: Story.schemaAfter,
    rows: [
      StepReport.TableRows(
        table: "player", before: 12_400, after: 12_400, inserted: 1, updated: 1_203, changed: 1_203,
        deleted: 1,
        values: .compared(
          [
            .init(
              column: "name", changes: ValueChanges(replaced: 1, cut: 1, samples: []))
          ], unmatchedRows: 1)),
      StepReport.TableRows(table: "search", before: 3, after: 3, updated: 1),
    ],
    changedRows: [player, ChangedRows(table: "search", obstacle: .virtualTable)],
    violations: ViolationCounts(before: 3, after: 3, added: 0))

  private func model(columns: Int = 80, rows: Int = 24, glyphs: GlyphSet = .unicode)
    -> ConsoleModel
  {
    var model = Story.model(columns: columns, rows: rows, glyphs: glyphs)
    model.press(.char("d"))
    model.answerDryRun(Story.dryRun(Self.step))
    return model
  }

  private func opened(columns: Int = 80, rows: Int = 24, glyphs: GlyphSet = .unicode)
    -> ConsoleModel
  {
    var model = model(columns: columns, rows: rows, glyphs: glyphs)
    model.press(.char("v"))
    model.wait(4)
    return model
  }

  @Test(arguments: ScreenTests.terminals)
  func `changed rows are listed, and the selected one is shown before and after`(
    size: Size, glyphs: GlyphSet
  ) {
    var model = opened(columns: size.columns, rows: size.rows, glyphs: glyphs)
    model.press(.down)
    ScreenTests().expect(model, "rows")
    if size.columns == 40 {
      model.press(.enter, .char("z"))
      ScreenTests().expect(model, "rows-detail")
    }
  }

  @Test func `Enter in the Data tab opens the rows, and Esc returns`() {
    var model = model()
    model.press(.char("]"))
    #expect(render(model).grid.text.contains("Press v to see each row"))
    model.press(.tab)
    #expect(model.screen == Screens.all[0])
    model.press(.enter)
    #expect(model.front is RowsScreen)
    #expect(render(model).grid.row(1).contains("5 Diagram [Rows]"))
    model.press(.escape)
    #expect(model.screen == Screens.all[0])
    #expect(model.screens.migrations.tab == .data)
    model.press(.char("v"), .char("3"))
    #expect(model.screens[model.screen] is ViolationsScreen)
  }

  @Test func `if no changed rows are known, pressing the key explains how to get them`() {
    var model = Story.model()
    model.press(.char("v"))
    #expect(model.notice?.text.contains("Press d") == true)
    model.press(.char("3"), .char("v"))
    #expect(model.notice?.text.contains("Select a migration") == true)
  }

  @Test func `the changed rows can be filtered by kind, column and words, and folded`() {
    var model = opened()
    func lines() -> [String] {
      let screen = model.screens.rows
      return screen.lines(0..<screen.count(in: model.scene), in: model.scene, width: 200)
        .map(\.plain)
    }
    #expect(lines().count == 5)
    #expect(
      lines()[0] == "▾ player  1 inserted, 1,203 updated, 1 deleted, 1,202 of them not listed")
    #expect(lines()[3] == "  + 4000  name: 'New', email: X'070707', clubId: 1")
    #expect(lines()[4].hasPrefix("▾ search  changed rows not known: the table is virtual"))
    model.press(.char("]"))
    #expect(lines().count == 2)
    #expect(lines()[1].hasPrefix("  ~ 17  name: 'Bartholomew "))
    model.press(.char("]"))
    #expect(lines()[1].hasPrefix("  - 18  "))
    model.press(.char("]"), .char("]"), .char("/"))
    model.type("updated email")
    model.press(.enter)
    #expect(lines().count == 2)
    model.press(.escape)
    #expect(lines().count == 5)
    model.press(.enter)
    #expect(lines().count == 2)
    #expect(lines()[0].hasPrefix("▸ player"))
  }

  @Test func `a row is copied as an INSERT statement, and a table as Markdown`() {
    var model = opened()
    let table = model.press(.char("y"))
    guard case .copyToClipboard(let text)? = table.first else {
      Issue.record("nothing copied")
      return
    }
    #expect(text.hasPrefix("## 011_players_need_a_club: player\n"))
    #expect(text.contains("| deleted | 18 | name: 'Ōe 大江'"))
    model.press(.down, .down)
    #expect(
      model.press(.char("y")) == [.copyToClipboard("DELETE FROM \"player\" WHERE \"id\" = 18;")])
  }

  @Test func `the changed rows are exported as Markdown, CSV or SQL`() throws {
    var model = opened()
    model.press(.char("e"))
    ScreenTests().expect(model, "rows-export")
    guard case .export(let text, "migtui-rows.md")? = model.press(.enter).first else {
      Issue.record("no Markdown")
      return
    }
    #expect(text.hasPrefix("# Rows of data/app.sqlite\n"))
    #expect(!text.unicodeScalars.contains("\u{1B}"))
    var names: [String] = []
    for downs in 1...2 {
      model.press(.char("e"))
      for _ in 0..<downs { model.press(.down) }
      if case .export(_, let name)? = model.press(.enter).first { names.append(name) }
    }
    #expect(names == ["migtui-rows.csv", "migtui-rows.sql"])
    model.press(.char("e"))
    #expect(model.press(.escape).isEmpty)
    #expect(model.dialog == nil)
  }

  @Test func `rows disappear from the screen when their dry run is discarded`() {
    var model = opened()
    model.press(.down, .down)
    model.known.dryRun = nil
    model.draw()
    #expect(model.screens.rows.count(in: model.scene) == 0)
    #expect(render(model).grid.text.contains("The changed rows of 011_players_need_a_club"))
    #expect(model.press(.char("y")).isEmpty)
  }

  @Test func `changed rows are drawn in ASCII if the terminal requires it`() {
    var model = opened(glyphs: .ascii)
    model.press(.down)
    let text = render(model).grid.text
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    #expect(text.contains("...' -> 'Bartholomew' (cut)"))
  }

  @Test func `the session's history does not contain the changed rows`() {
    let model = model()
    #expect(model.known.history.last?.steps.first?.changedRows.isEmpty == true)
    #expect(model.known.dryRun?.value.report.steps.first?.changedRows.count == 2)
  }
}
