import MigratorEngine
import MigratorTestSupport
import Testing

struct EraseOnChangeTests {
  private let folder: TemporaryFolder
  private let path: String
  private let old = DatabaseMigrator([
    "1": "CREATE TABLE player (id INTEGER PRIMARY KEY); INSERT INTO player VALUES (1), (2)"
  ])

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("app.sqlite")
  }

  private func erasing(_ scripts: KeyValuePairs<String, String>) -> DatabaseMigrator {
    var migrator = DatabaseMigrator(scripts)
    migrator.eraseDatabaseOnSchemaChange = true
    return migrator
  }

  private var changed: DatabaseMigrator {
    erasing([
      "1": "CREATE TABLE player (id INTEGER PRIMARY KEY, score INTEGER)",
      "2": "INSERT INTO player (score) VALUES (1000)",
    ])
  }

  @Test func `a database whose migrations changed is erased, and the reason is reported`() throws {
    let queue = try DatabaseQueue(path: path)
    try old.migrate(queue)
    var reports: [SchemaChangeReport] = []
    try changed.migrate(queue, upTo: nil) { event in
      if case .erased(let report) = event { reports.append(report) }
    }
    #expect(reports.map(\.diff?.summaryLines) == [["player: - column score"]])
    #expect(try queue.ledger() == ["1", "2"])
    #expect(try queue.strings("SELECT id || ' ' || score FROM player") == ["1 1000"])
    #expect(try queue.foreignKeysAreOn())
    try changed.migrate(queue, upTo: nil) { event in
      if case .erased = event { Issue.record("erased again") }
    }
    #expect(try queue.count("SELECT count(*) FROM player") == 1)
  }

  @Test func `without the option, nothing is erased`() throws {
    let queue = try DatabaseQueue(path: path)
    try old.migrate(queue)
    var kept = changed
    kept.eraseDatabaseOnSchemaChange = false
    #expect(throws: ScriptError.self) { try kept.migrate(queue) }
    #expect(try queue.count("SELECT count(*) FROM player") == 2)
  }

  @Test func `adding migrations, even between applied ones, erases nothing`() throws {
    let queue = try DatabaseQueue(path: path)
    try old.migrate(queue)
    let more = erasing([
      "0": "CREATE TABLE early(x)",
      "1": "CREATE TABLE player (id INTEGER PRIMARY KEY); INSERT INTO player VALUES (1), (2)",
      "2": "CREATE TABLE late(x)",
    ])
    try more.migrate(queue)
    #expect(try queue.ledger() == ["1", "0", "2"])
    #expect(try queue.count("SELECT count(*) FROM player") == 2)
  }

  @Test func `migrating to an unknown target erases nothing`() throws {
    let queue = try DatabaseQueue(path: path)
    try old.migrate(queue)
    #expect(throws: MigrationError(.unknownTarget("9"))) { try changed.migrate(queue, upTo: "9") }
    #expect(try queue.count("SELECT count(*) FROM player") == 2)
  }

  @Test func `a step never erases the database`() throws {
    let queue = try DatabaseQueue(path: path)
    try old.migrate(queue)
    #expect(try changed.step(queue)?.failure?.phase == .body)
    #expect(try queue.count("SELECT count(*) FROM player") == 2)
  }

  @Test
  func `nothing is erased if another connection migrates the database during the replay`() throws {
    let queue = try DatabaseQueue(path: path)
    try old.migrate(queue)
    let other = try DatabaseQueue(path: path)
    let hasMigrated = Cancellation()
    var migrator = DatabaseMigrator()
    migrator.eraseDatabaseOnSchemaChange = true
    let plain = changed
    migrator.registerMigration("1") { db in
      try db.execute(sql: "CREATE TABLE player (id INTEGER PRIMARY KEY, score INTEGER)")
      // Runs during the replay, before the decision to erase. The other connection migrates first.
      if !hasMigrated.isCancelled && db.configuration.purpose == .scratch {
        hasMigrated.cancel()
        try plain.migrate(other)
      }
    }
    migrator.registerMigration("2") { try $0.execute(sql: "INSERT INTO player VALUES (9, 9)") }
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = wal") }
    try migrator.migrate(queue)
    #expect(hasMigrated.isCancelled)
    #expect(try queue.strings("SELECT id || ' ' || score FROM player") == ["1 1000"])
  }

  @Test func `cancelling the replay erases nothing`() throws {
    let queue = try DatabaseQueue(path: path)
    try old.migrate(queue)
    let cancellation = Cancellation()
    var migrator = DatabaseMigrator()
    migrator.eraseDatabaseOnSchemaChange = true
    migrator.registerMigration("1") { db in
      cancellation.cancel()
      try db.execute(sql: "CREATE TABLE other(x)")
    }
    let error = #expect(throws: DatabaseError.self) {
      try migrator.migrate(queue, upTo: nil, cancellation: cancellation, onEvent: { _ in })
    }
    #expect(error?.isInterruption == true)
    #expect(try queue.count("SELECT count(*) FROM player") == 2)
  }

  @Test func `a pool is erased as well, and its readers see the new contents`() throws {
    let pool = try DatabasePool(path: path)
    try old.migrate(pool)
    #expect(try pool.count("SELECT count(*) FROM player") == 2)
    try changed.migrate(pool)
    #expect(try pool.strings("SELECT id || ' ' || score FROM player") == ["1 1000"])
  }
}
