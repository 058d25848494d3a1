import Testing
import TerminalUI

@testable import MigrationConsole
@testable import MigratorEngine
@testable import MigratorSession

/// Fixing violations in bulk: folded groups, fixes for a group, a trial on a copy, a new migration.
struct FixDialogTests {
  private static let key = Story.violations[0].foreignKey
  private static let remedies = [
    GroupFix(
      kind: .release, foreignKey: key,
      sql: "UPDATE \"player\"\nSET \"clubId\" = NULL\nWHERE \"player\".\"clubId\" IS NOT NULL;"),
    GroupFix(kind: .delete, foreignKey: key, sql: "DELETE FROM \"player\"\nWHERE 1;"),
  ]

  private func story(columns: Int = 80, rows: Int = 24, glyphs: GlyphSet = .unicode)
    -> ConsoleModel
  {
    var model = Story.model(columns: columns, rows: rows, glyphs: glyphs)
    let generation = model.screens.violations.generation
    _ = model.update(.work(.groupFixes([Self.key: Self.remedies], generation: generation)))
    model.press(.char("3"))
    return model
  }

  private static let report = StepReport(
    identifier: "fix", seconds: 0.02, schemaBefore: Story.schemaBefore,
    schemaAfter: Story.schemaBefore,
    rows: [StepReport.TableRows(table: "player", before: 12_400, after: 12_397, deleted: 3)],
    violations: ViolationCounts(before: 4, after: 1, added: 0))

  private func tried(
    _ report: StepReport = report, columns: Int = 80, rows: Int = 24, glyphs: GlyphSet = .unicode
  ) -> ConsoleModel {
    var model = story(columns: columns, rows: rows, glyphs: glyphs)
    model.press(.char("f"), .down, .enter)
    _ = model.update(
      .work(
        .triedFix(
          .success(FixTrial(remedy: Self.remedies[1], report: report)),
          generation: model.generation)))
    model.draw()
    return model
  }

  @Test func `a foreign key with many rows starts folded, and a filter shows matching rows`() {
    var model = Story.model(violations: false)
    let generation = model.screens.violations.generation
    let many = (1...11).map { Story.violation(Int64($0), club: 42, name: "Name \($0)") }
    _ = model.update(.work(.violations(many, unlisted: [:], generation: generation)))
    model.press(.char("3"))
    #expect(model.screens.violations.rows == [.group(0)])
    #expect(render(model).grid.text.contains("player.clubId → club.id  11 rows"))
    model.press(.char("/"))
    model.type("\"Name 11\"")
    #expect(model.screens.violations.rows.count == 2)
    model.press(.escape, .enter)
    #expect(model.screens.violations.rows.count == 12)
  }

  @Test func `a group shows the fixes for all of its rows and the key that tries one`() {
    let text = render(story(rows: 40)).grid.text
    #expect(text.contains("UPDATE \"player\""))
    #expect(text.contains("Not run yet. Press f to try one on a copy"))
  }

  @Test func `the chosen statement is tried on a copy, and nothing else is started`() {
    var model = story()
    model.press(.char("f"), .down)
    let effects = model.press(.enter)
    #expect(effects == [.tryFix(Self.remedies[1], generation: model.generation)])
    #expect(model.work?.kind.isOnRealFile == false)
  }

  @Test func `the effects on the copy are shown, and w writes the fix to a new migration`() {
    var model = tried()
    let text = render(model).grid.text
    #expect(text.contains("Result of the fix on a copy"))
    #expect(text.contains("COPY took 20 ms; the real file is unchanged"))
    #expect(text.contains("fail while 1"))
    let effects = model.press(.char("w"))
    #expect(
      effects == [
        .writeMigration(title: "remove player without club", sql: Self.remedies[1].sql)
      ])
    _ = model.update(.work(.wroteMigration(.success(["Migrations/014_x.sql"]), for: nil)))
    #expect(
      model.notice?.text
        == "Wrote the migration Migrations/014_x.sql. It runs after 3 pending migrations.")
  }

  @Test(arguments: ScreenTests.terminals)
  func `the fix dialog shows statements and the trial's effects`(size: Size, glyphs: GlyphSet) {
    var model = story(columns: size.columns, rows: size.rows, glyphs: glyphs)
    model.press(.char("f"))
    ScreenTests().expect(model, "fix")
    ScreenTests().expect(
      tried(columns: size.columns, rows: size.rows, glyphs: glyphs), "fix-tried")
  }

  @Test func `a statement that failed cannot be written to a migration`() {
    var model = tried(Story.failedStep)
    #expect(model.press(.char("w")).isEmpty)
    #expect(model.dialog != nil)
  }

  @Test func `if no fix is known, pressing the key explains why`() {
    var model = Story.model()
    model.press(.char("3"))
    #expect(model.press(.char("f")).isEmpty)
    #expect(model.notice?.text.contains("No single statement fixes all") == true)
  }
}
