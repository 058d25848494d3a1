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

  @Test func `old violations do not block, and are reported`() throws {
    let scripts = migrator(["1": "CREATE TABLE a (x)", "2": "CREATE TABLE b (x)"])
    var counts: [Int] = []
    try scripts.migrate(fixture.queue, upTo: nil) { event in
      if case .oldViolations(_, let count) = event { counts.append(count) }
    }
    #expect(counts == [2, 2])
    #expect(try fixture.queue.ledger() == ["1", "2"])
  }

  @Test func `a report counts what is old`() throws {
    let report = try #require(try migrator(["1": "CREATE TABLE a (x)"]).step(fixture.queue))
    #expect(report.failure == nil)
    #expect(report.oldViolationCount == 2)
    #expect(report.newViolationCount == 0)
  }

  @Test func `a new violation beside old ones fails with its own message`() throws {
    let migrator = migrator(["1": "INSERT INTO player VALUES (10, 43, 'New')"])
    let error = #expect(throws: DatabaseError.self) { try migrator.migrate(fixture.queue) }
    #expect(
      error?.message == """
        FOREIGN KEY constraint violation - from player(teamId) to team(id), \
        in [id:10 teamId:43 name:"New"]
        """)
    #expect(try fixture.queue.count("SELECT count(*) FROM player") == 5)
  }

  @Test func `an old violation that moves to another row is a new one`() throws {
    let migrator = migrator(["1": "UPDATE player SET id = 80 WHERE id = 8"])
    #expect(throws: DatabaseError.self) { try migrator.migrate(fixture.queue) }
  }

  @Test func `what is mended is not old any more`() throws {
    let migrator = migrator([
      "1": "DELETE FROM player WHERE id = 8", "2": "INSERT INTO player VALUES (8, 41, 'Again')",
    ])
    #expect(throws: DatabaseError.self) { try migrator.migrate(fixture.queue) }
    #expect(try fixture.queue.ledger() == ["1"])
  }

  @Test func `a second foreign key that the same row violates is new`() throws {
    let recreation = """
      CREATE TABLE new_player (id INTEGER PRIMARY KEY, teamId INTEGER REFERENCES team(id)
        REFERENCES team(id), name TEXT);
      INSERT INTO new_player SELECT * FROM player;
      DROP TABLE player;
      ALTER TABLE new_player RENAME TO player;
      """
    #expect(throws: DatabaseError.self) { try migrator(["1": recreation]).migrate(fixture.queue) }
  }

  @Test func `a table made anew keeps its old violations`() throws {
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

  @Test func `the first check of a run changes no verdict`() throws {
    // GRDB: any violation fails the migration, and one that mends them passes.
    #expect(throws: DatabaseError.self) {
      try DatabaseMigrator(["1": "CREATE TABLE a (x)"]).migrate(fixture.queue)
    }
    try DatabaseMigrator(["0": "DELETE FROM player WHERE teamId > 40", "1": "CREATE TABLE a (x)"])
      .migrate(fixture.queue)
    #expect(try fixture.queue.ledger() == ["0", "1"])
  }
}
