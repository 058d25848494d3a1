import MigratorEngine
import MigratorTestSupport
import Testing

/// Constraints that a re-created table no longer has.
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

  /// Returns the constraints lost by re-creating the table with other columns.
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

  @Test func `each missing constraint is reported`() throws {
    #expect(
      try lost("id INTEGER PRIMARY KEY, name TEXT, age INTEGER, club INTEGER", "") == [
        "COLLATE NOCASE of player.name", "NOT NULL of player.name", "CHECK (age > 0) of player.age",
        "REFERENCES club(id) ON DELETE CASCADE ON UPDATE SET NULL of player.club",
        "CHECK (length(name) < 50) of player", "STRICT of player",
      ])
  }

  @Test func `a constraint moved between column and table is kept`() throws {
    #expect(
      try lost(
        """
        id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE CHECK(length(name) < 50),
        age INTEGER, club INTEGER, check (age>0),
        FOREIGN KEY ("club") REFERENCES club (id) ON DELETE CASCADE ON UPDATE SET NULL
        """) == [])
  }

  /// A reference without parent columns refers to the parent's primary key.
  @Test(arguments: [("", "(id)"), ("(id)", ""), ("(id)", "(name)"), ("", "(name)")])
  func `a foreign key may name or omit the columns of the parent's key`(
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

  /// Names ignore case, but string literals do not.
  @Test(arguments: [
    ("json_extract(Name, '$.Id')", "json_extract(name, '$.id')", 1),
    ("replace(name, 'A', '')", "replace(name, 'a', '')", 1),
    ("LOWER(name)", "lower(Name)", 0), ("\"Name\" || age", "name || Age", 0),
  ])
  func `a unique index whose string literal changed is lost`(
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

  @Test func `a lost action of a kept foreign key is reported`() throws {
    #expect(
      try lost(
        """
        id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, age INTEGER CHECK (age > 0),
        club INTEGER REFERENCES club(id) ON UPDATE SET NULL, CHECK (length(name) < 50)
        """) == ["ON DELETE CASCADE of player.club"])
  }

  @Test func `a changed or additional constraint is not a loss`() throws {
    #expect(
      try lost(
        """
        id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, age INTEGER NOT NULL CHECK (age >= 0),
        club INTEGER REFERENCES club(id) ON DELETE CASCADE ON UPDATE SET NULL,
        CHECK (length(name) < 50), CHECK (id > 0)
        """) == [])
  }

  @Test func `a lost WITHOUT ROWID option is reported`() throws {
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
