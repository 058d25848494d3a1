import MigratorEngine
import MigratorSession
import MigratorTestSupport
import MigratorTools
import Testing

/// The reported losses match an independent inspection of the database.
struct ReportedLossesTests {
  @Test(arguments: [
    // Numbers and strings that become the same key.
    ("k PRIMARY KEY, b", "(1, 'same'), ('1', 'same')", "k INTEGER PRIMARY KEY, b"),
    (
      "k TEXT PRIMARY KEY, b", "('a', 'same'), ('A', 'same')",
      "k TEXT PRIMARY KEY COLLATE NOCASE, b"
    ),
  ])
  func `a row is reported as lost if another row takes its key`(
    before: String, rows: String, after: String
  ) throws {
    let (phrases, _, fixture) = try SessionFixture.lossesOfMigration(
      "CREATE TABLE t (\(before)); INSERT INTO t VALUES \(rows);",
      """
      CREATE TABLE n (\(after)); INSERT OR IGNORE INTO n SELECT * FROM t;
      DROP TABLE t; ALTER TABLE n RENAME TO t;
      """)
    #expect(phrases.contains("001: lose 1 row"))
    try fixture.step()
    #expect(try fixture.strings("SELECT CAST(count(*) AS TEXT) FROM t") == ["1"])
  }

  @Test(arguments: [
    // Re-created: the largest remaining number is 2.
    (
      """
      CREATE TABLE n (id INTEGER PRIMARY KEY AUTOINCREMENT, b); INSERT INTO n SELECT * FROM t;
      DROP TABLE t; ALTER TABLE n RENAME TO t;
      """, "t", 3 as Int64?
    ),
    ("DELETE FROM sqlite_sequence; ALTER TABLE t RENAME TO u;", "u", 3),
    // The new table has no AUTOINCREMENT.
    (
      """
      CREATE TABLE n (id INTEGER PRIMARY KEY, b); INSERT INTO n SELECT * FROM t;
      DROP TABLE t; ALTER TABLE n RENAME TO t;
      """, "t", 3
    ),
    // A column hides the rowid.
    (
      """
      CREATE TABLE n (id INTEGER PRIMARY KEY, _rowid_); INSERT INTO n SELECT * FROM t;
      DROP TABLE t; ALTER TABLE n RENAME TO t; ALTER TABLE t RENAME COLUMN _rowid_ TO b;
      ALTER TABLE t ADD COLUMN _rowid_;
      """, "t", 3
    ),
    // All rows are in a table with another name.
    (
      """
      CREATE TABLE n (id INTEGER PRIMARY KEY AUTOINCREMENT, b); INSERT INTO n SELECT * FROM t;
      DROP TABLE t;
      """, "n", 3
    ),
    ("UPDATE sqlite_sequence SET seq = seq + 1;", "t", nil),
    (
      """
      CREATE TABLE n (id INTEGER PRIMARY KEY AUTOINCREMENT, b); INSERT INTO n SELECT * FROM t;
      UPDATE sqlite_sequence SET seq = 9 WHERE name = 'n'; DROP TABLE t;
      ALTER TABLE n RENAME TO t;
      """, "t", nil
    ),
  ])
  func `AUTOINCREMENT keys that would be assigned a second time are reported`(
    migration: String, table: String, next: Int64?
  ) throws {
    let (_, _, fixture) = try SessionFixture.lossesOfMigration(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, b);
      INSERT INTO t VALUES (1, 'a'), (2, 'b'), (9, 'c'); DELETE FROM t WHERE id = 9;
      """, migration)
    let prepared = try fixture.prepared()
    let warnings = prepared.predicted.map(\.warnings).joined()
      .filter { $0.contains("will reuse AUTOINCREMENT numbers") }
    #expect(warnings.isEmpty == (next == nil))
    try fixture.step()
    try fixture.execute("INSERT INTO \(table)(b) VALUES ('new')")
    let given = try fixture.strings("SELECT CAST(max(id) AS TEXT) FROM \(table)")[0]
    // The reused number is the one in the warning.
    #expect(next.map { $0 == Int64(given) } ?? (Int64(given).map { $0 > 9 } == true))
    if let warning = warnings.first {
      #expect(warning.contains("the next number was 10 and is now \(given)."))
    }
  }

  @Test(arguments: [
    ("a", "a COLLATE NOCASE", nil), ("a", "a COLLATE RTRIM DESC", nil),
    ("a COLLATE BINARY", "a", nil),
    ("a, b", "b, a COLLATE NOCASE", nil), ("a", "b, a COLLATE NOCASE", "UNIQUE (a)"),
    ("a COLLATE NOCASE", "a", "UNIQUE (a COLLATE NOCASE)"),
    ("a COLLATE NOCASE", "a COLLATE RTRIM", "UNIQUE (a COLLATE NOCASE)"),
    ("a COLLATE RTRIM", "a COLLATE NOCASE", "UNIQUE (a COLLATE RTRIM)"),
    ("c", "c COLLATE BINARY", "UNIQUE (c COLLATE NOCASE)"), ("c COLLATE BINARY", "c", nil),
    ("c", "c COLLATE RTRIM", "UNIQUE (c COLLATE NOCASE)"),
    ("lower(a)", "lower(a) COLLATE RTRIM", nil),
    ("lower(a) COLLATE RTRIM", "lower(a)", "UNIQUE (lower(a) COLLATE RTRIM)"),
  ])
  func `a unique index is reported as lost if its new collation allows more rows`(
    before: String, after: String, key: String?
  ) throws {
    let (_, lines, fixture) = try SessionFixture.lossesOfMigration(
      """
      CREATE TABLE t (a TEXT, b TEXT, c TEXT COLLATE NOCASE); INSERT INTO t VALUES ('x', 'x', 'x');
      CREATE UNIQUE INDEX i ON t (\(before));
      """, "DROP INDEX i; CREATE UNIQUE INDEX i ON t (\(after));")
    #expect(lines == key.map { ["LOSES \($0) of t: allows duplicates"] } ?? [])
    try fixture.step()
    // The rows that an index accepts, according to SQLite.
    func taken(_ key: String) throws -> Set<String> {
      try DatabaseQueue().writeWithoutTransaction { db in
        try db.execute(
          sql: """
            CREATE TABLE t (a TEXT, b TEXT, c TEXT COLLATE NOCASE); CREATE UNIQUE INDEX i ON t (\(key));
            """)
        let pairs = ["'X', 'x', 'X'", "'x ', 'x', 'x '", "'x', 'y', 'x'", "'x', 'x', 'x'"]
        return Set(
          pairs.filter { pair in
            defer { try? db.execute(sql: "DELETE FROM t") }
            return
              (try? db.execute(sql: "INSERT INTO t VALUES ('x', 'x', 'x'), (\(pair))")) != nil
          })
      }
    }
    #expect(try taken(after).isSubset(of: taken(before)) == (key == nil))
  }

  @Test func `a table can lose its AUTOINCREMENT keyword`() throws {
    let (_, _, fixture) = try SessionFixture.lossesOfMigration(
      "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, b); INSERT INTO t VALUES (1, 'a');",
      """
      CREATE TABLE n (id INTEGER PRIMARY KEY, b) WITHOUT ROWID; INSERT INTO n SELECT * FROM t;
      DROP TABLE t; ALTER TABLE n RENAME TO t;
      """)
    #expect(try fixture.prepared().predicted.flatMap(\.warnings) == [])
    try fixture.step()
    #expect(try fixture.strings("SELECT b FROM t") == ["a"])
  }

  @Test(arguments: [
    ("a TEXT UNIQUE COLLATE NOCASE", "a TEXT UNIQUE", "", "UNIQUE (a COLLATE NOCASE)"),
    (
      "a TEXT COLLATE NOCASE PRIMARY KEY", "a TEXT PRIMARY KEY", "",
      "PRIMARY KEY (a COLLATE NOCASE)"
    ),
    (
      "a TEXT COLLATE NOCASE", "a TEXT", "CREATE UNIQUE INDEX oa ON t(a);",
      "UNIQUE (a COLLATE NOCASE)"
    ),
    // Strings with equal bytes are equal in every collation.
    ("a TEXT UNIQUE", "a TEXT UNIQUE COLLATE NOCASE", "", nil),
    ("a TEXT UNIQUE COLLATE NOCASE", "a TEXT COLLATE NOCASE UNIQUE", "", nil),
    ("a TEXT UNIQUE COLLATE BINARY", "a TEXT UNIQUE", "", nil),
  ])
  func `a unique key is reported as lost if its new collation distinguishes more strings`(
    before: String, after: String, index: String, key: String?
  ) throws {
    let (_, lines, fixture) = try SessionFixture.lossesOfMigration(
      "CREATE TABLE t (\(before)); INSERT INTO t VALUES ('x'); \(index)",
      """
      CREATE TABLE n (\(after)); INSERT INTO n SELECT * FROM t;
      DROP TABLE t; ALTER TABLE n RENAME TO t; \(index)
      """)
    #expect(
      lines.filter { $0.contains(" of t: allows duplicates") }
        == key.map { ["LOSES \($0) of t: allows duplicates"] } ?? [])
    try fixture.step()
    let another = "INSERT INTO t VALUES ('X')"
    if key == nil, before.contains("NOCASE") || after.contains("NOCASE") {
      #expect(throws: (any Error).self) { try fixture.execute(another) }
    } else {
      try fixture.execute(another)
    }
  }

  @Test(arguments: [
    ("fts5(x)", "('a'), ('b')", "UPDATE v SET x = 'zzz'", ["001: lose 2 values"]),
    (
      "fts5(x)", "('a'), ('b')",
      "UPDATE v SET x = 'zzz' WHERE rowid = 1; INSERT INTO v VALUES ('c')",
      ["001: lose 1 value"]
    ),
    (
      "fts4(x)", "('a'), ('b')",
      "DROP TABLE v; CREATE VIRTUAL TABLE v USING fts4(x); INSERT INTO v VALUES ('c'), ('b')",
      ["001: lose 1 value"]
    ),
    (
      "fts5(x, y)", "('a', 'b')",
      "DROP TABLE v; CREATE VIRTUAL TABLE v USING fts5(x); INSERT INTO v VALUES ('a')",
      ["001: change 1 table unseen"]
    ),
    ("rtree(i, a, b)", "(1, 2, 3)", "UPDATE v SET b = 99", ["001: lose 1 value"]),
    ("rtree(i, a, b)", "(1, 2, 3)", "INSERT INTO v VALUES (2, 5, 6)", []),
    // An external-content index has no values of its own.
    (
      "fts5(name, content='club', content_rowid='id')", "('Rovers')",
      "INSERT INTO v(v) VALUES ('rebuild')", []
    ),
  ])
  func `lost values of virtual tables are reported as for ordinary tables`(
    module: String, rows: String, migration: String, phrases: [String]
  ) throws {
    let told = try SessionFixture.lossesOfMigration(
      "CREATE VIRTUAL TABLE v USING \(module); INSERT INTO v VALUES \(rows);", migration + ";")
    #expect(told.phrases == phrases)
  }

  @Test func `values are matched by a UNIQUE column if the table has no key`() throws {
    let (phrases, lines, fixture) = try SessionFixture.lossesOfMigration(
      "CREATE TABLE t (a TEXT UNIQUE, b); INSERT INTO t VALUES ('x', 1), ('y', 2);",
      "REPLACE INTO t VALUES ('x', 9);")
    #expect(phrases == ["001: lose 1 value"])
    #expect(lines == ["LOSES 1 value of t.b: 1 overwritten"])
    try fixture.step()
    #expect(try fixture.strings("SELECT a || b FROM t ORDER BY a") == ["x9", "y2"])
  }

  @Test func `dropping a computed column loses no values`() throws {
    let (phrases, lines, fixture) = try SessionFixture.lossesOfMigration(
      "CREATE TABLE t (a, g AS (a + 1)); INSERT INTO t VALUES (1);", "ALTER TABLE t DROP COLUMN g;")
    #expect(phrases == [] && lines == [])
    let changes = try fixture.prepared().predicted.flatMap { $0.changeLines.map(\.plain) }
    #expect(changes == ["t: - generated column g"])
  }

  @Test func `a dropped column is reported with its number of values`() throws {
    let (phrases, lines, fixture) = try SessionFixture.lossesOfMigration(
      """
      CREATE TABLE t (a, b, c, d);
      INSERT INTO t VALUES (1, 1, NULL, 1), (2, NULL, NULL, 2), (3, 'x', NULL, NULL);
      CREATE TABLE u (a, b); CREATE INDEX u_a ON u (a);
      """,
      """
      ALTER TABLE t DROP COLUMN b; ALTER TABLE t RENAME TO "t 2"; ALTER TABLE "t 2" DROP COLUMN c;
      ALTER TABLE "t 2" DROP COLUMN d; ALTER TABLE u DROP COLUMN b;
      """)
    #expect(phrases == ["001: lose 4 columns"])
    #expect(
      lines == [
        "LOSES column b of t 2, with 2 values", "LOSES column c of t 2, without a value",
        "LOSES column d of t 2, with 2 values", "LOSES column b of u, without a value",
      ])
    let outcome = fixture.session.step(try fixture.prepared(), agreeing: phrases)
    #expect(
      outcome.steps.first?.losses.lines(isDone: true).first?.plain
        == "LOST column b of t 2, with 2 values")
  }

  @Test func `without a dry run, the values of a dropped column are not counted`() throws {
    let fixture = try SessionFixture()
    try fixture.write("001_it", "ALTER TABLE club DROP COLUMN motto;")
    let prepared = try fixture.prepared(rehearsal: .none)
    let outcome = fixture.session.step(
      prepared, agreeing: prepared.agreements.map(\.phrase))
    #expect(
      outcome.steps.first?.losses.lines(isDone: true).map(\.plain)
        == ["LOST column motto of club, whose values were not counted"])
  }

  @Test func `a key whose column is dropped is not reported separately`() throws {
    let (_, lines, _) = try SessionFixture.lossesOfMigration(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 2);",
      """
      CREATE TABLE n (a); INSERT INTO n SELECT a FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t;
      """)
    #expect(lines.contains("LOSES column id of t, with 1 value"))
    #expect(!lines.contains { $0.contains("PRIMARY KEY") })
  }

  @Test func `a row deleted by a statement is not attributed to a trigger`() throws {
    let (_, lines, _) = try SessionFixture.lossesOfMigration(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 1), (2, 2), (3, 3);
      CREATE TRIGGER d AFTER DELETE ON t WHEN old.id = 1 BEGIN DELETE FROM t WHERE id = 3; END;
      """,
      "DELETE FROM t WHERE id = 1; INSERT INTO t VALUES (3, 3);")
    #expect(lines == ["LOSES 1 row of t, deleted"])
  }

  @Test
  func `replaced rows and values stored with another type are reported`()
    throws
  {
    let (phrases, _, fixture) = try SessionFixture.lossesOfMigration(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 1), (2, 2);",
      "UPDATE t SET a = CAST(a AS TEXT); DELETE FROM club WHERE id = 1; INSERT INTO club VALUES (9, 'x', 'y');"
    )
    #expect(phrases == ["001: lose 1 row"])
    #expect(
      try fixture.prepared().predicted.flatMap { $0.rowLines.map(\.plain) } == [
        "club: 3 rows (1 inserted, 1 deleted)",
        "t: 2 rows (2 updated, 2 values stored with another type)",
      ])
  }

  @Test(arguments: [
    ("UPDATE t SET a = 0", "t: 4 rows (4 updates with changed values in 3 rows)", 3),
    ("UPDATE t SET a = a", "t: 4 rows (4 updates without changed values)", 0),
    ("UPDATE t SET a = 9", "t: 4 rows (4 updated)", 4),
    ("UPDATE t SET a = 9; UPDATE t SET a = id", "t: 4 rows (8 updates without changed values)", 0),
    (
      "UPDATE t SET a = 9 WHERE id > 0; DELETE FROM t WHERE id = 4",
      "t: 4 → 3 rows (3 updates with changed values in 2 rows, 1 deleted)", 2
    ),
  ])
  func `updated rows are distinguished from rows with other values`(
    migration: String, line: String, others: Int
  ) throws {
    let (_, _, fixture) = try SessionFixture.lossesOfMigration(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a);
      INSERT INTO t VALUES (0, 0), (1, 1), (3, 3), (4, 4);
      CREATE TABLE old AS SELECT * FROM t;
      """, migration + ";")
    #expect(try fixture.prepared().predicted.flatMap { $0.rowLines.map(\.plain) } == [line])
    #expect(try fixture.step().steps.flatMap { $0.rowLines.map(\.plain) } == [line])
    let told = fixture.session.history().events.flatMap { $0.lines.map(\.plain) }
    #expect(told.contains(line))
    #expect(
      try fixture.strings(
        "SELECT CAST(count(*) AS TEXT) FROM t JOIN old USING (id) WHERE t.a IS NOT old.a")
        == ["\(others)"])
  }

  @Test func `if a value is moved, its new column is reported`() throws {
    let (phrases, _, fixture) = try SessionFixture.lossesOfMigration(
      "CREATE TABLE p (id INTEGER PRIMARY KEY, a, b); INSERT INTO p VALUES (1, 'x', 1), (2, 'y', 2);",
      "UPDATE p SET b = a, a = b;")
    #expect(phrases.isEmpty)
    let rows = try fixture.prepared().predicted.flatMap(\.rows)
    #expect(
      rows.map(\.line.plain) == [
        "p: 2 rows (2 updated, 2 values of a moved to b, 2 values of b moved to a)"
      ])
  }

  @Test(arguments: [
    // The referencing table is dropped, too.
    ("DROP TABLE kid; DROP TABLE par;", nil as String?),
    ("DROP TABLE par; DROP TABLE kid;", nil),
    (
      "CREATE TABLE other (p REFERENCES par); DROP TABLE par;",
      "would not fail: it would delete 1 row of kid."
    ),
  ])
  func `rows that another tool would delete with a table are reported`(
    migration: String, words: String?
  ) throws {
    let fixture = try SessionFixture()
    try fixture.execute(
      """
      CREATE TABLE par (id INTEGER PRIMARY KEY); INSERT INTO par VALUES (1);
      CREATE TABLE kid (p REFERENCES par ON DELETE CASCADE); INSERT INTO kid VALUES (1);
      """)
    try fixture.folder.write("migrations/20260101000000_it.sql", migration)
    let session = MigrationSession(
      database: fixture.path,
      migrations: ProjectSource(
        databasePath: fixture.path,
        request: .init(folder: fixture.folder.path("migrations"), format: .sqlx)),
      backups: fixture.backupPolicy, history: fixture.history)
    let report = try #require(try session.dryRun().dryRun.report.steps.first)
    let told = report.warnings.filter { $0.contains("enforces foreign keys") }
    #expect(told.count == (words == nil ? 0 : 1))
    if let words { #expect(told.first?.contains(words) == true, "\(told)") }
  }
}
