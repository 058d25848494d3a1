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

  @Test func `moving a constraint between a column and the table is not a loss`() throws {
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
  func `adding or omitting the names of the parent's key columns is not a loss`(
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

  @Test func `a foreign key's action is reported as lost even if the key is kept`() throws {
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

  @Test func `removing WITHOUT ROWID is reported as a loss`() throws {
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

  /// Tools name constraints by their position, so a name may pass to another constraint.
  @Test(arguments: [
    // Another constraint has the name.
    (
      "CONSTRAINT x FOREIGN KEY (b) REFERENCES p(id)",
      ["FOREIGN KEY (a) REFERENCES p(id) ON DELETE CASCADE"]
    ),
    (
      "CONSTRAINT x FOREIGN KEY (a) REFERENCES q(id)",
      ["FOREIGN KEY (a) REFERENCES p(id) ON DELETE CASCADE"]
    ),
    (
      "CONSTRAINT x FOREIGN KEY (a) REFERENCES p(n)",
      ["FOREIGN KEY (a) REFERENCES p(id) ON DELETE CASCADE"]
    ),
    ("CONSTRAINT x CHECK (a > 0)", ["FOREIGN KEY (a) REFERENCES p(id) ON DELETE CASCADE"]),
    ("CONSTRAINT x UNIQUE (a)", ["FOREIGN KEY (a) REFERENCES p(id) ON DELETE CASCADE"]),
    // The same constraint has another name, or is written differently.
    (
      "CONSTRAINT x FOREIGN KEY (b) REFERENCES q(id), CONSTRAINT y FOREIGN KEY (a) REFERENCES p(id) ON DELETE CASCADE",
      []
    ),
    (
      "CONSTRAINT x FOREIGN KEY (b) REFERENCES p(id), FOREIGN KEY (A) REFERENCES P ON DELETE CASCADE",
      []
    ),
    (
      "CONSTRAINT x FOREIGN KEY (\"a\") REFERENCES p ON UPDATE NO ACTION ON DELETE CASCADE DEFERRABLE",
      []
    ),
    // Only the action is lost.
    ("CONSTRAINT x FOREIGN KEY (a) REFERENCES p(id)", ["ON DELETE CASCADE of a"]),
    ("FOREIGN KEY (a) REFERENCES p(id)", ["ON DELETE CASCADE of a"]),
    (
      "CONSTRAINT x FOREIGN KEY (b) REFERENCES q(id), CONSTRAINT y FOREIGN KEY (a) REFERENCES p ON DELETE SET NULL",
      ["ON DELETE CASCADE of a"]
    ),
  ])
  func `a foreign key is lost if another constraint takes its name`(
    constraints: String, words: [String]
  ) throws {
    #expect(
      try lost(
        replacing: "a, b, CONSTRAINT x FOREIGN KEY (a) REFERENCES p(id) \(Self.action)",
        by: "a, b, " + constraints) == words)
  }

  private static let action = "ON DELETE CASCADE"

  @Test(arguments: [
    ("a REFERENCES q(id)", ["REFERENCES p(id) ON DELETE CASCADE of a"]),
    ("a REFERENCES p(n) ON DELETE CASCADE", ["REFERENCES p(id) ON DELETE CASCADE of a"]),
    ("a REFERENCES p ON DELETE CASCADE", []),
    ("a REFERENCES p ON UPDATE CASCADE", ["ON DELETE CASCADE of a"]),
    ("a, FOREIGN KEY (a) REFERENCES p", ["ON DELETE CASCADE of a"]),
    ("a REFERENCES q(id), FOREIGN KEY (a) REFERENCES p ON DELETE CASCADE", []),
  ])
  func `a foreign key of a column is lost if another one replaces it`(
    column: String, words: [String]
  ) throws {
    #expect(try lost(replacing: "a REFERENCES p(id) ON DELETE CASCADE", by: column) == words)
  }

  @Test(arguments: [
    ("CONSTRAINT x CHECK (b <> 'A')", ["CHECK (a <> 'A')"]),
    ("CONSTRAINT x CHECK (a <> 'a')", ["CHECK (a <> 'A')"]),
    ("CONSTRAINT x CHECK (b <> 'A'), CHECK (a <> 'a')", ["CHECK (a <> 'A')"]),
    ("CONSTRAINT x CHECK (b <> 'A'), CONSTRAINT y CHECK (a <> 'A')", []),
    ("CHECK (\"A\" <> 'A')", []),
  ])
  func `a CHECK is lost if another one takes its name`(
    constraints: String, words: [String]
  ) throws {
    #expect(
      try lost(
        replacing: "a, b, CONSTRAINT x CHECK (a <> 'A')", by: "a, b, " + constraints) == words)
  }

  @Test func `a collation is reported as lost even if another column gets it`() throws {
    #expect(
      try lost(replacing: "a COLLATE NOCASE, b", by: "a, b COLLATE NOCASE") == [
        "COLLATE NOCASE of a"
      ])
  }

  /// Returns the constraints lost by re-creating the table `r` with another definition.
  private func lost(replacing former: String, by definition: String) throws -> [String] {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      sql: """
        CREATE TABLE p (id INTEGER PRIMARY KEY, n INTEGER UNIQUE); INSERT INTO p VALUES (1, 1);
        CREATE TABLE q (id INTEGER PRIMARY KEY); INSERT INTO q VALUES (1);
        CREATE TABLE r (id INTEGER PRIMARY KEY, \(former)); INSERT INTO r (id, a) VALUES (1, 1);
        """)
    let migrator = DatabaseMigrator([
      "1": """
      CREATE TABLE new_r (id INTEGER PRIMARY KEY, \(definition));
      INSERT INTO new_r (id, a) SELECT id, a FROM r; DROP TABLE r; ALTER TABLE new_r RENAME TO r;
      """
    ])
    let report = try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path)
    #expect(report.failure == nil)
    return Losses(of: report.steps).constraints.map {
      $0.words + ($0.column.map { " of \($0)" } ?? "")
    }
  }
}
