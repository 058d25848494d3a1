import MigratorEngine
import MigratorTestSupport
import TestTraits
import Testing

@Suite(.ahead) struct RunningTests {
  @Test func `migrations run in order and only once`() throws {
    let queue = try DatabaseQueue()
    var migrator = DatabaseMigrator(["1": "CREATE TABLE log(what)"])
    for name in ["z", "a", "m"] {
      migrator.registerMigration(name) {
        try $0.execute(sql: "INSERT INTO log VALUES (?)", arguments: [name])
      }
    }
    try migrator.migrate(queue)
    try migrator.migrate(queue)
    #expect(try queue.strings("SELECT what FROM log") == ["z", "a", "m"])
    #expect(try queue.ledger() == ["1", "z", "a", "m"])
  }

  @Test func `the ledger is GRDB's table`() throws {
    let queue = try DatabaseQueue()
    try DatabaseMigrator(["1": ""]).migrate(queue)
    #expect(
      try queue.strings("SELECT sql FROM sqlite_master WHERE name = 'grdb_migrations'") == [
        "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"
      ])
  }

  @Test func `a migration run stops at its target`() throws {
    let queue = try DatabaseQueue()
    let migrator = DatabaseMigrator(["1": "", "2": "", "3": ""])
    try migrator.migrate(queue, upTo: "2")
    try migrator.migrate(queue, upTo: "2")
    #expect(try queue.ledger() == ["1", "2"])
    #expect(throws: MigrationError(.targetBehindApplied(target: "1", applied: "2"))) {
      try migrator.migrate(queue, upTo: "1")
    }
    try migrator.migrate(queue)
    #expect(try queue.ledger() == ["1", "2", "3"])
  }

  @Test func `a migration registered before applied ones runs out of order`() throws {
    let queue = try DatabaseQueue()
    try DatabaseMigrator(["1": "", "3": ""]).migrate(queue)
    try DatabaseMigrator(["1": "", "2": "CREATE TABLE late(a)", "3": ""]).migrate(queue)
    #expect(try queue.ledger() == ["1", "3", "2"])
  }

  @Test func `a migration's error is thrown unchanged, and only its own changes are rolled back`()
    throws
  {
    let queue = try DatabaseQueue()
    var migrator = DatabaseMigrator(["1": "CREATE TABLE kept(a)"])
    migrator.registerMigration("2") { db in
      try db.execute(sql: "CREATE TABLE undone(a)")
      throw BodyError()
    }
    migrator.registerMigration("3") { try $0.execute(sql: "CREATE TABLE never(a)") }
    #expect(throws: BodyError()) { try migrator.migrate(queue) }
    #expect(
      try queue.strings("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name") == [
        "grdb_migrations", "kept",
      ])
    #expect(try queue.foreignKeysAreOn())
  }

  @Test func `a failed first migration leaves no ledger`() throws {
    let fixture = try LeagueFixture()
    let before = try fixture.folder.bytes("league.sqlite")
    #expect(throws: ScriptError.self) {
      try DatabaseMigrator(["1": "CREATE TABLE x(a); SELEC 1"]).migrate(fixture.queue)
    }
    #expect(try fixture.folder.bytes("league.sqlite") == before)
  }

  @Test func `starting a migration inside a read or write block is refused`() throws {
    let queue = try DatabaseQueue()
    let migrator = DatabaseMigrator(["1": ""])
    #expect(throws: MigrationError(.reentrant)) {
      try queue.writeWithoutTransaction { _ in try migrator.migrate(queue) }
    }
    #expect(throws: MigrationError(.reentrant)) {
      try queue.read { _ in try migrator.step(queue) }
    }
  }

  @Test func `events describe the run from plan to commit`() throws {
    let queue = try DatabaseQueue()
    let migrator = DatabaseMigrator([
      "1": "CREATE TABLE a(x);\nCREATE TABLE b(x);", "2": "INSERT INTO a VALUES (1)",
    ])
    var events: [String] = []
    try migrator.migrate(queue, upTo: nil) { event in
      switch event {
      case .planned(let identifiers): events.append("planned \(identifiers)")
      case .began(let id, let index, let count, let statements):
        events.append("began \(id) \(index)/\(count) \(statements)")
      case .statement(let id, let index, let count, let line):
        events.append("statement \(id) \(index)/\(count) line \(line)")
      case .finishedStatements(let id): events.append("finished \(id)")
      case .checking(let id): events.append("checking \(id)")
      case .committed(let id, let seconds):
        #expect(seconds >= 0)
        events.append("committed \(id)")
      case .working: break
      default: events.append("unexpected \(event)")
      }
    }
    #expect(
      events == [
        "planned [\"1\", \"2\"]", "began 1 0/2 2", "statement 1 0/2 line 1",
        "statement 1 1/2 line 2", "finished 1", "checking 1", "committed 1", "began 2 1/2 1",
        "statement 2 0/1 line 1", "finished 2", "checking 2", "committed 2",
      ])
  }

  @Test func `a failed statement is reported with its location and the database state`()
    throws
  {
    let queue = try DatabaseQueue()
    let migrator = DatabaseMigrator(["1": "CREATE TABLE a(x);\nINSERT INTO a\n  VALUSE (1);"])
    var failure: MigrationFailure?
    #expect(throws: ScriptError.self) {
      try migrator.migrate(queue, upTo: nil) { if case .failed(let told) = $0 { failure = told } }
    }
    #expect(failure?.identifier == "1")
    #expect(failure?.phase == .body)
    #expect(failure?.message == "near \"VALUSE\": syntax error")
    #expect(failure?.location?.file == "1.sql")
    #expect(failure?.location?.line == 3)
    #expect(failure?.location?.column == 3)
    #expect(failure?.statement?.location.line == 2)
    #expect(failure?.databaseState == .rolledBack)
    #expect(failure?.isCancellation == false)
  }

  @Test func `the asynchronous method applies migrations as well`() async throws {
    let queue = try DatabaseQueue()
    try await DatabaseMigrator(["1": "CREATE TABLE a(x)", "2": ""]).migrate(queue, upTo: "1")
    #expect(try queue.ledger() == ["1"])
    try await DatabaseMigrator(["1": "", "2": "", "3": ""]).migrate(queue)
    #expect(try queue.ledger() == ["1", "2", "3"])
  }

  @Test func `a cancelled task stops and rolls back its migration`() async throws {
    let queue = try DatabaseQueue()
    let endless = """
      CREATE TABLE a(x);
      INSERT INTO a WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n
      """
    let task = Task { try await DatabaseMigrator(["1": endless]).migrate(queue) }
    task.cancel()
    let result = await task.result
    #expect(throws: (any Error).self) { try result.get() }
    #expect(try queue.count("SELECT count(*) FROM sqlite_master") == 0)
  }
}
