import MigratorEngine
import MigratorSession
import MigratorTestSupport
import Testing

/// Changed rows as text, SQL and CSV, compared with the original changes.
struct ChangedRowsTextTests {
  private let folder: TemporaryFolder
  private let start = #"""
    CREATE TABLE t (id INTEGER PRIMARY KEY, a, "b ""c""");
    CREATE TABLE w (k TEXT COLLATE NOCASE, n REAL, v, PRIMARY KEY (k, n)) WITHOUT ROWID;
    CREATE TABLE plain (a, b);
    INSERT INTO t VALUES (1, 'one', 1), (2, 'two', 2.5), (3, NULL, x'00ff'), (4, 'four', 4);
    INSERT INTO w VALUES ('a', 1, 'x'), ('B', 0.1, 'y'), ('c''d', -2, 'z');
    INSERT INTO plain VALUES (1, 2), (1, 2), (3, 4);
    """#
  private let migration = #"""
    UPDATE t SET a = 'O''Brien' || char(0) || char(10) || char(27) || '"', "b ""c""" = 9007199254740993
    WHERE id = 1;
    UPDATE t SET a = x'', "b ""c""" = -0.1 WHERE id = 2; DELETE FROM t WHERE id = 3;
    INSERT INTO t VALUES (-7, '', 1e300), (9, NULL, 'a,b'), (10, char(0x202e), -9223372036854775808);
    UPDATE w SET v = k || n WHERE k = 'b'; DELETE FROM w WHERE k = 'a'; INSERT INTO w VALUES ('e', 3, 4);
    DELETE FROM plain WHERE rowid = 2;
    """#

  init() throws { folder = try TemporaryFolder() }

  private func report(_ sql: String, on path: String) throws -> StepReport {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1, \"first\"") { try $0.execute(sql: sql) }
    return try #require(
      DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path).steps.first)
  }

  private func dump(_ path: String) throws -> [[DatabaseValue]] {
    let queue = try DatabaseQueue(path: path)
    return try queue.read { db in
      try ["t", "w", "plain"].flatMap { table in
        try Row.fetchAll(db, sql: "SELECT * FROM \(table) ORDER BY 1, 2").map(\.databaseValues)
      }
    }
  }

  @Test func `running the SQL of the changed rows has the same effect as the migration`() throws {
    let told = try folder.makeDatabase("told.sqlite", sql: start)
    let done = try folder.makeDatabase("done.sqlite", sql: start)
    let sql = try report(migration, on: told).changedRowsSQL
    try DatabaseQueue(path: told).writeWithoutTransaction { try $0.execute(sql: sql) }
    try DatabaseQueue(path: done).writeWithoutTransaction { try $0.execute(sql: migration) }
    #expect(try dump(told) == dump(done))
    #expect(sql.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0.value < 0x7F) })
  }

  @Test(arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
  func `a string that is not valid Unicode is shown and written as bytes`(encoding: String) throws {
    func text(_ units: String) -> String {
      // The same units in each encoding: invalid UTF-8 bytes or unpaired surrogates.
      func bytes(_ unit: Character) -> String {
        switch encoding {
        case "UTF-8": unit == "x" ? "FF" : unit == "y" ? "FE" : "41"
        case "UTF-16le": unit == "x" ? "00D8" : unit == "y" ? "01DC" : "4100"
        default: unit == "x" ? "D800" : unit == "y" ? "DC01" : "0041"
        }
      }
      return "CAST(X'\(units.map(bytes).joined())' AS TEXT)"
    }
    let start = """
      PRAGMA encoding = '\(encoding)';
      CREATE TABLE t (id INTEGER PRIMARY KEY, a);
      CREATE TABLE w (k TEXT PRIMARY KEY, v) WITHOUT ROWID;
      CREATE TABLE plain (a, b);
      INSERT INTO t VALUES (1, \(text("Ax"))), (2, \(text("y"))), (3, 'ok'), (4, \(text("Ay")));
      INSERT INTO w VALUES (\(text("x")), 'a'), (\(text("y")), 'b');
      """
    let migration = """
      UPDATE t SET a = \(text("Ay")) WHERE id = 1; UPDATE t SET a = char(65533) WHERE id = 2;
      UPDATE t SET a = char(0x202e) || 'q' || char(0) WHERE id = 3; INSERT INTO t VALUES (5, \(text("x")));
      DELETE FROM w WHERE k = \(text("x")); UPDATE w SET v = 'c'; INSERT INTO w VALUES (\(text("Ay")), 1);
      """
    let told = try folder.makeDatabase("told.sqlite", sql: start)
    let done = try folder.makeDatabase("done.sqlite", sql: start)
    let report = try report(migration, on: told)
    let sql = report.changedRowsSQL
    #expect(sql.contains("-- w: 1 inserted, 1 updated, 1 deleted\n"))
    #expect(sql.contains("SET \"a\" = \(text("Ay")) WHERE \"id\" = 1;"))
    #expect(report.changedRowsCSV.contains(",1,a,\(text("Ax")),\(text("Ay")),replaced,\n"))
    let list = try #require(report.changedRows.first)
    #expect(list.line(of: list.rows[0]).plain == "~ 1  a: \(text("Ax")) → \(text("Ay"))")
    #expect(
      report.rows.flatMap(\.lostSamples).map(\.before.sqlLiteral).contains(text("Ax")))
    try DatabaseQueue(path: told).writeWithoutTransaction { try $0.execute(sql: sql) }
    try DatabaseQueue(path: done).writeWithoutTransaction { try $0.execute(sql: migration) }
    let bytes = [told, done].map { path in
      try? DatabaseQueue(path: path).read { db in
        try String.fetchAll(
          db,
          sql: """
            SELECT id || hex(CAST(a AS BLOB)) FROM t
            UNION ALL SELECT hex(CAST(k AS BLOB)) || v FROM w ORDER BY 1
            """)
      }
    }
    #expect(bytes[0] == bytes[1] && bytes[0]?.count == 7)
  }

  @Test func `storing a string's bytes as a blob is not a loss, even if they are invalid`() throws {
    let path = try folder.makeDatabase(
      sql: """
        CREATE TABLE t (id INTEGER PRIMARY KEY, a);
        INSERT INTO t VALUES (1, CAST(X'FF00FE' AS TEXT)), (2, CAST(X'610062' AS TEXT)), (3, 'x')
        """)
    let report = try report("UPDATE t SET a = CAST(a AS BLOB)", on: path)
    #expect(Losses(of: [report]).isEmpty)
    #expect(
      report.rows.map(\.line.plain) == ["t: 3 rows (3 updated, 3 values stored with another type)"])
  }

  @Test func `values that differ only where they are truncated are marked and not exported`()
    throws
  {
    let path = try folder.makeDatabase(
      sql: """
        CREATE TABLE t (id INTEGER PRIMARY KEY, a, b);
        INSERT INTO t VALUES (1, zeroblob(3000), 'x'), (2, printf('%.5000c', 'x'), 'y'), (3, 'z', 'z')
        """)
    let report = try report(
      """
      UPDATE t SET a = substr(a, 1, 2999), b = 'new' WHERE id = 1;
      UPDATE t SET a = a || '!' WHERE id = 2; UPDATE t SET a = zeroblob(3000), b = zeroblob(4000) WHERE id = 3
      """, on: path)
    let list = try #require(report.changedRows.first)
    let words = list.rows.map { $0.values.map(\.words) }
    #expect(
      words == [
        ["", "cut, the difference is in the truncated part", ""],
        ["", "the difference is in the truncated part", ""],
        ["", "other type", "other type"],
      ])
    let line = list.line(of: list.rows[1]).plain
    #expect(line.hasSuffix(" (the difference is in the truncated part)"))
    #expect(
      report.changedRowsSQL.split(separator: "\n").dropFirst(2) == [
        "-- updated 1: a has 2999 bytes, truncated here and not written",
        "UPDATE \"t\" SET \"b\" = 'new' WHERE \"id\" = 1;",
        "-- updated 2: a has 5001 bytes, truncated here",
        "-- updated 3: a has 3000 bytes, b has 4000 bytes, truncated here",
      ])
  }

  @Test func `inserted and updated rows are exported for the new schema`() throws {
    let told = try folder.makeDatabase(
      "told.sqlite",
      sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 'x')")
    let sql = try report(
      """
      ALTER TABLE t RENAME TO u; ALTER TABLE u RENAME a TO z; ALTER TABLE u ADD COLUMN n DEFAULT 5;
      UPDATE u SET z = 'y'; INSERT INTO u (id) VALUES (2); CREATE TABLE gone (a); DROP TABLE gone
      """, on: told
    ).changedRowsSQL
    #expect(
      sql == """
        -- 1, "first"
        -- u: 1 inserted, 1 updated
        UPDATE "u" SET "z" = 'y' WHERE "id" = 1;
        INSERT INTO "u" ("id", "z", "n") VALUES (2, NULL, 5);

        """)
  }

  @Test func `truncated values and rows of dropped tables are exported as comments`() throws {
    let path = try folder.makeDatabase(
      sql:
        "CREATE TABLE t (a); INSERT INTO t VALUES (1); CREATE TABLE u (b); INSERT INTO u VALUES (2)"
    )
    let report = try report("UPDATE t SET a = zeroblob(2000); DROP TABLE u", on: path)
    #expect(
      report.changedRowsSQL == """
        -- 1, "first"
        -- t: 1 updated
        -- updated 1: a has 2000 bytes, truncated here
        -- u: 1 deleted, table dropped

        """)
    #expect(report.changedRowsCSV.contains("retyped,\"truncated, has 2000 bytes\"\n"))
  }

  @Test func `the CSV export has a line for each value, with quotes if needed`() throws {
    let path = try folder.makeDatabase(sql: start)
    let report = try report(
      "UPDATE t SET a = 'x,\"y\"' WHERE id = 1; UPDATE t SET a = '' WHERE id = 4; DELETE FROM t WHERE id = 3",
      on: path)
    #expect(
      report.changedRowsCSV == #"""
        "1, ""first""",t,updated,1,a,one,"x,""y""",replaced,
        "1, ""first""",t,deleted,3,id,3,,,
        "1, ""first""",t,deleted,3,a,,,,
        "1, ""first""",t,deleted,3,"b ""c""",X'00FF',,,
        "1, ""first""",t,updated,4,a,four,"",replaced,

        """#)
  }

  @Test func `rows are shown with their sign, key and changes`() throws {
    let path = try folder.makeDatabase(
      sql: """
        CREATE TABLE t (id INTEGER PRIMARY KEY, a, b);
        INSERT INTO t VALUES (1, 'Ada Lovelace', 1), (2, 'x', 2),
          (3, 'the same ' || replace(hex(zeroblob(60)), '0', '=') || ' old end', 3)
        """)
    let report = try report(
      """
      UPDATE t SET a = 'Ada', b = '1' WHERE id = 1; DELETE FROM t WHERE id = 2;
      UPDATE t SET a = replace(a, 'old', 'new') WHERE id = 3; INSERT INTO t VALUES (4, NULL, x'61')
      """, on: path)
    let list = try #require(report.changedRows.first)
    #expect(list.summary == "1 inserted, 2 updated, 1 deleted")
    let equals = String(repeating: "=", count: 19)
    #expect(
      list.rows.map { list.line(of: $0).plain } == [
        "~ 1  a: 'Ada Lovelace' → 'Ada' (cut), b: 1 → '1' (stored with another type)",
        "- 2  a: 'x', b: 2",
        "~ 3  a: '…\(equals) old end' → '…\(equals) new end'",
        "+ 4  a: NULL, b: X'61'",
      ])
    #expect(
      Losses(of: [report]).lines().map(\.plain).contains(
        "LOSES 2 values of t.a: 2 overwritten (1 cut)"))
  }
}

extension StepReport.TableRows {
  fileprivate var lostSamples: [ValueChanges.Sample] {
    guard case .compared(let columns, _) = values else { return [] }
    return columns.flatMap(\.changes.samples)
  }
}
