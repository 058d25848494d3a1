import Dispatch
import MigratorEngine
import MigratorTestSupport
import TestTraits
import Testing

@Suite(.ahead) struct RaceTests {
  private let migrator = DatabaseMigrator([
    "1": "CREATE TABLE log(what); INSERT INTO log VALUES ('1')",
    "2": "INSERT INTO log VALUES ('2')", "3": "INSERT INTO log VALUES ('3')",
  ])

  @Test func `connections that migrate a file concurrently apply each migration once`()
    async throws
  {
    for _ in 0..<10 {
      let folder = try TemporaryFolder()
      let queues = try (0..<4).map { _ in try DatabaseQueue(path: folder.path("race.sqlite")) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for queue in queues { group.addTask { try await migrator.migrate(queue) } }
        try await group.waitForAll()
      }
      #expect(try queues[0].strings("SELECT what FROM log") == ["1", "2", "3"])
      #expect(try queues[3].ledger() == ["1", "2", "3"])
    }
  }

  @Test func `the ledger is re-read under the lock`() throws {
    let folder = try TemporaryFolder()
    let slow = try DatabaseQueue(path: folder.path("race.sqlite"))
    let fast = try DatabaseQueue(path: folder.path("race.sqlite"))
    var events: [MigrationEvent] = []
    try migrator.migrate(slow, upTo: nil) { event in
      // After the plan was made, the other connection migrates first.
      if case .planned = event { #expect(throws: Never.self) { try migrator.migrate(fast) } }
      events.append(event)
    }
    #expect(
      events == [
        .planned(identifiers: ["1", "2", "3"]), .alreadyApplied(identifier: "1"),
        .alreadyApplied(identifier: "2"), .alreadyApplied(identifier: "3"),
      ])
    #expect(try slow.strings("SELECT what FROM log") == ["1", "2", "3"])
    #expect(try slow.foreignKeysAreOn())
  }

  @Test func `a step cannot begin while another connection holds a lock`() throws {
    let folder = try TemporaryFolder()
    let holder = try DatabaseQueue(path: folder.path("race.sqlite"))
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    let other = try DatabaseQueue(path: folder.path("race.sqlite"), configuration: configuration)
    try holder.inTransaction(.immediate) { _ in
      let report = try #require(try migrator.step(other))
      #expect(report.failure?.phase == .begin)
      #expect(report.failure?.extendedResultCode == ResultCode.SQLITE_BUSY.rawValue)
      return .rollback
    }
    #expect(try other.foreignKeysAreOn())
    #expect(try migrator.step(other)?.failure == nil)
  }

  @Test func `waiting for a lock fails with an error after the timeout`() throws {
    let folder = try TemporaryFolder()
    let holder = try DatabaseQueue(path: folder.path("race.sqlite"))
    var configuration = Configuration()
    configuration.busyMode = .timeout(0.01)
    let other = try DatabaseQueue(path: folder.path("race.sqlite"), configuration: configuration)
    try holder.inTransaction(.immediate) { _ in
      let error = #expect(throws: DatabaseError.self) { try migrator.migrate(other) }
      #expect(error?.resultCode == .SQLITE_BUSY)
      #expect(
        error?.description
          == "SQLite error 5: database is locked - while executing `BEGIN IMMEDIATE TRANSACTION`")
      return .rollback
    }
    #expect(try other.foreignKeysAreOn())
    #expect(try other.count("SELECT count(*) FROM sqlite_master") == 0)
  }

  @Test func `a migration that waits for a lock runs once it is released`() async throws {
    let folder = try TemporaryFolder()
    let holder = try DatabaseQueue(path: folder.path("race.sqlite"))
    let (held, free) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let waits = AtomicCounter()
    var configuration = Configuration()
    configuration.busyMode = .callback { _ in
      // The other connection ends its transaction only once this one waits.
      let count = waits.add(1)
      if count == 1 { free.signal() }
      return count < 1_000_000
    }
    let other = try DatabaseQueue(path: folder.path("race.sqlite"), configuration: configuration)
    async let holding: Void = DetachedThread.run {
      try holder.inTransaction(.immediate) { _ in
        held.signal()
        #expect(free.wait(timeout: .now() + 600) == .success)
        return .rollback
      }
    }
    try await DetachedThread.run {
      #expect(held.wait(timeout: .now() + 600) == .success)
      try migrator.migrate(other)
    }
    try await holding
    #expect(waits.value > 0)
    #expect(try other.ledger() == ["1", "2", "3"])
  }
}
