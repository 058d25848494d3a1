import MigratorEngine
import MigratorPlatform
import MigratorTestSupport
import Testing

/// Decisions about new violations in a database whose old violations were not counted before.
struct UncountedViolationTests {
  private static let orphans = """
    PRAGMA foreign_keys = OFF;
    WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 2100)
      INSERT INTO player SELECT i, i % 2 * 1000 + 1, hex(zeroblob(1000)) FROM n;
    PRAGMA foreign_keys = ON
    """
  /// Rewrites more pages than the default cache holds, so that a rollback journal blocks readers.
  private static let spill = "UPDATE player SET name = hex(randomblob(1000)) WHERE id >= 100;"

  private final class Statements: Sendable {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock { $0 } }
    func note(_ sql: String) { texts.withLock { $0.append(sql) } }
    func reading(_ table: String) -> [String] {
      all.filter { $0.contains("foreign_key_check(\"\(table)") || $0.contains("FROM \"\(table)\"") }
    }
  }

  private func fixture(_ mode: String, _ statements: Statements? = nil) throws -> LeagueFixture {
    var configuration = Configuration()
    if let statements {
      configuration.prepareDatabase { db in
        db.trace { if case .statement(let statement) = $0 { statements.note(statement.sql) } }
      }
    }
    let fixture = try LeagueFixture(configuration: configuration)
    try fixture.queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = \(mode)")
      try db.execute(sql: Self.orphans)
    }
    return fixture
  }

  private func migrator(_ sql: String) -> DatabaseMigrator {
    var migrator = DatabaseMigrator(["1": sql])
    migrator.foreignKeyPolicy = .newViolationsOnly
    return migrator
  }

  @Test(
    arguments: ["DELETE", "WAL"],
    [
      "CREATE TABLE a (x)", "ALTER TABLE player ADD COLUMN flag",
      "INSERT INTO team VALUES (3, 'Greens')",
      "INSERT INTO player VALUES (9, 2, 'Dan')",
    ])
  func `a migration that causes no violations is committed without a search of the table`(
    mode: String, sql: String
  ) throws {
    let statements = Statements()
    let fixture = try fixture(mode, statements)
    let report = try #require(
      try migrator(sql).step(fixture.queue, observe: .changedRows))
    #expect(report.failure == nil)
    #expect(report.violations == nil)
    // Ignores the statement that is only compiled to see whether the key can be checked.
    let searches = statements.reading("player").filter { !$0.contains("IN (9)") }
    #expect(searches == [])
    #expect(try fixture.queue.ledger() == ["1"])
    #expect(try fixture.queue.count("SELECT count(*) FROM pragma_foreign_key_check") == 1000)
  }

  @Test(arguments: ["DELETE", "WAL"], [true, false])
  func `old violations are counted in the state before the migration`(
    mode: String, isNew: Bool
  ) throws {
    let fixture = try fixture(mode)
    let sql =
      Self.spill + "UPDATE player SET teamId = \(isNew ? "77" : "teamId") WHERE id IN (1, 101)"
    let report = try #require(try migrator(sql).step(fixture.queue))
    #expect(report.failure?.violationCounts?.added == (isNew ? 2 : nil))
    if !isNew { #expect(try fixture.queue.ledger() == ["1"]) }
    #expect(
      try fixture.queue.count("SELECT count(*) FROM player WHERE name = hex(zeroblob(1000))")
        == (isNew ? 2001 : 0))
    #expect(try fixture.queue.count("SELECT count(*) FROM pragma_foreign_key_check") == 1000)
  }

  @Test(arguments: ["DELETE", "WAL", "MEMORY"]) func `a migration in code runs only once`(
    mode: String
  ) throws {
    let fixture = try fixture(mode)
    let runs = Mutex(0)
    var migrator = DatabaseMigrator()
    migrator.foreignKeyPolicy = .newViolationsOnly
    migrator.registerMigration("1") { db in
      runs.withLock { $0 += 1 }
      try db.execute(sql: Self.spill + "UPDATE player SET teamId = teamId")
    }
    try migrator.migrate(fixture.queue)
    #expect(runs.withLock { $0 } == 1)
    #expect(try fixture.queue.ledger() == ["1"])
  }

  @Test func `in an in-memory database, old violations are counted before the migration`() throws {
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction {
      try $0.execute(
        sql: """
          PRAGMA foreign_keys = OFF; CREATE TABLE p (id INTEGER PRIMARY KEY);
          CREATE TABLE c (p REFERENCES p); INSERT INTO c VALUES (1); PRAGMA foreign_keys = ON
          """)
    }
    #expect(try migrator("UPDATE c SET p = p").step(queue)?.failure == nil)
    #expect(try migrator("INSERT INTO c VALUES (2)").step(queue) == nil)
  }

  @Test(arguments: ["DELETE", "WAL"], [true, false])
  func `a step does not recount a table that its dry run counted in the same state`(
    mode: String, isSame: Bool
  ) throws {
    let statements = Statements()
    let fixture = try fixture(mode, statements)
    let migrator = migrator("INSERT INTO team VALUES (3, 'Greens'), (4, 'Blacks')")
    let dryRun = try DryRun.run(path: fixture.path, migrator: migrator)
    if !isSame {
      try fixture.queue.write { try $0.execute(sql: "INSERT INTO team VALUES (9, 'Late')") }
    }
    let report = try #require(dryRun.steps.first)
    let step = try #require(
      try migrator.step(
        fixture.queue, on: .predicted(by: report, on: dryRun.fingerprint)))
    #expect(step.failure == nil)
    let rows = try #require(step.rows.first { $0.table == "team" })
    #expect(rows.before == (isSame ? 2 : 3) && rows.inserted == 2)
    #expect(try fixture.queue.count("SELECT count(*) FROM team") == Int(rows.after ?? 0))
    #expect(
      statements.all.count { $0.contains(#"count(*) FROM main."team""#) } == (isSame ? 0 : 1))
  }

  @Test func `a dry run with disabled checks searches only the affected keys`() throws {
    let statements = Statements()
    let fixture = try fixture("DELETE", statements)
    func dryRun(_ sql: String) throws -> StepReport {
      var migrator = DatabaseMigrator(["1": sql], foreignKeyChecks: .disabled)
      migrator.foreignKeyPolicy = .newViolationsOnly
      var configuration = Configuration()
      configuration.prepareDatabase { db in
        db.trace { if case .statement(let statement) = $0 { statements.note(statement.sql) } }
      }
      let report = try DryRun.run(
        path: fixture.path, migrator: migrator, configuration: configuration)
      return try #require(report.steps.first)
    }
    let untouched = try dryRun("CREATE TABLE a (x)")
    #expect(untouched.failure == nil)
    #expect(untouched.violations == nil)
    #expect(statements.reading("player") == [])
    let broken = try dryRun("DELETE FROM team WHERE id = 2")
    #expect(broken.failure == nil)
    #expect(broken.violations?.before == 1000)
    #expect(broken.violations?.added == 1)
  }
}
