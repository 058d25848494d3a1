import MigratorSQLite
import MigratorTestSupport
import TestTraits
import Testing

@Suite(.ahead) struct DatabasePoolTests {
  private let folder: TemporaryFolder
  private let pool: DatabasePool

  init() throws {
    folder = try TemporaryFolder()
    pool = try DatabasePool(path: folder.path("app.sqlite"))
    try pool.write { try $0.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES (1)") }
  }

  private static func count(_ db: Database) throws -> Int? {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM t")
  }

  @Test func `a pool sets WAL mode`() throws {
    #expect(try pool.read { try $0.get(pragma: "journal_mode", as: String.self) } == "wal")
    try pool.close()
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    #expect(try queue.read { try $0.get(pragma: "journal_mode", as: String.self) } == "wal")
  }

  @Test func `a queue sets WAL mode if its configuration requests it`() throws {
    var configuration = Configuration()
    configuration.journalMode = .wal
    let queue = try DatabaseQueue(path: folder.path("b.sqlite"), configuration: configuration)
    #expect(try queue.read { try $0.get(pragma: "journal_mode", as: String.self) } == "wal")
  }

  @Test func `an in-memory database cannot use WAL mode`() throws {
    let error = #expect(throws: DatabaseError.self) { try DatabasePool(path: ":memory:") }
    #expect(error?.message == "could not activate WAL mode at path: :memory:")
  }

  @Test func `several threads read at the same time`() async throws {
    // Each reader waits until all are reading, so readers that ran one after the other would never
    // end.
    let reading = AtomicCounter()
    let pool = pool
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<5 {
        group.addTask {
          try await DetachedThread.run {
            try pool.read { db in
              _ = try Self.count(db)
              reading.add(1)
              try Limit.wait(for: "the others") { reading.value == 5 }
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `reads are limited to the maximum reader count`() async throws {
    var configuration = Configuration()
    configuration.maximumReaderCount = 1
    let narrow = try DatabasePool(path: folder.path("app.sqlite"), configuration: configuration)
    let inside = AtomicCounter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try narrow.read { db in
            #expect(inside.add(1) == 1)
            _ = try Self.count(db)
            inside.add(-1)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `reading inside a write sees only committed rows`() throws {
    try pool.write { db in
      try db.execute(sql: "INSERT INTO t VALUES (2)")
      #expect(try pool.read(Self.count) == 1)
    }
    #expect(try pool.read(Self.count) == 2)
  }

  @Test func `a read sees one snapshot while another thread writes`() async throws {
    let isReading = AtomicCounter()
    let hasWritten = AtomicCounter()
    let pool = pool
    async let counts = DetachedThread.run {
      try pool.read { db in
        let before = try Self.count(db)
        isReading.add(1)
        try Limit.wait(for: "the write") { hasWritten.value > 0 }
        return [before, try Self.count(db)]
      }
    }
    try await DetachedThread.run {
      try Limit.wait(for: "the read") { isReading.value > 0 }
      try pool.writeWithoutTransaction { try $0.execute(sql: "INSERT INTO t VALUES (2)") }
      hasWritten.add(1)
    }
    #expect(try await counts == [1, 1])
    #expect(try await pool.read(Self.count) == 2)
  }

  @Test func `a barrier waits for readers and blocks new ones`() async throws {
    let readers = AtomicCounter()
    let barriers = AtomicCounter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<60 {
        group.addTask {
          if index % 10 == 0 {
            try pool.barrierWriteWithoutTransaction { db in
              barriers.add(1)
              #expect(readers.value == 0)
              try db.execute(sql: "INSERT INTO t VALUES (2)")
              #expect(readers.value == 0)
              barriers.add(-1)
            }
          } else {
            try pool.read { db in
              readers.add(1)
              _ = try Self.count(db)
              #expect(barriers.value == 0)
              readers.add(-1)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await pool.read(Self.count) == 7)
  }

  @Test func `a nested access that would deadlock is refused`() throws {
    let nested: [() throws -> Void] = [
      { try pool.read { _ in try pool.read { _ in } } },
      { try pool.read { _ in try pool.write { _ in } } },
      { try pool.read { _ in try pool.barrierWriteWithoutTransaction { _ in } } },
      { try pool.write { _ in try pool.write { _ in } } },
      { try pool.barrierWriteWithoutTransaction { _ in try pool.read { _ in } } },
      { try pool.read { _ in try pool.close() } },
    ]
    for access in nested {
      let error = #expect(throws: DatabaseError.self) { try access() }
      #expect(error?.message == "Database methods are not reentrant.")
    }
    #expect(try pool.read(Self.count) == 1)
    try pool.write { try $0.execute(sql: "INSERT INTO t VALUES (2)") }
  }

  @Test func `an asynchronous read receives a connection or an error`() async throws {
    let pool = pool
    let count = await withCheckedContinuation { continuation in
      pool.asyncRead { result in
        continuation.resume(returning: try? Self.count(result.get()))
      }
    }
    #expect(count == 1)
    try pool.close()
    let error = await withCheckedContinuation { continuation in
      pool.asyncRead { result in
        continuation.resume(returning: Result { _ = try result.get() })
      }
    }
    #expect(throws: DatabaseError.self) { try error.get() }
  }

  @Test func `a reader cannot write`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try pool.read { try $0.execute(sql: "INSERT INTO t VALUES (2)") }
    }
    #expect(error?.resultCode == .SQLITE_READONLY)
  }

  @Test func `a read-only pool reads and does not change the journal mode`() throws {
    let path = try folder.makeDatabase("old.sqlite")
    var configuration = Configuration()
    configuration.readonly = true
    let reader = try DatabasePool(path: path, configuration: configuration)
    #expect(try reader.read { try $0.tableExists("player") })
    #expect(try reader.read { try $0.get(pragma: "journal_mode", as: String.self) } == "delete")
    let error = #expect(throws: DatabaseError.self) {
      try reader.write { try $0.execute(sql: "CREATE TABLE x (a)") }
    }
    #expect(error?.resultCode == .SQLITE_READONLY)
  }

  @Test func `a transaction commits or rolls back, as its closure specifies`() throws {
    try pool.writeInTransaction { db in
      try db.execute(sql: "DELETE FROM t")
      return .rollback
    }
    #expect(try pool.read(Self.count) == 1)
  }

  @Test func `a closed pool reports an error and leaves only the database file`() throws {
    #expect(try pool.read(Self.count) == 1)
    try pool.close()
    try pool.close()
    pool.interrupt()
    for access in [{ try pool.read { _ in } }, { try pool.write { _ in } }] {
      let error = #expect(throws: DatabaseError.self) { try access() }
      #expect(error?.message == "Connection is closed")
    }
    #expect(folder.names() == ["app.sqlite"])
  }

  @Test func `a reader that cannot be opened does not count towards the maximum`() throws {
    struct Refusal: Error {}
    let refuses = Cancellation()
    var configuration = Configuration()
    configuration.maximumReaderCount = 1
    configuration.prepareDatabase { db in
      if db.configuration.readonly && !refuses.isCancelled { throw Refusal() }
    }
    let picky = try DatabasePool(path: folder.path("app.sqlite"), configuration: configuration)
    for _ in 0..<3 { #expect(throws: Refusal.self) { try picky.read { _ in } } }
    refuses.cancel()
    #expect(try picky.read(Self.count) == 1)
  }
}
