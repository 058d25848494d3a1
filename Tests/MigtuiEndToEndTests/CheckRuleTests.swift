import Foundation
import MigratorTestSupport
import Testing

/// Rules of `migtui check` that read the SQL and the schema, without rows.
struct CheckRuleTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "Migrations/1_club.sql",
      """
      CREATE TABLE club (
        id INTEGER PRIMARY KEY, name TEXT, founded INTEGER, closed INTEGER
      );

      """)
  }

  private func check(_ arguments: String...) throws -> Program.Outcome {
    try BuiltProgram.run(
      ["check", "--generate", "none", "--rule", "lost-data=off"] + arguments, in: folder.path)
  }

  private func findings(_ outcome: Program.Outcome) throws -> [[String: Any]] {
    let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return try #require((json as? [String: Any])?["findings"] as? [[String: Any]])
  }

  // MARK: newer-sqlite

  @Test func `a feature missing in the users' SQLite causes an error with its location`() throws {
    try folder.write(
      "Migrations/2_columns.sql",
      """
      ALTER TABLE club RENAME COLUMN founded TO since;
      ALTER TABLE club
        DROP COLUMN closed;

      """)
    let old = try check("--sqlite", "android-30")
    #expect(old.status == 1)
    #expect(
      old.output.hasPrefix(
        """
        Migrations/2_columns.sql:3:3: error: SQLite 3.35.0 introduced DROP COLUMN; users have \
        3.28.0. https://www.sqlite.org/releaselog/3_35_0.html [newer-sqlite]

        """), "\(old.output)")
    #expect(!old.output.contains("RENAME COLUMN"))
    let finding = try #require(findings(check("--sqlite", "3.31", "--json")).first)
    #expect(finding["rule"] as? String == "newer-sqlite")
    #expect(finding["severity"] as? String == "error")
    #expect(finding["migration"] as? String == "2_columns")
    #expect(finding["file"] as? String == "Migrations/2_columns.sql")
    #expect(finding["line"] as? Int == 3)
    #expect(finding["column"] as? Int == 3)
    let github = try check("--sqlite", "3.31.1", "--report", "github")
    #expect(github.status == 1)
    #expect(
      github.output.hasPrefix(
        "::error file=Migrations/2_columns.sql,line=3,col=3,title=newer-sqlite::"))
    for recent in ["3.35.0", "debian-12"] {
      let outcome = try check("--sqlite", recent)
      #expect(outcome.status == 0, "\(outcome.output)")
      #expect(!outcome.output.contains("newer-sqlite"))
    }
    #expect(try check().status == 0)
  }

  @Test
  func `a feature in the schema makes older versions of SQLite fail to open the database`() throws {
    try folder.write(
      "Migrations/2_strict.sql", "-- café\nCREATE TABLE s (\n  a INTEGER\n) STRICT;\n")
    let outcome = try check("--sqlite", "3.31")
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains(
        "2_strict.sql:4:3: error: SQLite 3.37.0 introduced STRICT; users have 3.31.0, which "
          + "cannot open the database."), "\(outcome.output)")
    #expect(try check("--sqlite", "3.31", "--rule", "newer-sqlite=warning").status == 0)
  }

  @Test func `applied migrations are not searched for features, and accept comments still apply`()
    throws
  {
    try folder.write("Migrations/1_club.sql", "CREATE TABLE club (id INTEGER) STRICT;\n")
    try folder.makeDatabase(sql: "")
    #expect(try BuiltProgram.run(["step", "--yes", "app.sqlite"], in: folder.path).status == 0)
    try folder.write(
      "Migrations/2_more.sql",
      """
      -- migtui: accept newer-sqlite -- the app bundles SQLite
      INSERT INTO club VALUES (1) RETURNING id;

      """)
    let outcome = try check("app.sqlite", "--sqlite", "ubuntu-20.04")
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("2_more.sql:2:29: note: SQLite 3.35.0 introduced RETURNING"))
    #expect(!outcome.output.contains("STRICT"))
    // Without --sqlite the rule is not applied, so its consent is not unused.
    #expect(!(try check("app.sqlite").output.contains("unused-consent")))
  }

  @Test(arguments: ["3.x", "4.1", "android-1", "", "3"])
  func `an unknown SQLite version is a usage error`(version: String) throws {
    let outcome = try check("--sqlite", version)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--sqlite requires a version such as 3.31.1"))
  }

  // MARK: Hints

  private static let hints = [
    "hint-foreign-key-index", "hint-redundant-index", "hint-primary-key-type",
    "hint-autoincrement", "hint-type-name",
  ]

  private func hints(_ arguments: String...) throws -> [String] {
    let rules = Self.hints.flatMap { ["--rule", "\($0)=warning"] }
    let outcome = try BuiltProgram.run(
      ["check", "--generate", "none"] + rules + arguments, in: folder.path)
    #expect(outcome.status == 0)
    return outcome.output.split(separator: "\n").filter { $0.hasSuffix("]") }.map(String.init)
  }

  private let player = """
    CREATE TABLE player (
      id INT PRIMARY KEY,
      club INTEGER REFERENCES club,
      born STRING
    );
    CREATE TABLE log (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT);
    ALTER TABLE log ADD COLUMN club INTEGER REFERENCES club;
    CREATE INDEX log_text ON log (text);
    CREATE INDEX log_text_club ON log (text, club);

    """

  @Test func `hints are off unless a rule turns them on`() throws {
    try folder.write("Migrations/2_player.sql", player)
    let outcome = try check()
    #expect(outcome.status == 0)
    #expect(!outcome.output.contains("hint-"))
  }

  @Test func `each hint is reported at the statement that caused it`() throws {
    try folder.write("Migrations/2_player.sql", player)
    let found = try hints()
    #expect(
      found.map { $0.split(separator: " ")[0] + " " + ($0.split(separator: "[").last ?? "") } == [
        "Migrations/2_player.sql:1:1: hint-foreign-key-index]",
        "Migrations/2_player.sql:1:1: hint-primary-key-type]",
        "Migrations/2_player.sql:1:1: hint-type-name]",
        "Migrations/2_player.sql:6:1: hint-autoincrement]",
        "Migrations/2_player.sql:7:1: hint-foreign-key-index]",
        "Migrations/2_player.sql:9:1: hint-redundant-index]",
      ], "\(found)")
    let json = try BuiltProgram.run(
      ["check", "--generate", "none", "--rule", "hint-type-name=note", "--json"], in: folder.path)
    let finding = try #require(findings(json).first)
    #expect(finding["rule"] as? String == "hint-type-name")
    #expect(
      finding["message"] as? String
        == "The type STRING of player.born has the affinity NUMERIC, not TEXT.")
    #expect(finding["line"] as? Int == 1)
  }

  @Test func `following the advice removes the hints`() throws {
    try folder.write("Migrations/2_player.sql", player)
    #expect(try hints().count == 6)
    try folder.write(
      "Migrations/2_player.sql",
      player.replacing("INT PRIMARY KEY,", with: "INTEGER PRIMARY KEY,")
        .replacing("STRING", with: "TEXT").replacing(" AUTOINCREMENT", with: "")
          + """
          CREATE INDEX player_club ON player (club);
          CREATE INDEX log_club ON log (club);
          DROP INDEX log_text;

          """)
    #expect(try hints() == [])
  }

  @Test func `hints about a rebuilt table are reported at its last definition`() throws {
    try folder.write("Migrations/2_player.sql", "CREATE TABLE player (born STRING);\n")
    try folder.write(
      "Migrations/3_rebuild.sql",
      """
      CREATE TABLE new_player (id INTEGER PRIMARY KEY, born STRING);
      INSERT INTO new_player (born) SELECT born FROM player;
      DROP TABLE player;
      ALTER TABLE new_player RENAME TO player;

      """)
    let found = try hints()
    #expect(found.count == 1)
    #expect(found[0].hasPrefix("Migrations/3_rebuild.sql:1:1: warning: The type STRING of player"))
  }

  @Test func `hints about existing objects are omitted`() throws {
    try folder.write("Migrations/2_player.sql", player)
    try folder.makeDatabase(sql: "")
    for _ in 0..<2 {
      #expect(try BuiltProgram.run(["step", "--yes", "app.sqlite"], in: folder.path).status == 0)
    }
    try folder.write(
      "Migrations/3_more.sql", "ALTER TABLE player ADD COLUMN height FLOATING POINT;\n")
    let found = try hints("app.sqlite")
    #expect(found.count == 1)
    #expect(found[0].hasPrefix("Migrations/3_more.sql:1:1: warning: The type FLOATING POINT"))
  }

  @Test func `an accept comment for a hint counts as used, whether or not the rule is on`() throws {
    try folder.write(
      "Migrations/2_player.sql",
      "-- migtui: accept hint-type-name -- the column is never a number\n"
        + "CREATE TABLE player (born STRING);\n")
    #expect(try hints()[0].contains(":2:1: note: The type STRING"))
    #expect(!(try check().output.contains("unused-consent")))
  }

  // MARK: slow

  private let update =
    "UPDATE club SET closed = (SELECT max(id) FROM club AS c WHERE c.name < club.name);\n"

  @Test func `a statement that takes quadratic time causes a warning with its location`() throws {
    try folder.write("Migrations/2_close.sql", "SELECT 1;\n\(update)")
    let text = try check("--rows-at", "1000000")
    #expect(text.status == 0)
    let line = try #require(text.output.split(separator: "\n").first)
    #expect(
      line.wholeMatch(
        of: try Regex(
          "Migrations/2_close\\.sql:2:1: warning: This statement takes quadratic time: with "
            + "1,000,000 rows per table, about .* \\(estimated from runs with 250.* rows\\)\\. "
            + "\\[slow\\]")) != nil, "\(line)")
    let strict = try check("--rows-at", "1000000", "--strict", "--json")
    #expect(strict.status == 1)
    let finding = try #require(findings(strict).first)
    #expect(finding["rule"] as? String == "slow")
    let estimate = try #require(finding["estimate"] as? [String: Any])
    #expect(estimate["rows"] as? Int == 1_000_000)
    #expect((estimate["measuredRows"] as? [Int])?.first == 250)
    #expect(estimate["seconds"] as? Double ?? 0 > 10)
    let statement = try #require((estimate["statements"] as? [[String: Any]])?.first)
    #expect(statement["line"] as? Int == 2)
    #expect(statement["growth"] as? String == "quadratic")
    let github = try check("--rows-at", "1000000", "--rule", "slow=error", "--report", "github")
    #expect(github.status == 1)
    #expect(
      github.output.hasPrefix("::error file=Migrations/2_close.sql,line=2,col=1,title=slow::This")
    )
    // Without the option there is no estimate.
    #expect(!(try check().output.contains("slow")))
  }

  @Test func `creating the suggested index makes the time linear`() throws {
    let update = update.replacing("<", with: "=")
    try folder.write("Migrations/2_close.sql", update)
    let found = try check("--rows-at", "1000000").output
    #expect(found.contains("quadratic"))
    #expect(found.contains("Before the statement, create an index on the columns that it"))
    try folder.write("Migrations/2_close.sql", "CREATE INDEX club_name ON club (name);\n\(update)")
    let fixed = try check("--rows-at", "1000000").output
    #expect(!fixed.contains("quadratic"))
    #expect(fixed.contains("2_close.sql:"))
    #expect(
      fixed.contains("note: With 1,000,000 rows per table, the migration would block other writers")
    )
  }

  @Test func `a migration that blocks writers for longer than --max-lock causes a warning`() throws
  {
    try folder.write(
      "Migrations/2_upper.sql",
      "UPDATE club SET name = substr(hex(zeroblob(20000)), 1, 3) || id;\n")
    let note = try check("--rows-at", "1000000000", "--max-lock", "1e9")
    #expect(note.output.contains("2_upper.sql:1:1: note: With 1,000,000,000 rows per table"))
    let warning = try check("--rows-at", "1000000000", "--max-lock", "1")
    #expect(warning.output.contains("2_upper.sql:1:1: warning: With 1,000,000,000 rows per table"))
  }

  @Test func `a comment in the file of a migration accepts its estimated time`() throws {
    try folder.write(
      "Migrations/2_close.sql", "-- migtui: accept slow -- the table has few rows\n\(update)")
    let outcome = try check("--rows-at", "1000000", "--strict")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("2_close.sql:2:1: note: This statement takes quadratic time"))
    #expect(!(try check().output.contains("unused-consent")))
  }

  @Test(arguments: ["999", "1000000001", "-1", "many"])
  func `an invalid number of rows is a usage error`(number: String) throws {
    #expect(try check("--rows-at=\(number)").status == 64)
  }
}
