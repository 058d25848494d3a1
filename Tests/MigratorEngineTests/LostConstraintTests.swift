import MigratorEngine
import MigratorTestSupport
import Testing

/// What a recreated table held its rows to, and holds them to no more.
@Suite(.timeLimit(.minutes(15)))
struct LostConstraintTests {
  private static let former = """
    CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE player (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, age INTEGER CHECK (age > 0),
      club INTEGER REFERENCES club(id) ON DELETE CASCADE ON UPDATE SET NULL,
      CHECK (length(name) < 50)) STRICT;
    INSERT INTO club VALUES (1, 'Rovers');
    INSERT INTO player VALUES (1, 'Ada', 20, 1), (2, 'Ben', 21, NULL);
    """

  /// What a recreation with another text loses.
  private func lost(_ columns: String, _ end: String = "STRICT") throws -> [String] {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: Self.former)
    let migrator = DatabaseMigrator([
      "1": """
      CREATE TABLE new_player (\(columns)) \(end);
      INSERT INTO new_player SELECT * FROM player;
      DROP TABLE player;
      ALTER TABLE new_player RENAME TO player;
      """
    ])
    let report = try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path)
    #expect(report.failure == nil)
    let losses = Losses(of: report.steps)
    #expect(!losses.isDataLost)
    #expect(losses.isEmpty == losses.constraints.isEmpty)
    return losses.constraints.map {
      "\($0.words) of \($0.table)" + ($0.column.map { ".\($0)" } ?? "")
    }
  }

  @Test func `each is told that stands nowhere any more`() throws {
    #expect(
      try lost("id INTEGER PRIMARY KEY, name TEXT, age INTEGER, club INTEGER", "") == [
        "COLLATE NOCASE of player.name", "NOT NULL of player.name", "CHECK (age > 0) of player.age",
        "REFERENCES club(id) ON DELETE CASCADE ON UPDATE SET NULL of player.club",
        "CHECK (length(name) < 50) of player", "STRICT of player",
      ])
  }

  @Test func `one that stands with the table instead of its column is kept`() throws {
    #expect(
      try lost(
        """
        id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE CHECK(length(name) < 50),
        age INTEGER, club INTEGER, check (age>0),
        FOREIGN KEY ("club") REFERENCES club (id) ON DELETE CASCADE ON UPDATE SET NULL
        """) == [])
  }

  /// Where the columns of the parent are not named, they are those of its primary key.
  @Test(arguments: [("", "(id)"), ("(id)", ""), ("(id)", "(name)"), ("", "(name)")])
  func `a foreign key that names the parent's key is the one that does not`(
    before: String, after: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      sql: """
        CREATE TABLE par (id INTEGER PRIMARY KEY, name TEXT UNIQUE); INSERT INTO par VALUES (1, 1);
        CREATE TABLE kid (p REFERENCES par\(before)); INSERT INTO kid VALUES (1);
        """)
    let migrator = DatabaseMigrator([
      "1": """
      CREATE TABLE n (p, FOREIGN KEY (p) REFERENCES par\(after)); INSERT INTO n SELECT * FROM kid;
      DROP TABLE kid; ALTER TABLE n RENAME TO kid;
      """
    ])
    let report = try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path)
    let losses = Losses(of: report.steps)
    #expect(
      losses.constraints.map(\.words) == (after == "(name)" ? ["REFERENCES par\(before)"] : []))
  }

  /// Upper and lower case are the same in names, and not in texts.
  @Test(arguments: [
    ("json_extract(Name, '$.Id')", "json_extract(name, '$.id')", 1),
    ("replace(name, 'A', '')", "replace(name, 'a', '')", 1),
    ("LOWER(name)", "lower(Name)", 0), ("\"Name\" || age", "name || Age", 0),
  ])
  func `a unique index is lost where another text takes the place of one of its own`(
    before: String, after: String, count: Int
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      sql: "CREATE TABLE p (name, age); CREATE UNIQUE INDEX i ON p (\(before));")
    let migrator = DatabaseMigrator(["1": "DROP INDEX i; CREATE UNIQUE INDEX i ON p (\(after));"])
    let report = try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path)
    #expect(report.failure == nil)
    #expect(Losses(of: report.steps).uniqueKeys.count == count)
  }

  @Test func `an action is lost where its key is kept`() throws {
    #expect(
      try lost(
        """
        id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, age INTEGER CHECK (age > 0),
        club INTEGER REFERENCES club(id) ON UPDATE SET NULL, CHECK (length(name) < 50)
        """) == ["ON DELETE CASCADE of player.club"])
  }

  @Test func `one that demands something else is no loss, and neither is one more`() throws {
    #expect(
      try lost(
        """
        id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, age INTEGER NOT NULL CHECK (age >= 0),
        club INTEGER REFERENCES club(id) ON DELETE CASCADE ON UPDATE SET NULL,
        CHECK (length(name) < 50), CHECK (id > 0)
        """) == [])
  }

  @Test func `of a table that is another in each row, WITHOUT ROWID is told`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      sql: "CREATE TABLE t (a TEXT PRIMARY KEY) WITHOUT ROWID; INSERT INTO t VALUES ('x')")
    let report = try DryRun.run(
      path: path,
      migrator: DatabaseMigrator([
        "1": """
        CREATE TABLE n (a TEXT PRIMARY KEY); INSERT INTO n SELECT * FROM t; DROP TABLE t;
        ALTER TABLE n RENAME TO t
        """
      ]), temporaryDirectory: folder.path)
    #expect(Losses(of: report.steps).constraints.map(\.words) == ["WITHOUT ROWID"])
  }
}
