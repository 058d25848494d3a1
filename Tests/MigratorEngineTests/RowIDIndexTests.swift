import Foundation
@testable import MigratorEngine
import MigratorTestSupport
import Testing

/// Indexes that store rowids of another table.
struct RowIDIndexTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let rebuild = """
    CREATE TABLE t2 (k TEXT PRIMARY KEY, n NOT NULL); INSERT INTO t2 SELECT * FROM t; DROP TABLE t;
    ALTER TABLE t2 RENAME TO t
    """
  private static let schema = """
    CREATE TABLE t (k TEXT PRIMARY KEY, n); INSERT INTO t VALUES ('a', 'aa'), ('b', 'bb'), ('c', 'cc');
    """
  private static let remedy = "INSERT INTO f(f) VALUES ('rebuild')"

  private func dryRun(_ migration: String, on schema: String) throws -> StepReport {
    let path = try folder.makeDatabase(sql: schema)
    let report = try DryRun.run(
      path: path, migrator: DatabaseMigrator(["1": migration]), temporaryDirectory: folder.path)
    #expect(report.failure == nil, "\(String(describing: report.failure))")
    return try #require(report.steps.first)
  }

  @Test(
    arguments: [
      "fts5(n, content='t')", "fts5(n, content='t', columnsize=0)", "fts4(content=\"t\", n)",
    ],
    [
      (rebuild, true), ("\(rebuild); \(remedy)", false), ("INSERT INTO t VALUES ('d', 'dd')", true),
      ("ALTER TABLE t ADD COLUMN other", false), ("UPDATE t SET k = 'x' WHERE k = 'b'", false),
    ])
  func `an index that no longer matches its table causes a warning with a remedy that works`(
    module: String, migration: (sql: String, isBroken: Bool)
  ) throws {
    let step = try dryRun(
      migration.sql,
      on: """
        \(Self.schema) CREATE VIRTUAL TABLE f USING \(module); DELETE FROM t WHERE k = 'a'; \(Self.remedy)
        """)
    #expect(step.warnings.count == (migration.isBroken ? 1 : 0), "\(step.warnings)")
    #expect(step.warnings.allSatisfy { $0.contains("f does not match its table t") })
    guard migration.isBroken else { return }
    let words = try #require(step.warnings.first)
    #expect(words.contains("INSERT INTO \"f\"(\"f\") VALUES ('rebuild')"))
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write { db in
      try db.execute(sql: "\(migration.sql); \(Self.remedy)")
      let found = try String.fetchOne(
        db, sql: "SELECT k FROM t WHERE rowid = (SELECT rowid FROM f WHERE f MATCH 'bb')")
      #expect(found == "b")
    }
  }

  @Test
  func `an index that did not match its table before the migration causes no warning`() throws {
    let step = try dryRun(
      "UPDATE t SET n = 'x'",
      on: "\(Self.schema) CREATE VIRTUAL TABLE f USING fts5(n, content='t')")
    #expect(step.warnings.allSatisfy { !$0.contains("does not match") })
  }

  @Test(arguments: ["fts5(n, content='t')", "fts4(content=\"t\", n)"])
  func `a new index that is not filled causes a warning`(module: String) throws {
    let step = try dryRun("CREATE VIRTUAL TABLE f USING \(module)", on: Self.schema)
    #expect(step.warnings.count == 1)
    #expect(step.warnings.first?.contains("f does not match its table t") == true)
  }

  @Test(
    arguments: ["fts5(n, content='t')", "fts4(content=\"t\", n)"],
    [
      ("ALTER TABLE t RENAME TO u", "u", "n"), ("ALTER TABLE t RENAME COLUMN n TO m", "t", "m"),
      ("ALTER TABLE t DROP COLUMN n; ALTER TABLE t ADD COLUMN m", "t", "m"),
    ])
  func `an index that cannot read its table causes a warning with a remedy that works`(
    module: String, change: (sql: String, table: String, column: String)
  ) throws {
    let step = try dryRun(
      change.sql, on: "\(Self.schema) CREATE VIRTUAL TABLE f USING \(module); \(Self.remedy)")
    #expect(step.warnings.count == 1, "\(step.warnings)")
    #expect(step.warnings.first?.contains("f cannot read its table t") == true)
    let new = module.replacing("'t'", with: "'\(change.table)'")
      .replacing("\"t\"", with: "\"\(change.table)\"").replacing("n)", with: "\(change.column))")
      .replacing("(n", with: "(\(change.column)")
    try FileManager.default.removeItem(atPath: folder.path("app.sqlite"))
    let fixed = try dryRun(
      "\(change.sql); DROP TABLE f; CREATE VIRTUAL TABLE f USING \(new); \(Self.remedy)",
      on: "\(Self.schema) CREATE VIRTUAL TABLE f USING \(module); \(Self.remedy)")
    #expect(fixed.warnings == [])
  }

  @Test func `entries deleted from an index but not from its table cause a warning`() throws {
    let step = try dryRun(
      "INSERT INTO f(f, rowid, n) SELECT 'delete', rowid, n FROM t",
      on: "\(Self.schema) CREATE VIRTUAL TABLE f USING fts5(n, content='t'); \(Self.remedy)")
    #expect(step.warnings.first?.contains("f does not match its table t") == true)
  }

  @Test(arguments: [
    ("fts5(n, content='')", "INSERT INTO v(rowid, n) SELECT rowid, n FROM t"),
    ("rtree(id, low, high)", "INSERT INTO v SELECT rowid, 1, 2 FROM t"),
  ])
  func
    `a table re-created with different rowids causes a warning about objects that use the old ones`(
      module: String, fill: String
    ) throws
  {
    let schema = """
      \(Self.schema) DELETE FROM t WHERE k = 'a'; CREATE VIRTUAL TABLE v USING \(module); \(fill);
      CREATE TRIGGER gone AFTER DELETE ON t BEGIN DELETE FROM v WHERE rowid = old.rowid; END
      """
    let step = try dryRun(Self.rebuild, on: schema)
    let warnings = step.warnings.filter { $0.contains("re-created with different rowids, but v") }
    #expect(warnings.count == 1, "\(step.warnings)")
    #expect(warnings.first?.contains("The trigger gone") == true)
  }

  @Test func `dropping an external-content index loses no data`() throws {
    let step = try dryRun(
      "DROP TABLE f",
      on: "\(Self.schema) CREATE VIRTUAL TABLE f USING fts5(n, content='t'); \(Self.remedy)")
    let losses = Losses(of: [step])
    #expect(!losses.isDataLost)
    #expect(losses.all == [.object(kind: "full-text index", name: "f")])
  }

  @Test func `a dropped contentless index, which cannot be rebuilt, is lost`() throws {
    let step = try dryRun(
      "DROP TABLE f",
      on:
        "CREATE VIRTUAL TABLE f USING fts5(n, content=''); INSERT INTO f(rowid, n) VALUES (1, 'a')")
    #expect(Losses(of: [step]).isDataLost)
  }

  @Test func `a trigger that fails on an unfilled index is explained, and the remedy works`() throws
  {
    let schema = """
      \(Self.schema) CREATE VIRTUAL TABLE f USING fts5(n, content='t');
      CREATE TRIGGER gone AFTER DELETE ON t BEGIN
        INSERT INTO f(f, rowid, n) VALUES ('delete', old.rowid, old.n);
      END
      """
    let path = try folder.makeDatabase(sql: schema)
    let run = { (sql: String) in
      try DryRun.run(
        path: path, migrator: DatabaseMigrator(["1": sql]), temporaryDirectory: folder.path)
    }
    let failure = try #require(try run("DELETE FROM t").failure)
    #expect(failure.remedy(on: .copy).sentence.contains("The file is not damaged"))
    #expect(try run("\(Self.remedy); DELETE FROM t").failure == nil)
  }
}

struct DamageCheckTests {
  @Test(arguments: [
    "unable to validate the inverted index for FTS4 table main.note: SQL logic error",
    "malformed inverted index for FTS5 table main.note", "In RTree main.r:\nNode 1 missing",
  ])
  func `an integrity error in the content of a virtual table is not damage to the file`(
    finding: String
  ) {
    #expect(Database.concernsVirtualTable(finding))
    #expect(!Database.concernsVirtualTable("Tree 2 page 3: btreeInitPage() returns error code 11"))
  }

  @Test func `a missing collation blocks only migrations that use it`() throws {
    let folder = try TemporaryFolder()
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      db.add(
        collation: DatabaseCollation("unicase") { $0 < $1 ? .orderedAscending : .orderedDescending }
      )
    }
    let path = folder.path("app.sqlite")
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction {
      try $0.execute(
        sql: """
          CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT COLLATE unicase); CREATE INDEX i ON note (text);
          INSERT INTO note VALUES (1, 'a'), (2, 'b'); CREATE TABLE other (id INTEGER PRIMARY KEY, v);
          INSERT INTO other VALUES (1, 1);
          """)
    }
    try queue.close()
    func run(_ sql: String) throws -> DryRunReport {
      try DryRun.run(
        path: path, migrator: DatabaseMigrator(["1": sql]), temporaryDirectory: folder.path)
    }
    #expect(try run("UPDATE other SET v = 2; CREATE TABLE new (a)").failure == nil)
    let failure = try #require(try run("UPDATE note SET text = 'c'").failure)
    #expect(failure.missingFeature?.name == "unicase" || failure.message.contains("unicase"))
  }
}
