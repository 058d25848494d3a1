import MigratorEngine
import MigratorSession
import MigratorTestSupport
import MigratorTools
import Testing

/// Several groups of violations fixed together: tried on a copy, then written or applied.
struct FixBasketTests {
  let fixture: SessionFixture
  private var session: MigrationSession { fixture.session }

  /// Three tables with seven orphan rows, of which one row is the parent of another.
  init() throws {
    fixture = try SessionFixture()
    try fixture.execute(
      """
      PRAGMA foreign_keys = OFF;
      CREATE TABLE player (
        id INTEGER PRIMARY KEY, clubId INTEGER REFERENCES club(id), name TEXT NOT NULL);
      CREATE TABLE goal (id INTEGER PRIMARY KEY, playerId INTEGER NOT NULL REFERENCES player(id));
      CREATE TABLE fan (id INTEGER PRIMARY KEY, clubId INTEGER NOT NULL REFERENCES club(id));
      INSERT INTO player VALUES (1, 1, 'Ada'), (2, 42, 'Grace'), (3, 42, 'Hedy');
      INSERT INTO goal VALUES (10, 1), (11, 8), (12, 9), (13, 2);
      INSERT INTO fan VALUES (20, 2), (21, 51), (22, 52), (23, 52);
      """)
  }

  private func key(_ table: String) throws -> ForeignKeyInfo {
    try #require(try keys().first { $0.originTable == table })
  }

  private func keys() throws -> [ForeignKeyInfo] {
    var keys: [ForeignKeyInfo] = []
    try session.violations {
      if !keys.contains($0.foreignKey) { keys.append($0.foreignKey) }
      return true
    }
    return keys
  }

  private func choices() throws -> [FixChoice] {
    [
      FixChoice(try key("goal"), .delete), FixChoice(try key("player"), .release),
      FixChoice(
        try key("fan"), .addParents([ParentValue(column: "name", expression: "'unknown'")])),
    ]
  }

  /// Two applied and one pending migration, which checks the foreign keys of all rows.
  private func addMigrations(_ applied: [String], _ pending: String) throws {
    for (number, name) in (applied + [pending]).enumerated() {
      try fixture.write(name, "CREATE TABLE t\(number) (a);")
    }
    let marks = applied.map { "('\($0)')" }.joined(separator: ", ")
    try fixture.execute(
      "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);"
        + (applied.isEmpty ? "" : "INSERT INTO grdb_migrations VALUES \(marks);"))
  }

  private static let fixed = [
    "player 1 1", "player 2 NULL", "player 3 NULL", "goal 10 1", "goal 13 2", "fan 20 2",
    "fan 21 51", "fan 22 52", "fan 23 52", "club 51 unknown", "club 52 unknown",
  ]

  /// The rows, with the added clubs.
  private func rows() throws -> [String] {
    try fixture.strings(
      """
      SELECT 'player ' || id || ' ' || ifnull(clubId, 'NULL') FROM player UNION ALL
      SELECT 'goal ' || id || ' ' || playerId FROM goal UNION ALL
      SELECT 'fan ' || id || ' ' || clubId FROM fan UNION ALL
      SELECT 'club ' || id || ' ' || name FROM club WHERE id > 3
      """)
  }

  @Test func `three groups that block a migration are fixed by one file that runs before it`()
    throws
  {
    try addMigrations(["001_a", "002_b"], "003_c")
    let failure = try session.dryRun().dryRun.report.failure
    #expect(failure?.violationCounts?.remaining == 7)
    let before = try fixture.dump()
    let trial = try session.tryFixes(try choices())
    #expect(trial.failure == nil)
    #expect(trial.violationsBefore == 7 && trial.violationsAfter == 0)
    #expect(try fixture.dump() == before)
    guard case .file(let files, before: "003_c") = trial.delivery else {
      Issue.record("\(trial.delivery)")
      return
    }
    let file = "Migrations/002.1_fix_orphans_of_player_goal_fan.sql"
    #expect(try session.write(files) == [fixture.folder.path(file)])
    #expect(!trial.script.isEmpty && files[0].text.contains("DELETE FROM \"goal\""))
    // The check is on, because no violation remains.
    #expect(!files[0].text.contains("foreign-keys"))
    let dryRun = try session.dryRun(.all).dryRun.report
    #expect(dryRun.failure == nil && dryRun.steps.count == 2)
    #expect(try fixture.step(.all).failure == nil)
    #expect(try rows().sorted() == Self.fixed.sorted())
    #expect(try fixture.applied.suffix(2) == ["002.1_fix_orphans_of_player_goal_fan", "003_c"])
  }

  @Test func `the file for one of three keys succeeds although the others have violations`() throws
  {
    try addMigrations(["001_a"], "002_b")
    let trial = try session.tryFixes([FixChoice(try key("goal"), .delete)])
    #expect(trial.violationsBefore == 7 && trial.violationsAfter == 5)
    guard case .file(let files, before: "002_b") = trial.delivery else {
      Issue.record("\(trial.delivery)")
      return
    }
    #expect(files[0].text.contains("-- migtui: foreign-keys off"))
    _ = try session.write(files)
    #expect(try fixture.step().failure == nil)
    #expect(try fixture.strings("SELECT id FROM goal") == ["10", "13"])
    // The next file for the rest has a name between this one and the pending migration.
    let rest = try session.tryFixes(
      [FixChoice(try key("player"), .release), FixChoice(try key("fan"), .delete)])
    guard case .file(let more, before: "002_b") = rest.delivery else {
      Issue.record("\(rest.delivery)")
      return
    }
    #expect(more[0].path.hasSuffix("/001.2_fix_orphans_of_player_fan.sql"))
    _ = try session.write(more)
    #expect(try session.dryRun(.all).dryRun.report.failure == nil)
  }

  @Test(
    arguments: [
      (["001_a"], "003_b", "002_fix"), (["001_a"], "002_b", "001.1_fix"),
      (["001_a", "001.1_b"], "001.2_c", "001.1.1_fix"), (["001_a"], "001.1_b", "001.0.1_fix"),
      ([], "001_a", "000_fix"), (["9_a"], "11_b", "10_fix"),
      (["20200101000000_a"], "20990101000000_b", "20"),
    ] as [([String], String, String)])
  func `the file sorts between the last applied and the first pending migration`(
    applied: [String], pending: String, name: String
  ) throws {
    try addMigrations(applied, pending)
    let trial = try session.tryFixes(try choices())
    guard case .file(let files, before: pending) = trial.delivery else {
      Issue.record("\(trial.delivery)")
      return
    }
    #expect(files[0].path.contains("/Migrations/\(name)"), "\(files[0].path)")
    _ = try session.write(files)
    let dryRun = try session.dryRun(.all).dryRun.report
    #expect(dryRun.failure == nil && dryRun.steps.map(\.identifier).last == pending)
    #expect(dryRun.steps.count == 2)
  }

  @Test func `without a free number, the fixes are applied at once, with a backup and a history`()
    throws
  {
    // Nothing sorts between 1 and 1.0.
    try addMigrations(["1_a"], "1.0_b")
    let trial = try session.tryFixes(try choices())
    guard case .atOnce(let reason) = trial.delivery else {
      Issue.record("\(trial.delivery)")
      return
    }
    #expect(reason.contains("would not run a new file before 1.0_b"))
    let phrase = try #require(trial.phrase)
    let before = try fixture.dump()
    #expect(throws: SessionRefusal.notAgreedToFix(phrase: phrase)) {
      try session.apply(trial, agreeing: nil)
    }
    #expect(try fixture.dump() == before && fixture.backups == [])
    let outcome = try session.apply(trial, agreeing: phrase)
    #expect(try rows().sorted() == Self.fixed.sorted())
    #expect(outcome.backupPath != nil && fixture.backups.count == 1)
    let event = try #require(session.history().events.last)
    #expect(event.subject == "fix orphans of player goal fan" && event.outcome == .repaired)
    #expect(event.violations == ViolationCounts(before: 7, after: 0, added: 0))
    #expect(try session.dryRun().dryRun.report.failure == nil)
    // The backup undoes it.
    let restore = try session.prepareRestore()
    #expect(session.restore(restore, agreeing: restore.phrase).isRestored)
    #expect(try fixture.dump() == before)
  }

  @Test func `if the file changed after the trial, nothing is applied`() throws {
    let trial = try session.tryFixes(try choices())
    try fixture.execute("INSERT INTO fan VALUES (24, 1)")
    let before = try fixture.dump()
    #expect(throws: MigrationError.self) { try session.apply(trial, agreeing: trial.phrase) }
    #expect(try fixture.dump() == before && fixture.backups == [])
  }

  @Test func `without migrations, the file is the first one in a new folder`() throws {
    let trial = try session.tryFixes(try choices())
    guard case .file(let files, before: nil) = trial.delivery else {
      Issue.record("\(trial.delivery)")
      return
    }
    #expect(files[0].path.hasSuffix("Migrations/001_fix_orphans_of_player_goal_fan.sql"))
  }

  @Test func `other tools get a file only if one of their numbers is free`() throws {
    let up = "-- +goose Up\nCREATE TABLE x (y);\n-- +goose Down\nDROP TABLE x;\n"
    try fixture.write("00001_a", up)
    try fixture.write("00003_b", up.replacing("TABLE x", with: "TABLE z"))
    try fixture.execute(
      """
      CREATE TABLE goose_db_version (
        id INTEGER PRIMARY KEY AUTOINCREMENT, version_id INTEGER NOT NULL,
        is_applied INTEGER NOT NULL, tstamp TIMESTAMP DEFAULT (datetime('now')));
      INSERT INTO goose_db_version (version_id, is_applied) VALUES (0, 1), (1, 1);
      """)
    let trial = try session.tryFixes(try choices())
    guard case .file(let files, before: let follower?) = trial.delivery else {
      Issue.record("\(trial.delivery)")
      return
    }
    #expect(follower.contains("00003"))
    #expect(files[0].path.contains("/00002_fix_orphans"))
    _ = try session.write(files)
    #expect(try session.dryRun(.all).dryRun.report.steps.count == 2)
    // Now 00002 is taken.
    guard case .atOnce(let reason) = try session.tryFixes(try choices()).delivery else { return }
    #expect(reason.contains("goose would not run a new file before"))
  }

  @Test func `a fix that cannot work is refused with the reason`() throws {
    func reason(_ table: String, _ action: FixAction) throws -> String {
      do {
        _ = try session.tryFixes([FixChoice(try key(table), action)])
        return ""
      } catch let error as FixRefusal {
        return error.explanation.sentence
      }
    }
    #expect(try reason("fan", .release).hasPrefix("clubId of fan cannot be NULL."))
    #expect(try reason("fan", .addParents([])).hasPrefix("club.name requires a value"))
    #expect(try reason("goal", .map(to: ["77"])).hasPrefix("No row of player has id 77."))
    #expect(try reason("goal", .map(to: ["1; DROP TABLE goal"])).contains("not a single SQL"))
    #expect(try reason("goal", .map(to: ["1", "2"])).contains("requires a value for id"))
    #expect(try reason("goal", .map(to: ["1"])) == "")
    try fixture.execute("PRAGMA foreign_keys = OFF; DELETE FROM club")
    #expect(try reason("fan", .map(to: ["1"])).hasPrefix("club has no rows."))
  }
}
