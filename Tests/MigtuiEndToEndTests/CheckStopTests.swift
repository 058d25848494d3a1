import Foundation
import MigratorTestSupport
import Testing

/// `migtui check` past everything that stops a tool: the findings, the reports and the exit statuses.
struct CheckStopTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func check(_ arguments: String...) throws -> Program.Outcome {
    try BuiltProgram.run(["check", "--migrations", "m"] + arguments, in: folder.path)
  }

  /// The first lines of the findings: place, severity, message and rule.
  private func findings(_ outcome: Program.Outcome) -> [String] {
    outcome.output.split(separator: "\n").map(String.init).filter {
      $0.hasSuffix("]") && !$0.hasPrefix(" ")
    }
  }

  private func goose(_ name: String, _ up: String) throws {
    try folder.write("m/\(name).sql", "-- +goose Up\n\(up)\n")
  }

  private func step() throws {
    let outcome = try BuiltProgram.run(
      ["step", "--all", "--yes", "--migrations", "m", "app.sqlite"], in: folder.path)
    try #require(outcome.status == 0, "\(outcome)")
  }

  private static let trigger =
    "CREATE TRIGGER t AFTER INSERT ON club BEGIN\n  UPDATE club SET name = 'x';\nEND;"

  // MARK: Files

  @Test func `an unusable file is reported with its line, and the others are checked`() throws {
    try goose("1_club", "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);")
    try goose("2_trigger", Self.trigger)
    try goose("3_player", "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT);")
    let good = try check()
    #expect(good.status == 1)
    let found = findings(good)
    #expect(found.count == 1, "\(good.output)")
    #expect(found.first?.hasPrefix("m/2_trigger.sql:2:1: error: goose ends this statement") == true)
    #expect(found.first?.hasSuffix("Later migrations were tried without it. [unreadable]") == true)
    #expect(good.output.contains("\n2 migrations tried on an empty database: 1 error, 0 warnings."))
    #expect(good.output.contains(" Not tried: 2_trigger.\n"))
    // An error that has nothing to do with the file still decides.
    try goose("4_typo", "UPDATE player SET nam = 'x';")
    try goose("5_more", "CREATE TABLE more (id);")
    let bad = try check()
    #expect(bad.status == 2)
    #expect(findings(bad).last == "m/4_typo.sql:2:1: error: no such column: nam [failed]")
  }

  @Test func `findings that may result from a skipped file are reported as notes`() throws {
    try goose("1_club", "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);")
    try goose(
      "2_broken", "CREATE TABLE player (id INTEGER PRIMARY KEY, club INTEGER);\nSELECT 'open;")
    try goose("3_index", "CREATE INDEX player_club ON player (club);")
    try goose("4_view", "CREATE VIEW players AS SELECT * FROM player;")
    try goose("5_empty", "DELETE FROM club;")
    let outcome = try check()
    #expect(outcome.status == 1)
    let found = findings(outcome)
    let context = "It was tried without 2_broken, which may be the cause."
    #expect(
      found.contains {
        $0.hasPrefix("m/3_index.sql:2:") && $0.contains(": note: no such table: main.player")
          && $0.hasSuffix("\(context) [failed]")
      }, "\(outcome.output)")
    #expect(
      found.contains { $0.hasPrefix("m/4_view.sql:2:1: note: The view players does not work") })
    // Rows are lost whatever the absent file does.
    #expect(found.contains { $0.contains("m/5_empty.sql:2:1: ") && !$0.contains("note: ") })
    #expect(outcome.output.contains(" Not tried: 2_broken, 3_index."))
    // A rule of a setting does not make it an error again.
    #expect(try check("--rule", "broken=error").status == 1)
  }

  @Test func `a migration in code is reported with its file, and the others are checked`() throws {
    try goose("1_club", "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);")
    try folder.write(
      "m/2_code.go", "package m\nfunc up() { exec(`ALTER TABLE club ADD COLUMN city TEXT`) }\n")
    try goose("3_city", "UPDATE club SET city = 'Rome';")
    try goose("4_drop", "DROP TABLE club;")
    let outcome = try check("--generate", "none")
    #expect(outcome.status == 1)
    let found = findings(outcome)
    #expect(
      found.first
        == "m/2_code.go:1:1: error: 2_code.go is a Go migration. Only its own program can run it. "
        + "Later migrations were tried without it. [blocked]")
    #expect(found.contains { $0.hasPrefix("m/3_city.sql:2:1: note: no such column: city ") })
    #expect(found.contains { $0.hasPrefix("m/4_drop.sql:2:1: ") && $0.hasSuffix("[lost-data]") })
    let options = ["--rule", "blocked=note", "--rule", "lost-data=note"]
    #expect(
      try check("--generate", "none", options[0], options[1], options[2], options[3]).status == 0)
  }

  @Test func `if two files have the same version, the second is reported and not tried`() throws {
    try goose("1_club", "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);")
    try goose("2_a", "CREATE TABLE a (id);")
    try goose("02_b", "CREATE TABLE b (id);")
    try goose("3_wrong", "INSERT INTO nowhere VALUES (1);")
    let outcome = try check()
    #expect(outcome.status == 2)
    let found = findings(outcome)
    #expect(found.count == 2, "\(outcome.output)")
    #expect(
      found.first?.hasPrefix("m/2_a.sql: error: the version 2 occurs twice: 02_b and 2_a.") == true)
    #expect(found.first?.hasSuffix("tried without it. [unreadable]") == true)
    #expect(found.last == "m/3_wrong.sql:2:13: error: no such table: nowhere [failed]")
    // Other commands still refuse the folder.
    try folder.makeDatabase()
    let status = try BuiltProgram.run(
      ["status", "--migrations", "m", "app.sqlite"], in: folder.path)
    #expect(status.status == 78 && status.output.isEmpty)
  }

  @Test func `the exit status is different if no file in the folder can be used`() throws {
    try folder.write("m/meta/_journal.json", "{")
    let outcome = try check("--format", "drizzle")
    #expect(outcome.status == 78)
    #expect(outcome.output.contains("m/meta/_journal.json"))
  }

  @Test func `a missing file that the journal names is reported at its path`() throws {
    try folder.write(
      "m/meta/_journal.json",
      """
      {"version": "7", "dialect": "sqlite", "entries": [
        {"idx": 0, "version": "6", "when": 1, "tag": "0000_a", "breakpoints": true},
        {"idx": 1, "version": "6", "when": 2, "tag": "0001_b", "breakpoints": true},
        {"idx": 2, "version": "6", "when": 3, "tag": "0002_c", "breakpoints": true}]}
      """)
    try folder.write("m/0000_a.sql", "CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT);")
    try folder.write("m/0002_c.sql", "DELETE FROM a;")
    let outcome = try check("--format", "drizzle")
    #expect(outcome.status == 1)
    let found = findings(outcome)
    #expect(found.first?.hasPrefix("m/0001_b.sql: error: the journal names the file, but") == true)
    #expect(found.contains { $0.hasPrefix("m/0002_c.sql:1:1: ") && $0.hasSuffix("[lost-data]") })
  }

  // MARK: Ledgers

  /// A database of goose in which 2 is late, and 4 is not applied and loses a table.
  private func makeLate() throws {
    try folder.makeDatabase(sql: "")
    try goose("1_club", "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);")
    try goose("3_player", "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT);")
    try step()
    try goose("2_late", "CREATE TABLE late (id INTEGER PRIMARY KEY);")
    try goose("4_drop", "SELECT 1;\nDROP TABLE club;")
  }

  @Test func `an out-of-order number is reported with its file in every report`() throws {
    try makeLate()
    let before = try folder.bytes("app.sqlite")
    let text = try check("app.sqlite", "--generate", "none", "--report", "html=check.html")
    #expect(text.status == 1)
    let found = findings(text)
    #expect(
      found.contains(
        "m/2_late.sql: error: goose stops at 2_late: it is not applied, but version 3 is. [blocked]"
      ),
      "\(text.output)")
    #expect(found.contains { $0.hasPrefix("m/4_drop.sql:3:1: ") && $0.hasSuffix("[lost-data]") })
    #expect(text.output.contains("\n2 migrations tried on a copy: "))
    #expect(try folder.bytes("app.sqlite") == before)
    let page = String(decoding: try folder.bytes("check.html"), as: UTF8.self)
    #expect(page.contains("m/2_late.sql") && page.contains("goose stops at 2_late"))

    let github = try check("app.sqlite", "--report", "github")
    #expect(github.status == 1)
    #expect(
      github.output.contains(
        "::error file=m/2_late.sql,line=1,title=blocked::goose stops at 2_late"))
    #expect(github.output.contains("::error file=m/4_drop.sql,line=3,col=1,title=lost-data::"))

    let sarif = try object(check("app.sqlite", "--report", "sarif").output)
    let results = try #require((sarif["runs"] as? [[String: Any]])?.first?["results"] as? [Any])
    #expect("\(results)".contains("m/2_late.sql"))

    let json = try object(check("app.sqlite", "--json").output)
    let blocked = try #require(
      (json["findings"] as? [[String: Any]])?.first { $0["rule"] as? String == "blocked" })
    #expect(blocked["migration"] as? String == "2_late")
    #expect(blocked["file"] as? String == "m/2_late.sql")
    #expect(json["tried"] as? [String] == ["2_late", "4_drop"])
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// A database of sqlx with two applied migrations and a pending one that fails.
  private func makeSqlx() throws {
    try folder.makeDatabase()
    try folder.write("m/1_a.sql", "CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT);")
    try folder.write("m/2_b.sql", "CREATE TABLE b (id INTEGER PRIMARY KEY);")
    let outcome = try BuiltProgram.run(
      ["step", "--all", "--yes", "--migrations", "m", "--format", "sqlx", "app.sqlite"],
      in: folder.path)
    try #require(outcome.status == 0, "\(outcome)")
    try folder.write("m/3_c.sql", "CREATE INDEX i ON a (y);")
  }

  private func sql(_ text: String) throws {
    let outcome = try Program.run(["sqlite3", folder.path("app.sqlite"), text])
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  private func isFailure(_ finding: String) -> Bool {
    finding.hasPrefix("m/3_c.sql:1:") && finding.hasSuffix("error: no such column: y [failed]")
  }

  @Test func `a changed checksum does not hide the failure of a later migration`() throws {
    try makeSqlx()
    try folder.write("m/1_a.sql", "CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT, z);")
    let outcome = try check("app.sqlite")
    #expect(outcome.status == 2)
    let found = findings(outcome)
    #expect(
      found.contains(
        "m/1_a.sql: error: sqlx stops: migration 1 was applied, but its file has changed. [blocked]"
      ),
      "\(outcome.output)")
    #expect(found.contains("m/1_a.sql: error: 1_a was changed after it was applied. [changed]"))
    #expect(found.contains(where: isFailure))
  }

  @Test func `a missing file is reported with its migration, and the others are checked`() throws {
    try makeSqlx()
    try FileManager.default.removeItem(atPath: folder.path("m/1_a.sql"))
    let outcome = try check("app.sqlite")
    #expect(outcome.status == 2)
    #expect(
      findings(outcome).contains(
        "1: error: sqlx stops: migration 1 was applied, but its file is missing. [blocked]"),
      "\(outcome.output)")
    #expect(findings(outcome).contains(where: isFailure))
  }

  @Test func `a dirty migration is not tried, and the others are checked`() throws {
    try makeSqlx()
    try sql("UPDATE _sqlx_migrations SET success = 0 WHERE version = 2")
    try folder.write("m/4_d.sql", "CREATE TABLE d (id);")
    try folder.write("m/3_c.sql", "CREATE INDEX i ON a (x);")
    let outcome = try check("app.sqlite")
    #expect(outcome.status == 1)
    let found = findings(outcome)
    #expect(
      found.contains(
        "m/2_b.sql: error: 2_b began but did not finish. Later migrations were tried without it. "
          + "[dirty]"), "\(outcome.output)")
    #expect(
      found.contains { $0.hasPrefix("m/2_b.sql: error: sqlx stops: migration 2 is partially") })
    #expect(outcome.output.contains("\n2 migrations tried on a copy: 2 errors, 0 warnings."))
  }

  @Test func `if it is unknown which migrations are applied, all are tried from scratch`() throws {
    try folder.makeDatabase(sql: "CREATE TABLE old (x)")
    try folder.write("m/1_a.up.sql", "CREATE TABLE old (x);")
    try folder.write("m/2_b.up.sql", "CREATE TABLE b (x);\nDROP TABLE nowhere;")
    try sql(
      "CREATE TABLE schema_migrations (version uint64, dirty bool); "
        + "INSERT INTO schema_migrations VALUES ('two', 0)")
    let outcome = try check("app.sqlite", "--format", "golang-migrate")
    #expect(outcome.status == 1)
    let found = findings(outcome)
    #expect(
      found.first?.hasPrefix("error: The version in schema_migrations is not a number") == true)
    #expect(found.first?.contains("The migrations were tried on an empty database.") == true)
    // The table may exist in the database.
    #expect(found.last?.hasPrefix("m/2_b.up.sql:2:12: note: no such table: nowhere") == true)
  }

  @Test
  func `the check continues if the text order of names differs from their number order`() throws {
    for number in ["1", "2", "10"] {
      try folder.write(
        "m/DB-\(number).sql", "CREATE TABLE t\(number) (id);\nPRAGMA user_version = \(number);\n")
    }
    let outcome = try check("--format", "lighter")
    #expect(outcome.status == 1)
    #expect(
      findings(outcome).first
        == "m/DB-2.sql: error: Lighter sorts files by name, so DB-10 comes before DB-2 although its "
        + "number is higher. [blocked]")
    #expect(outcome.output.contains("\n3 migrations tried on an empty database: "))
  }
}
