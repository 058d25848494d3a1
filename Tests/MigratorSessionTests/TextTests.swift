import MigratorEngine
import MigratorSchema
import MigratorSession
import MigratorTestSupport
import Testing

/// Reports as text, which the console, the commands and the exports share.
struct TextTests {
  private func steps(_ scripts: String...) throws -> [StepReport] {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      sql: """
        PRAGMA foreign_keys = OFF;
        CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
        CREATE TABLE player (id INTEGER PRIMARY KEY, clubId REFERENCES club(id), score INTEGER);
        CREATE UNIQUE INDEX player_on_score ON player(score);
        INSERT INTO player VALUES (1, 7, 1), (2, 7, 2);
        """)
    var migrator = DatabaseMigrator()
    for (index, sql) in scripts.enumerated() {
      migrator.registerMigration("\(index)") { try $0.execute(sql: sql) }
    }
    migrator.foreignKeyPolicy = .newViolationsOnly
    return try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path).steps
  }

  @Test func `losses are listed with lost rows first`() throws {
    let steps = try steps(
      """
      DELETE FROM player WHERE id = 1; ALTER TABLE player DROP COLUMN clubId;
      DROP INDEX player_on_score; DROP TABLE club
      """)
    let losses = Losses(of: steps)
    #expect(
      losses.lines().map(\.plain) == [
        "LOSES 1 row of player, deleted", "LOSES table club, which has no rows",
        "LOSES column clubId of player, with 2 values",
        "LOSES unique index player_on_score, not re-created",
      ])
    #expect(losses.lines(isDone: true).map(\.plain).first == "LOST 1 row of player, deleted")
    #expect(losses.summary(isDone: true).prefix(2) == ["lost 1 row", "dropped 1 column"])
    #expect(losses.lines().map { $0.pieces[0].role } == [.danger, .danger, .danger, .warning])
    #expect(
      losses.summary() == [
        "loses 1 row", "drops 1 column", "drops 1 table", "1 unique index not re-created",
      ])
  }

  @Test(arguments: [
    ("2026-11-22T09:31:07.120Z", "2026-11-22 09:31:07 UTC"),
    ("2026-11-22T11:31:07.120+02:00", "2026-11-22 09:31:07 UTC"),
    ("2026-11-21 23:01:07-1030", "2026-11-22 09:31:07 UTC"),
    ("2027-01-01T00:30:00+01:00", "2026-12-31 23:30:00 UTC"),
    ("2028-02-29T23:30:00-01:00", "2028-03-01 00:30:00 UTC"),
    ("1969-12-31T23:59:59Z", "1969-12-31 23:59:59 UTC"),
    ("2026-11-22 11:31:07.25 +0200 CEST", "2026-11-22 09:31:07 UTC"),
  ])
  func `the time of an event is converted to UTC`(time: String, shown: String) {
    let event = HistoryEvent(time: time, action: .step, outcome: .applied)
    #expect(event.clock == shown)
    #expect(event.lines[1].plain == shown)
  }

  @Test func `rows, changes and violations are shown with their origin`() throws {
    let step = try #require(
      try steps("ALTER TABLE player RENAME TO athlete; INSERT INTO athlete VALUES (3, NULL, 3)")
        .first)
    #expect(
      step.changeLines.map(\.plain).first == "athlete: ~ name player → athlete, "
        + "~ unique index player_on_score (text only)")
    #expect(step.rowLines.map(\.plain) == ["athlete: 2 → 3 rows (formerly player, 1 inserted)"])
    #expect(step.countLines.map(\.plain) == ["violations: 2 before, 2 after, 0 new"])
  }

  @Test func `a failure shows its counts, its remedy and the resulting state`() throws {
    let failure = try #require(try steps("INSERT INTO player VALUES (3, 8, 3)").first?.failure)
    #expect(failure.headline.hasPrefix("0 failed: FOREIGN KEY constraint violation"))
    #expect(failure.countLine?.plain == "3 violations, 2 of them from before the migration")
    // Fixing only the old violations would not help.
    #expect(failure.remedyLine(on: .copy).plain.hasPrefix("Fix the migration"))
    // The message already describes the only new violation.
    #expect(failure.violationLines.allSatisfy { $0.plain.hasPrefix("  old: ") })
    #expect(failure.violationLines.count == 2)
    #expect(
      failure.stateLine(on: .copy).plain
        == "Rolled back. The copy is in the state before 0.")
  }

  @Test(arguments: [
    (["a"], ["b"], "t.a → u.b"), (["a", "b"], ["c", "d"], "t.(a, b) → u.(c, d)"),
    (["a"], [], "t.a → u"),
  ])
  func `the title of a foreign key names its columns`(from: [String], to: [String], title: String) {
    let key = ForeignKeyInfo(
      originTable: "t", destinationTable: "u", id: 0, originColumns: from, destinationColumns: to)
    #expect(key.title == title)
  }
}
