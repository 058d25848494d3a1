import MigratorSQLite
import MigratorTestSupport
import TestTraits
import Testing

@Suite(.ahead) struct AsyncAccessTests {
  @Test func `waiting tasks do not block threads`() async throws {
    let folder = try TemporaryFolder()
    let pool = try DatabasePool(path: folder.path("a.sqlite"))
    try await pool.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    // Many more tasks than there are threads.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          try await pool.write {
            try $0.execute(sql: "INSERT INTO t VALUES (?)", arguments: [number])
          }
          _ = try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") }
        }
      }
      try await group.waitForAll()
    }
    let count = try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") }
    #expect(count == 200)
    let version = try await pool.barrierWriteWithoutTransaction { db in
      try Int.fetchOne(db, sql: "PRAGMA user_version")
    }
    #expect(version == 0)
  }

  @Test func `cancelling a task stops its statement and rolls back its transaction`() async throws {
    let queue = try DatabaseQueue()
    try await queue.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    let (started, signal) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await queue.write { db in
        try db.execute(sql: "INSERT INTO t VALUES (1)")
        signal.yield()
        try db.execute(
          sql:
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n")
      }
    }
    for await _ in started { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let count = try await queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") }
    #expect(count == 0)
  }

  @Test func `completion callbacks receive the result or the error`() async throws {
    struct Refusal: Error {}
    let queue = try DatabaseQueue()
    let written = try await withCheckedThrowingContinuation { continuation in
      queue.asyncWrite(
        { db in
          try db.execute(sql: "CREATE TABLE t (a)")
          return 5
        },
        completion: { db, result in
          continuation.resume(with: result.map { db.isInsideTransaction ? -1 : $0 })
        })
    }
    #expect(written == 5)
    await #expect(throws: Refusal.self) {
      try await withCheckedThrowingContinuation { continuation in
        queue.asyncWrite(
          { db in
            try db.execute(sql: "DROP TABLE t")
            throw Refusal()
          }, completion: { _, result in continuation.resume(with: result) })
      }
    }
    #expect(try await queue.read { try $0.tableExists("t") })
  }
}
