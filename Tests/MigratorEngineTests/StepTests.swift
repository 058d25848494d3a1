import MigratorEngine
import MigratorSchema
import MigratorTestSupport
import Testing

struct StepTests {
  private let migrator = DatabaseMigrator([
    "1": "CREATE TABLE a(x)", "2": "CREATE INDEX a_x ON a(x)", "3": "DROP TABLE a",
  ])

  @Test func `a step applies exactly one migration and reports its changes`() throws {
    let queue = try DatabaseQueue()
    let first = try #require(try migrator.step(queue))
    #expect(first.identifier == "1")
    #expect(first.failure == nil)
    #expect(first.changes.summaryLines == ["a: + table"])
    #expect(first.statementCount == 1)
    #expect(first.space?.growth ?? 0 > 0)
    #expect(try queue.ledger() == ["1"])
    #expect(try migrator.step(queue)?.changes.summaryLines == ["a: + index a_x"])
    #expect(try migrator.step(queue)?.identifier == "3")
    #expect(try migrator.step(queue) == nil)
  }

  @Test func `a failed step returns its failure and changes nothing`() throws {
    let fixture = try LeagueFixture()
    let before = try fixture.folder.bytes("league.sqlite")
    let report = try #require(
      try DatabaseMigrator(["1": "CREATE TABLE a(x); INSERT INTO nowhere VALUES (1)"])
        .step(fixture.queue))
    #expect(report.failure?.message == "no such table: nowhere")
    #expect(report.changes.isEmpty)
    #expect(try fixture.folder.bytes("league.sqlite") == before)
  }

  @Test func `the failure of a statement in code contains its SQL`() throws {
    let queue = try DatabaseQueue()
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(sql: "CREATE TABLE a (x); UPDATE a SET y = ?", arguments: [1])
    }
    let failure = try #require(try migrator.step(queue)?.failure)
    #expect(failure.message == "no such column: y")
    #expect(failure.sql == "UPDATE a SET y = ?")
    #expect(failure.statement == nil)
  }

  @Test func `a step runs nothing if the next migration is not the expected one`() throws {
    let queue = try DatabaseQueue()
    #expect(throws: MigrationError(.unexpectedNext(expected: "2", found: "1"))) {
      try migrator.step(queue, expecting: "2")
    }
    #expect(try queue.count("SELECT count(*) FROM sqlite_master") == 0)
    try migrator.migrate(queue)
    #expect(throws: MigrationError(.unexpectedNext(expected: "3", found: nil))) {
      try migrator.step(queue, expecting: "3")
    }
  }

  @Test(arguments: ["delete", "wal"])
  func `a step runs nothing if the file changed since the fingerprint`(mode: String) throws {
    let fixture = try LeagueFixture()
    try fixture.queue.writeWithoutTransaction { db throws in
      try db.execute(sql: "PRAGMA journal_mode = \(mode)")
      try db.execute(sql: "INSERT INTO team VALUES (7, 'Golds')")
    }
    let fingerprint = try DatabaseInspection(path: fixture.path).fingerprint()
    let step1 = try migrator.step(fixture.queue, on: .state(fingerprint))
    #expect(step1?.identifier == "1")
    #expect(step1?.failure == nil)

    let stale = try DatabaseInspection(path: fixture.path).fingerprint()
    try fixture.queue.write { try $0.execute(sql: "INSERT INTO team VALUES (8, 'Greys')") }
    #expect(throws: MigrationError(.databaseChanged)) {
      try migrator.step(fixture.queue, on: .state(stale))
    }
    #expect(try fixture.queue.ledger() == ["1"])
  }

  @Test
  func `a step first removes the records of migrations that an applied one replaces`() throws {
    let queue = try DatabaseQueue()
    try DatabaseMigrator(["1": "", "2": ""]).migrate(queue)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("2", merging: ["1"]) { _, _ in }
    migrator.registerMigration("3") { _ in }
    #expect(try migrator.step(queue)?.identifier == "3")
    #expect(try queue.ledger() == ["2", "3"])
  }

  @Test func `a step counts changed rows on request`() throws {
    let fixture = try LeagueFixture()
    let report = try #require(
      try DatabaseMigrator(["1": "INSERT INTO team VALUES (3, 'Golds')"])
        .step(fixture.queue, observe: .rows))
    #expect(
      report.rows == [
        StepReport.TableRows(table: "team", before: 2, after: 3, inserted: 1, values: .same)
      ])
  }
}
