import MigratorEngine
import MigratorTestSupport
import Testing

struct ChangedRowsTests {
  private func changes(
    _ sql: String, on start: String, table: String = "t"
  ) throws -> ChangedRows {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: start)
    let report = try DryRun.run(
      path: path, migrator: DatabaseMigrator(["1": sql]), temporaryDirectory: folder.path)
    #expect(report.failure == nil)
    return try #require(report.steps[0].changedRows.first { $0.table == table })
  }

  /// The rows as text, such as `~ 1  name: 'Ada' -> 'A' (cut)`.
  private func words(_ list: ChangedRows) -> [String] {
    list.rows.map { row in
      let mark = [ChangedRow.Kind.inserted: "+", .deleted: "-", .updated: "~"][row.kind] ?? "?"
      let values = zip(list.columns, row.values).compactMap { column, value -> String? in
        switch (row.kind, value.before, value.after) {
        case (.inserted, nil, let new?): return "\(column.name): \(new.value.sqlLiteral)"
        case (.deleted, let old?, nil): return "\(column.name): \(old.value.sqlLiteral)"
        default:
          guard let difference = value.difference else { return nil }
          let old = value.before?.value.sqlLiteral ?? "none"
          return "\(column.name): \(old) -> \(value.after?.value.sqlLiteral ?? "none") "
            + "(\(difference))"
        }
      }
      return "\(mark) \(row.key.map(\.sqlLiteral).joined(separator: ", "))  "
        + values.joined(separator: ", ")
    }
  }

  private let people = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, mail TEXT, age);
    INSERT INTO t VALUES (1, 'Ada', 'a@x', 36.25), (2, 'Ben', 'b@x', '41'), (3, 'Cy', NULL, 1);
    """

  @Test func `a changed row is listed with its key and its old and new values`() throws {
    let list = try changes(
      """
      UPDATE t SET name = 'A', age = 36.3 WHERE id = 1;
      UPDATE t SET age = 41, mail = NULL WHERE id = 2;
      DELETE FROM t WHERE id = 3; INSERT INTO t VALUES (7, 'Eve', x'00', 2)
      """, on: people)
    #expect(list.key == ["id"])
    #expect(
      words(list) == [
        "~ 1  name: 'Ada' -> 'A' (cut), age: 36.25 -> 36.3 (rounded)",
        "~ 2  mail: 'b@x' -> NULL (nulled), age: '41' -> 41 (converted)",
        "- 3  id: 3, name: 'Cy', mail: NULL, age: 1",
        "+ 7  id: 7, name: 'Eve', mail: X'00', age: 2",
      ])
    #expect([list.inserted, list.deleted, list.updated, list.omitted] == [1, 1, 2, 0])
  }

  @Test(arguments: [
    ("DELETE FROM t WHERE id > 1", "- 2  id: 2, a: 'x'"),
    ("INSERT INTO t VALUES (5, 'n')", "+ 5  id: 5, a: 'n'"),
    ("DELETE FROM t", "- 1  id: 1, a: NULL|- 2  id: 2, a: 'x'"),
    ("INSERT OR REPLACE INTO t VALUES (2, 'y')", "~ 2  a: 'x' -> 'y' (replaced)"),
    ("UPDATE t SET a = 'f' WHERE a IS NULL", "~ 1  a: NULL -> 'f' (filled)"),
    ("DROP TABLE t", "- 1  id: 1, a: NULL|- 2  id: 2, a: 'x'"),
    ("ALTER TABLE t ADD COLUMN b INT DEFAULT '3'; UPDATE t SET b = 3", ""),
    ("ALTER TABLE t ADD COLUMN b; UPDATE t SET b = id WHERE id = 2", "~ 2  b: none -> 2 (filled)"),
    ("UPDATE t SET a = a", ""),
    (
      """
      CREATE TABLE n (id INTEGER PRIMARY KEY, a, b DEFAULT 'd'); INSERT INTO n (id, a)
      SELECT id, upper(a) FROM t UNION ALL SELECT 0, 'new'; DROP TABLE t; ALTER TABLE n RENAME TO t
      """, "+ 0  id: 0, a: 'new', b: 'd'|~ 2  a: 'x' -> 'X' (replaced)"
    ),
  ])
  func `exactly the changed rows are listed, whichever statement changed them`(
    sql: String, expected: String
  ) throws {
    let start =
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, NULL), (2, 'x')"
    #expect(try words(changes(sql, on: start)).joined(separator: "|") == expected)
  }

  @Test(
    arguments: [
      "DELETE FROM t WHERE k = 'a'; INSERT INTO t VALUES ('c', 3)",
      "INSERT INTO t VALUES ('c', 3)", "DELETE FROM t WHERE k = 'a'",
      """
      CREATE TABLE n (k TEXT PRIMARY KEY, v) WITHOUT ROWID; INSERT INTO n SELECT * FROM t WHERE v > 1;
      INSERT INTO n VALUES ('c', 3); DROP TABLE t; ALTER TABLE n RENAME TO t
      """,
    ], ["", " WITHOUT ROWID"])
  func `inserted and deleted rows are listed by their primary key`(
    sql: String, options: String
  ) throws {
    let list = try changes(
      sql,
      on:
        "CREATE TABLE t (k TEXT PRIMARY KEY, v)\(options); INSERT INTO t VALUES ('a', 1), ('b', 2)")
    let places = try #require(list.columns.firstIndex { $0.name == "k" })
    let told = list.rows.map {
      "\($0.kind) "
        + ($0.values[places].before ?? $0.values[places].after ?? .init(.null)).value
        .sqlLiteral
    }
    let expected =
      (sql.contains("DELETE") || sql.contains("v > 1") ? ["deleted 'a'"] : [])
      + (sql.contains("'c'") ? ["inserted 'c'"] : [])
    #expect(told == expected)
    #expect(list.omitted == 0)
  }

  @Test
  func `rows of new and renamed tables are listed, but not rows of tables without a key`() throws {
    let start = "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2), (3, 4)"
    let new = try changes("CREATE TABLE u AS SELECT a FROM t", on: start, table: "u")
    #expect(new.key == ["rowid"])
    #expect(words(new) == ["+ 1  a: 1", "+ 2  a: 3"])
    let lost = try changes("DELETE FROM t WHERE a = 3; INSERT INTO t VALUES (5, 6)", on: start)
    #expect(lost.obstacle == .noKey)
    #expect(lost.rows.isEmpty)
    let renamed = try changes(
      "ALTER TABLE t RENAME TO u; ALTER TABLE u RENAME a TO z; UPDATE u SET z = 9 WHERE b = 4",
      on: start, table: "u")
    #expect(renamed.formerName == "t")
    #expect(words(renamed) == ["~ 2  z: 3 -> 9 (replaced)"])
  }

  @Test func `renaming a column by re-creating its table changes no rows`() throws {
    let list = try changes(
      """
      CREATE TABLE n (id INTEGER PRIMARY KEY, name TEXT, email TEXT, age);
      INSERT INTO n SELECT id, name, mail, CASE id WHEN 3 THEN 2 ELSE age END FROM t; DROP TABLE t;
      ALTER TABLE n RENAME TO t
      """, on: people)
    #expect(words(list) == ["~ 3  age: 1 -> 2 (replaced)"])
    #expect(list.columns.map(\.before) == ["id", "name", "mail", "age"])
    #expect(list.columns.map(\.after) == ["id", "name", "email", "age"])
    #expect([list.inserted, list.deleted, list.updated] == [0, 0, 1])
  }

  @Test func `changed rows of a full-text table are listed without its hidden columns`() throws {
    let list = try changes(
      """
      UPDATE t SET body = 'three' WHERE rowid = 2; DELETE FROM t WHERE rowid = 1;
      INSERT INTO t (body) VALUES ('four')
      """, on: "CREATE VIRTUAL TABLE t USING fts5(body); INSERT INTO t VALUES ('one'), ('two')")
    #expect(list.columns.map(\.name) == ["body"])
    #expect(
      words(list) == [
        "- 1  body: 'one'", "~ 2  body: 'two' -> 'three' (replaced)", "+ 3  body: 'four'",
      ])
  }

  @Test(arguments: [
    ("a, b", "a, b", nil as StepReport.Values.Reason?), ("b, a", "a, b", nil),
    // A changed value, an added column, a dropped column.
    ("a, b", "a, b + 1", .noKey), ("a, b, c", "a, b, 7", .noKey), ("a", "a", .noKey),
  ])
  func `rows are not listed as changed if re-creating a table without a key renumbers them`(
    columns: String, values: String, obstacle: StepReport.Values.Reason?
  ) throws {
    let list = try changes(
      """
      CREATE TABLE n (\(columns)); INSERT INTO n (\(columns == "b, a" ? "a, b" : columns))
      SELECT \(values) FROM t ORDER BY a DESC; DROP TABLE t; ALTER TABLE n RENAME TO t
      """, on: "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2), (3, 4)")
    #expect(list.obstacle == obstacle)
    #expect(list.isEmpty == (obstacle == nil))
  }

  @Test func `the list of changed rows is limited, and rows with losses are listed first`() throws {
    let start = """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a, b);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
      INSERT INTO t SELECT i, 'value ' || i, NULL FROM n
      """
    let list = try changes(
      """
      UPDATE t SET b = 1; UPDATE t SET a = 'X' WHERE id > 29990; DELETE FROM t WHERE id = 1;
      WITH RECURSIVE n(i) AS (SELECT 40000 UNION ALL SELECT i + 1 FROM n WHERE i < 65000)
      INSERT INTO t SELECT i, 'new', 1 FROM n
      """, on: start)
    #expect([list.inserted, list.deleted, list.updated] == [25_001, 1, 29_999])
    #expect(list.rows.count { $0.kind == .inserted } == 1_000)
    #expect(list.rows.count { $0.kind == .updated } == 1_010)
    #expect(list.rows.count { $0.values[1].difference == .replaced } == 10)
    #expect(list.omitted == 25_001 + 1 + 29_999 - 2_011)
    let more = try changes(
      """
      WITH RECURSIVE n(i) AS (SELECT 40000 UNION ALL SELECT i + 1 FROM n WHERE i < 65000)
      INSERT INTO t SELECT i, 'new', 1 FROM n
      """, on: start)
    #expect(more.rows.map(\.key) == (40_000..<41_000).map { [Int64($0).databaseValue] })
    #expect(more.omitted == 24_001)
  }

  @Test
  func `long values are truncated, and the report of a step keeps at most two megabytes`() throws {
    let list = try changes(
      "UPDATE t SET a = a || 'é', b = substr(b, 1, 1500)",
      on: """
        CREATE TABLE t (id INTEGER PRIMARY KEY, a, b);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
        INSERT INTO t SELECT i, 'x' || replace(hex(zeroblob(1000)), '0', 'é'), zeroblob(3000) FROM n
        """)
    let first = try #require(list.rows.first)
    #expect(first.values[1].before?.fullLength == 4_001)
    #expect(first.values[1].after?.fullLength == 4_003)
    #expect(first.values[1].difference == .replaced)
    #expect(first.values[1].before?.value.sqlLiteral.utf8.count == 1_001)
    #expect(first.values[2].difference == .cut)
    #expect(first.values[2].after?.fullLength == 1_500)
    #expect(list.rows.count < 300)
    #expect(list.omitted == 2_000 - Int64(list.rows.count))
  }

  @Test(arguments: [
    ("DELETE FROM p WHERE id = 1", "1 cascade, 2 cascade"),
    ("DELETE FROM p WHERE id = 1; DELETE FROM t WHERE id = 3", "1 cascade, 2 cascade, 3 direct"),
    ("DELETE FROM t WHERE id = 3", "3 direct"),
    ("DELETE FROM t WHERE id = 2; DELETE FROM p WHERE id = 1", "1 cascade, 2 direct"),
    // Rolled-back changes are not counted.
    (
      """
      SAVEPOINT s; DELETE FROM t WHERE id = 2; ROLLBACK TO s; RELEASE s;
      DELETE FROM p WHERE id = 1
      """, "1 cascade, 2 cascade"
    ),
    (
      """
      SAVEPOINT s; DELETE FROM p WHERE id = 1; ROLLBACK TO s; RELEASE s;
      DELETE FROM t WHERE id = 2; DELETE FROM p WHERE id = 2
      """, "2 direct, 3 cascade"
    ),
    ("UPDATE t SET id = 9 WHERE id = 3; DELETE FROM t WHERE id = 9; DELETE FROM p", nil),
    (
      """
      CREATE TABLE n (id INTEGER PRIMARY KEY, p); INSERT INTO n SELECT * FROM t WHERE id > 1;
      DROP TABLE t; ALTER TABLE n RENAME TO t
      """, "1 unknown"
    ),
  ])
  func `rows deleted by cascade are distinguished from directly deleted ones`(
    sql: String, expected: String?
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      sql: """
        CREATE TABLE p (id INTEGER PRIMARY KEY); INSERT INTO p VALUES (1), (2);
        CREATE TABLE t (id INTEGER PRIMARY KEY, p REFERENCES p ON DELETE CASCADE);
        INSERT INTO t VALUES (1, 1), (2, 1), (3, 2), (4, NULL)
        """)
    let report = try DryRun.run(
      path: path, migrator: DatabaseMigrator(["1": sql], foreignKeyChecks: .immediate),
      temporaryDirectory: folder.path)
    let list = try #require(report.steps[0].changedRows.first { $0.table == "t" })
    let told = list.rows.map { row in
      let way = row.isCascade.map { $0 ? "cascade" : "direct" } ?? "unknown"
      return "\(row.key[0].sqlLiteral) \(way)"
    }
    #expect(report.failure == nil)
    if let expected { #expect(told.joined(separator: ", ") == expected) }
    if expected == nil { #expect(list.obstacle == .keysChanged) }
  }

  @Test func `a step compared with its dry run also lists the changed rows`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: people)
    let migrator = DatabaseMigrator(["1": "UPDATE t SET name = lower(name) WHERE id < 3"])
    let dryRun = try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path)
    let step = try migrator.step(
      DatabaseQueue(path: path), expecting: "1",
      on: .predicted(by: dryRun.steps[0], on: dryRun.fingerprint))
    let list = try #require(step?.changedRows.first)
    #expect(
      words(list)
        == ["~ 1  name: 'Ada' -> 'ada' (replaced)", "~ 2  name: 'Ben' -> 'ben' (replaced)"])
    #expect(step?.changedRows == dryRun.steps[0].changedRows)
  }

  @Test(arguments: [
    (2.5, 2.0, ValueDifference.rounded), (2.675, 2.68, .rounded), (2.675, 2.67, .rounded),
    (0.2, 0.9, .replaced), (1e300, 1e299, .replaced), (-1.25, -1.3, .rounded), (7, 7.5, .replaced),
    (0.1, 0.1 + 1e-17 * 8, .replaced), (123_456.789, 123_456.8, .rounded),
  ])
  func `a number counts as rounded if only digits after its decimal point are lost`(
    old: Double, new: Double, expected: ValueDifference
  ) throws {
    let list = try changes(
      "UPDATE t SET a = \(new)", on: "CREATE TABLE t (a REAL); INSERT INTO t VALUES (\(old))")
    #expect(list.rows.first?.values[0].difference == expected)
  }
}
