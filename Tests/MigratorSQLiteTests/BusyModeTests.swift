import MigratorSQLite
import MigratorTestSupport
import MigratorPlatform
import TestTraits
import Testing

@Suite(.ahead) struct BusyModeTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.makeDatabase()
  }

  /// Runs a closure while another connection holds the write lock.
  private func whileLocked(_ body: (_ holder: Database) throws -> Void) throws {
    try DatabaseQueue(path: path).writeWithoutTransaction { holder in
      try holder.beginTransaction(.exclusive)
      defer {
        // The closure may have ended the transaction.
        try? holder.rollback()
      }
      try body(holder)
    }
  }

  @Test func `a busy callback is called with the number of tries until it returns false`() throws {
    let asked = Asked()
    var configuration = Configuration()
    configuration.busyMode = .callback { asked.add($0) < 3 }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try whileLocked { _ in
      let error = #expect(throws: DatabaseError.self) { try queue.write { _ in } }
      #expect(error?.resultCode == .SQLITE_BUSY)
    }
    #expect(asked.numbers == [0, 1, 2])
    try queue.write { _ in }
    #expect(asked.numbers == [0, 1, 2])
  }

  @Test(arguments: [Double.nan, -Double.infinity, -1, 0])
  func `a connection with a zero or invalid timeout does not wait`(seconds: Double) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(seconds)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try whileLocked { _ in
      let error = #expect(throws: DatabaseError.self) { try queue.write { _ in } }
      #expect(error?.resultCode == .SQLITE_BUSY)
    }
  }

  @Test func `the callback is not called again after the wait is cancelled`() throws {
    let asked = Asked()
    let cancellation = Cancellation()
    var configuration = Configuration()
    configuration.busyMode = .callback { number in
      cancellation.cancel()
      return asked.add(number) > 0
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try whileLocked { _ in
      let error = #expect(throws: DatabaseError.self) {
        try queue.writeWithoutTransaction { db in
          try db.monitored(by: ProgressMonitor(cancellation: cancellation)) {
            try db.beginTransaction(.immediate)
          }
        }
      }
      #expect(error?.isInterruption == true)
    }
    #expect(asked.numbers == [0])
  }

  @Test func `with immediateError, opening a locked file fails at once`() throws {
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    try whileLocked { _ in
      let failure = #expect(throws: DatabaseError.self) {
        try DatabaseQueue(path: path, configuration: configuration)
      }
      #expect(failure?.openFailure?.kind == .locked)
    }
  }

  @Test func `by default, opening a database waits for a lock`() async throws {
    let holder = try DatabaseQueue(path: path)
    let isLocked = AtomicCounter()
    async let holding: Void = DetachedThread.run {
      try holder.inTransaction(.exclusive) { db in
        isLocked.add(1)
        // Slow work, so that the lock is held for a while.
        _ = try Int.fetchOne(
          db,
          sql: """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500000)
            SELECT count(*) FROM n
            """)
        return .rollback
      }
    }
    let path = path
    let found = try await DetachedThread.run {
      try Limit.wait(for: "the lock") { isLocked.value > 0 }
      return try DatabaseQueue(path: path).read { try $0.tableExists("player") }
    }
    #expect(found)
    try await holding
  }
}

private final class Asked: Sendable {
  private let all = Mutex<[Int]>([])

  var numbers: [Int] { all.withLock { $0 } }

  func add(_ number: Int) -> Int {
    all.withLock {
      $0.append(number)
      return $0.count
    }
  }
}
