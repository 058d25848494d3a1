import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// The advice about failures of SQL, which each test follows.
struct FailureAdviceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ sql: String, on schema: String) throws -> DryRunReport {
    let name = "\(UUID().uuidString).sqlite"
    let path = try folder.makeDatabase(name, sql: schema)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1", script: SQLScript(file: "1.sql", text: sql))
    return try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path)
  }

  private func remedy(_ sql: String, on schema: String) throws -> String {
    let failure = try #require(try run(sql, on: schema).failure)
    return failure.remedy(on: .copy).sentence
  }

  @Test
  func `the advice is to drop a broken view before the change and create it again later`() throws {
    let schema = """
      CREATE TABLE a (x); CREATE VIEW b AS SELECT x FROM a; CREATE TABLE c (y, z);
      INSERT INTO a VALUES (1); INSERT INTO c VALUES (1, 2); 
      """
    let change = "ALTER TABLE c RENAME TO d"
    let advice = try remedy("DROP TABLE a; \(change); CREATE TABLE a (x)", on: schema)
    #expect(advice.contains("DROP VIEW \"b\";"))
    let creation = "CREATE VIEW b AS SELECT x FROM a;"
    #expect(advice.contains(creation))
    let fixed = try run(
      "DROP TABLE a; DROP VIEW \"b\"; \(change); CREATE TABLE a (x); \(creation)", on: schema)
    #expect(fixed.failure == nil)
    #expect(fixed.steps.first?.broken == [])
  }

  @Test(arguments: [
    "ALTER TABLE a ALTER COLUMN x TO x TEXT NOT NULL",
    "alter table main.a alter column x to x TEXT",
  ])
  func `ALTER COLUMN of libSQL is replaced by a rebuild`(sql: String) throws {
    let schema = "CREATE TABLE a (x TEXT); INSERT INTO a VALUES ('1');"
    let advice = try remedy(sql, on: schema)
    #expect(advice.hasPrefix("ALTER COLUMN is a statement of libSQL and Turso only."), "\(advice)")
    let rebuilt = try run(
      """
      CREATE TABLE b (x TEXT NOT NULL); INSERT INTO b SELECT * FROM a; DROP TABLE a;
      ALTER TABLE b RENAME TO a;
      """, on: schema)
    #expect(rebuilt.failure == nil)
    let other = try remedy("ALTER TABLE a ALTER x TO y", on: schema)
    #expect(!other.contains("libSQL"))
  }

  /// Applies migrations 1 and 2, changes the database directly, and tries 3.
  private func remedy(
    _ applied: [String], then change: String, failing sql: String
  ) throws -> String {
    let path = try folder.makeDatabase("\(UUID().uuidString).sqlite", sql: "CREATE TABLE own (x)")
    var migrator = DatabaseMigrator()
    for (index, sql) in applied.enumerated() {
      migrator.registerMigration(
        "\(index + 1)", script: SQLScript(file: "\(index + 1).sql", text: sql))
    }
    let queue = try DatabaseQueue(path: path)
    try migrator.migrate(queue)
    try queue.write { try $0.execute(sql: change) }
    try queue.close()
    migrator.registerMigration("3", script: SQLScript(file: "3.sql", text: sql))
    let report = try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path)
    return try #require(report.failure).remedy(on: .copy).sentence
  }

  @Test(arguments: [
    ("DROP TABLE b", "INSERT INTO b VALUES (1, 2)", "2 created the table b"),
    ("DROP TABLE b", "ALTER TABLE b RENAME COLUMN x TO z", "2 created the table b"),
    ("DROP VIEW v", "DROP VIEW v", "2 created the view v"),
    ("ALTER TABLE a DROP COLUMN y", "UPDATE a SET y = 1", "2 created the column y of a"),
    ("ALTER TABLE a DROP COLUMN y", "INSERT INTO a (y) VALUES (1)", "2 created the column y of a"),
    ("ALTER TABLE a DROP COLUMN y", "ALTER TABLE a DROP COLUMN y", "2 created the column y of a"),
    ("ALTER TABLE b DROP COLUMN x", "SELECT q.\"x\" FROM b AS q", "2 created the column x of b"),
    // These are errors of the migration.
    ("DROP TABLE own", "INSERT INTO own VALUES (1)", nil),
    ("DROP TABLE b", "INSERT INTO old VALUES (1)", nil),
    ("DROP TABLE b", "DROP TABLE a; INSERT INTO a VALUES (1)", nil),
    ("ALTER TABLE a DROP COLUMN y", "UPDATE a SET renamed = 1", nil),
    ("ALTER TABLE a DROP COLUMN y", "UPDATE b SET y = 1", nil),
  ])
  func `if an object created by an applied migration is missing, drift is reported`(
    change: String, sql: String, words: String?
  ) throws {
    let advice = try remedy(
      [
        "CREATE TABLE a (x); CREATE TABLE old (x); INSERT INTO a VALUES (1);",
        """
        ALTER TABLE a ADD COLUMN y; DROP TABLE old; ALTER TABLE a ADD COLUMN renamed;
        ALTER TABLE a RENAME COLUMN renamed TO z;
        CREATE TABLE new_b (x, w); ALTER TABLE new_b RENAME TO b; CREATE VIEW v AS SELECT x FROM a;
        """,
      ], then: change, failing: sql)
    if let words {
      #expect(advice.contains("The applied migration \(words), but the database does not have it"))
      #expect(advice.contains("schema DB"))
    } else {
      #expect(advice.hasPrefix("Fix 3.sql:1:"), "\(advice)")
    }
  }

  @Test(arguments: [
    (
      "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'CREATE TABLE t (a, b)'",
      "migtui forbids writes to the schema table, even after PRAGMA writable_schema = ON: "
        + "table sqlite_master may not be modified"
    ),
    (
      "CREATE VIRTUAL TABLE g USING fts5(a); DELETE FROM g_data",
      "migtui forbids writes to shadow tables of virtual tables: table g_data may not be modified"
    ),
    ("INSERT INTO json_each VALUES (1)", "table json_each may not be modified"),
  ])
  func `a write that SQLite permits but migtui refuses is not reported as SQLite's error`(
    sql: String, message: String
  ) throws {
    let failure = try #require(
      try run(sql, on: "CREATE TABLE t (a); INSERT INTO t VALUES (1)").failure)
    #expect(failure.message == message)
  }

  @Test func `a write to sqlite_master fails with advice to rebuild the table`() throws {
    let schema = "CREATE TABLE t (a); INSERT INTO t VALUES (1)"
    let advice = try remedy(
      """
      PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'CREATE TABLE t (a NOT NULL)' WHERE name = 't'
      """, on: schema)
    #expect(advice.contains("create a new table, copy the rows, drop the old table"))
    let fixed = try run(
      """
      CREATE TABLE n (a NOT NULL); INSERT INTO n SELECT * FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t
      """, on: schema)
    #expect(fixed.failure == nil)
  }

  @Test(arguments: [
    ("UPDATE t SET a = datetime('now', 'subsec')", "'subsec') is NULL"),
    ("UPDATE t SET a = strftime('%s', 'now', '+1 day', 'nonsense')", "'nonsense') is NULL"),
    ("PRAGMA nonsense = 1", "PRAGMA nonsense has no effect"),
    ("UPDATE t SET a = datetime(0, 'unixepoch', 'localtime', 'weekday 0', '-1.5 hours')", nil),
    ("UPDATE t SET a = date('now', 'start of month')", nil), ("PRAGMA recursive_triggers", nil),
  ])
  func `statements that SQLite ignores silently cause a warning`(sql: String, words: String?) throws
  {
    let isKnown = try DatabaseQueue().read {
      try String.fetchOne($0, sql: "SELECT datetime('now', 'subsec')") != nil
    }
    if isKnown, sql.contains("subsec") { return }
    let step = try #require(
      try run(sql, on: "CREATE TABLE t (a); INSERT INTO t VALUES (1)").steps.first)
    let warnings = step.warnings.filter { $0.contains("is NULL") || $0.contains("has no effect") }
    #expect(warnings.count == (words == nil ? 0 : 1), "\(step.warnings)")
    if let words { #expect(warnings.first?.contains(words) == true) }
    if sql.contains("subsec") {
      #expect(
        warnings.first?.contains(
          "requires SQLite 3.42: https://www.sqlite.org/releaselog/3_42_0.html") == true)
    }
  }

  @Test(arguments: [
    ("PRAGMA page_size = 8192", "PRAGMA page_size = 8192 has no effect"),
    ("PRAGMA auto_vacuum = FULL", "PRAGMA auto_vacuum = FULL has no effect"),
    ("PRAGMA main.auto_vacuum = 2", "PRAGMA auto_vacuum = 2 has no effect"),
    ("PRAGMA foreign_keys = OFF", "PRAGMA foreign_keys has no effect"),
    ("PRAGMA page_size = 4096", nil), ("PRAGMA auto_vacuum = NONE", nil), ("PRAGMA page_size", nil),
  ])
  func `a setting without effect in a transaction causes a warning`(sql: String, words: String?)
    throws
  {
    let schema = "CREATE TABLE t (a); INSERT INTO t VALUES (1)"
    let step = try #require(try run("\(sql); UPDATE t SET a = 2", on: schema).steps.first)
    #expect(step.failure == nil && step.headerChanges == [])
    #expect(step.warnings.count == (words == nil ? 0 : 1), "\(step.warnings)")
    if let words { #expect(step.warnings.first?.hasPrefix(words) == true) }
  }

  @Test func `switching between full and incremental auto-vacuum takes effect`() throws {
    let schema = "PRAGMA auto_vacuum = 1; CREATE TABLE t (a); INSERT INTO t VALUES (1)"
    let step = try #require(try run("PRAGMA auto_vacuum = 2", on: schema).steps.first)
    #expect(step.warnings == [])
    #expect(step.headerChanges.map(\.pragma) == ["auto_vacuum"])
  }

  @Test
  func `if newer syntax causes an error, the advice names the SQLite version it requires`() throws {
    let schema = "CREATE TABLE t (a); INSERT INTO t VALUES (1)"
    for (sql, version) in [
      ("UPDATE t SET a = (SELECT group_concat(a ORDER BY a) FROM t)", "3.44"),
      ("UPDATE t SET a = 1_000", "3.46"),
    ] {
      guard let failure = try run(sql, on: schema).failure else { continue }
      let advice = failure.remedy(on: .copy).sentence
      #expect(advice.contains("requires SQLite \(version)"), "\(failure.message): \(advice)")
    }
    let advice = try remedy("UPDATE t SET a = ORDER BY a", on: schema)
    #expect(!advice.contains("requires SQLite"))
  }

  @Test(arguments: [
    ("PRAGMA ignore_check_constraints = ON", "PRAGMA ignore_check_constraints"),
    ("PRAGMA legacy_alter_table = ON", "PRAGMA legacy_alter_table"),
    ("CREATE TEMP TABLE x (a)", "Temporary table x"),
    ("CREATE TEMP TABLE T (a)", "Temporary table T"),
    ("CREATE TEMP TABLE y (a); INSERT INTO y SELECT a FROM t", nil),
    ("CREATE TEMP VIEW y AS SELECT a FROM t", nil),
    ("CREATE TEMP TABLE x (a); INSERT INTO nowhere VALUES (1)", nil),
    ("PRAGMA legacy_alter_table = ON; INSERT INTO nowhere VALUES (1)", nil),
    ("PRAGMA legacy_alter_table = ON; PRAGMA legacy_alter_table = OFF", nil),
    ("CREATE TEMP TABLE x (a); DROP TABLE x", nil),
  ])
  func `connection state that the next migration no longer has causes a warning`(
    sql: String, words: String?
  ) throws {
    let path = try folder.makeDatabase(sql: "CREATE TABLE t (a CHECK (a > 0))")
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1", script: SQLScript(file: "1.sql", text: sql))
    migrator.registerMigration(
      "2",
      script: SQLScript(file: "2.sql", text: "INSERT INTO t VALUES (-1); INSERT INTO X SELECT 1"))
    let report = try DryRun.run(
      path: path, migrator: migrator, scope: .all, temporaryDirectory: folder.path)
    let warnings = report.steps[0].warnings
    #expect(warnings.count == (words == nil ? 0 : 1), "\(warnings)")
    if let words {
      #expect(warnings.first?.hasPrefix("\(words): lost after this migration") == true)
    }
    // The setting does not reach the second migration, and nothing follows a failed one.
    #expect(report.failure?.identifier == (sql.contains("nowhere") ? "1" : "2"))
  }

  @Test(arguments: [
    ("CREATE TABLE p (id); CREATE TABLE c (p REFERENCES p(id))", true),
    ("CREATE TABLE c (p REFERENCES p)", false),
  ])
  func `foreign keys that make every write fail are found even in empty tables`(
    schema: String, parentExists: Bool
  ) throws {
    let path = try folder.makeDatabase(sql: schema)
    let keys = try DatabaseInspection.inspect(path: path) { try $0.unusableForeignKeys() }
    #expect(keys.map(\.key.originTable) == ["c"])
    #expect(keys.map(\.parentExists) == [parentExists])
    let queue = try DatabaseQueue(path: path)
    #expect(throws: DatabaseError.self) {
      try queue.write { try $0.execute(sql: "INSERT INTO c VALUES (1)") }
    }
  }

  @Test(arguments: [
    ("CREATE TABLE IF NOT EXISTS t (a, b)", "The table t already exists", "+ column b"),
    (
      "create table if not exists main.\"t\" ( a TEXT )", "The table t already exists",
      "~ column a"
    ),
    ("CREATE INDEX IF NOT EXISTS i ON u (b)", "The index i already exists", "columns (a) → (b)"),
    ("CREATE UNIQUE INDEX IF NOT EXISTS i ON t (a)", "The index i already exists", "UNIQUE"),
    ("CREATE VIEW IF NOT EXISTS v AS SELECT 2", "The view v already exists", "definition"),
    (
      "CREATE TRIGGER IF NOT EXISTS g AFTER DELETE ON t BEGIN SELECT 2; END",
      "The trigger g already exists", "g"
    ),
    ("CREATE TABLE IF NOT EXISTS t ( a );", nil, ""),
    ("CREATE TABLE IF NOT EXISTS new (a)", nil, ""),
    ("DROP TABLE t; CREATE TABLE IF NOT EXISTS t (a, b)", nil, ""),
    ("CREATE INDEX IF NOT EXISTS i ON t (a)", nil, ""),
    ("CREATE INDEX IF NOT EXISTS I ON t(\"a\")", nil, ""),
    ("CREATE INDEX IF NOT EXISTS i ON T([A] ASC)", nil, ""),
    ("CREATE INDEX IF NOT EXISTS I ON t(a DESC)", "The index i already exists", "columns"),
    ("CREATE TABLE IF NOT EXISTS T (\"A\")", nil, ""),
    ("CREATE VIEW IF NOT EXISTS W AS SELECT \"A\" FROM T", nil, ""),
    (
      "CREATE VIEW IF NOT EXISTS w AS SELECT \"b\" FROM u", "The view w already exists",
      "definition"
    ),
    ("CREATE TRIGGER IF NOT EXISTS G AFTER DELETE ON \"T\" BEGIN SELECT 1; END", nil, ""),
  ])
  func `a warning is given if IF NOT EXISTS skips an object that has another definition`(
    sql: String, words: String?, difference: String
  ) throws {
    let report = try run(
      sql,
      on: """
        CREATE TABLE t (a); CREATE TABLE u (b); CREATE INDEX i ON t (a); CREATE VIEW v AS SELECT 1;
        CREATE TRIGGER g AFTER DELETE ON t BEGIN SELECT 1; END; INSERT INTO t VALUES (1);
        CREATE VIEW w AS SELECT a FROM t;
        """)
    let all = try #require(report.steps.first).warnings
    let warnings = all.filter { $0.contains("so IF NOT EXISTS leaves it unchanged") }
    #expect(warnings.count == (words == nil ? 0 : 1), "\(all)")
    guard let words else { return }
    #expect(warnings.first?.contains(words) == true, "\(warnings)")
    #expect(warnings.first?.contains(difference) == true, "\(warnings)")
  }
}
