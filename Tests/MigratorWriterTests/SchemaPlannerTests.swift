import MigratorEngine
import MigratorSQLite
import SQLSyntax
import Testing

@testable import MigratorWriter

@Suite struct SchemaPlannerTests {
  private static let club = "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT)"

  @Test(arguments: [
    ("motto TEXT", "ALTER TABLE club ADD COLUMN motto TEXT"),
    (
      "motto TEXT NOT NULL DEFAULT ''",
      "ALTER TABLE club ADD COLUMN motto TEXT NOT NULL DEFAULT ''"
    ),
    ("size INT DEFAULT (-1)", "ALTER TABLE club ADD COLUMN size INT DEFAULT (-1)"),
    ("\"a b\" /* x */ TEXT", "ALTER TABLE club ADD COLUMN \"a b\" /* x */ TEXT"),
    ("l AS (length(name))", "ALTER TABLE club ADD COLUMN l AS (length(name))"),
    ("league INT REFERENCES club", "ALTER TABLE club ADD COLUMN league INT REFERENCES club"),
  ])
  func `a new column is added with ADD COLUMN if SQLite accepts it`(
    definition: String, statement: String
  ) throws {
    let after = "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT, \(definition))"
    #expect(try PlannerCase(before: Self.club, after: after).statements() == [statement])
  }

  @Test(arguments: [
    "at TEXT DEFAULT CURRENT_TIMESTAMP", "code TEXT UNIQUE", "l AS (length(name)) STORED",
    "size INT DEFAULT (1 + 1)", "league INT DEFAULT 1 REFERENCES club",
  ])
  func `a table is rebuilt if ADD COLUMN would reject the new column in a table with rows`(
    definition: String
  ) throws {
    let after = "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT, \(definition))"
    let sql = try PlannerCase(before: Self.club, after: after).statements()
    #expect(sql.contains("INSERT OR ABORT INTO club (id, name) SELECT c0, c1 FROM migtui_old_club"))
    #expect(!sql.contains { $0.hasPrefix("ALTER") })
  }

  @Test func `a dropped and a new column cause a question that lists the possible options`() throws
  {
    let change = PlannerCase(
      before: "CREATE TABLE club (id INTEGER PRIMARY KEY, motto TEXT, city TEXT)",
      after: "CREATE TABLE club (id INTEGER PRIMARY KEY, slogan TEXT, city TEXT)")
    guard case .questions(let questions) = try change.plan() else {
      Issue.record("no question")
      return
    }
    #expect(
      questions.map(\.options) == [["--rename club.motto=slogan", "--no-renames"]])
  }

  @Test
  func `a column is renamed by an option or by a comment in the script of the new schema`() throws {
    let before = "CREATE TABLE club (id INTEGER PRIMARY KEY, motto TEXT)"
    var change = PlannerCase(
      before: before, after: "CREATE TABLE club (id INTEGER PRIMARY KEY, slogan TEXT)")
    change.answers.renames = [try #require(WriterAnswers.Rename("club.motto=slogan"))]
    let expected = ["ALTER TABLE club RENAME COLUMN motto TO slogan"]
    #expect(try change.statements() == expected)
    let comment = PlannerCase(
      before: before,
      after: "CREATE TABLE club (id INTEGER PRIMARY KEY, slogan TEXT -- was: motto\n)")
    #expect(try comment.statements() == expected)
  }

  @Test func `two columns can exchange their names`() throws {
    var change = PlannerCase(
      before: "CREATE TABLE a (x INT, y INT); CREATE TABLE b (z INT)",
      after: "CREATE TABLE b (y INT, x INT); CREATE TABLE a (z INT)")
    change.answers.renames = ["a=b", "b=a", "a.x=y", "a.y=x"].compactMap(WriterAnswers.Rename.init)
    let sql = try change.statements()
    #expect(sql.allSatisfy { $0.hasPrefix("ALTER TABLE") && $0.contains(" RENAME ") })
  }

  @Test func `an option that matches nothing causes an error`() throws {
    var change = PlannerCase(before: Self.club, after: Self.club)
    change.answers.renames = [try #require(WriterAnswers.Rename("club.motto=slogan"))]
    #expect(throws: WriterRefusal.self) { try change.plan() }
  }

  @Test func `NOT NULL requires a value unless the column has a default`() throws {
    let after = "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL)"
    var change = PlannerCase(before: Self.club, after: after)
    guard case .questions(let questions) = try change.plan() else {
      Issue.record("no question")
      return
    }
    #expect(questions.flatMap(\.options) == ["--fill club.name=VALUE"])
    change.answers.fills = [try #require(WriterAnswers.Fill("club.name='?'"))]
    #expect(
      try change.statements().contains(
        "INSERT INTO migtui_old_club SELECT id, coalesce(name, '?') FROM club"))
    let withDefault = PlannerCase(
      before: Self.club,
      after: "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT none)")
    #expect(
      try withDefault.statements().contains(
        "INSERT INTO migtui_old_club SELECT id, coalesce(name, 'none') FROM club"))
  }

  @Test(arguments: ["NULL", "(NULL)", "((null))", "( /* none */ (NULL))"])
  func `a column that becomes NOT NULL requires a value if its default is NULL`(
    value: String
  ) throws {
    let rules = "TEXT NOT NULL DEFAULT \(value)"
    let columns = ["name \(rules)", "name TEXT, city \(rules)"]
    for (list, fill) in zip(columns, ["club.name='?'", "club.city='?'"]) {
      var change = PlannerCase(
        before: Self.club, after: "CREATE TABLE club (id INTEGER PRIMARY KEY, \(list))")
      guard case .questions(let questions) = try change.plan() else {
        Issue.record("no question")
        continue
      }
      #expect(questions.count == 1)
      change.answers.fills = [try #require(WriterAnswers.Fill(fill))]
      #expect(try change.judge().rowCount > 0)
    }
  }

  @Test func `equal schemas that are written differently require no statement`() throws {
    let change = PlannerCase(
      before: "CREATE TABLE club (id INTEGER PRIMARY KEY, name text)",
      after: """
        create table if not exists "club" ("id" integer primary key, -- the key
          name TEXT)
        """)
    #expect(try change.statements() == [])
  }

  @Test func `a different order of columns is ignored unless the user requests otherwise`() throws {
    var change = PlannerCase(
      before: "CREATE TABLE club (id INTEGER PRIMARY KEY, a INT, b INT)",
      after: "CREATE TABLE club (id INTEGER PRIMARY KEY, b INT, a INT)")
    #expect(try change.statements() == [])
    change.keepsOrder = true
    #expect(try change.statements().contains("DROP TABLE club"))
  }

  @Test func `dropping a table is refused if a remaining table refers to it`() throws {
    let child = "CREATE TABLE player (id INTEGER PRIMARY KEY, club INT REFERENCES club)"
    let change = PlannerCase(before: "\(Self.club); \(child)", after: child)
    #expect(throws: WriterRefusal.droppedParent("club", child: "player")) { try change.plan() }
  }

  @Test func `views that would prevent a rename are dropped and created again`() throws {
    let before = """
      CREATE TABLE club (id INTEGER PRIMARY KEY, motto TEXT);
      CREATE VIEW broken AS SELECT x FROM nowhere;
      CREATE VIEW all_clubs AS SELECT * FROM club;
      """
    var change = PlannerCase(
      before: before, after: before.replacing("motto", with: "slogan"))
    change.answers.renames = [try #require(WriterAnswers.Rename("club.motto=slogan"))]
    let sql = try change.statements()
    #expect(sql.contains("ALTER TABLE club RENAME COLUMN motto TO slogan"))
    #expect(sql.contains("CREATE VIEW broken AS SELECT x FROM nowhere"))
  }

  @Test func `references are updated if their parent table is renamed`() throws {
    var change = PlannerCase(
      before: "\(Self.club); CREATE TABLE player (club INT REFERENCES club (id) ON DELETE CASCADE)",
      after: """
        CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE player (club INT REFERENCES team (id) ON DELETE CASCADE)
        """)
    change.answers.renames = [try #require(WriterAnswers.Rename("club=team"))]
    #expect(try change.statements() == ["ALTER TABLE club RENAME TO team"])
  }
}

@Suite struct WriterAnswersTests {
  @Test(arguments: ["club=team", "club.motto=slogan", "\"a b\".\"c=d\"=e"])
  func `a rename option names a table or a column`(text: String) {
    #expect(WriterAnswers.Rename(text) != nil)
  }

  @Test(arguments: ["", "club", "club=", "=team", "a.b.c=d", "club.motto", "a=b=c", "club='x'"])
  func `other strings are not valid renames`(text: String) {
    #expect(WriterAnswers.Rename(text) == nil)
  }

  @Test(arguments: [
    "club.city='?'", "club.size=(SELECT 1)", "\"a b\".c=coalesce(x, 'a;b')", "a.b=1 + 2",
  ])
  func `a fill value is a single SQL expression`(text: String) {
    #expect(WriterAnswers.Fill(text) != nil)
  }

  @Test(arguments: [
    "club=1", "club.city", "club.city=", "a.b=1; DROP TABLE a", "a.b=1, 2", "a.b=1) FROM x; --",
    "a.b=?", "a.b='x", "a.b=1 -- x", "a.b=(1",
  ])
  func `a value that could end the statement is refused`(text: String) {
    #expect(WriterAnswers.Fill(text) == nil)
  }

  static let club = "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT, motto TEXT);"

  @Test func `a new column can take the name of a dropped one`() throws {
    let verdict = try PlannerCase(
      before: Self.club, after: "CREATE TABLE club (id INTEGER PRIMARY KEY, motto TEXT)",
      answers: WriterAnswers(
        renames: [try #require(WriterAnswers.Rename("club.name=motto"))])
    ).judge()
    #expect(verdict.rowCount > 0)
  }

  @Test func `a new column can take the name of a renamed one`() throws {
    let verdict = try PlannerCase(
      before: Self.club,
      after: "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT, slogan TEXT, motto TEXT)",
      answers: WriterAnswers(
        renames: [try #require(WriterAnswers.Rename("club.motto=slogan"))])
    ).judge()
    #expect(verdict.rowCount > 0)
  }

  @Test func `a table can take the name of a dropped one`() throws {
    let verdict = try PlannerCase(
      before: Self.club + "CREATE TABLE team (x INTEGER PRIMARY KEY);",
      after: "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT, motto TEXT);",
      answers: WriterAnswers(renames: [try #require(WriterAnswers.Rename("club=team"))])
    ).judge()
    #expect(verdict.rowCount > 0)
  }

  @Test func `a new table can take the name of a renamed one`() throws {
    let verdict = try PlannerCase(
      before: Self.club,
      after: "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT, motto TEXT);"
        + "CREATE TABLE club (x INTEGER PRIMARY KEY);",
      answers: WriterAnswers(renames: [try #require(WriterAnswers.Rename("club=team"))])
    ).judge()
    #expect(verdict.rowCount > 0)
  }

  /// A full-text index of a table, with the triggers that keep it up to date.
  private static func index(_ column: String) -> String {
    """
    CREATE VIRTUAL TABLE found USING fts5(\(column), content='club', content_rowid='id');
    CREATE TRIGGER found_insert AFTER INSERT ON club BEGIN
      INSERT INTO found (rowid, \(column)) VALUES (new.id, new.\(column));
    END;
    CREATE TRIGGER found_delete AFTER DELETE ON club BEGIN
      INSERT INTO found (found, rowid, \(column)) VALUES ('delete', old.id, old.\(column));
    END;
    """
  }

  @Test
  func `no question is asked about columns of a full-text index that indexes another table`() throws
  {
    let verdict = try PlannerCase(
      before: Self.club + Self.index("motto"),
      after: "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT, slogan TEXT);"
        + Self.index("slogan"),
      answers: WriterAnswers(renames: [try #require(WriterAnswers.Rename("club.motto=slogan"))])
    ).judge()
    #expect(verdict.rowCount > 0)
  }

  @Test func `a full-text index contains the values that replace NULL`() throws {
    let club = "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT, motto TEXT NOT NULL);"
    let change = PlannerCase(
      before: Self.club + Self.index("motto"), after: club + Self.index("motto"),
      answers: WriterAnswers(fills: [try #require(WriterAnswers.Fill("club.motto='none'"))]))
    #expect(try change.judge().rowCount > 0)
    #expect(try change.statements().last == "INSERT INTO found (found) VALUES ('rebuild')")
  }

  @Test func `rows that violate only a new foreign key are reported`() throws {
    let verdict = try PlannerCase(
      before: Self.club + "CREATE TABLE league (id INTEGER PRIMARY KEY);",
      after: """
        CREATE TABLE club (
          id INTEGER PRIMARY KEY, name TEXT, motto TEXT,
          league INTEGER NOT NULL DEFAULT 1000000 REFERENCES league (id)
        );
        CREATE TABLE league (id INTEGER PRIMARY KEY);
        """
    ).judge()
    #expect(verdict.failures.contains("FOREIGN KEY constraint failed"))
  }

  @Test func `rows that the down migration cannot restore are reported`() throws {
    let verdict = try PlannerCase(
      before: """
        CREATE TABLE league (id INTEGER PRIMARY KEY);
        CREATE TABLE club (id INTEGER PRIMARY KEY, league INTEGER NOT NULL REFERENCES league (id));
        """,
      after: "CREATE TABLE club (id INTEGER PRIMARY KEY, league INTEGER NOT NULL);"
    ).judge()
    #expect(
      verdict.downFailures.contains("The down migration fails: FOREIGN KEY constraint failed."))
  }
}
