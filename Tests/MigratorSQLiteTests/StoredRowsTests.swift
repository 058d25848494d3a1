import MigratorSQLite
import MigratorTestSupport
import Testing

/// Records compared as bytes: equal ones are found equal, and no other one is.
@Suite(.timeLimit(.minutes(15)))
struct StoredRowsTests {
  /// Rows of all sizes around those at which a record goes on elsewhere.
  private static func rows(_ pageSize: Int) -> String {
    """
    PRAGMA page_size = \(pageSize); VACUUM;
    CREATE TABLE t (id INTEGER PRIMARY KEY, a, b);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
    INSERT INTO t SELECT i * 3 - 4000, CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN i * 1.5 ELSE 'r' || i END,
      zeroblob(CASE WHEN i % 97 = 0 THEN \(pageSize) * (i % 4) + i ELSE i % 50 END) FROM n;
    """
  }

  private static let recreation = """
    CREATE TABLE n (id INTEGER PRIMARY KEY, a, b); INSERT INTO n SELECT * FROM t;
    DROP TABLE t; ALTER TABLE n RENAME TO t;
    """

  /// Whether the table is told to hold the same after statements in a transaction that stays open.
  private func areSame(after statements: String, pageSize: Int) throws -> Bool {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: Self.rows(pageSize))
    let overlay = try DatabaseOverlay(over: path, in: folder.path)
    return try overlay.holding { held in
      let former = try held.database()
      let queue = try DatabaseQueue(
        path: overlay.path, configuration: Configuration(purpose: .scratch))
      defer { try? queue.close() }
      return try queue.writeWithoutTransaction { present in
        try present.execute(sql: "BEGIN; " + statements)
        let pages = try [former, present].map {
          try Int64.fetchOne($0, sql: "SELECT rootpage FROM sqlite_master WHERE name = 't'") ?? 0
        }
        let areSame = try StoredRows.areSame((former, pages[0]), (present, pages[1]))
        // Whatever was written back, it can be taken back.
        try present.execute(sql: "ROLLBACK")
        #expect(
          try Int.fetchOne(present, sql: "SELECT count(*) FROM t")
            == Int.fetchOne(former, sql: "SELECT count(*) FROM t"))
        #expect(try String.fetchOne(present, sql: "PRAGMA integrity_check") == "ok")
        return areSame
      }
    }
  }

  @Test(arguments: [512, 4096, 65_536])
  func `a recreation of the same rows is told as that`(pageSize: Int) throws {
    #expect(try areSame(after: "", pageSize: pageSize))
    #expect(try areSame(after: Self.recreation, pageSize: pageSize))
  }

  @Test(
    arguments: [512, 4096],
    [
      "UPDATE t SET a = 'other' WHERE id = 5000;", "DELETE FROM t WHERE id = 5000;",
      "DELETE FROM t WHERE id = (SELECT max(id) FROM t);", "INSERT INTO t VALUES (99999, 1, 2);",
      "UPDATE t SET id = -99999 WHERE id = 5000;", "UPDATE t SET a = 1 WHERE a IS 1.5;",
      "DELETE FROM t;",
      // The last byte, far from the page of the row.
      """
      UPDATE t SET b = CAST(substr(b, 1, length(b) - 1) || x'01' AS BLOB)
      WHERE id = (SELECT id FROM t ORDER BY length(b) DESC LIMIT 1);
      """,
    ])
  func `one row that is another is enough`(pageSize: Int, change: String) throws {
    #expect(try !areSame(after: change, pageSize: pageSize))
    #expect(try !areSame(after: Self.recreation + change, pageSize: pageSize))
  }

  /// What stays in the cache cannot be read from the pages: no answer is then the only true one.
  @Test func `what the connection holds back is not taken for what is there`() throws {
    #expect(
      try !areSame(after: "PRAGMA cache_spill = OFF; UPDATE t SET a = 7;", pageSize: 4096))
  }

  @Test func `pages that are not as the format has them tell nothing`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: Self.rows(512))
    let sound = try folder.bytes("app.sqlite")
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      var bytes = sound
      for _ in 0..<20 {
        let place = Int.random(in: 1024..<bytes.count, using: &generator)
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      try folder.write("app.sqlite", bytes: bytes)
      let overlay = try DatabaseOverlay(over: path, in: folder.path)
      try overlay.holding { held in
        let former = try held.database()
        let queue = try DatabaseQueue(
          path: overlay.path, configuration: Configuration(purpose: .scratch))
        defer { try? queue.close() }
        try queue.writeWithoutTransaction { present in
          for root: Int64 in [-1, 0, 1, 2, 3, 1 << 40] {
            _ = try StoredRows.areSame((former, root), (present, root))
          }
        }
      }
    }
  }
}
