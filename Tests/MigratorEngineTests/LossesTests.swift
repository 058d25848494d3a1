import MigratorEngine
import MigratorTestSupport
import Testing

struct LossesTests {
  private let people = """
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, mail TEXT, phone TEXT);
    INSERT INTO person VALUES (1, 'Ada', 'a@x', '1'), (2, 'Ben', 'b@x', '2');
    """

  private func dryRun(
    _ scripts: KeyValuePairs<String, String>, on sql: String? = nil
  ) throws -> DryRunReport {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: sql ?? people)
    let report = try DryRun.run(
      path: path, migrator: DatabaseMigrator(scripts), temporaryDirectory: folder.path)
    #expect(report.failure == nil)
    return report
  }

  @Test(arguments: [
    "CREATE TABLE slim AS SELECT id FROM person; DROP TABLE person",
    """
    ALTER TABLE person RENAME TO old; CREATE TABLE human AS SELECT id FROM old; DROP TABLE old
    """,
    "CREATE TABLE human AS SELECT *, 1 AS x FROM person WHERE id < 2; DROP TABLE person",
  ])
  func `a table that was copied only in part before it was dropped is reported as lost`(
    sql: String
  ) throws {
    let losses = Losses(of: try dryRun(["1": sql]).steps)
    #expect(losses.rowCount == 2)
    #expect(losses.tables == ["person"])
  }

  @Test(arguments: [
    "ALTER TABLE person RENAME TO human",
    "ALTER TABLE person RENAME TO human; ALTER TABLE human ADD COLUMN born TEXT",
    "ALTER TABLE person RENAME COLUMN mail TO email",
  ])
  func `a rename loses nothing`(sql: String) throws {
    #expect(try Losses(of: dryRun(["1": sql]).steps).isEmpty)
  }

  @Test func `rows that the migration itself inserts and deletes do not count as lost`() throws {
    let none = try dryRun(
      ["1": "INSERT INTO item VALUES (1); DELETE FROM item"], on: "CREATE TABLE item (id)")
    #expect(Losses(of: none.steps).isEmpty)
    let two = try dryRun([
      "1": "INSERT INTO person SELECT id + 50, name, mail, phone FROM person; DELETE FROM person"
    ])
    #expect(Losses(of: two.steps).rowCount == 2)
  }

  @Test(arguments: [
    ("fts5", "INSERT INTO note(note) VALUES ('delete-all')", 2),
    ("fts5", "INSERT INTO note(note, rowid, text) VALUES ('delete', 1, 'one')", 1),
    ("fts5", "INSERT INTO note(rowid, text) VALUES (3, 'three')", 0),
    ("fts4", "INSERT INTO note(rowid, text) VALUES (3, 'three')", 0),
  ])
  func `rows deleted from a contentless full-text index count as lost`(
    module: String, sql: String, count: Int64
  ) throws {
    let report = try dryRun(
      ["1": sql],
      on: """
        CREATE VIRTUAL TABLE note USING \(module)(text, content='');
        INSERT INTO note(rowid, text) VALUES (1, 'one'), (2, 'two');
        """)
    #expect(Losses(of: report.steps).rowCount == count)
  }

  @Test func `a dropped table is distinguished from another table that takes its name`() throws {
    let report = try dryRun(
      [
        "1": """
        ALTER TABLE person RENAME TO old; ALTER TABLE human RENAME TO person;
        INSERT INTO person SELECT id + 10 FROM old; DROP TABLE old
        """
      ],
      on: people
        + "CREATE TABLE human (id INTEGER PRIMARY KEY); INSERT INTO human VALUES (1), (2), (3)")
    let step = try #require(report.steps.first)
    let gone = try #require(step.rows.first { $0.after == nil })
    let there = try #require(step.rows.first { $0.formerName == "human" })
    #expect(step.changedRows(of: gone).map { [$0.deleted, $0.inserted] } == [2, 0])
    #expect(step.changedRows(of: there).map { [$0.deleted, $0.inserted] } == [0, 2])
  }

  @Test func `a dropped column is lost even if its name is a keyword`() throws {
    let words = """
      abort action after always analyze asc attach before begin by cascade cast column conflict cross
      current database deferred desc detach do each end exclude exclusive explain fail filter first
      following for full generated glob groups if ignore immediate indexed initially inner instead key
      last left like match materialized natural no nulls of offset others outer over partition plan
      pragma preceding query raise range recursive regexp reindex release rename replace restrict right
      rollback row rows savepoint temp temporary ties trigger unbounded vacuum view virtual window with
      without
      """.split { $0.isWhitespace }.map(String.init)
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      sql: "CREATE TABLE t (id, \(words.joined(separator: " TEXT, ")))")
    var migrator = DatabaseMigrator()
    for word in words {
      migrator.registerMigration(word) { try $0.execute(sql: "ALTER TABLE t DROP COLUMN \(word)") }
    }
    let report = try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path)
    #expect(report.failure == nil)
    #expect(report.steps.map { Losses(of: [$0]).columns.map(\.column) } == words.map { [$0] })
  }

  @Test func `a dropped column is lost even if another one is added`() throws {
    let report = try dryRun([
      "1": "ALTER TABLE person DROP COLUMN mail; ALTER TABLE person ADD COLUMN born TEXT"
    ])
    #expect(Losses(of: report.steps).columns.map(\.column) == ["mail"])
  }

  @Test func `a table dropped and created again is reported as re-created`()
    throws
  {
    let report = try dryRun([
      "1": """
      DROP TABLE person;
      CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, mail TEXT, phone TEXT);
      INSERT INTO person (id) VALUES (7), (8)
      """
    ])
    #expect(report.steps.first?.rows.map(\.isRecreated) == [true])
  }

  @Test
  func `a temporary table of the same name does not hide changes of the next migration`() throws {
    let report = try dryRun(["1": "CREATE TEMP TABLE person (x)", "2": "DELETE FROM person"])
    #expect(Losses(of: report.steps).rowCount == 2)
  }

  @Test(arguments: [("Ärger", "ärger"), ("ärger", "Ärger"), ("Caf\u{E9}", "Cafe\u{301}")])
  func `tables are counted separately if only Swift considers their names equal`(
    first: String, second: String
  ) throws {
    let tables = """
      CREATE TABLE "\(first)" (x); INSERT INTO "\(first)" VALUES (1), (2), (3), (4), (5), (6), (7);
      CREATE TABLE "\(second)" (x); INSERT INTO "\(second)" VALUES (1), (2);
      """
    let emptied = try dryRun(["1": "DELETE FROM \"\(first)\""], on: tables)
    #expect(Losses(of: emptied.steps).rowCount == 7)
    #expect(emptied.steps.first?.rows.map(\.deleted) == [7])

    let dropped = try dryRun(["1": "DROP TABLE \"\(second)\""], on: tables)
    #expect(Losses(of: dropped.steps).rowCount == 2)
    #expect(dropped.steps.first?.rows.map(\.before) == [2])
  }

  private let accounts = """
    CREATE TABLE account (id INTEGER PRIMARY KEY, mail TEXT UNIQUE, nick TEXT, UNIQUE (nick, mail));
    CREATE UNIQUE INDEX account_on_nick ON account(nick);
    CREATE INDEX account_on_mail ON account(mail);
    """

  @Test(arguments: [
    ("DROP INDEX account_on_nick", ["unique index account_on_nick"]),
    ("DROP INDEX account_on_mail", ["index account_on_mail"]),
    (
      "DROP INDEX account_on_nick; CREATE INDEX account_on_nick ON account(nick)",
      ["UNIQUE (nick) of account"]
    ),
    (
      "DROP INDEX account_on_nick; CREATE UNIQUE INDEX account_on_nick ON account(nick DESC)", []
    ),
    (
      "DROP INDEX account_on_nick; CREATE UNIQUE INDEX account_on_nick ON account(nick) "
        + "WHERE id > 3", ["UNIQUE (nick) of account"]
    ),
    (
      """
      CREATE TABLE new (id INTEGER PRIMARY KEY, mail TEXT, nick TEXT); DROP TABLE account;
      ALTER TABLE new RENAME TO account; CREATE UNIQUE INDEX account_on_nick ON account(nick);
      CREATE INDEX account_on_mail ON account(mail);
      """, ["UNIQUE (mail) of account"]
    ),
    (
      """
      CREATE TABLE new (id INTEGER PRIMARY KEY, mail TEXT, nick TEXT); DROP TABLE account;
      ALTER TABLE new RENAME TO account; CREATE UNIQUE INDEX account_on_nick ON account(nick);
      CREATE UNIQUE INDEX account_on_mail ON account(mail);
      """, []
    ),
    (
      """
      CREATE TABLE new (id INTEGER, mail TEXT UNIQUE, nick TEXT UNIQUE); DROP TABLE account;
      ALTER TABLE new RENAME TO account; CREATE INDEX account_on_mail ON account(mail);
      """, ["PRIMARY KEY (id) of account"]
    ),
    ("ALTER TABLE account RENAME nick TO name; ALTER TABLE account RENAME TO user", []),
  ])
  func `lost unique indexes and keys are reported`(sql: String, words: [String]) throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: accounts)
    let report = try DryRun.run(
      path: path, migrator: DatabaseMigrator(["1": sql]), temporaryDirectory: folder.path)
    let losses = Losses(of: report.steps)
    #expect(
      losses.objects.map { "\($0.kindWords) \($0.name)" }
        + losses.uniqueKeys.map { "\($0.words) of \($0.table)" } == words)
    #expect(!losses.isDataLost)
    #expect(losses.isEmpty == words.isEmpty)
  }

  /// Some tools write an automatic key as a constraint of the table.
  @Test(arguments: [
    ("id INTEGER, a, PRIMARY KEY (\"id\" AUTOINCREMENT)", []),
    ("id INTEGER, a, PRIMARY KEY (ID ASC AUTOINCREMENT)", []),
    ("id INTEGER, a, PRIMARY KEY (a)", ["PRIMARY KEY (id)"]),
  ])
  func `a table constraint may replace an automatic primary key`(columns: String, words: [String])
    throws
  {
    func lost(_ former: String, _ columns: String) throws -> [String] {
      let report = try dryRun(
        [
          "1": """
          CREATE TABLE n (\(columns)); INSERT INTO n SELECT * FROM t; DROP TABLE t;
          ALTER TABLE n RENAME TO t
          """
        ], on: "CREATE TABLE t (\(former)); INSERT INTO t VALUES (3, 1)")
      return Losses(of: report.steps).uniqueKeys.map(\.words)
    }
    let column = "id INTEGER PRIMARY KEY AUTOINCREMENT, a"
    #expect(try lost(column, columns) == words)
    if words.isEmpty { #expect(try lost(columns, column) == []) }
  }
}
