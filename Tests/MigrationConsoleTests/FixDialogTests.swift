import Testing
import TerminalUI

@testable import MigrationConsole
@testable import MigratorEngine
@testable import MigratorSession

/// Fixing violations in bulk: folded groups, fixes for a group, a trial on a copy, a new migration.
struct FixDialogTests {
  private static let key = Story.violations[0].foreignKey
  private static let options = [
    FixOption(.release), FixOption(.addParents, neededColumns: ["name"]),
    FixOption(
      .map, neededColumns: ["id"],
      parents: [
        FixOption.Parent(key: ["1"], words: "name 'Rovers'"),
        FixOption.Parent(key: ["2"], words: "name 'United'"),
      ]), FixOption(.delete),
  ]
  /// The second group of the story.
  private static let other = Story.violations[3].foreignKey
  private static let otherOptions = [
    FixOption(.release, obstacle: "matchId of line_up cannot be NULL."),
    FixOption(.addParents), FixOption(.map, obstacle: "match has no rows."), FixOption(.delete),
  ]

  private func story(columns: Int = 80, rows: Int = 24, glyphs: GlyphSet = .unicode)
    -> ConsoleModel
  {
    var model = Story.model(columns: columns, rows: rows, glyphs: glyphs)
    let generation = model.screens.violations.generation
    _ = model.update(
      .work(
        .fixOptions(
          [Self.key: Self.options, Self.other: Self.otherOptions], generation: generation)))
    model.press(.char("3"))
    return model
  }

  private static let report = StepReport(
    identifier: "fix", seconds: 0.02, schemaBefore: Story.schemaBefore,
    schemaAfter: Story.schemaBefore,
    rows: [StepReport.TableRows(table: "player", before: 12_400, after: 12_397, deleted: 3)],
    violations: ViolationCounts(before: 4, after: 1, added: 0))

  private static func trial(
    _ report: StepReport = report,
    _ delivery: FixDelivery = .file(
      [MigrationFile(path: "Migrations/010.1_fix.sql", text: "…")],
      before: "011_players_need_a_club")
  ) -> FixTrial {
    FixTrial(
      fixes: [
        GroupFix(action: .delete, foreignKey: key, sql: "DELETE FROM \"player\"\nWHERE 1;")
      ], reports: [report], delivery: delivery,
      backups: BackupPlan(occasion: .repair, path: "data/app.sqlite.before-repair"),
      fingerprint: DatabaseFingerprint(value: "state 1"))
  }

  private func tried(
    _ trial: FixTrial = trial(), columns: Int = 80, rows: Int = 24, glyphs: GlyphSet = .unicode
  ) -> ConsoleModel {
    var model = story(columns: columns, rows: rows, glyphs: glyphs)
    model.press(.char("f"), .left, .left, .enter)
    _ = model.update(
      .work(
        .triedFixes(
          [FixChoice(Self.key, .delete)], .success(trial), generation: model.generation)))
    model.draw()
    return model
  }

  @Test
  func `a foreign key with many violations starts folded, and a filter shows matching rows`() {
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
    model.press(.escape, .char("o"))
    #expect(model.screens.violations.rows.count == 12)
  }

  @Test func `a group shows the ways to fix its rows and why others are not possible`() {
    var model = story(rows: 40)
    let text = render(model).grid.text
    #expect(text.contains("Keeps the rows, without a parent"))
    #expect(text.contains("Adds the missing parents, with a value for name"))
    model.press(.down, .down, .down, .down)
    #expect(render(model).grid.text.contains("not possible. match has no rows."))
  }

  @Test func `without marks, Enter on a group offers fixes for all groups`() {
    var model = story()
    model.press(.enter)
    #expect(render(model).grid.text.contains("Fix 2 groups of violations"))
    let effects = model.press(.enter)
    #expect(
      effects == [
        .tryFixes(
          [FixChoice(Self.key, .release), FixChoice(Self.other, .addParents([]))],
          generation: model.generation)
      ])
    #expect(model.work?.kind.isOnRealFile == false)
  }

  @Test func `Space marks a group, and only marked groups are fixed`() {
    var model = story()
    model.press(.char(" "))
    #expect(render(model).grid.text.contains("[x] player.clubId"))
    // The selection moves to the next group, which is then marked, too.
    model.press(.char(" "), .char(" "), .enter)
    #expect(render(model).grid.text.contains("Fix 3 rows of player"))
  }

  @Test func `another parent is chosen from a list or typed, and tried`() {
    var model = story()
    model.press(.char(" "), .char("f"), .right, .right, .enter)
    let text = render(model).grid.text
    #expect(text.contains("Another parent for player.clubId"))
    #expect(text.contains("> 1  name 'Rovers'"))
    model.press(.down, .enter)
    #expect(render(model).grid.text.contains("makes the rows refer to another parent: id 2"))
    #expect(
      model.press(.enter) == [
        .tryFixes([FixChoice(Self.key, .map(to: ["2"]))], generation: model.generation)
      ])
  }

  @Test func `a value for a NOT NULL column is asked for before the trial`() {
    var model = story()
    model.press(.char(" "), .char("f"), .right, .enter)
    #expect(render(model).grid.text.contains("New rows of club"))
    model.press(.enter)
    #expect(render(model).grid.text.contains("Type an SQL expression for name"))
    model.type("'?', 1")
    #expect(model.press(.enter).isEmpty)
    model.press(.backspace, .backspace, .backspace, .enter)
    let value = ParentValue(column: "name", expression: "'?'")
    #expect(
      model.press(.enter) == [
        .tryFixes([FixChoice(Self.key, .addParents([value]))], generation: model.generation)
      ])
  }

  @Test func `the effects on the copy are shown, and w writes the fixes to a new migration`() {
    var model = tried()
    let text = render(model).grid.text
    #expect(text.contains("Result of the fixes on a copy"))
    #expect(text.contains("COPY took 20 ms; the real file is unchanged"))
    #expect(text.contains("violations: 4 before, 1 after"))
    #expect(text.contains("Migrations/010.1_fix.sql, would run next, before"))
    let effects = model.press(.char("w"))
    let purpose = NewFilePurpose.fixes(before: "011_players_need_a_club")
    #expect(
      effects == [
        .writeFiles(
          [MigrationFile(path: "Migrations/010.1_fix.sql", text: "…")], for: purpose)
      ])
    _ = model.update(
      .work(.wroteMigration(.success(["Migrations/010.1_fix.sql"]), for: purpose)))
    #expect(
      model.notice?.text
        == "Wrote the migration Migrations/010.1_fix.sql. It is next, before "
        + "011_players_need_a_club.")
  }

  @Test func `fixes are applied at once only after the phrase and y`() {
    var model = tried(Self.trial(Self.report, .atOnce(reason: "No number is free.")))
    #expect(model.press(.char("w")).isEmpty)
    model.press(.char("a"))
    model.wait(1)
    model.draw()
    #expect(render(model).grid.text.contains("Apply the fixes to the REAL file"))
    #expect(model.press(.tab, .tab, .tab, .char("y")).isEmpty)
    model.type("lose 3 rows")
    let effects = model.press(.tab, .tab, .char("y"))
    #expect(
      effects.contains(
        .applyFixes(
          Self.trial(Self.report, .atOnce(reason: "No number is free.")),
          agreeing: "lose 3 rows", keepsBackup: true, generation: model.generation)))
    #expect(model.work?.kind.isOnRealFile == true)
  }

  @Test(arguments: ScreenTests.terminals)
  func `the fix dialog shows the groups and the trial's effects`(size: Size, glyphs: GlyphSet) {
    var model = story(columns: size.columns, rows: size.rows, glyphs: glyphs)
    model.press(.char("f"))
    ScreenTests().expect(model, "fix")
    ScreenTests().expect(
      tried(columns: size.columns, rows: size.rows, glyphs: glyphs), "fix-tried")
  }

  @Test func `fixes that failed cannot be written or applied`() {
    var model = tried(Self.trial(Story.failedStep))
    #expect(model.press(.char("w")).isEmpty)
    #expect(model.press(.char("a")).isEmpty)
    #expect(model.dialog != nil)
  }

  @Test func `if no fix is known, pressing the key explains why`() {
    var model = Story.model()
    model.press(.char("3"))
    #expect(model.press(.char("f")).isEmpty)
    #expect(model.notice?.text.contains("No statement fixes all") == true)
  }
}
