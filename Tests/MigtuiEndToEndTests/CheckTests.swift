import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// `migtui check`: reports problems of migrations for continuous integration.
struct CheckTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "Migrations/1_club.sql",
      """
      CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT UNIQUE, age INTEGER CHECK (age > 0));
      INSERT INTO club VALUES (1, 'Rovers', 3), (2, 'United', 4);
      """)
  }

  private func check(_ arguments: String...) throws -> Program.Outcome {
    try BuiltProgram.run(["check"] + arguments, in: folder.path)
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `without a database, the migrations are tried on an empty one`() throws {
    let outcome = try check()
    #expect(outcome.status == 0)
    let words = "1 migration tried on an empty database: 0 errors, 0 warnings. "
    #expect(
      outcome.output.wholeMatch(
        of: try Regex("\(words)\\d+ rows generated \\(seed 1, foreign keys off\\)\\.\n")) != nil)
    #expect(
      try check("--generate", "none").output
        == words
        + "Row changes were not checked: the database was empty. Pass DB to check them.\n")
    #expect(folder.names() == ["Migrations", "Migrations/1_club.sql"])
  }

  @Test func `a failing migration is reported with its location, as text and for GitHub`() throws {
    try folder.write("Migrations/2_bad, name.sql", "SELECT 1;\n  UPDATE club SET nam = 'x%';\n")
    let text = try check()
    #expect(text.status == 2)
    #expect(
      text.output.contains(
        "Migrations/2_bad, name.sql:2:3: error: no such column: nam [failed]\n"))
    let github = try check("--report", "github")
    #expect(github.status == 2)
    #expect(
      github.output.hasPrefix(
        "::error file=Migrations/2_bad%2C name.sql,line=2,col=3,title=failed::no such column: nam "
      ))
    #expect(github.output.filter { $0 == "\n" }.count == 1)
  }

  @Test
  func `if a violation makes a migration fail, the statement that causes it is reported`() throws {
    try folder.write(
      "Migrations/2_player.sql",
      """
      CREATE TABLE player (id INTEGER PRIMARY KEY, club INTEGER REFERENCES club(id));
      INSERT INTO player VALUES (1, 1);
      INSERT INTO player VALUES (2, 77);
      """)
    let text = try check()
    #expect(text.status == 2)
    #expect(text.output.hasPrefix("Migrations/2_player.sql:3:1: error: FOREIGN KEY"))
    let github = try check("--report", "github")
    #expect(github.output.hasPrefix("::error file=Migrations/2_player.sql,line=3,col=1,"))
  }

  @Test func `lost data is an error unless accepted, and a lost rule is only a warning`()
    throws
  {
    try folder.makeDatabase(sql: "CREATE TABLE note (text TEXT)")
    #expect(try BuiltProgram.run(["step", "--yes", "app.sqlite"], in: folder.path).status == 0)
    try folder.write(
      "Migrations/2_slim.sql",
      """
      CREATE TABLE new_club (id INTEGER PRIMARY KEY, name TEXT UNIQUE, age INTEGER);
      INSERT INTO new_club SELECT * FROM club WHERE id = 1;
      DROP TABLE club;
      ALTER TABLE new_club RENAME TO club;
      """)
    let before = try folder.bytes("app.sqlite")
    let outcome = try check("app.sqlite", "--generate", "none")
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains("2_slim.sql:2:1: error: LOSES 1 row of club, deleted. [lost-data]"))
    #expect(outcome.output.contains("--agree \"2: lose 1 row\""))
    #expect(
      outcome.output.contains(
        "2_slim.sql:1:1: warning: LOSES CHECK (age > 0) of club.age, not re-created. [lost-rule]"))
    #expect(outcome.output.hasSuffix("1 migration tried on a copy: 1 error, 1 warning.\n"))
    // This also accepts the loss of generated rows in the table.
    #expect(try check("app.sqlite", "--agree", "2: lose 1 row").status == 0)
    #expect(try check("app.sqlite", "--agree", "2: lose 1 row", "--strict").status == 1)
    #expect(try folder.bytes("app.sqlite") == before)
  }

  @Test func `each loss is reported at the statement that causes it`() throws {
    try folder.write(
      "Migrations/2_player.sql",
      "CREATE TABLE player (id INTEGER PRIMARY KEY, club INTEGER, name TEXT, shirt INTEGER);\n"
        + "INSERT INTO player VALUES (1, 2, 'Ann', 7), (2, 1, 'Bob', 9);\n"
        + "CREATE INDEX shirts ON player (shirt);\n"
        + "CREATE TRIGGER gone AFTER DELETE ON club BEGIN DELETE FROM player WHERE club = old.id; END;\n"
    )
    try folder.write(
      "Migrations/3_losses.sql",
      "SELECT 1;\n"
        + "UPDATE player SET name = 'x' WHERE id = 1;\n"
        + "DELETE FROM club WHERE id = 1;\n"
        + "DROP INDEX shirts;\n"
        + "ALTER TABLE player DROP COLUMN shirt;\n"
        + "CREATE VIEW shirtless AS SELECT name FROM player;\n"
        + "ALTER TABLE club DROP COLUMN age;\n")
    try folder.write(
      "Migrations/4_rebuild.sql",
      "CREATE TABLE new (id INTEGER PRIMARY KEY, name TEXT);\n"
        + "INSERT INTO new (id) SELECT id FROM club;\n"
        + "DROP TABLE club;\n"
        + "ALTER TABLE new RENAME TO club;\n"
        + "CREATE VIEW old AS SELECT founded FROM club;\n")
    let outcome = try check("--generate", "none")
    #expect(outcome.status == 1)
    let found = outcome.output.split(separator: "\n").filter { $0.hasPrefix("Migrations/") }.map {
      $0.dropFirst("Migrations/".count)
    }
    for place in [
      "3_losses.sql:2:1: error: LOSES ", "3_losses.sql:3:1: error: LOSES ",
      "3_losses.sql:4:1: warning: LOSES index shirts", "3_losses.sql:5:1: error: LOSES ",
      "3_losses.sql:7:1: error: LOSES ", "4_rebuild.sql:2:1: error: LOSES ",
      "4_rebuild.sql:5:1: error: The view old does not work",
    ] {
      #expect(found.contains { $0.hasPrefix(place) }, "\(place)\n\(outcome.output)")
    }
  }

  @Test func `a check without migrations fails`() throws {
    let empty = try TemporaryFolder()
    let outcome = try BuiltProgram.run(["check"], in: empty.path)
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("error: No migrations were found"))
    // If everything is applied already, the check succeeds.
    try folder.makeDatabase()
    #expect(try BuiltProgram.run(["step", "--yes", "app.sqlite"], in: folder.path).status == 0)
    #expect(try check("app.sqlite").status == 0)
  }

  @Test func `a view that a migration breaks is reported as a separate error`() throws {
    try folder.write("Migrations/2_view.sql", "CREATE VIEW names AS SELECT name FROM club;")
    try folder.write("Migrations/3_drop.sql", "DROP TABLE club;")
    let outcome = try check("--agree", "3: lose 1 table", "--agree", "3: lose 2 rows")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("3_drop.sql:1:1: error: The view names does not work: "))
    #expect(outcome.output.contains("[broken]"))
    #expect(!outcome.output.contains("[warning]"))
  }

  @Test func `the severity of a rule can be set, and a rule that is off is not reported`() throws {
    try folder.write("Migrations/2_view.sql", "CREATE VIEW names AS SELECT name FROM club;")
    try folder.write("Migrations/3_drop.sql", "DROP VIEW names;")
    let warning = try check()
    #expect(warning.status == 0)
    #expect(warning.output.contains("warning: LOSES view names, not re-created. [lost-rule]"))
    #expect(try check("--rule", "lost-rule=error").status == 1)
    let note = try check("--rule", "lost-rule=error", "--rule", "lost-rule=note")
    #expect(note.status == 0)
    #expect(note.output.contains("3_drop.sql:1:1: note: LOSES view names"))
    #expect(note.output.contains(": 0 errors, 0 warnings, 1 note."))
    let json = try object(check("--rule", "lost-rule=note", "--json").output)
    #expect(json["notes"] as? Int == 1)
    let github = try check("--rule", "lost-rule=note", "--report", "github")
    #expect(
      github.output.hasPrefix("::notice file=Migrations/3_drop.sql,line=1,col=1,title=lost-rule::"))
    let off = try check("--rule", "lost-rule=off")
    #expect(!off.output.contains("lost-rule"))
    for wrong in ["lost-rules=off", "lost-rule=fatal", "lost-rule"] {
      #expect(try check("--rule", wrong).status == 64, "\(wrong)")
    }
  }

  @Test func `a comment with a reason accepts the findings of a rule in its file`() throws {
    try folder.write(
      "Migrations/2_drop.sql",
      "DROP TABLE club;\n-- migtui: accept lost-data -- clubs are loaded again, every night\n")
    let text = try check("--strict")
    #expect(text.status == 0)
    #expect(text.output.contains("2_drop.sql:1:1: note: LOSES "))
    #expect(
      text.output.contains(
        "accepted in Migrations/2_drop.sql:2: clubs are loaded again, every night\n"))
    let github = try check("--report", "github").output
    #expect(github.hasPrefix("::notice file=Migrations/2_drop.sql"))
    #expect(github.contains("Accepted: clubs are loaded again, every night"))
    #expect(
      try check("--report", "sarif").output.contains(
        "\"justification\": \"clubs are loaded again, every night\""))
    let json = try object(check("--json").output)
    let finding = try #require((json["findings"] as? [[String: Any]])?.first)
    #expect((finding["consent"] as? [String: Any])?["line"] as? Int == 2)
  }

  @Test(arguments: [
    ("accept lost-data -- not needed", "The file has no finding of the accepted rule lost-data."),
    ("accept lost-dat -- no such rule", "No rule is named lost-dat."),
    ("accept lost-data", "No reason is given for accepting lost-data."),
    ("accept failed -- no", "Findings of the rule failed cannot be accepted."),
  ])
  func `an unused or invalid accept comment is reported with its line`(
    directive: String, message: String
  ) throws {
    try folder.write(
      "Migrations/2_more.sql",
      "CREATE TABLE more (\n  a TEXT);\n-- migtui: \(directive)\n")
    let outcome = try check()
    #expect(outcome.status == 0)
    #expect(
      outcome.output.contains("2_more.sql:3: warning: \(message) [unused-consent]"))
  }

  @Test func `SARIF and JSON contain the same findings`() throws {
    try folder.write("Migrations/2_none.sql", "INSERT INTO nowhere VALUES (1);")
    let sarif = try object(check("--report", "sarif").output)
    #expect(sarif["version"] as? String == "2.1.0")
    let run = try #require((sarif["runs"] as? [[String: Any]])?.first)
    let result = try #require((run["results"] as? [[String: Any]])?.first)
    #expect(result["ruleId"] as? String == "failed")
    #expect(result["level"] as? String == "error")
    let json = try object(check("--json").output)
    #expect(json["version"] as? Int == 2)
    #expect(json["tried"] as? [String] == ["1_club", "2_none"])
    let finding = try #require((json["findings"] as? [[String: Any]])?.first)
    #expect(finding["rule"] as? String == "failed")
    #expect(finding["line"] as? Int == 1)
    #expect(finding["file"] as? String == "Migrations/2_none.sql")
    let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
    #expect((driver?["rules"] as? [[String: Any]])?.count ?? 0 > 5)
  }

  @Test func `the exit status distinguishes unusable files, violations and a missing database`()
    throws
  {
    try folder.write("Migrations/2_open.sql", "SELECT 'never closed")
    let unreadable = try check()
    #expect(unreadable.status == 1)
    #expect(unreadable.output.contains("2_open.sql:1:8: error: "))
    #expect(unreadable.output.contains("[unreadable]"))
    try folder.write(
      "Migrations/2_open.sql",
      """
      -- migtui: foreign-keys off
      CREATE TABLE player (id INTEGER PRIMARY KEY, club INTEGER REFERENCES club(id));
      INSERT INTO player VALUES (1, 9);
      """)
    let violations = try check()
    #expect(violations.status == 1)
    #expect(violations.output.contains("violations: 0 before, 1 after, 1 new: FOREIGN KEY"))
    #expect(!violations.output.contains("ViolationDetail"))
    #expect(try check("--json", "--report", "sarif").status == 64)
    #expect(try check("missing.sqlite").status == 66)
  }

  @Test func `adding the suggested comment accepts a loss of generated rows`() throws {
    let line = "DELETE FROM club;\n"
    try folder.write("Migrations/2_empty.sql", line)
    let found = try check()
    #expect(found.status == 1)
    #expect(found.output.contains("2_empty.sql:1:1: error: Loses "))
    #expect(found.output.contains("write `-- migtui: accept lost-data -- REASON` in the file"))
    try folder.write(
      "Migrations/2_empty.sql", "-- migtui: accept lost-data -- rebuilt every night\n" + line)
    let accepted = try check()
    #expect(accepted.status == 0, "\(accepted.output)")
    #expect(accepted.output.contains("2_empty.sql:2:1: note: Loses "))
    #expect(accepted.output.contains("2_empty.sql:1: rebuilt every night"))
    try folder.write("Migrations/2_empty.sql", "-- migtui: accept lost-data -- never happens\n")
    #expect(try check().output.contains("[unused-consent]"))
  }
}
