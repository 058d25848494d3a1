import MigratorEngine
import MigratorTestSupport
import Testing

struct ForeignKeyModeTests {
  private let orphan = "INSERT INTO player VALUES (9, 42, 'Zoë')"
  private let transient = """
    INSERT INTO player VALUES (9, 42, 'Zoë'); INSERT INTO team VALUES (42, 'Late')
    """
  private let message = """
    FOREIGN KEY constraint violation - from player(teamId) to team(id), \
    in [id:9 teamId:42 name:"Zoë"]
    """
  /// The procedure of SQLite's documentation, without re-creating an index.
  private let recreation = """
    CREATE TABLE new_team (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
    INSERT INTO new_team SELECT id, name, NULL FROM team;
    DROP TABLE team;
    ALTER TABLE new_team RENAME TO team;
    """

  private func run(
    _ sql: String, _ mode: DatabaseMigrator.ForeignKeyChecks, on fixture: LeagueFixture
  ) throws {
    try DatabaseMigrator(["1": sql], foreignKeyChecks: mode).migrate(fixture.queue)
  }

  @Test func `a violation makes a deferred migration fail with a detailed message`() throws {
    let fixture = try LeagueFixture()
    let error = #expect(throws: DatabaseError.self) { try run(orphan, .deferred, on: fixture) }
    #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY)
    #expect(error?.message == message)
    #expect(error?.description == "SQLite error 19: \(message)")
    #expect(try fixture.queue.count("SELECT count(*) FROM player") == 3)
    #expect(try fixture.queue.foreignKeysAreOn())
  }

  @Test func `a violation makes an immediate migration fail at the statement`() throws {
    let fixture = try LeagueFixture()
    let error = #expect(throws: ScriptError.self) { try run(orphan, .immediate, on: fixture) }
    #expect(error?.underlying?.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY)
    #expect(try fixture.queue.count("SELECT count(*) FROM player") == 3)
  }

  @Test func `a violation is committed if checks are disabled`() throws {
    let fixture = try LeagueFixture()
    try run(orphan, .disabled, on: fixture)
    #expect(try fixture.queue.count("SELECT count(*) FROM player") == 4)
    #expect(try fixture.queue.foreignKeysAreOn())
  }

  @Test func `a temporary violation passes deferred checks and fails immediate ones`() throws {
    try run(transient, .deferred, on: LeagueFixture())
    let fixture = try LeagueFixture()
    #expect(throws: ScriptError.self) { try run(transient, .immediate, on: fixture) }
  }

  @Test(arguments: [DatabaseMigrator.ForeignKeyChecks.deferred, .disabled])
  func `a parent can be re-created without deleting its children`(
    mode: DatabaseMigrator.ForeignKeyChecks
  ) throws {
    let fixture = try LeagueFixture()
    try run(recreation, mode, on: fixture)
    #expect(try fixture.queue.count("SELECT count(*) FROM player") == 3)
    try fixture.queue.read { try $0.checkForeignKeys() }
  }

  @Test func `re-creating a parent with immediate checks deletes its children`()
    throws
  {
    let fixture = try LeagueFixture()
    let report = try #require(
      try DatabaseMigrator(["1": recreation], foreignKeyChecks: .immediate)
        .step(fixture.queue, observe: .rows))
    let player = report.rows.first { $0.table == "player" }
    let team = report.rows.first { $0.table == "team" }
    #expect(player?.lost == 3)
    #expect(player?.cascaded == 3)
    #expect(team?.isRecreated == true)
    #expect(team?.before == 2 && team?.after == 2)
  }

  @Test func `nothing is checked on a connection with foreign keys turned off`() throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let fixture = try LeagueFixture(configuration: configuration)
    try run(orphan, .deferred, on: fixture)
    #expect(try fixture.queue.count("SELECT count(*) FROM player") == 4)
    #expect(try !fixture.queue.foreignKeysAreOn())
  }

  @Test func `disabling deferred checks affects only later registrations`() throws {
    let fixture = try LeagueFixture()
    let orphan = orphan
    var migrator = DatabaseMigrator()
    migrator.registerMigration("before") { try $0.execute(sql: orphan) }
    #expect(throws: DatabaseError.self) {
      try migrator.disablingDeferredForeignKeyChecks().migrate(fixture.queue)
    }
    migrator = DatabaseMigrator().disablingDeferredForeignKeyChecks()
    migrator.registerMigration("1") { try $0.execute(sql: orphan) }
    migrator.registerMigration("2", foreignKeyChecks: .immediate) {
      try $0.execute(sql: "INSERT INTO player VALUES (10, 43, 'Yan')")
    }
    #expect(throws: DatabaseError.self) { try migrator.migrate(fixture.queue) }
    #expect(try fixture.queue.ledger() == ["1"])
  }

  @Test func `an old violation makes a deferred migration fail and is reported as old`() throws {
    let fixture = try LeagueFixture()
    try fixture.queue.writeWithoutTransaction { db throws in
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      try db.execute(sql: "INSERT INTO player VALUES (8, 41, 'Old')")
      try db.execute(sql: "PRAGMA foreign_keys = ON")
    }
    let report = try #require(
      try DatabaseMigrator(["1": "CREATE TABLE unrelated(a)"]).step(fixture.queue))
    let failure = try #require(report.failure)
    #expect(failure.phase == .check)
    #expect(failure.violationCounts?.remaining == 1)
    #expect(failure.violationCounts?.added == 0)
    #expect(failure.violations.isEmpty)
    #expect(failure.violationCounts == ViolationCounts(before: 1, after: 1, added: 0))

    let both = try #require(try DatabaseMigrator(["1": orphan]).step(fixture.queue))
    #expect(both.violations?.remaining == 1)
    #expect(both.violations?.added == 1)
    #expect(both.newViolations.map(\.description) == [message])
    #expect(both.failure?.violations == both.newViolations)
  }

  @Test func `all new violations are counted, and the first hundred are described`() throws {
    let fixture = try LeagueFixture()
    let many = """
      INSERT INTO player (teamId, name) WITH RECURSIVE n(i) AS
        (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250) SELECT 100 + i, 'x' FROM n
      """
    let report = try #require(try DatabaseMigrator(["1": many]).step(fixture.queue))
    #expect(report.violations?.added == 250)
    #expect(report.newViolations.count == 100)
  }

  @Test func `foreign keys are on again after a migration that turns them off`() throws {
    let fixture = try LeagueFixture()
    var migrator = DatabaseMigrator(
      [
        "1": "PRAGMA foreign_keys = OFF; DELETE FROM team WHERE id = 1"
      ], foreignKeyChecks: .immediate)
    migrator.registerMigration(
      "2", script: SQLScript(file: "2.sql", text: "PRAGMA foreign_keys = OFF"),
      transaction: .none)
    let report = try migrator.step(fixture.queue)
    #expect(report?.warnings.first?.contains("has no effect inside a transaction") == true)
    #expect(try migrator.step(fixture.queue)?.warnings == [])
    // Inside a transaction the pragma has no effect, as documented: the children are deleted.
    #expect(try fixture.queue.count("SELECT count(*) FROM player") == 1)
    #expect(try fixture.queue.foreignKeysAreOn())
  }
}
