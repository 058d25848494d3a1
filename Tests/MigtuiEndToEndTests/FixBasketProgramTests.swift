import Foundation
import MigratorTestSupport
import TestTraits
import Testing

/// Fixing three groups of orphan rows that block a migration, with keys and with options.
@Suite(.ahead, .serialized)
struct FixBasketProgramTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "Migrations/001_start.sql",
      """
      CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE player (id INTEGER PRIMARY KEY, clubId INTEGER REFERENCES club(id));
      CREATE TABLE goal (id INTEGER PRIMARY KEY, playerId INTEGER REFERENCES player(id));
      CREATE TABLE fan (id INTEGER PRIMARY KEY, clubId INTEGER REFERENCES club(id));
      INSERT INTO club VALUES (7, 'AIK');
      """)
    try folder.makeDatabase(sql: "")
    #expect(try migtui("step", "app.sqlite", "--yes", "--no-backup").status == 0)
    _ = try sql(
      """
      PRAGMA foreign_keys = OFF; INSERT INTO player VALUES (1, 7), (2, 42), (3, 42);
      INSERT INTO goal VALUES (10, 1), (11, 8), (12, 9); INSERT INTO fan VALUES (20, 7), (21, 51);
      """)
    try folder.write("Migrations/002_league.sql", "CREATE TABLE league (id INTEGER PRIMARY KEY);")
  }

  private func migtui(_ arguments: String...) throws -> Program.Outcome {
    try BuiltProgram.run(arguments, in: folder.path)
  }

  /// The output of the `sqlite3` shell.
  private func sql(_ script: String) throws -> [String] {
    let run = try Program.run(["sqlite3", "app.sqlite", script], in: folder.path)
    #expect(run.status == 0, "\(run)")
    return run.output.split(separator: "\n").map(String.init)
  }

  private static let rows = """
    PRAGMA foreign_key_check; SELECT * FROM player; SELECT * FROM goal; SELECT * FROM fan;
    SELECT count(*) FROM sqlite_master WHERE name = 'league';
    """

  private func terminal() throws -> Tmux {
    let terminal = try Tmux(in: folder.path)
    try terminal.run("'\(BuiltProgram.path)' app.sqlite")
    // The console dry-runs the migrations by itself.
    try terminal.wait(for: "Enter: show them")
    return terminal
  }

  @Test func `seven keys and the phrase fix three groups that block a migration`() throws {
    let terminal = try terminal()
    var keys = 0
    func press(_ key: String, until words: String) throws {
      keys += 1
      try terminal.press(key)
      try terminal.wait(for: words)
    }
    try press("Enter", until: "3 groups block 002 · Enter: choose fixes")
    try press("Enter", until: "Fix 3 groups of violations")
    try press("Enter", until: "violations: 5 before, 0 after")
    try press("a", until: "Apply the fixes to the REAL file")
    #expect(try sql("PRAGMA foreign_key_check;").count == 5)
    Thread.sleep(forTimeInterval: 0.4)
    try terminal.type("lose 5 values")
    try terminal.wait(for: "matches")
    try press("Tab", until: "> [x] backup")
    try press("Tab", until: ": press y ]")
    try press("y", until: "Fixed 5 violations")
    #expect(keys == 7)
    #expect(
      try sql(Self.rows) == ["1|7", "2|", "3|", "10|1", "11|", "12|", "20|7", "21|", "0"])
    #expect(try migtui("dry-run", "app.sqlite").status == 0)
    #expect(folder.names().contains { $0.hasPrefix("app.sqlite.before-repair") })
  }

  @Test func `four keys write the file that unblocks the migration`() throws {
    let terminal = try terminal()
    for (key, words) in [
      ("Enter", "Enter: choose fixes"),
      ("Enter", "Fix 3 groups"), ("Enter", "5 before, 0 after"),
      ("w", "Wrote the migration"),
    ] {
      try terminal.press(key)
      try terminal.wait(for: words)
    }
    #expect(folder.names().contains("Migrations/001.1_fix_orphans_of_fan_player_goal.sql"))
    // The new migration is the next action; it loses values.
    try terminal.wait(for: "[1 Migrations]")
    try terminal.wait(for: "Enter: show them")
    try terminal.press("Enter")
    try terminal.wait(for: "Enter: apply 001.1")
    let step = try migtui(
      "step", "app.sqlite", "--all", "--yes", "--agree", "1.1: lose 5 values")
    #expect(step.status == 0, "\(step)")
    #expect(
      try sql(Self.rows) == ["1|7", "2|", "3|", "10|1", "11|", "12|", "20|7", "21|", "1"])
  }

  @Test func `options choose the same fixes, with JSON`() throws {
    let fixes = [
      "violations", "app.sqlite", "--set-null", "player.clubId", "--delete", "goal.playerId",
      "--add-parents", "fan.clubId", "--value", "club.name='?'",
    ]
    let before = try folder.bytes("app.sqlite")
    let shown = try BuiltProgram.run(fixes, in: folder.path)
    #expect(shown.status == 1, "\(shown)")
    #expect(shown.output.contains("violations: 5 before, 0 after"))
    #expect(shown.output.contains("would run next, before 002_league"))
    let json = try BuiltProgram.run(fixes + ["--json"], in: folder.path)
    let value = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let fix = try #require(value?["fix"] as? [String: Any])
    #expect(fix["before"] as? Int == 5 && fix["after"] as? Int == 0)
    #expect(
      (fix["fixes"] as? [[String: Any]])?.compactMap { $0["action"] as? String }.sorted()
        == ["add-parents", "delete", "set-null"])
    #expect(fix["precedes"] as? String == "002_league" && fix["done"] as? Bool == false)
    #expect(try folder.bytes("app.sqlite") == before)
    let phrase = try #require(fix["agree"] as? String)
    let refused = try BuiltProgram.run(fixes + ["--yes"], in: folder.path)
    #expect(refused.status == 1 && refused.errors.contains("--agree"), "\(refused)")
    #expect(try folder.bytes("app.sqlite") == before)
    let done = try BuiltProgram.run(
      fixes + ["--yes", "--agree", phrase, "--json"], in: folder.path)
    #expect(done.status == 0, "\(done)")
    #expect(try sql(Self.rows) == ["1|7", "2|", "3|", "10|1", "20|7", "21|51", "0"])
    #expect(try sql("SELECT name FROM club WHERE id = 51") == ["?"])
    #expect(try migtui("dry-run", "app.sqlite").status == 0)
  }

  @Test func `--write creates the file, and mistakes change nothing`() throws {
    let names = folder.names()
    for (arguments, status, words) in [
      (["--delete", "goal"], 64, "These have violations:"),
      (["--map", "fan.clubId=9"], 64, "No row of club has id 9."),
      (["--map", "fan.clubId"], 64, "is not understood"),
      (["--add-parents", "fan.clubId"], 64, "club.name requires a value"),
      (["--delete", "fan.clubId", "--set-null", "fan.clubId"], 64, "two fixes"),
      (["--write"], 64, "requires a fix"),
    ] as [([String], Int32, String)] {
      let run = try BuiltProgram.run(["violations", "app.sqlite"] + arguments, in: folder.path)
      #expect(run.status == status && run.errors.contains(words), "\(arguments): \(run)")
    }
    #expect(folder.names() == names)
    let run = try migtui(
      "violations", "app.sqlite", "--map", "fan.clubId=7", "--set-null", "player.clubId",
      "--set-null", "goal.playerId → player.id", "--write")
    #expect(run.status == 0, "\(run)")
    let file = "Migrations/001.1_fix_orphans_of_player_goal_fan.sql"
    #expect(run.output.contains(file), "\(run)")
    #expect(folder.names().contains(file))
    // The file sets values to NULL, which is a loss to accept.
    let dryRun = try migtui("dry-run", "app.sqlite", "--all")
    #expect(dryRun.status == 1 && dryRun.output.contains("002_league  ok"), "\(dryRun)")
  }
}
