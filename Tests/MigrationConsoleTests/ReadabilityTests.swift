import Foundation
import MigratorEngine
import MigratorSession
import MigratorSchema
import Testing
import TerminalUI

@testable import MigrationConsole

struct ReadabilityTests {
  @Test func `a refused command is explained in the footer while progress is shown above it`() {
    var model = Story.model()
    model.press(.char("d"), .char("s"))
    let rows = render(model).grid
    #expect(rows.row(22).contains("COPY dry run"))
    #expect(rows.row(23).contains("A dry run is running."))
  }

  @Test func `the elapsed time is visible even if the description of the running work is long`() {
    var model = Story.model()
    model.press(.char("d"))
    let event = MigrationEvent.statement(
      identifier: "011_players_need_a_club", index: 3, count: 10, line: 12_345)
    _ = model.update(.work(.event(event, generation: model.generation)))
    model.wait(61)
    // The question whether to continue.
    model.press(.escape)
    model.wait(2)
    #expect(render(model).grid.row(22).contains("1 min 3 s"))
  }

  @Test func `violations beyond the listed ones are included in the count of their foreign key`() {
    var model = Story.model()
    let key = Story.violations[0].foreignKey
    let generation = model.screens.violations.generation
    _ = model.update(.work(.violations([], unlisted: [key: 2_000], generation: generation)))
    model.press(.char("3"))
    #expect(model.screens.violations.groups.map(\.count) == [2_003, 1])
    #expect(model.screens.violations.count == 2_004)
    let screen = render(model).grid.text
    #expect(screen.contains("player.clubId → club.id"))
    #expect(screen.contains("  2,003 rows"))
    #expect(screen.contains("Only the first 3 rows are listed"))
  }

  @Test func `the number of violations of a foreign key is visible on narrow screens`() {
    var model = Story.model(columns: 40, rows: 12)
    model.press(.char("3"))
    let screen = render(model).grid.text
    #expect(screen.contains("player.clubId → club.id"))
    #expect(screen.contains("  3 rows"))
    #expect(screen.contains("…  1 row"))
  }

  @Test func `the description of a wide row leaves room for the fixes`() {
    var model = Story.model()
    let narrow = Story.violations[0]
    let wide = ViolationDetail(
      violation: narrow.violation, description: String(repeating: "column:1 ", count: 500),
      foreignKey: narrow.foreignKey, row: narrow.row, missingKey: narrow.missingKey,
      remedies: narrow.remedies)
    _ = model.stack.screens.violations.restart(in: &model.scene)
    _ = model.update(
      .work(.violations([wide], unlisted: [:], generation: model.screens.violations.generation)))
    model.press(.char("3"), .down)
    let remedy = model.screens.violations.panes.detail.lines.firstIndex {
      $0.plain.contains("UPDATE player")
    }
    #expect(remedy.map { $0 < 20 } == true)
  }

  @Test func `CRLF line endings are not marked, not even in comments`() {
    let lines = SQLText.numbered("-- note\r\nSELECT 1; -- end\r\nSELECT '\r';\r\n")
    #expect(lines.map(\.plain) == ["1   -- note", "2   SELECT 1; -- end", "3   SELECT '␍';"])
  }

  @Test func `a script of several megabytes shows its start and end with correct line numbers`() {
    let count = 60_000
    let sql = (1...count).map { "INSERT INTO a VALUES (\($0));\n" }.joined()
    let lines = SQLText.numbered(sql)
    #expect(lines.count < 10_000)
    #expect(lines.first?.plain == "    1   INSERT INTO a VALUES (1);")
    #expect(lines.last?.plain == "\(count)   INSERT INTO a VALUES (\(count));")
    #expect(lines.contains { $0.plain.contains("not shown; copy to get all lines") })
  }

  @Test func `a script of several megabytes in one line is truncated`() {
    let sql = "SELECT '" + String(repeating: "é", count: 500_000) + "';"
    let shown = SQLText.numbered(sql).reduce(0) { $0 + $1.plain.utf8.count }
    #expect(shown < 300_000)
  }

  @Test func `without migrations, the schema screen opens with the live schema`() {
    var model = ConsoleModel(
      context: ConsoleContext(databasePath: "a", glyphs: .unicode),
      size: Size(columns: 80, rows: 24))
    _ = model.begin()
    let nowhere = MigrationOrigin(title: "no migrations", reason: "none found", isThere: false)
    _ = model.update(.work(.overview(.success(Story.overview(origin: nowhere)))))
    #expect(model.screens.schema.tab == .live)
  }

  @Test func `the linear view shows no count of migrations before the database is read`() {
    var model = ConsoleModel(
      context: ConsoleContext(databasePath: "a", glyphs: .unicode, isLinear: true),
      size: Size(columns: 80, rows: 24))
    _ = model.begin()
    func heading() -> String? {
      LinearView(model: model).lines.map(\.plain).first { $0.hasPrefix("Migrations: ") }
    }
    #expect(heading() == "Migrations: not read yet")
    _ = model.update(.work(.overview(.success(Story.overview()))))
    #expect(heading() == "Migrations: 15 rows")
  }

  @Test func `reload is the first key offered if reading failed`() {
    var model = Story.model()
    let failure = WorkFailure(message: "app.sqlite is locked.", isCancellation: false)
    _ = model.update(.work(.overview(.failure(failure))))
    #expect(render(model).grid.row(23).hasPrefix(" r reload"))
  }

  @Test func `the confirm dialog of several migrations lists the changes of each by name`() {
    var model = Story.model(rows: 40)
    model.press(.char("a"))
    let second = StepReport(
      identifier: "012_leagues", seconds: 0, schemaBefore: Story.schemaAfter,
      schemaAfter: Story.schemaAfter,
      rows: [StepReport.TableRows(table: "club", before: 1, after: 2, inserted: 1)],
      warnings: ["PRAGMA foreign_keys has no effect here."])
    model.answerPrepare(Story.dryRun(Story.lossyStep, second), .all)
    let text = render(model).grid.text
    let places = [
      "LOSES    011: 8,120 rows", "changes  011_players_need_a_club: ~1 column",
      "then     012_leagues: 1 row", "PRAGMA foreign_keys", "checks",
    ].map { text.range(of: $0)?.lowerBound }
    #expect(!places.contains(nil))
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
  }

  @Test func `a dialog as tall as the screen keeps its lower edge`() {
    var model = Story.model()
    model.press(.char("?"))
    #expect(render(model).grid.row(22).hasPrefix("└"))
  }
}

extension ReadabilityTests {
  @Test func `a failed migration looks different from an applied one`() {
    for signs in [GlyphSet.unicode, .ascii] {
      let all = [
        signs.applied, signs.pending, signs.outOfOrder, signs.unregistered, signs.changed,
        signs.skipped, signs.code, signs.failed,
      ]
      #expect(all.allSatisfy { $0.width == 1 && $0.hiddenCount == 0 })
      #expect(Set(all.map { $0.plain.lowercased() }).count == all.count)
    }
  }

  @Test func `a dialog does not scroll beyond its last line`() {
    var model = Story.model()
    model.press(.char("?"), .end)
    let last = render(model).grid.text
    for _ in 0..<50 { model.press(.down) }
    #expect(render(model).grid.text == last)
    model.press(.up)
    #expect(render(model).grid.text != last)
  }

  @Test func `a confirm dialog that does not fit shows which of its lines are visible`() {
    var model = Story.model(rows: 16)
    model.press(.char("s"))
    model.answerPrepare(Story.dryRun(Story.lossyStep))
    model.wait(1)
    #expect(render(model).grid.text.contains("lines 1–"))
    for _ in 0..<50 { model.press(.pageDown) }
    let last = render(model).grid.text
    model.press(.pageUp)
    #expect(render(model).grid.text != last)
  }

  @Test func `a migration that the dry run did not reach shows where the dry run failed`() {
    var model = Story.model(columns: 120)
    model.press(.end, .char("d"))
    model.answerDryRun(Story.dryRun(Story.failedStep))
    model.press(.end)
    for tab in ["[Log]", "[Data]", "[Changes]"] {
      let text = render(model).grid.text
      #expect(text.contains(tab))
      #expect(text.contains("Not run: the last dry run failed at"))
      model.press(.char("["))
    }
    // A dry run reports nothing about migrations that were already applied.
    model.press(.home, .char("]"))
    #expect(!render(model).grid.text.contains("Not tried"))
  }

  @Test func `after a step, and in the history, the footer offers undo`() {
    var model = Story.model()
    func footer() -> String { render(model).grid.row(23) }
    model.press(.char("4"))
    #expect(!footer().contains("u undo"))
    model.press(.char("1"))
    model.step(backup: "data/app.sqlite.before-011")
    _ = model.update(.work(.overview(.success(Story.overview()))))
    #expect(footer().contains("u undo"))
    model.press(.char("4"))
    #expect(footer().contains("u undo"))
    // After the undo, other screens show another key in its place.
    model.known.forgetSteps()
    #expect(footer().contains("u undo"))
    model.press(.char("1"))
    #expect(!footer().contains("u undo"))
  }
}
