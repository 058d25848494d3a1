import MigratorEngine
import Testing

struct StatusReportTests {
  private let migrator = DatabaseMigrator(["a": "SELECT 1", "b": "", "c": "", "d": ""])

  private func holding(_ identifiers: [String]) -> LedgerState {
    LedgerState(records: identifiers.map { LedgerState.Record($0) })
  }

  private func lines(_ applied: [String], _ migrator: DatabaseMigrator? = nil) throws -> [String] {
    try (migrator ?? self.migrator).statusReport(holding(applied)).migrations.map {
      "\($0.identifier) \($0.state)" + ($0.isNext ? " next" : "")
        + ($0.isCompleted ? " completed" : "")
    }
  }

  @Test func `a new database has no applied migrations`() throws {
    #expect(try lines([]) == ["a pending next", "b pending", "c pending", "d pending"])
  }

  @Test func `an out-of-order migration is next, and later ones are not completed`() throws {
    #expect(
      try lines(["a", "c"]) == [
        "a applied completed", "b outOfOrder next", "c applied", "d pending",
      ])
  }

  @Test func `unregistered migrations follow the last applied one in ledger order`() throws {
    #expect(
      try lines(["y", "a", "x"]) == [
        "a applied completed", "y unregistered", "x unregistered", "b pending next", "c pending",
        "d pending",
      ])
    #expect(try lines(["x"]).first == "x unregistered")
  }

  @Test func `an applied migration that another one replaces has the state merged`() throws {
    var migrator = DatabaseMigrator(["a": ""])
    migrator.registerMigration("d", merging: ["b", "c"]) { _, _ in }
    #expect(
      try lines(["a", "b", "e"], migrator) == [
        "a applied completed", "b merged", "e unregistered", "d pending next",
      ])
  }

  @Test func `a report contains counts and the registered scripts`() throws {
    let report = try migrator.statusReport(holding(["a", "x"]))
    #expect(report.count(of: .pending) == 3)
    #expect(report.count(of: .applied) == 1)
    #expect(report.next?.identifier == "b")
    #expect(report.migrations[0].script?.text == "SELECT 1")
    #expect(report.migrations[0].foreignKeyChecks == .deferred)
    #expect(report.migrations[1].foreignKeyChecks == nil)
    #expect(report.ledgerName == "grdb_migrations")
  }

  @Test func `the status reports that there is no ledger and does not create one`() throws {
    let queue = try DatabaseQueue()
    let report = try queue.read { try migrator.statusReport($0) }
    #expect(!report.ledgerExists)
    #expect(report.count(of: .pending) == 4)
    #expect(try queue.count("SELECT count(*) FROM sqlite_master") == 0)
  }
}
