import Foundation
import MigratorSQLite
import MigratorTestSupport
import Testing

struct DatabaseQueueTests {
  @Test func `a read cannot write, and a later write succeeds`() throws {
    let queue = try DatabaseQueue()
    let error = #expect(throws: DatabaseError.self) {
      try queue.read { try $0.execute(sql: "CREATE TABLE t (a)") }
    }
    #expect(error?.resultCode == .SQLITE_READONLY)
    try queue.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    #expect(try queue.read { try $0.tableExists("t") })
  }

  @Test func `a read sees one snapshot while another connection writes`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(journalMode: "wal", sql: "CREATE TABLE t (a)")
    let reader = try DatabaseQueue(path: path)
    let writer = try DatabaseQueue(path: path)
    try reader.read { db throws in
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM t") == 0)
      try writer.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM t") == 0)
    }
    #expect(try reader.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 1)
  }

  @Test func `a nested access is an error, not a deadlock`() throws {
    let queue = try DatabaseQueue()
    let inner: [() throws -> Void] = [
      { try queue.read { _ in } }, { try queue.write { _ in } },
      { try queue.barrierWriteWithoutTransaction { _ in } }, { try queue.close() },
    ]
    for access in inner {
      let error = #expect(throws: DatabaseError.self) {
        try queue.writeWithoutTransaction { _ in try access() }
      }
      #expect(error?.message == "Database methods are not reentrant.")
    }
    try queue.write { try $0.execute(sql: "CREATE TABLE t (a)") }
  }

  @Test func `concurrent writes are serialized`() async throws {
    let queue = try DatabaseQueue()
    try await queue.create()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            // The sum below detects a failed increment.
            try? queue.write { db in
              let value = try Int.fetchOne(db, sql: "SELECT a FROM t") ?? 0
              try db.execute(sql: "UPDATE t SET a = ?", arguments: [value + 1])
            }
          }
        }
      }
    }
    let last = try await queue.read { try Int.fetchOne($0, sql: "SELECT a FROM t") }
    #expect(last == 400)
  }

  @Test func `interrupt stops the running statement from another thread`() throws {
    let queue = try DatabaseQueue()
    let isDone = Cancellation()
    // A separate thread: this one is blocked, and the pool for tasks has few threads. Repeats
    // `interrupt` until it hits the statement.
    Thread.detachNewThread { while !isDone.isCancelled { queue.interrupt() } }
    let error = #expect(throws: DatabaseError.self) {
      try queue.read { db in
        try db.execute(
          sql: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT count(*) FROM n")
      }
    }
    isDone.cancel()
    #expect(error?.isInterruption == true)
  }

  @Test func `a closed queue reports an error`() throws {
    let queue = try DatabaseQueue()
    try queue.close()
    try queue.close()
    queue.interrupt()
    let error = #expect(throws: DatabaseError.self) { try queue.read { _ in } }
    #expect(error?.resultCode == .SQLITE_MISUSE)
    #expect(error?.message == "Connection is closed")
  }

  @Test func `closing fails while a cursor exists, and succeeds afterwards`() throws {
    let queue = try DatabaseQueue()
    do {
      let cursor = try queue.writeWithoutTransaction { try Row.fetchCursor($0, sql: "SELECT 1") }
      let error = #expect(throws: DatabaseError.self) { try queue.close() }
      #expect(error?.resultCode == .SQLITE_BUSY)
      #expect(try cursor.next()?[0] == 1)
    }
    try queue.close()
  }

  @Test func `every connection is prepared, and errors of the preparation are thrown`() throws {
    struct Refusal: Error {}
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "CREATE TEMP TABLE marker (a)") }
    let queue = try DatabaseQueue(configuration: configuration)
    #expect(try queue.read { try $0.tableExists("marker") })
    configuration.prepareDatabase { _ in throw Refusal() }
    #expect(throws: Refusal.self) { try DatabaseQueue(configuration: configuration) }
  }

  @Test(arguments: [true, false])
  func `foreign keys are enforced as configured`(_ isEnabled: Bool) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = isEnabled
    let queue = try DatabaseQueue(configuration: configuration)
    let value = try queue.read { try $0.get(pragma: "foreign_keys", as: Bool.self) }
    #expect(value == isEnabled)
  }
}

extension DatabaseQueue {
  fileprivate func create() async throws {
    try await write { try $0.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES (0)") }
  }
}
