import MigratorEngine
import MigratorTestSupport
import Testing

/// Old violations in tables and columns renamed by copying, which only their contents identify.
struct OldViolationTests {
  private static let family = """
    PRAGMA foreign_keys = OFF;
    CREATE TABLE p (id INTEGER PRIMARY KEY, n); INSERT INTO p VALUES (1, 'a'), (2, 'b');
    CREATE TABLE child (id INTEGER PRIMARY KEY, pid INT REFERENCES p(id), z);
    INSERT INTO child VALUES (1, 1, 'q'), (2, 99, 'r'), (3, 2, 's'), (4, 98, 't');
    CREATE TABLE fan (pid INT REFERENCES p(id), z);
    INSERT INTO fan VALUES (1, 'x'), (1, 'y'), (97, 'old'), (97, 'older'), (2, 'z');
    DELETE FROM fan WHERE z = 'x';
    """

  private func migrator(_ sql: String) -> DatabaseMigrator {
    var migrator = DatabaseMigrator(["1": sql])
    migrator.foreignKeyPolicy = .newViolationsOnly
    return migrator
  }

  /// Returns the counts of a dry run, after comparing them with steps and with SQLite's own check.
  private func counts(_ sql: String, on start: String = family) throws -> ViolationCounts {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: start)
    let migrator = migrator(sql)
    let report = try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path)
    let step = try #require(report.steps.first)
    let counts = try #require(step.violations)
    let (before, after) = try look(sql, start)
    #expect(counts.before == before && counts.after == after)
    #expect((step.failure == nil) == (counts.added == 0))
    #expect(step.newViolations.count == counts.added)
    for observation in [Observation.events, .changedRows] {
      let copy = try TemporaryFolder()
      let queue = try DatabaseQueue(path: copy.makeDatabase(sql: start))
      let real = try #require(try migrator.step(queue, observe: observation))
      #expect((real.failure == nil) == (counts.added == 0), "\(observation)")
      #expect(real.violations?.added == counts.added, "\(observation)")
    }
    return counts
  }

  private func look(_ sql: String, _ start: String) throws -> (before: Int, after: Int) {
    try DatabaseQueue().inDatabase { db in
      func count() throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM pragma_foreign_key_check") ?? -1
      }
      try db.execute(sql: start)
      let before = try count()
      try db.execute(sql: sql)
      return (before, try count())
    }
  }

  @Test(arguments: [
    // A column renamed by copying: in a re-created table and in the same one.
    """
    CREATE TABLE k2 (id INTEGER PRIMARY KEY, parent INT REFERENCES p(id), z);
    INSERT INTO k2 SELECT * FROM child; DROP TABLE child; ALTER TABLE k2 RENAME TO child
    """,
    """
    ALTER TABLE child ADD COLUMN parent INT REFERENCES p(id); UPDATE child SET parent = pid;
    ALTER TABLE child DROP COLUMN pid
    """,
    // Also a renamed primary key.
    """
    CREATE TABLE k2 (childId INTEGER PRIMARY KEY, parent INT REFERENCES p(id), z);
    INSERT INTO k2 SELECT * FROM child; DROP TABLE child; ALTER TABLE k2 RENAME TO child
    """,
    // A renamed table, and renamed columns in it.
    """
    CREATE TABLE kid (id INTEGER PRIMARY KEY, pid INT REFERENCES p(id), z);
    INSERT INTO kid SELECT * FROM child; DROP TABLE child
    """,
    """
    CREATE TABLE kid (id INTEGER PRIMARY KEY, parent INT REFERENCES p(id), z);
    INSERT INTO kid SELECT * FROM child; DROP TABLE child
    """,
    """
    CREATE TABLE kid (id INTEGER PRIMARY KEY, parent INT REFERENCES p(id), z, note);
    INSERT INTO kid (parent, z, id) SELECT pid, z, id FROM child; DROP TABLE child;
    ALTER TABLE kid RENAME parent TO mother
    """,
    // A renamed parent table.
    """
    CREATE TABLE mother (id INTEGER PRIMARY KEY, n); INSERT INTO mother SELECT * FROM p;
    CREATE TABLE k2 (id INTEGER PRIMARY KEY, pid INT REFERENCES mother(id), z);
    INSERT INTO k2 SELECT * FROM child; DROP TABLE child; ALTER TABLE k2 RENAME TO child;
    CREATE TABLE f2 (pid INT REFERENCES mother(id), z);
    INSERT INTO f2 SELECT * FROM fan; DROP TABLE fan; ALTER TABLE f2 RENAME TO fan;
    DROP TABLE p
    """,
    // A copied parent table to which the children do not refer.
    """
    CREATE TABLE mother (id INTEGER PRIMARY KEY, n); INSERT INTO mother SELECT * FROM p;
    DELETE FROM child WHERE pid IN (SELECT id FROM p); DELETE FROM fan WHERE pid IN (SELECT id FROM p);
    DROP TABLE p
    """,
    // Rows without a key get new rowids.
    """
    CREATE TABLE f2 (pid INT REFERENCES p(id), z); INSERT INTO f2 (pid, z) SELECT pid, z FROM fan;
    DROP TABLE fan; ALTER TABLE f2 RENAME TO fan
    """,
    """
    CREATE TABLE f2 (id INTEGER PRIMARY KEY, z TEXT, pid TEXT REFERENCES p(id));
    INSERT INTO f2 (pid, z) SELECT pid, z FROM fan ORDER BY z;
    DROP TABLE fan; ALTER TABLE f2 RENAME TO fan
    """,
    """
    CREATE TEMP TABLE kept AS SELECT * FROM fan; DELETE FROM fan;
    INSERT INTO fan SELECT * FROM kept ORDER BY z DESC
    """,
    // Rows with a key that is no longer the rowid.
    """
    CREATE TABLE k2 (uuid TEXT PRIMARY KEY, id INT UNIQUE, pid INT REFERENCES p(id));
    INSERT INTO k2 SELECT hex(randomblob(8)), id, pid FROM child ORDER BY id DESC;
    DROP TABLE child; ALTER TABLE k2 RENAME TO child
    """,
    """
    CREATE TABLE k2 (id INT PRIMARY KEY, pid INT REFERENCES p(id), z) WITHOUT ROWID;
    INSERT INTO k2 SELECT * FROM child; DROP TABLE child; ALTER TABLE k2 RENAME TO child
    """,
  ])
  func `an old violation remains old if its row keeps its values, even in a renamed table`(
    sql: String
  ) throws {
    #expect(try counts(sql) == ViolationCounts(before: 4, after: 4, added: 0))
  }

  @Test(arguments: [
    // A new orphan among the copied rows.
    (
      """
      CREATE TABLE k2 (id INTEGER PRIMARY KEY, parent INT REFERENCES p(id), z);
      INSERT INTO k2 SELECT * FROM child; INSERT INTO k2 VALUES (5, 99, 'new');
      DROP TABLE child; ALTER TABLE k2 RENAME TO child
      """, 5, 1
    ),
    // The old orphans refer to each other's parents, or to a third one.
    (
      """
      CREATE TABLE k2 (id INTEGER PRIMARY KEY, parent INT REFERENCES p(id), z);
      INSERT INTO k2 SELECT id, CASE pid WHEN 99 THEN 98 WHEN 98 THEN 99 ELSE pid END, z FROM child;
      DROP TABLE child; ALTER TABLE k2 RENAME TO child
      """, 4, 2
    ),
    (
      """
      CREATE TABLE f2 (pid INT REFERENCES p(id), z);
      INSERT INTO f2 (pid, z) SELECT CASE z WHEN 'old' THEN 77 ELSE pid END, z FROM fan;
      DROP TABLE fan; ALTER TABLE f2 RENAME TO fan
      """, 4, 1
    ),
    // Another row with the parent of an old orphan.
    (
      """
      CREATE TABLE f2 (pid INT REFERENCES p(id), z);
      INSERT INTO f2 (pid, z) SELECT pid, CASE z WHEN 'old' THEN 'new' ELSE z END FROM fan;
      DROP TABLE fan; ALTER TABLE f2 RENAME TO fan
      """, 4, 1
    ),
    // The rowid of an old orphan is reused after that row moved.
    (
      """
      CREATE TABLE f2 (pid INT REFERENCES p(id), z);
      INSERT INTO f2 (rowid, pid, z) SELECT rowid + 10, pid, z FROM fan;
      INSERT INTO f2 (rowid, pid, z) VALUES (3, 97, 'old');
      DROP TABLE fan; ALTER TABLE f2 RENAME TO fan
      """, 5, 1
    ),
    // A duplicate of an old orphan.
    ("INSERT INTO fan SELECT * FROM fan WHERE z = 'old'", 5, 1),
    // Rows with other keys are other rows.
    (
      """
      CREATE TABLE k2 (id INTEGER PRIMARY KEY, pid INT REFERENCES p(id), z);
      INSERT INTO k2 (pid, z) SELECT pid, z FROM child ORDER BY id DESC;
      DROP TABLE child; ALTER TABLE k2 RENAME TO child
      """, 4, 2
    ),
    // A copy next to the original table.
    (
      """
      CREATE TABLE kid (id INTEGER PRIMARY KEY, pid INT REFERENCES p(id), z);
      INSERT INTO kid SELECT * FROM child
      """, 6, 2
    ),
    // A copy in which one old orphan is replaced by a new one.
    (
      """
      CREATE TABLE kid (id INTEGER PRIMARY KEY, pid INT REFERENCES p(id), z);
      INSERT INTO kid SELECT id, pid, CASE id WHEN 2 THEN 'new' ELSE z END FROM child;
      DROP TABLE child
      """, 4, 2
    ),
    // A second foreign key in the same rows.
    (
      """
      ALTER TABLE child ADD COLUMN parent INT REFERENCES p(id); UPDATE child SET parent = pid
      """, 6, 2
    ),
  ])
  func `a violation counts as new unless the same row had it before`(
    sql: String, after: Int, added: Int
  ) throws {
    #expect(try counts(sql) == ViolationCounts(before: 4, after: after, added: added))
  }
}
