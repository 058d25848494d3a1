import MigratorEngine
import MigratorTestSupport
import Testing

struct CancellationTests {
  private let endless = """
    CREATE TABLE a(x);
    INSERT INTO a WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
    """

  @Test func `cancelling during a statement rolls back the migration`() throws {
    let fixture = try LeagueFixture()
    let before = try fixture.folder.bytes("league.sqlite")
    let cancellation = Cancellation()
    let report = try #require(
      try DatabaseMigrator(["1": endless]).step(fixture.queue, cancellation: cancellation) {
        // The first progress event of the endless statement.
        if case .working = $0 { cancellation.cancel() }
      })
    #expect(report.failure?.isCancellation == true)
    #expect(report.failure?.databaseState == .rolledBack)
    #expect(report.failure?.statement?.location.line == 2)
    #expect(try fixture.folder.bytes("league.sqlite") == before)
    #expect(try fixture.queue.foreignKeysAreOn())
    #expect(try DatabaseMigrator(["1": ""]).step(fixture.queue)?.failure == nil)
  }

  @Test func `cancelling between statements rolls the migration back`() throws {
    let fixture = try LeagueFixture()
    let cancellation = Cancellation()
    let error = #expect(throws: ScriptError.self) {
      try DatabaseMigrator(["1": "CREATE TABLE a(x); CREATE TABLE b(x); CREATE TABLE c(x)"])
        .migrate(fixture.queue, upTo: nil, cancellation: cancellation) {
          if case .statement(_, 1, _, _) = $0 { cancellation.cancel() }
        }
    }
    #expect(error?.isInterruption == true)
    #expect(try fixture.queue.count("SELECT count(*) FROM sqlite_master WHERE name = 'a'") == 0)
  }

  @Test func `cancelling after the last statement still rolls back the migration`() throws {
    let fixture = try LeagueFixture()
    let cancellation = Cancellation()
    let report = try #require(
      try DatabaseMigrator(["1": "CREATE TABLE a(x)"])
        .step(fixture.queue, cancellation: cancellation) {
          if case .checking = $0 { cancellation.cancel() }
        })
    #expect(report.failure?.isCancellation == true)
    #expect(try fixture.queue.count("SELECT count(*) FROM sqlite_master WHERE name = 'a'") == 0)
  }

  @Test func `a migration cancelled before it begins does not run`() throws {
    let queue = try DatabaseQueue()
    let cancellation = Cancellation()
    cancellation.cancel()
    var began = false
    let report = try #require(
      try DatabaseMigrator(["1": "CREATE TABLE a(x)"]).step(queue, cancellation: cancellation) {
        if case .began = $0 { began = true }
      })
    #expect(report.failure?.phase == .begin)
    #expect(report.failure?.isCancellation == true)
    #expect(!began)
  }

  @Test func `a cancelled run keeps the migrations before the cancelled one`() throws {
    let queue = try DatabaseQueue()
    let cancellation = Cancellation()
    #expect(throws: (any Error).self) {
      try DatabaseMigrator(["1": "CREATE TABLE kept(x)", "2": endless])
        .migrate(queue, upTo: nil, cancellation: cancellation) {
          if case .working(identifier: "2", _) = $0 { cancellation.cancel() }
        }
    }
    #expect(try queue.ledger() == ["1"])
  }
}
