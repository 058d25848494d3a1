import MigratorSQLite
import MigratorTestSupport
import MigratorPlatform
import Testing

struct MaintenanceTests {
  @Test func `statements are traced with and without parameter values`() throws {
    let told = Mutex<[String]>([])
    var configuration = Configuration()
    configuration.publicStatementArguments = true
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.writeWithoutTransaction { db throws in
      db.trace { event in
        guard case .statement(let statement) = event else { return }
        told.withLock { $0 += [statement.sql, statement.expandedSQL, "\(event)"] }
      }
      _ = try String.fetchOne(db, sql: "SELECT ? -- no\n", arguments: ["it's"])
      db.trace(options: .profile) { event in
        guard case .profile(let statement, let duration) = event else { return }
        told.withLock { $0 += [statement.sql, "\(duration >= 0)"] }
      }
      try db.execute(sql: "SELECT 2")
      db.trace()
      try db.execute(sql: "SELECT 3")
    }
    #expect(
      told.withLock { $0 } == [
        "SELECT ? -- no", "SELECT 'it''s' -- no", "SELECT 'it''s' -- no", "SELECT 2", "true",
      ])
  }

  @Test func `a backup replaces the previous contents`() throws {
    let source = try DatabaseQueue()
    try source.write {
      try $0.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES (randomblob(20000))")
    }
    let target = try DatabaseQueue()
    try target.write { try $0.execute(sql: "CREATE TABLE old (a)") }
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try source.backup(to: target, pagesPerStep: 1) { progress in
        if progress.completedPageCount > 1 { throw Stop() }
      }
    }
    #expect(try target.read { try $0.tableExists("old") })
    let steps = Mutex(0)
    try source.backup(to: target, pagesPerStep: 2) { _ in steps.withLock { $0 += 1 } }
    #expect(steps.withLock { $0 } > 1)
    let found = try target.read { db in
      (try db.tableExists("old"), try Int.fetchOne(db, sql: "SELECT length(a) FROM t"))
    }
    #expect(found == (false, 20000))
  }

  @Test func `a checkpoint empties the WAL, and vacuum shrinks the file`() throws {
    let folder = try TemporaryFolder()
    let pool = try DatabasePool(path: folder.path("a.sqlite"))
    try pool.write {
      try $0.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES (randomblob(100000))")
    }
    try pool.writeWithoutTransaction { db throws in
      let before = try db.checkpoint(.passive)
      #expect(before.walFrameCount > 0 && before.checkpointedFrameCount == before.walFrameCount)
      #expect(try db.checkpoint(.truncate) == (0, 0))
      try db.execute(sql: "DELETE FROM t")
    }
    try pool.vacuum()
    #expect(try pool.get(pragma: "page_count", as: Int.self) < 5)
    try pool.vacuum(into: folder.path("b.sqlite"))
    let copy = try DatabaseQueue(path: folder.path("b.sqlite"))
    #expect(try copy.read { try $0.tableExists("t") })
    #expect(throws: DatabaseError.self) { try pool.vacuum(into: folder.path("b.sqlite")) }
  }

  /// An SQL function interrupts the connection at the given row.
  @Test(arguments: [1, 2, 3, 5, 20, 100])
  func `an interrupted write to a full-text table leaves the connection usable`(_ row: Int) throws {
    let queue = try DatabaseQueue()
    try queue.write { db throws in
      try db.execute(sql: "CREATE VIRTUAL TABLE ft USING fts5(a); CREATE TABLE t (a)")
      try db.execute(
        sql: """
          INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
            SELECT i FROM n;
          """)
      db.add(
        function: DatabaseFunction("stopping", argumentCount: 1) { values in
          if Int.fromDatabaseValue(values[0]) == row { queue.interrupt() }
          return "word \(values[0])"
        })
    }
    for isInTransaction in [true, false] {
      let error = #expect(throws: DatabaseError.self) {
        let body = { (db: Database) in
          try db.execute(sql: "INSERT INTO ft SELECT 'first ' || a FROM t")
          try db.execute(sql: "INSERT INTO ft SELECT stopping(a) FROM t")
        }
        if isInTransaction {
          try queue.write(body)
        } else {
          try queue.writeWithoutTransaction(body)
        }
      }
      #expect(error?.resultCode == .SQLITE_INTERRUPT)
      try queue.write { db throws in
        try db.execute(sql: "DELETE FROM ft; INSERT INTO ft VALUES ('again')")
        #expect(
          try Int.fetchOne(db, sql: "SELECT count(*) FROM ft WHERE ft MATCH 'again'") == 1)
        try db.execute(sql: "DELETE FROM ft")
      }
    }
  }

  @Test(arguments: [true, false])
  func `interrupting a connection after a full-text write has no lasting effect`(
    _ isCommitted: Bool
  ) throws {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: "CREATE VIRTUAL TABLE ft USING fts5(a)") }
    let result = Result {
      try queue.inTransaction { db in
        try db.execute(sql: "INSERT INTO ft VALUES ('first')")
        queue.interrupt()
        return isCommitted ? .commit : .rollback
      }
    }
    if case .failure(let error) = result {
      #expect((error as? DatabaseError)?.resultCode == .SQLITE_INTERRUPT)
    }
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM ft") } == 0)
    try queue.write { try $0.execute(sql: "INSERT INTO ft VALUES ('again')") }
  }

  @Test func `a failed open reports SQLite's result code and the cause`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("no.sqlite")
    _ = try folder.write("no.sqlite", String(repeating: "no database ", count: 200))
    for open in [{ _ = try DatabaseQueue(path: path) }, { _ = try DatabasePool(path: path) }] {
      do {
        try open()
        Issue.record("it opened")
      } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
        #expect(error.message == "file is not a database")
        #expect(error.openFailure?.kind == .notADatabase)
        #expect(error.sentence == error.openFailure?.sentence)
      }
    }
    do {
      _ = try DatabaseQueue(path: folder.path("nowhere/a.sqlite"))
      Issue.record("it opened")
    } catch DatabaseError.SQLITE_CANTOPEN {
    }
  }

  @Test func `a connection is prepared before the file is read`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.sqlite")
    let seen = Mutex<[String]>([])
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      db.trace { event in seen.withLock { $0.append("\(event)") } }
      // Like a key, a page size takes effect only before the file is read.
      try db.execute(sql: "PRAGMA page_size = 512")
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    #expect(try queue.get(pragma: "page_size", as: Int.self) == 512)
    #expect(seen.withLock { $0.first } == "PRAGMA page_size = 512")
    #expect(seen.withLock { $0.dropFirst().first }?.contains("sqlite_master") == true)
    struct Refusal: Error {}
    configuration.prepareDatabase { _ in throw Refusal() }
    #expect(throws: Refusal.self) { try DatabaseQueue(path: path, configuration: configuration) }
  }
}
