import MigratorEngine
import MigratorSession
import MigratorTestSupport
import Testing

/// A step on the database that is paused between its statements.
struct PausedStepTests {
  private func fixture(wal: Bool, head: String = "") throws -> SessionFixture {
    let fixture = try SessionFixture(wal: wal)
    try fixture.write(
      "001_mottos",
      head + """
        ALTER TABLE club ADD COLUMN founded INTEGER;
        UPDATE club SET motto = 'None' WHERE motto IS NULL;
        INSERT INTO club (name, founded) VALUES ('City', 1894);
        """)
    return fixture
  }

  /// The result of a statement on another connection while the step is paused.
  private func other(_ fixture: SessionFixture, _ sql: String) throws -> ResultCode? {
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    let queue = try DatabaseQueue(path: fixture.path, configuration: configuration)
    defer { try? queue.close() }
    do {
      try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
      return nil
    } catch let error as DatabaseError {
      return error.resultCode
    }
  }

  private func place(_ pause: StatementPause) -> String {
    switch pause.place {
    case .before(let index, _, let location, _): "before \(index) at \(location?.line ?? 0)"
    case .afterLast(let count): "after \(count)"
    case .failed(let index): "failed \(index)"
    }
  }

  @Test(arguments: [false, true])
  func `a paused step can be queried, and other connections can only read`(wal: Bool) throws {
    let fixture = try fixture(wal: wal)
    let prepared = try fixture.prepared()
    var places: [String] = []
    var answers: [[[ValueExcerpt]]] = []
    var writes: [ResultCode?] = []
    var reads: [[String]] = []
    var traces: [StatementTrace] = []
    let outcome = fixture.session.step(
      prepared, agreeing: [],
      tracing: StatementTracing(holdLimit: .seconds(600)) { pause in
        places.append(place(pause))
        #expect(pause.form == nil)
        #expect(pause.deadline.map { $0 > .now } == true)
        let count = "SELECT count(*) FROM club WHERE motto = 'None'"
        answers.append(try pause.query(count).rows)
        #expect(throws: DatabaseError.self) { try pause.query("DELETE FROM club") }
        writes.append(try other(fixture, "UPDATE club SET name = 'X' WHERE id = 1"))
        reads.append(try fixture.strings("SELECT ifnull(motto, '-') FROM club ORDER BY id"))
      } onTrace: {
        traces.append($0)
      })
    #expect(outcome.error == nil)
    #expect(places == ["before 0 at 1", "before 1 at 2", "before 2 at 3", "after 3"])
    #expect(answers == [0, 0, 2, 2].map { [[ValueExcerpt($0.databaseValue)]] })
    #expect(writes == Array(repeating: .SQLITE_BUSY, count: 4))
    #expect(reads == Array(repeating: ["-", "Onward", "-"], count: 4))
    #expect(traces.map(\.changedRows) == [0, 2, 1])
    #expect(
      try fixture.strings("SELECT name || ifnull(motto, '-') FROM club ORDER BY id")
        == ["RoversNone", "UnitedOnward", "TownNone", "City-"])
    #expect(try fixture.applied == ["001_mottos"])
    let report = try #require(outcome.steps.first)
    #expect(report.failure == nil)
    #expect(report.rows.map { "\($0.table) \($0.before ?? -1) \($0.after ?? -1)" } == ["club 3 4"])
    #expect(fixture.backups.count == 1)
  }

  @Test(arguments: [false, true])
  func `cancelling a step during a pause rolls it back`(wal: Bool) throws {
    let fixture = try fixture(wal: wal)
    let before = try fixture.dump()
    let cancellation = Cancellation()
    let outcome = fixture.session.step(
      try fixture.prepared(), agreeing: [],
      tracing: StatementTracing { pause in
        if case .afterLast = pause.place { cancellation.cancel() }
      } onTrace: { _ in
      }, cancellation: cancellation)
    #expect(outcome.steps.first?.failure?.isCancellation == true)
    #expect(try fixture.dump() == before)
    #expect(fixture.backups.isEmpty)
  }

  @Test func `a step that is paused for too long is rolled back, which is reported once`() throws {
    let fixture = try fixture(wal: true)
    let before = try fixture.dump()
    var places: [String] = []
    let outcome = fixture.session.step(
      try fixture.prepared(), agreeing: [],
      tracing: StatementTracing(holdLimit: .zero) {
        places.append(place($0))
      } onTrace: { _ in
      })
    let failure = try #require(outcome.steps.first?.failure)
    #expect(places == ["before 0 at 1"])
    #expect(
      failure.message
        == "\"001_mottos\" was paused for 0 s and was rolled back, because it blocked all other "
        + "writers.")
    #expect(failure.remedy(on: .database) == .stepAgain)
    #expect(!failure.isCancellation)
    #expect(try fixture.dump() == before)
    // A copy may be paused without a limit.
    let (dryRun, _) = try fixture.session.trace(
      StatementTracing(of: "001_mottos", holdLimit: .zero) {
        #expect($0.deadline == nil)
      } onTrace: {
        _ in
      })
    #expect(dryRun.report.failure == nil)
  }

  @Test(arguments: ["001_mottos", "002_late", "004_last"])
  func `an out-of-order migration is traced on a copy like other migrations`(identifier: String)
    throws
  {
    let fixture = try fixture(wal: true)
    try fixture.write("003_applied", "SELECT 3;")
    try fixture.execute(
      """
      CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
      INSERT INTO grdb_migrations VALUES ('003_applied');
      """)
    try fixture.write("002_late", "UPDATE club SET name = upper(name);")
    try fixture.write("004_last", "UPDATE club SET name = name || '!';")
    let before = try fixture.dump()
    var statements: [String] = []
    let (dryRun, _) = try fixture.session.trace(
      StatementTracing(of: identifier, onTrace: { statements.append($0.sql) }))
    #expect(dryRun.report.failure == nil)
    #expect(statements.count == (identifier == "001_mottos" ? 3 : 1))
    #expect(dryRun.report.steps.contains { $0.identifier == identifier })
    #expect(try fixture.dump() == before)
  }

  @Test func `a step outside a transaction cannot be paused and is refused`() throws {
    let fixture = try fixture(wal: false, head: "-- migtui: no-transaction\n")
    let before = try fixture.dump()
    let prepared = try fixture.prepared()
    let outcome = fixture.session.step(
      prepared, agreeing: prepared.agreements.map(\.phrase),
      tracing: StatementTracing { _ in
        Issue.record("it was begun")
      } onTrace: { _ in
      })
    #expect((outcome.error as? MigrationError)?.kind == .cannotBeHeld(identifier: "001_mottos"))
    #expect(try fixture.dump() == before)
    #expect(fixture.backups.isEmpty)
  }

  @Test func `violations that existed before the migration are counted as old`() throws {
    let fixture = try fixture(wal: false, head: "-- migtui: foreign-keys immediate\n")
    try fixture.execute(
      """
      PRAGMA foreign_keys = OFF;
      CREATE TABLE player (id INTEGER PRIMARY KEY, club INTEGER REFERENCES club);
      INSERT INTO player VALUES (1, 9), (2, 9);
      """)
    var traces: [StatementTrace] = []
    let outcome = fixture.session.step(
      try fixture.prepared(), agreeing: [], tracing: StatementTracing { traces.append($0) })
    #expect(outcome.steps.first?.failure == nil)
    let counts = ViolationCounts(before: 2, after: 2, added: 0)
    #expect(traces.map(\.violations) == Array(repeating: .counted(counts), count: 3))
  }
}
