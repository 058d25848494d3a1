import MigratorSQLite
import MigratorTestSupport
import Testing

struct TransactionTests {
  private struct Stop: Error {}
  private let queue: DatabaseQueue

  init() throws {
    queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { try $0.execute(sql: "CREATE TABLE t (a UNIQUE)") }
  }

  private func values() throws -> [Int] {
    try queue.read { try Int.fetchAll($0, sql: "SELECT a FROM t ORDER BY a") }
  }

  @Test func `a write commits when it returns and rolls back when it throws`() throws {
    let result = try queue.write { db throws in
      #expect(db.isInsideTransaction)
      try db.execute(sql: "INSERT INTO t VALUES (1)")
      return "done"
    }
    #expect(result == "done")
    #expect(throws: Stop.self) {
      try queue.write { db in
        try db.execute(sql: "INSERT INTO t VALUES (2)")
        throw Stop()
      }
    }
    #expect(try values() == [1])
  }

  @Test func `a transaction commits or rolls back, as its closure specifies`() throws {
    try queue.inTransaction { db in
      try db.execute(sql: "INSERT INTO t VALUES (1)")
      return .rollback
    }
    try queue.inTransaction(.exclusive) { db in
      try db.execute(sql: "INSERT INTO t VALUES (2)")
      return .commit
    }
    #expect(try values() == [2])
  }

  @Test func `savepoints can be nested`() throws {
    try queue.writeWithoutTransaction { db in
      try db.inSavepoint {
        try db.execute(sql: "INSERT INTO t VALUES (1)")
        try db.inSavepoint {
          try db.execute(sql: "INSERT INTO t VALUES (2)")
          return .rollback
        }
        // An error in a savepoint rolls back only that savepoint.
        try? db.inSavepoint {
          try db.execute(sql: "INSERT INTO t VALUES (3)")
          throw Stop()
        }
        try db.inSavepoint {
          try db.execute(sql: "INSERT INTO t VALUES (4)")
          return .commit
        }
        return .commit
      }
      #expect(!db.isInsideTransaction)
    }
    #expect(try values() == [1, 4])
  }

  @Test(arguments: ["ROLLBACK", "COMMIT", "INSERT OR ROLLBACK INTO t VALUES (1)"])
  func `no statement runs after its transaction has ended`(_ ending: String) throws {
    try queue.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    let error = #expect(throws: DatabaseError.self) {
      try queue.write { db in
        try? db.execute(sql: ending)
        #expect(!db.isInsideTransaction)
        try db.execute(sql: "INSERT INTO t VALUES (2)")
      }
    }
    #expect(error?.resultCode == .SQLITE_ABORT)
    #expect(error?.message == "Transaction was aborted")
    #expect(try values() == [1])
  }

  @Test(arguments: ["INSERT INTO t VALUES (2)", "SELECT 1", ""])
  func `if a full disk ends the transaction, an error is reported even if code ignores the first`(
    _ next: String
  ) throws {
    let error = #expect(throws: DatabaseError.self) {
      try queue.write { db in
        // Simulates a full disk: the database may not grow.
        try db.execute(sql: "PRAGMA max_page_count = 1; INSERT INTO t VALUES (1)")
        try? db.execute(sql: "INSERT INTO t VALUES (zeroblob(100000))")
        #expect(!db.isInsideTransaction)
        try db.execute(sql: next)
      }
    }
    #expect(error?.resultCode == .SQLITE_FULL)
    #expect(try values() == [])
  }

  @Test func `committing an ended transaction is an error`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try queue.write { try $0.execute(sql: "COMMIT") }
    }
    #expect(error?.message == "Transaction was aborted")
  }

  @Test func `a failed commit rolls back`() throws {
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          CREATE TABLE parent (id INTEGER PRIMARY KEY);
          CREATE TABLE child (p REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
          """)
      let error = #expect(throws: DatabaseError.self) {
        try db.inTransaction {
          try db.execute(sql: "INSERT INTO child VALUES (1)")
          return .commit
        }
      }
      #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY)
      #expect(!db.isInsideTransaction)
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM child") == 0)
    }
  }

  @Test func `a transaction left open is rolled back and reported`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "BEGIN; INSERT INTO t VALUES (1)")
      }
    }
    #expect(error?.resultCode == .SQLITE_MISUSE)
    #expect(try values().isEmpty)
  }

  @Test func `if a transaction is left open by an error, that error is reported`() throws {
    #expect(throws: Stop.self) {
      try queue.writeWithoutTransaction { db in
        try db.beginTransaction()
        throw Stop()
      }
    }
    try queue.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
  }

  @Test func `a second writer is refused at once, or after its timeout`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase()
    let first = try DatabaseQueue(path: path)
    let second = try DatabaseQueue(path: path)
    var patient = Configuration()
    patient.busyMode = .timeout(0.05)
    let third = try DatabaseQueue(path: path, configuration: patient)
    try first.write { _ in
      #expect(throws: DatabaseError.self) { try second.write { _ in } }
      let start = ContinuousClock.now
      let error = #expect(throws: DatabaseError.self) { try third.write { _ in } }
      #expect(error?.resultCode == .SQLITE_BUSY)
      #expect(start.duration(to: .now) >= .milliseconds(50))
    }
    try third.write { _ in }
  }
}
