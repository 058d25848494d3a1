import Foundation
import MigratorSQLite
import MigratorTestSupport
import Testing

struct CancellationTests {
  private static let endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT count(*) FROM n"

  @Test func `progress is reported, and cancelling stops the statement`() throws {
    let queue = try DatabaseQueue()
    let cancellation = Cancellation()
    var steps: [Int] = []
    let monitor = ProgressMonitor(cancellation: cancellation) { kiloSteps in
      steps.append(kiloSteps)
      if kiloSteps == 5 { cancellation.cancel() }
    }
    try queue.writeWithoutTransaction { db in
      let error = #expect(throws: DatabaseError.self) {
        try db.monitored(by: monitor) { try db.execute(sql: Self.endless) }
      }
      #expect(error?.extendedResultCode == .SQLITE_INTERRUPT)
      #expect(error?.isInterruption == true)
      #expect(steps == [1, 2, 3, 4, 5])
      // The monitor is removed.
      try db.execute(sql: "SELECT 1")
    }
  }

  @Test
  func `a cancelled write rolls back its transaction, and no later statement runs`()
    throws
  {
    let queue = try DatabaseQueue()
    let cancellation = Cancellation()
    let monitor = ProgressMonitor(cancellation: cancellation) {
      if $0 == 20 { cancellation.cancel() }
    }
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "CREATE TABLE t (a)")
      let error = #expect(throws: DatabaseError.self) {
        try db.inTransaction {
          try db.execute(sql: "INSERT INTO t VALUES (0)")
          db.monitored(by: monitor) {
            try? db.execute(
              sql: "INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) "
                + "SELECT i FROM n")
          }
          #expect(!db.isInsideTransaction)
          // Without the check this row would be committed outside the transaction.
          try db.execute(sql: "INSERT INTO t VALUES (1)")
          return .commit
        }
      }
      #expect(error?.message == "Transaction was aborted")
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM t") == 0)
    }
  }

  @Test
  func `short statements also stop after cancellation, but the rollback is executed`() throws {
    let queue = try DatabaseQueue()
    let cancellation = Cancellation()
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "CREATE TABLE t (a)")
      let error = #expect(throws: DatabaseError.self) {
        try db.monitored(by: ProgressMonitor(cancellation: cancellation)) {
          try db.inTransaction {
            try db.execute(sql: "INSERT INTO t VALUES (1)")
            cancellation.cancel()
            return .commit
          }
        }
      }
      #expect(error?.isInterruption == true)
      #expect(!db.isInsideTransaction)
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM t") == 0)
    }
  }

  @Test func `cleanup can be exempted from cancellation`() throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: DatabaseError.self) { try cancellation.check() }
    try DatabaseQueue().writeWithoutTransaction { db in
      try db.monitored(by: ProgressMonitor(cancellation: cancellation)) {
        #expect(throws: DatabaseError.self) { try db.execute(sql: "SELECT 1") }
        try db.ignoringCancellation { try db.execute(sql: "SELECT 1") }
        #expect(throws: DatabaseError.self) { try db.execute(sql: "SELECT 1") }
      }
    }
  }

  @Test func `waiting for a lock can be cancelled`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase()
    var patient = Configuration()
    patient.busyMode = .timeout(30)
    let holder = try DatabaseQueue(path: path)
    let waiter = try DatabaseQueue(path: path, configuration: patient)
    let cancellation = Cancellation()
    try holder.write { _ in
      // A separate thread: this one is blocked, and the pool for tasks has few threads.
      Thread.detachNewThread { cancellation.cancel() }
      let error = #expect(throws: DatabaseError.self) {
        try waiter.writeWithoutTransaction { db in
          try db.monitored(by: ProgressMonitor(cancellation: cancellation)) {
            try db.beginTransaction()
          }
        }
      }
      #expect(error?.isInterruption == true)
    }
  }
}
