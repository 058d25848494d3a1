import Dispatch
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import MigratorPlatform
import Testing

/// In a run of several steps, each step requires the schema that the previous one left.
struct MultiStepTests {
  @Test(arguments: [false, true])
  func `a run of several steps succeeds in both journal modes`(wal: Bool) throws {
    let fixture = try SessionFixture(wal: wal)
    for number in 1...5 {
      try fixture.write("00\(number)_step", "CREATE TABLE t\(number) AS SELECT * FROM club;")
    }
    let prepared = try fixture.prepared(.all)
    let outcome = fixture.session.step(prepared, agreeing: [])
    #expect(outcome.error == nil)
    #expect(try fixture.applied.count == 5)
    #expect(outcome.steps.allSatisfy { $0.fingerprint != nil })
    // After the run the `-wal` is empty or absent.
    let size = try? fixture.folder.bytes("app.sqlite-wal").count
    #expect((size ?? 0) == 0)
  }

  @Test func `a refusal is recorded for the migration whose loss was not accepted`() throws {
    let fixture = try SessionFixture(wal: false)
    try fixture.write("009_note", "CREATE TABLE note (a); INSERT INTO note VALUES (1);")
    try fixture.write("011_clean", "DELETE FROM note;")
    let outcome = fixture.session.step(try fixture.prepared(.all), agreeing: [])
    #expect(outcome.error != nil)
    #expect(fixture.session.history().events.last?.subject == "011_clean")
  }

  /// The steps must do exactly what the dry run predicted.
  @Test(arguments: [false, true])
  func `at each step, counters such as changes() are those of a new connection`(wal: Bool) throws {
    func log(_ run: (SessionFixture) throws -> Void) throws -> [String] {
      let fixture = try SessionFixture(wal: wal)
      try fixture.write(
        "001_fill", "CREATE TABLE log (a, b, c); INSERT INTO club(name) VALUES ('x'), ('y');")
      try fixture.write(
        "002_ask",
        """
        INSERT INTO log SELECT last_insert_rowid(), Changes(), total_changes();
        CREATE TABLE t (a); CREATE TRIGGER asks AFTER INSERT ON t
          BEGIN INSERT INTO log VALUES ('trigger', 0, total_changes()); END;
        """)
      try fixture.write("003_fire", "INSERT INTO t VALUES (1);")
      try run(fixture)
      return try fixture.strings("SELECT a || ' ' || b || ' ' || c FROM log")
    }
    let alone = try log {
      for _ in 1...3 { try $0.step() }
    }
    let together = try log {
      let outcome = $0.session.step(try $0.prepared(.all), agreeing: [])
      #expect(outcome.error == nil && outcome.steps.count == 3)
    }
    #expect(alone.count == 2)
    #expect(together == alone)
  }

  @Test(arguments: [false, true])
  func `a schema change by another connection between two steps stops the run`(wal: Bool) throws {
    let fixture = try SessionFixture(wal: wal)
    try fixture.write("001_one", "CREATE TABLE one (a);")
    try fixture.write("002_two", "CREATE TABLE two (a);")
    let prepared = try fixture.prepared(.all)
    let outcome = fixture.session.step(
      prepared, agreeing: [],
      onEvent: { event in
        if case .committed = event { try? fixture.execute("CREATE TABLE meddled (a)") }
      })
    #expect((outcome.error as? MigrationError)?.kind == .databaseChanged)
    #expect(try fixture.applied == ["001_one"])
    #expect(outcome.backupPath != nil)
  }

  @Test(arguments: ["SELECT 1;", nil])
  func `a file edited or removed between two steps stops the run`(text: String?) throws {
    let fixture = try SessionFixture()
    for number in 1...3 { try fixture.write("00\(number)_step", "CREATE TABLE t\(number) (a);") }
    let outcome = fixture.session.step(
      try fixture.prepared(.all), agreeing: [],
      onStep: { report, _ in
        guard report.identifier == "002_step" else { return }
        if let text {
          try? fixture.write("003_step", text)
        } else {
          Files.remove(fixture.folder.path("Migrations/003_step.sql"))
        }
      })
    guard case .migrationsChanged(["003_step"])? = outcome.error as? SessionRefusal else {
      Issue.record("\(String(describing: outcome.error))")
      return
    }
    #expect(try fixture.applied == ["001_step", "002_step"])
  }

  /// The other connection waits for the write lock during the first migration, and gets it at the
  /// moment of the commit.
  @Test(arguments: [false, true])
  func `another connection's commit that waited for the first step's lock stops the run`(wal: Bool)
    async throws
  {
    for _ in 0..<20 {
      let fixture = try SessionFixture(wal: wal)
      let began = DispatchSemaphore(value: 0)
      let done = DispatchSemaphore(value: 0)
      let isTold = Mutex(false)
      var migrator = DatabaseMigrator()
      migrator.registerMigration("one") { db in
        try db.execute(sql: "CREATE TABLE one (a)")
        // Only on the database, because no other connection opens the copy.
        guard db.path.hasSuffix("app.sqlite") else { return }
        isTold.withLock { $0 = true }
        began.signal()
      }
      migrator.registerMigration("two") { try $0.execute(sql: "CREATE TABLE two (a)") }
      let session = MigrationSession(database: fixture.path, migrations: migrator)
      guard case .ready(let prepared) = try session.prepareStep(.all) else {
        Issue.record("not ready")
        return
      }
      let thread = Thread {
        began.wait()
        var configuration = Configuration()
        configuration.busyMode = .timeout(30)
        if let queue = try? DatabaseQueue(path: fixture.path, configuration: configuration) {
          try? queue.write { try $0.execute(sql: "CREATE TABLE meddled (a)") }
          try? queue.close()
        }
        done.signal()
      }
      thread.start()
      let outcome = session.step(prepared, agreeing: [])
      done.wait()
      #expect(isTold.withLock { $0 })
      let applied = try fixture.applied
      // The other commit may come between the steps or after them. Between them it is always
      // detected.
      let order = try fixture.strings(
        "SELECT name FROM sqlite_master WHERE name IN ('one', 'two', 'meddled') ORDER BY rowid")
      if order == ["one", "meddled"] {
        #expect(applied == ["one"])
        #expect((outcome.error as? MigrationError)?.kind == .databaseChanged)
      } else {
        #expect(order == ["one", "two", "meddled"])
        #expect(applied == ["one", "two"])
      }
    }
  }
}

/// Runs a closure on a dispatch queue, to keep Swift's task threads free.
private struct Thread {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func start() { DispatchQueue.global().async(execute: body) }
}
