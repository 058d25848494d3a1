import MigratorEngine
import MigratorTestSupport
import TestTraits
import Testing

@Suite(.ahead) struct AsyncMigrateTests {
  private let folder: TemporaryFolder
  private let writers: [any DatabaseWriter]

  init() throws {
    folder = try TemporaryFolder()
    writers = [
      try DatabaseQueue(), try DatabaseQueue(path: folder.path("queue.sqlite")),
      try DatabasePool(path: folder.path("pool.sqlite")),
    ]
  }

  @Test(arguments: 0..<3)
  func `the completion may read and write`(_ index: Int) async throws {
    let writer = writers[index]
    let count = await withCheckedContinuation { continuation in
      DatabaseMigrator(["1": "CREATE TABLE a(x)"]).asyncMigrate(writer) { result in
        let count = Result {
          let db = try result.get()
          try db.execute(sql: "INSERT INTO a VALUES (1)")
          return try Int.fetchOne(db, sql: "SELECT count(*) FROM a")
        }
        continuation.resume(returning: try? count.get())
      }
    }
    #expect(count == 1)
    #expect(try writer.count("SELECT count(*) FROM a") == 1)
  }

  @Test(arguments: 0..<3)
  func `without migrations, the completion still receives a connection`(_ index: Int) async throws {
    let writer = writers[index]
    let made = await withCheckedContinuation { continuation in
      DatabaseMigrator().asyncMigrate(writer) { result in
        continuation.resume(
          returning: (try? result.get().execute(sql: "CREATE TABLE t(a)")) != nil)
      }
    }
    #expect(made)
    #expect(try await writer.read { try $0.tableExists("t") })
  }

  @Test func `a completion may start another migration`() async throws {
    let pool = writers[2]
    let first = DatabaseMigrator(["1": "CREATE TABLE a(x)"])
    let second = DatabaseMigrator(["1": "", "2": "DROP TABLE a"])
    await withCheckedContinuation { continuation in
      first.asyncMigrate(pool) { _ in
        second.asyncMigrate(pool) { _ in continuation.resume() }
      }
    }
    #expect(try pool.ledger() == ["1", "2"])
  }

  @Test
  func `the completion with two arguments receives the connection and the error`() async throws {
    let queue = writers[0]
    let heard = await withCheckedContinuation { continuation in
      DatabaseMigrator(["1": "SELEC"]).asyncMigrate(
        queue,
        completion: { db, error in
          continuation.resume(returning: (db != nil, error.map { "\($0)" } ?? ""))
        })
    }
    #expect(heard.0)
    #expect(heard.1.contains("near \"SELEC\": syntax error"))
  }

  @Test func `a closed connection is reported as an error`() async throws {
    let queue = try DatabaseQueue()
    try queue.close()
    let error = await withCheckedContinuation { continuation in
      DatabaseMigrator(["1": ""]).asyncMigrate(queue) { result in
        continuation.resume(returning: Result { _ = try result.get() })
      }
    }
    #expect(throws: DatabaseError.self) { try error.get() }
  }

  @Test(arguments: 0..<3)
  func `cancelling a task rolls back the running migration and keeps earlier ones`(
    _ index: Int
  ) async throws {
    let writer = writers[index]
    let hasBegun = AtomicCounter()
    var migrator = DatabaseMigrator(["1": "CREATE TABLE kept(x)"])
    migrator.registerMigration("2") { db in
      try db.execute(sql: "CREATE TABLE undone(x)")
      hasBegun.add(1)
      try db.execute(
        sql: """
          INSERT INTO undone
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n
          """)
    }
    let task = Task { [migrator] in try await migrator.migrate(writer) }
    try await DetachedThread.run { try Limit.wait(for: "the body") { hasBegun.value > 0 } }
    task.cancel()
    let result = await task.result
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(try writer.ledger() == ["1"])
    #expect(try await writer.read { try $0.tableExists("kept") })
    #expect(try await writer.read { try !$0.tableExists("undone") })
    #expect(try writer.foreignKeysAreOn())
  }
}
