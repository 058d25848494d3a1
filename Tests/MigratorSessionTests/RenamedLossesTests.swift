import MigratorEngine
import MigratorSession
import MigratorTestSupport
import Testing

/// Data kept under another name is not lost, but data that only looks equal is.
struct RenamedLossesTests {
  private static let three = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, a, b); INSERT INTO t VALUES (1, 'x', 1), (2, 'y', 1), (3, NULL, 1);
    """

  @Test(arguments: [
    (
      "CREATE TABLE n (id INTEGER PRIMARY KEY, title, b); INSERT INTO n SELECT id, a, b FROM t; "
        + "DROP TABLE t; ALTER TABLE n RENAME TO t",
      []
    ),
    ("ALTER TABLE t ADD c; UPDATE t SET c = a; ALTER TABLE t DROP COLUMN a", []),
    // One row does not have the value.
    (
      "ALTER TABLE t ADD c; UPDATE t SET c = a WHERE id = 1; ALTER TABLE t DROP COLUMN a",
      ["001: lose 1 column"]
    ),
    // All rows have a 1, so the equality may be a coincidence.
    (
      "ALTER TABLE t ADD c DEFAULT 1; UPDATE t SET c = b; ALTER TABLE t DROP COLUMN b",
      ["001: lose 1 column"]
    ),
    (
      "CREATE TABLE u (id INTEGER PRIMARY KEY, a, b); INSERT INTO u SELECT * FROM t; DROP TABLE t",
      []
    ),
    (
      "CREATE TABLE u (id INTEGER PRIMARY KEY, a, b); INSERT INTO u SELECT id, a, 2 FROM t; DROP TABLE t",
      ["001: lose 3 rows"]
    ),
    (
      "CREATE TABLE u (id INTEGER PRIMARY KEY, a); INSERT INTO u SELECT id, a FROM t; DROP TABLE t",
      ["001: lose 3 rows"]
    ),
  ])
  func `data copied to another column or table is not reported as lost`(
    migration: String, phrases: [String]
  ) throws {
    let told = try SessionFixture.lossesOfMigration(Self.three, migration + ";")
    #expect(told.phrases == phrases)
    let outcome = told.fixture.session.step(try told.fixture.prepared(), agreeing: phrases)
    #expect(outcome.error == nil && outcome.failure == nil)
    // The comparison by the step gave the same result.
    #expect(outcome.steps.first?.losses.isDataLost == !phrases.isEmpty)
  }

  @Test(arguments: [("a", []), ("upper(a)", ["001: change 1 table unseen"])])
  func `for a column of an empty table, a step requires the same acceptance as the dry run`(
    source: String, phrases: [String]
  ) throws {
    let told = try SessionFixture.lossesOfMigration(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)",
      "ALTER TABLE t ADD c TEXT; UPDATE t SET c = \(source); ALTER TABLE t DROP COLUMN a;")
    #expect(told.phrases == phrases)
    let prepared = try told.fixture.prepared()
    let outcome = told.fixture.session.step(prepared, agreeing: phrases)
    #expect(outcome.error == nil && outcome.failure == nil)
    #expect(outcome.steps.first?.losses == prepared.losses)
    let sentence =
      "UNSEEN column a of t, which statements read: without rows, migtui cannot determine "
      + "whether it was copied"
    #expect(told.lines == (phrases.isEmpty ? [] : [sentence]))
  }

  @Test func `changed keys and references must be accepted, and the step finds the same ones`()
    throws
  {
    let told = try SessionFixture.lossesOfMigration(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO t VALUES (1, 'x'), (3, 'y');
      CREATE TABLE link (id INTEGER PRIMARY KEY, t REFERENCES t);
      """,
      """
      -- migtui: foreign-keys off
      CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO n (a) SELECT a FROM t;
      DROP TABLE t; ALTER TABLE n RENAME TO t;
      """)
    #expect(told.phrases == ["001: lose 1 value"])
    #expect(
      told.lines == [
        "LOSES 1 key of t.id, reassigned: rows that refer to them, even without a foreign key, now "
          + "refer to other rows or none"
      ])
    try told.fixture.execute("INSERT INTO link VALUES (1, 3)")
    let prepared = try told.fixture.prepared()
    #expect(prepared.agreements.map(\.phrase) == ["001: lose 2 values"])
    let refused = told.fixture.session.step(prepared, agreeing: ["001: lose 1 value"])
    #expect(refused.error != nil)
    let outcome = told.fixture.session.step(
      try told.fixture.prepared(), agreeing: ["001: lose 2 values"])
    #expect(outcome.error == nil && outcome.failure == nil)
    #expect(outcome.steps.first?.losses == prepared.losses)
    #expect(
      prepared.losses.lines().map(\.plain).last
        == "LOSES 1 reference of link.t to t: its keys were reassigned, so they now refer to "
        + "other rows or none")
  }

  @Test func `accepting a loss in an empty table does not cover values written later`() throws {
    let told = try SessionFixture.lossesOfMigration(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)",
      "ALTER TABLE t ADD c TEXT; UPDATE t SET c = upper(a); ALTER TABLE t DROP COLUMN a;")
    let prepared = try told.fixture.prepared()
    try told.fixture.execute("INSERT INTO t VALUES (1, 'x')")
    let outcome = told.fixture.session.step(prepared, agreeing: told.phrases)
    #expect(outcome.error != nil || outcome.failure != nil)
    #expect(try told.fixture.strings("SELECT a FROM t") == ["x"])
  }

  /// Values may be equal by coincidence; only values that a statement read can have been copied.
  @Test(arguments: [
    (
      "CREATE TABLE u (id INTEGER PRIMARY KEY, n DEFAULT 0); INSERT INTO u SELECT id, 7 FROM club; DROP TABLE k",
      ["001: lose 3 rows"]
    ),
    (
      "ALTER TABLE t ADD c; UPDATE t SET c = id % 2; ALTER TABLE t DROP COLUMN m",
      ["001: lose 1 column"]
    ),
    ("UPDATE t SET m = 0, d = id % 2", ["001: lose 5 values"]),
  ])
  func `data that is equal only by coincidence is reported as lost`(
    migration: String, phrases: [String]
  ) throws {
    let told = try SessionFixture.lossesOfMigration(
      """
      CREATE TABLE k (id INTEGER PRIMARY KEY); INSERT INTO k VALUES (1), (2), (3);
      CREATE TABLE t (id INTEGER PRIMARY KEY, m, d);
      INSERT INTO t VALUES (1, 1, 5), (2, 0, 5), (3, 1, 5);
      """, migration + ";")
    #expect(told.phrases == phrases)
  }

  @Test func `constraints are reported as lost if a table is copied without them`() throws {
    let (phrases, lines, _) = try SessionFixture.lossesOfMigration(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 'x'), (2, 'y');
      CREATE UNIQUE INDEX t_a ON t(a);
      """,
      "CREATE TABLE u (id INTEGER PRIMARY KEY, a); INSERT INTO u SELECT * FROM t; DROP TABLE t;")
    #expect(phrases == [])
    #expect(lines == ["LOSES unique index t_a, not re-created"])
  }
}
