import MigratorEngine
import MigratorTestSupport
import Testing

struct TransactionGuardTests {
  @Test(arguments: [
    "COMMIT", "END", "ROLLBACK", "BEGIN", "COMMIT; BEGIN", "ATTACH ':memory:' AS other",
    "ATTACH 'other.sqlite' AS other", "VACUUM",
  ])
  func `a migration cannot end its transaction or access another file`(sql: String) throws {
    let fixture = try LeagueFixture()
    let before = try fixture.folder.bytes("league.sqlite")
    let migrator = DatabaseMigrator(["1": "CREATE TABLE a(x); \(sql); CREATE TABLE b(x)"])
    let error = #expect(throws: ScriptError.self) { try migrator.migrate(fixture.queue) }
    if sql != "VACUUM" {
      #expect(
        error?.message.contains("is not allowed in migration \"1\"") == true
          || error?.message.contains("are not allowed in migration \"1\"") == true)
    }
    #expect(error?.statement?.location.offset == 19)
    #expect(try fixture.folder.bytes("league.sqlite") == before)
    #expect(try fixture.queue.foreignKeysAreOn())
  }

  @Test(arguments: ["COMMIT", "ROLLBACK", "BEGIN"])
  func `code cannot end its transaction, even by catching the error`(
    sql: String
  ) throws {
    let queue = try DatabaseQueue()
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(sql: "CREATE TABLE a(x)")
      #expect(throws: DatabaseError.self) { try db.execute(sql: sql) }
      #expect(db.isInsideTransaction)
      try db.execute(sql: "CREATE TABLE b(x)")
    }
    try migrator.migrate(queue)
    #expect(try queue.count("SELECT count(*) FROM sqlite_master WHERE name IN ('a', 'b')") == 2)
    #expect(try queue.ledger() == ["1"])
  }

  @Test func `methods that end transactions are refused in a migration's code`() throws {
    let queue = try DatabaseQueue()
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(sql: "CREATE TABLE a(x)")
      #expect(throws: DatabaseError.self) { try db.commit() }
      #expect(throws: DatabaseError.self) { try db.rollback() }
      #expect(throws: DatabaseError.self) { try db.inTransaction { .commit } }
      #expect(db.isInsideTransaction)
      throw BodyError()
    }
    #expect(throws: BodyError()) { try migrator.migrate(queue) }
    #expect(try queue.count("SELECT count(*) FROM sqlite_master") == 0)
  }

  @Test func `savepoints undo parts of a migration`() throws {
    let queue = try DatabaseQueue()
    var migrator = DatabaseMigrator([
      "1": """
      CREATE TABLE a(x); SAVEPOINT s; INSERT INTO a VALUES (1); ROLLBACK TO s; RELEASE s;
      SAVEPOINT t; INSERT INTO a VALUES (2); RELEASE t; SAVEPOINT left; INSERT INTO a VALUES (3)
      """
    ])
    migrator.registerMigration("2") { db in
      try db.inSavepoint {
        try db.execute(sql: "INSERT INTO a VALUES (4)")
        return .rollback
      }
    }
    try migrator.migrate(queue)
    #expect(try queue.count("SELECT sum(x) FROM a") == 5)
    #expect(try queue.ledger() == ["1", "2"])
  }

  @Test(arguments: [
    "INSERT OR ROLLBACK INTO u VALUES (1)",
    "INSERT INTO trap VALUES (1)",
  ])
  func `if a conflict rolls back the transaction, nothing is committed`(
    sql: String
  ) throws {
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction {
      try $0.execute(
        sql: """
          CREATE TABLE u(x UNIQUE); INSERT INTO u VALUES (1); CREATE TABLE trap(x);
          CREATE TRIGGER spring AFTER INSERT ON trap BEGIN SELECT raise(ROLLBACK, 'no'); END;
          """)
    }
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(sql: "CREATE TABLE a(x)")
      // Code that ignores errors.
      try? db.execute(sql: sql)
      #expect(!db.isInsideTransaction)
      try? db.execute(sql: "CREATE TABLE alone(x)")
    }
    let error = #expect(throws: DatabaseError.self) { try migrator.migrate(queue) }
    #expect(error?.resultCode == .SQLITE_ABORT)
    #expect(
      try queue.count(
        "SELECT count(*) FROM sqlite_master WHERE name IN ('a', 'alone', 'grdb_migrations')") == 0)

    let script = try #require(
      try DatabaseMigrator(["1": "CREATE TABLE a(x); \(sql)"]).step(queue))
    #expect(script.failure?.phase == .body)
    #expect(try queue.count("SELECT count(*) FROM sqlite_master WHERE name = 'a'") == 0)
  }

  @Test(arguments: [
    "CREATE TEMP TABLE grdb_migrations (identifier TEXT)",
    """
    CREATE TRIGGER swallow BEFORE INSERT ON grdb_migrations BEGIN SELECT raise(IGNORE); END
    """,
    """
    CREATE TRIGGER forget AFTER INSERT ON grdb_migrations BEGIN DELETE FROM grdb_migrations; END
    """,
  ])
  func `no changes are committed without their ledger record, even if the ledger was manipulated`(
    sql: String
  ) throws {
    let fixture = try LeagueFixture()
    let migrator = DatabaseMigrator(["0": "SELECT 1", "1": "\(sql); DELETE FROM player"])
    _ = try migrator.step(fixture.queue)
    let report = try #require(try migrator.step(fixture.queue))
    let isRecorded = try fixture.queue.count(
      "SELECT count(*) FROM main.grdb_migrations WHERE identifier = '1'")
    let players = try fixture.queue.count("SELECT count(*) FROM player")
    if report.failure == nil {
      #expect(isRecorded == 1 && players == 0)
    } else {
      #expect(isRecorded == 0 && players == 3)
      #expect(report.failure?.message.contains("not in grdb_migrations") == true)
    }
  }

  @Test(arguments: ["MEMORY", "MEM", "'memory'", "OFF"], [true, false])
  func `a migration cannot disable the journal needed after a crash`(
    mode: String, isOutside: Bool
  ) throws {
    let fixture = try LeagueFixture()
    var migrator = DatabaseMigrator()
    migrator.registerMigration(
      "1",
      script: SQLScript(file: "1.sql", text: "PRAGMA journal_mode = \(mode); DELETE FROM player"),
      transaction: isOutside ? .none : .whole)
    let report = try #require(try migrator.step(fixture.queue))
    #expect(report.failure?.message.contains("is not allowed in migration \"1\"") == true)
    #expect(try fixture.queue.strings("PRAGMA journal_mode") == ["delete"])
    #expect(try fixture.queue.count("SELECT count(*) FROM player") == 3)
  }

  @Test(
    arguments: [
      "PRAGMA locking_mode = EXCLUSIVE", "PRAGMA locking_mode('exclusive')",
      "PRAGMA main.locking_mode = exclusive", "SELECT * FROM pragma_locking_mode('exclusive')",
      "PRAGMA hard_heap_limit = 300000", "PRAGMA soft_heap_limit(0)",
      "PRAGMA temp_store_directory = ''",
    ], [true, false])
  func `a migration cannot change settings that outlive it`(
    sql: String, isOutside: Bool
  ) throws {
    for mode in ["delete", "wal"] {
      let folder = try TemporaryFolder()
      let path = try folder.makeDatabase(
        journalMode: mode, sql: "CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)")
      var migrator = DatabaseMigrator()
      migrator.registerMigration(
        "1", script: SQLScript(file: "1.sql", text: "\(sql); DELETE FROM t"),
        transaction: isOutside ? .none : .whole)
      let told = try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path)
      let queue = try DatabaseQueue(path: path)
      defer { try? queue.close() }
      let report = try #require(
        try migrator.step(queue, expecting: nil, on: .none, observe: .rows))
      let isWorded = report.failure?.message.contains("is not allowed in migration \"1\"")
      // If the pragma is called as a function, the message is SQLite's own.
      #expect(isWorded == sql.hasPrefix("PRAGMA"))
      #expect(report.failure?.phase == .body)
      #expect(told.failure?.message == report.failure?.message)
      #expect(try queue.strings("PRAGMA locking_mode") == ["normal"])
      #expect(try queue.count("PRAGMA hard_heap_limit") == 0)
      #expect(try queue.count("SELECT count(*) FROM t") == 2)
    }
  }

  @Test(arguments: [
    "PRAGMA locking_mode", "PRAGMA locking_mode = NORMAL", "PRAGMA hard_heap_limit",
  ])
  func `a migration may query settings that it cannot change`(sql: String) throws {
    let fixture = try LeagueFixture()
    try DatabaseMigrator(["1": "\(sql); DELETE FROM player"]).migrate(fixture.queue)
    #expect(try fixture.queue.ledger() == ["1"])
  }

  @Test func `an interrupted statement leaves neither its changes nor its record`() throws {
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { try $0.execute(sql: "CREATE TABLE n(i)") }
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(sql: "CREATE TABLE a(x)")
      let cancellation = Cancellation()
      let monitor = ProgressMonitor(cancellation: cancellation) { kiloSteps in
        if kiloSteps > 20 { cancellation.cancel() }
      }
      // SQLite rolls back the whole transaction when it interrupts a write. Code that continues
      // must not commit on its own.
      #expect(throws: DatabaseError.self) {
        try db.monitored(by: monitor) {
          try db.execute(
            sql: """
              INSERT INTO n WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c)
              SELECT i FROM c
              """)
        }
      }
      #expect(!db.isInsideTransaction)
    }
    let error = #expect(throws: DatabaseError.self) { try migrator.migrate(queue) }
    #expect(error?.resultCode == .SQLITE_ABORT)
    #expect(try queue.count("SELECT count(*) FROM n") == 0)
    #expect(
      try queue.count("SELECT count(*) FROM sqlite_master WHERE name <> 'n'") == 0)
  }

  @Test func `a migration cannot begin inside an open transaction`() throws {
    let queue = try DatabaseQueue()
    let migrator = DatabaseMigrator(["1": "CREATE TABLE a(x)"])
    // A writer that opens a transaction around each access, which the protocol forbids.
    let report = OpenTransactionWriter(queue)
    #expect(throws: MigrationError(.insideTransaction)) { try migrator.migrate(report) }
    #expect(try queue.count("SELECT count(*) FROM sqlite_master") == 0)
  }
}

/// A writer whose accesses begin inside a transaction.
private final class OpenTransactionWriter: DatabaseWriter {
  let queue: DatabaseQueue
  var configuration: Configuration { queue.configuration }
  var path: String { queue.path }

  init(_ queue: DatabaseQueue) { self.queue = queue }

  func read<T>(_ value: (Database) throws -> T) throws -> T { try queue.read(value) }

  func writeWithoutTransaction<T>(_ updates: (Database) throws -> T) throws -> T {
    try queue.writeWithoutTransaction { db throws in
      try db.beginTransaction()
      defer {
        // The test checks the migration, not this rollback.
        try? db.rollback()
      }
      return try updates(db)
    }
  }

  func barrierWriteWithoutTransaction<T>(_ updates: (Database) throws -> T) throws -> T {
    try writeWithoutTransaction(updates)
  }

  func interrupt() { queue.interrupt() }
  func close() throws { try queue.close() }
}
