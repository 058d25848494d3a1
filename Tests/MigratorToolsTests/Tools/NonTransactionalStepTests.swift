import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import MigratorPlatform
import Testing

/// Steps without a transaction: their effects on failure, and races with other processes.
struct NonTransactionalStepTests {
  private static let broken = "BEGIN;\nCREATE TABLE a (id);\nbroken;\nCOMMIT;\n"

  @Test func `if only the failure remains in the ledger, the state is partly applied`() throws {
    let project = try ToolProject(GolangMigrate(), files: ["1_a.up.sql": Self.broken])
    let failure = try #require(try project.step()?.failure)
    #expect(failure.databaseState == .partlyApplied(statements: 0))
    #expect(try project.rows("SELECT * FROM schema_migrations") == ["1|1"])
    #expect(try project.rows("SELECT name FROM sqlite_master WHERE name = 'a'") == [])
  }

  @Test
  func `Prisma's row contains the error message even if all statements were rolled back`() throws {
    let project = try ToolProject(
      Prisma(), files: ["20260228195507_init/migration.sql": Self.broken])
    #expect(try project.step()?.failure?.databaseState == .partlyApplied(statements: 0))
    #expect(
      try project.rows("SELECT finished_at, logs LIKE '%syntax error%' FROM _prisma_migrations")
        == ["NULL|1"])
  }

  @Test(arguments: [(nil, "1"), (DatabaseMigrator.ForeignKeyChecks.immediate, "0")])
  func `by default, re-creating a table in the file's own transaction keeps child rows`(
    checks: DatabaseMigrator.ForeignKeyChecks?, rows: String
  ) throws {
    let project = try ToolProject(
      GolangMigrate(),
      files: [
        "1_a.up.sql": """
        BEGIN; CREATE TABLE new (id INTEGER PRIMARY KEY); INSERT INTO new SELECT id FROM team;
        DROP TABLE team; ALTER TABLE new RENAME TO team; COMMIT;
        """
      ],
      sql: """
        CREATE TABLE team (id INTEGER PRIMARY KEY);
        CREATE TABLE player (team REFERENCES team (id) ON DELETE CASCADE);
        INSERT INTO team VALUES (1);
        INSERT INTO player VALUES (1);
        """)
    let queue = try DatabaseQueue(path: project.databasePath)
    let migrator = try project.toolFolder().migrator(foreignKeyChecks: checks)
    #expect(try migrator.step(queue)?.failure == nil)
    #expect(try queue.read { try Bool.fetchOne($0, sql: "PRAGMA foreign_keys") } == true)
    try queue.close()
    #expect(try project.rows("SELECT count(*) FROM player") == [rows])
  }

  @Test func `if a step fails, a ledger that records only completed steps is unchanged`() throws {
    let project = try ToolProject(
      Goose(), files: ["1_a.sql": "-- +goose NO TRANSACTION\n-- +goose Up\nSELECT nope();\n"])
    #expect(try project.step()?.failure?.databaseState == .rolledBack)
    #expect(try project.rows("SELECT name FROM sqlite_master") == [])
  }

  @Test func `the ledger is read, and the start recorded, under the write lock`() throws {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    let rival = try DatabaseQueue(path: folder.path("app.sqlite"), configuration: configuration)
    defer { for queue in [queue, rival] { try? queue.close() } }
    let turns = Mutex<[Bool]>([])
    var migrator = DatabaseMigrator(
      ledger: SignLedger(onAsked: {
        let isFree = (try? rival.write { try $0.execute(sql: "PRAGMA user_version = 1") }) != nil
        turns.withLock { $0.append(isFree) }
      }))
    migrator.registerMigration(
      "1", foreignKeyChecks: .deferred,
      script: SQLScript(file: "1.sql", text: "CREATE TABLE a (id)"), transaction: .none)
    #expect(try migrator.step(queue)?.failure == nil)
    // Only the plan is made without the lock.
    let seen = turns.withLock { $0 }
    #expect(seen.first == true && seen.count > 3 && !seen.dropFirst().contains(true))
  }

  @Test func `a migration is not run if another process records it before the transaction`()
    throws
  {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    defer { try? queue.close() }
    // Simulates another process that records the migration as soon as the lock is released.
    var migrator = DatabaseMigrator(ledger: SignLedger(isFaster: true))
    migrator.registerMigration(
      "1", foreignKeyChecks: .deferred,
      script: SQLScript(file: "1.sql", text: "CREATE TABLE a (id); COMMIT; BEGIN"),
      transaction: .open)
    try migrator.migrate(queue)
    #expect(
      try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") } == 1)
  }

  @Test
  func `a migration is not run if another process makes it obsolete during the step`() throws {
    let journal = #"{"entries":[{"tag":"0000_a","when":1000},{"tag":"0001_b","when":2000}]}"#
    let project = try ToolProject(
      Drizzle(),
      files: [
        "meta/_journal.json": journal, "0000_a.sql": "CREATE TABLE a (id);",
        "0001_b.sql": "CREATE TABLE b (id);",
      ])
    let slow = try DatabaseQueue(path: project.databasePath)
    let fast = try DatabaseQueue(path: project.databasePath)
    defer { for queue in [slow, fast] { try? queue.close() } }
    try project.step()
    let error = #expect(throws: MigrationError.self) {
      try project.toolFolder().migrator().migrate(slow, upTo: nil) { event in
        // After planning, another process applies a migration with a newer journal entry.
        guard case .planned = event else { return }
        try? fast.write {
          try $0.execute(
            sql: "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9000)")
        }
      }
    }
    #expect(error?.kind == .unexpectedNext(expected: "0001_b", found: nil))
    #expect(try project.rows("SELECT name FROM sqlite_master WHERE name = 'b'") == [])
  }
}

/// A ledger in one table with one migration, which reports when it is read.
private struct SignLedger: Ledger {
  /// True if the migration counts as applied once its start is recorded.
  var isFaster = false
  var onAsked: @Sendable () -> Void = {}
  let name = "sign"

  func state(_ rows: LedgerRows) -> LedgerState {
    onAsked()
    guard let row = table(rows)?.rows.first else { return LedgerState(exists: false) }
    let isApplied = isFaster || row.isTrue("isapplied")
    return LedgerState(records: isApplied ? [LedgerState.Record("1")] : [])
  }

  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    onAsked()
    return switch change {
    case .begin: ["CREATE TABLE main.sign AS SELECT 0 AS isApplied"]
    case .record: ["UPDATE main.sign SET isApplied = 1"]
    default: []
    }
  }
}
