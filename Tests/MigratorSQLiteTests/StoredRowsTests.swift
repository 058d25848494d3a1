import MigratorSQLite
import MigratorTestSupport
import Testing

/// Byte-wise comparison of records: equal tables compare as equal, and changed ones do not.
struct StoredRowsTests {
  /// Rows of all sizes around the limits at which a record overflows to other pages.
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

  /// Returns whether the table compares as equal after statements in an open transaction.
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
        // The comparison flushes the page cache to the file; a rollback must undo that.
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
  func `a re-created table with the same rows counts as unchanged`(pageSize: Int) throws {
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
      // Changes the last byte, on an overflow page far from the row.
      """
      UPDATE t SET b = CAST(substr(b, 1, length(b) - 1) || x'01' AS BLOB)
      WHERE id = (SELECT id FROM t ORDER BY length(b) DESC LIMIT 1);
      """,
    ])
  func `a single changed row makes the tables different`(pageSize: Int, change: String) throws {
    #expect(try !areSame(after: change, pageSize: pageSize))
    #expect(try !areSame(after: Self.recreation + change, pageSize: pageSize))
  }

  /// Changes that remain in the page cache are not visible in the file.
  @Test func `changes that are still in the page cache are detected`() throws {
    #expect(
      try !areSame(after: "PRAGMA cache_spill = OFF; UPDATE t SET a = 7;", pageSize: 4096))
  }

  @Test func `comparing corrupt pages does not crash`() throws {
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
