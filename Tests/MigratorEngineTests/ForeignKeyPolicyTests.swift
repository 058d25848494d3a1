import MigratorEngine
import MigratorTestSupport
import Testing

struct ForeignKeyPolicyTests {
  private let fixture: LeagueFixture

  init() throws {
    fixture = try LeagueFixture()
    try fixture.queue.writeWithoutTransaction { db throws in
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      try db.execute(sql: "INSERT INTO player VALUES (8, 41, 'Old'), (9, 42, 'Older')")
      try db.execute(sql: "PRAGMA foreign_keys = ON")
    }
  }

  private func migrator(_ scripts: KeyValuePairs<String, String>) -> DatabaseMigrator {
    var migrator = DatabaseMigrator(scripts)
    migrator.foreignKeyPolicy = .newViolationsOnly
    return migrator
  }

  @Test func `old violations do not block a migration, and are reported`() throws {
    let touch = "UPDATE player SET teamId = teamId"
    let scripts = migrator(["1": touch, "2": touch])
    var counts: [Int] = []
    try scripts.migrate(fixture.queue, upTo: nil) { event in
      if case .oldViolations(_, let count) = event { counts.append(count) }
    }
    #expect(counts == [2, 2])
    #expect(try fixture.queue.ledger() == ["1", "2"])
  }

  @Test func `a report counts old violations`() throws {
    let touch = "UPDATE player SET teamId = teamId"
    let report = try #require(try migrator(["1": touch]).step(fixture.queue))
    #expect(report.failure == nil)
    #expect(report.violations?.remaining == 2)
    #expect(report.violations?.added == 0)
  }

  @Test func `a new violation in addition to old ones makes a migration fail with its own message`()
    throws
  {
    let migrator = migrator(["1": "INSERT INTO player VALUES (10, 43, 'New')"])
    let error = #expect(throws: DatabaseError.self) { try migrator.migrate(fixture.queue) }
    #expect(
      error?.message == """
        FOREIGN KEY constraint violation - from player(teamId) to team(id), \
        in [id:10 teamId:43 name:"New"]
        """)
    #expect(try fixture.queue.count("SELECT count(*) FROM player") == 5)
  }

  @Test func `an old violation counts as new if the key of its row changes`() throws {
    let migrator = migrator(["1": "UPDATE player SET id = 80 WHERE id = 8"])
    #expect(throws: DatabaseError.self) { try migrator.migrate(fixture.queue) }
  }

  @Test(arguments: [
    // The row is the same, its reference is not.
    "UPDATE player SET teamId = 77 WHERE id = 8",
    // Reuses the rowid of an old violation.
    "DELETE FROM fan WHERE name = 'Old'; INSERT INTO fan VALUES (77, 'New')",
    // After the re-creation the rows have swapped rowids.
    """
    CREATE TABLE new_fan (teamId INTEGER REFERENCES team(id), name TEXT);
    INSERT INTO new_fan SELECT CASE name WHEN 'Good' THEN 77 ELSE 1 END, name FROM fan ORDER BY teamId;
    DROP TABLE fan; ALTER TABLE new_fan RENAME TO fan
    """,
  ])
  func `an old violation counts as new if its reference or row is replaced`(sql: String) throws {
    try fans("INSERT INTO fan VALUES (99, 'Old'), (1, 'Good')")
    #expect(throws: DatabaseError.self) { try migrator(["1": sql]).migrate(fixture.queue) }
  }

  @Test func `an old violation remains old if its value is stored with another type`() throws {
    try fans("INSERT INTO fan VALUES (99, 'Old'), (98, 'Older')")
    let recreation = """
      CREATE TABLE new_fan (teamId TEXT REFERENCES team(id), name TEXT);
      INSERT INTO new_fan SELECT * FROM fan; DROP TABLE fan; ALTER TABLE new_fan RENAME TO fan
      """
    let report = try #require(try migrator(["1": recreation]).step(fixture.queue))
    #expect(report.failure == nil)
    #expect(report.violations?.remaining == 4)
  }

  private func fans(_ rows: String) throws {
    try fixture.queue.writeWithoutTransaction { db throws in
      try db.execute(
        sql: """
          PRAGMA foreign_keys = OFF;
          CREATE TABLE fan (teamId INTEGER REFERENCES team(id), name TEXT); \(rows);
          PRAGMA foreign_keys = ON
          """)
    }
  }

  @Test func `a violation that is fixed and then caused again counts as new`() throws {
    let migrator = migrator([
      "1": "DELETE FROM player WHERE id = 8", "2": "INSERT INTO player VALUES (8, 41, 'Again')",
    ])
    #expect(throws: DatabaseError.self) { try migrator.migrate(fixture.queue) }
    #expect(try fixture.queue.ledger() == ["1"])
  }

  @Test
  func `a violation counts as new if the row violated only another foreign key before`() throws {
    let recreation = """
      CREATE TABLE new_player (id INTEGER PRIMARY KEY, teamId INTEGER REFERENCES team(id)
        REFERENCES team(id), name TEXT);
      INSERT INTO new_player SELECT * FROM player;
      DROP TABLE player;
      ALTER TABLE new_player RENAME TO player;
      """
    #expect(throws: DatabaseError.self) { try migrator(["1": recreation]).migrate(fixture.queue) }
  }

  @Test func `a re-created table keeps its old violations`() throws {
    let recreation = """
      CREATE TABLE new_player (id INTEGER PRIMARY KEY, name TEXT, extra,
        teamId INTEGER REFERENCES team(id));
      INSERT INTO new_player (id, teamId, name) SELECT id, teamId, name FROM player;
      DROP TABLE player;
      ALTER TABLE new_player RENAME TO player;
      """
    try migrator(["1": recreation]).migrate(fixture.queue)
    #expect(try fixture.queue.ledger() == ["1"])
  }

  @Test(arguments: [
    "ALTER TABLE player RENAME COLUMN teamId TO clubId",
    "ALTER TABLE player RENAME TO athlete",
    "ALTER TABLE team RENAME TO club; ALTER TABLE club RENAME id TO clubId",
    """
    ALTER TABLE player RENAME TO tmp; ALTER TABLE team RENAME TO player;
    ALTER TABLE tmp RENAME TO team; ALTER TABLE team RENAME teamId TO playerId
    """,
    "ALTER TABLE player RENAME name TO x; ALTER TABLE player RENAME teamId TO name",
  ])
  func `an old violation remains old after renames`(sql: String) throws {
    let report = try #require(try migrator(["1": sql]).step(fixture.queue))
    #expect(report.failure == nil)
    #expect(report.violations?.remaining == 2)
    #expect(report.violations?.added == 0)
  }

  @Test(arguments: [
    "ALTER TABLE player RENAME TO athlete; INSERT INTO athlete VALUES (10, 43, 'New')",
    "ALTER TABLE player RENAME teamId TO clubId; UPDATE player SET clubId = 43 WHERE id = 1",
    // The new table with this name has a violation in the same rowid as the old one.
    """
    CREATE TABLE guest (id INTEGER PRIMARY KEY, teamId INTEGER REFERENCES team(id), name TEXT);
    DROP TABLE player; ALTER TABLE guest RENAME TO player; INSERT INTO player VALUES (7, 41, 'New')
    """,
  ])
  func `a violation that a migration causes in a renamed table counts as new`(sql: String) throws {
    let step = try #require(try migrator(["1": sql]).step(fixture.queue))
    #expect(step.failure?.violationCounts?.added == 1)
  }

  @Test func `old violations of a dropped table do not cover a table that takes its name`() throws {
    try fixture.queue.writeWithoutTransaction { db throws in
      try db.execute(
        sql: "CREATE TABLE guest (id INTEGER PRIMARY KEY, teamId INTEGER REFERENCES team(id))")
    }
    let sql = """
      DROP TABLE player; INSERT INTO guest VALUES (8, 99); ALTER TABLE guest RENAME TO player
      """
    let step = try #require(try migrator(["1": sql]).step(fixture.queue))
    #expect(step.failure?.violationCounts?.added == 1)
    #expect(step.failure?.violationCounts?.remaining == 0)
  }

  @Test func `a failure caused by old violations says so and suggests fixes`()
    throws
  {
    let rename = DatabaseMigrator(["1": "ALTER TABLE player RENAME TO athlete"])
    let failure = try #require(try rename.step(fixture.queue)?.failure)
    #expect(failure.violationCounts?.remaining == 2 && failure.violationCounts?.added == 0)
    #expect(failure.violations == [])
    #expect(failure.oldViolations.count == 2)
    let remedy = failure.remedy(on: .database).sentence
    for word in ["violations DB --fix", "press 3", "foreignKeyChecks: .immediate"] {
      #expect(remedy.contains(word))
    }
    let both = DatabaseMigrator(["1": "INSERT INTO player VALUES (10, 43, 'New')"])
    let bothRemedy = try both.step(fixture.queue)?.failure?.remedy(on: .database)
    #expect(bothRemedy?.sentence.hasPrefix("Fix the migration") == true)
    #expect(bothRemedy?.command == "migtui dry-run DB --all")
    let immediate = DatabaseMigrator(
      ["1": "ALTER TABLE player RENAME TO athlete"], foreignKeyChecks: .immediate)
    #expect(try immediate.step(fixture.queue)?.failure == nil)
  }

  @Test func `under GRDB's policy, any violation makes a migration fail, even an old one`() throws {
    // As in GRDB, any violation fails the migration, and a migration that fixes them passes.
    #expect(throws: DatabaseError.self) {
      try DatabaseMigrator(["1": "CREATE TABLE a (x)"]).migrate(fixture.queue)
    }
    try DatabaseMigrator(["0": "DELETE FROM player WHERE teamId > 40", "1": "CREATE TABLE a (x)"])
      .migrate(fixture.queue)
    #expect(try fixture.queue.ledger() == ["0", "1"])
  }
}
