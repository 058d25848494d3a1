import MigratorEngine
import MigratorTestSupport
import Testing

/// Migrations that could deceive a check of only some foreign keys.
struct ScopedCheckEdgeCaseTests {
  private static let schema = """
    CREATE TABLE team (id INTEGER PRIMARY KEY, code TEXT UNIQUE COLLATE NOCASE, name TEXT);
    CREATE TABLE player (
      id INTEGER PRIMARY KEY, teamId INTEGER REFERENCES team(id),
      code TEXT REFERENCES team(code), name TEXT);
    CREATE TABLE medal (name TEXT PRIMARY KEY, playerId REFERENCES player) WITHOUT ROWID;
    INSERT INTO team VALUES (1, 'red', 'Reds'), (2, 'blue', 'Blues');
    INSERT INTO player VALUES (1, 1, 'RED', 'Ada'), (2, 2, 'blue', 'Ben');
    INSERT INTO medal VALUES ('gold', 1);
    """

  /// Runs a migration after a fully checked one, and returns whether it was accepted.
  private func accepts(
    before: String = "", _ statements: String..., foreignKeyChecks mode: Mode = .deferred
  ) throws -> Bool {
    let fixture = try LeagueFixture(Self.schema + before)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("first") { _ in }
    migrator.registerMigration("second", foreignKeyChecks: mode) { db in
      for sql in statements { try db.execute(sql: sql) }
    }
    migrator.registerMigration("third") { _ in }
    var failure: DatabaseError?
    do { try migrator.migrate(fixture.queue) } catch let error as DatabaseError { failure = error }
    if let failure, failure.resultCode != .SQLITE_CONSTRAINT,
      failure.message?.hasPrefix("foreign key mismatch") != true
    {
      throw failure
    }
    // An accepted migration has no violations, whichever check it used.
    if failure == nil {
      #expect(try fixture.queue.read { try $0.foreignKeyViolations().isEmpty() })
    }
    return failure == nil
  }

  private typealias Mode = DatabaseMigrator.ForeignKeyChecks

  @Test func `a parent deleted by OR REPLACE is detected`() throws {
    #expect(
      try !accepts("INSERT OR REPLACE INTO team VALUES (3, 'RED', 'Other'); DELETE FROM medal"))
    #expect(try !accepts("UPDATE OR REPLACE team SET id = 2 WHERE id = 1"))
    #expect(try accepts("INSERT OR REPLACE INTO team VALUES (3, 'green', 'Other')"))
  }

  @Test func `restoring schema_version does not hide a schema change`() throws {
    let fixture = try LeagueFixture(Self.schema)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("first") { _ in }
    migrator.registerMigration("second") { db in
      let version = try Int.fetchOne(db, sql: "PRAGMA schema_version") ?? 0
      try db.execute(
        sql: """
          CREATE TABLE fan (teamId INTEGER REFERENCES team(id));
          INSERT INTO fan VALUES (9);
          PRAGMA schema_version = \(version)
          """)
    }
    #expect(throws: DatabaseError.self) { try migrator.migrate(fixture.queue) }
    #expect(try fixture.queue.ledger() == ["first"])
  }

  @Test func `a child row is checked, whatever statement writes it`() throws {
    #expect(try !accepts("INSERT INTO player VALUES (3, 9, NULL, NULL)"))
    #expect(try !accepts("UPDATE player SET teamId = 9 WHERE id = 1"))
    #expect(try !accepts("INSERT INTO medal VALUES ('silver', 9)"))
    #expect(
      try !accepts(
        "INSERT INTO player VALUES (1, 9, NULL, NULL) ON CONFLICT DO UPDATE SET teamId = 9"))
    #expect(
      try !accepts(
        "CREATE TABLE log (x)",
        "CREATE TRIGGER t AFTER INSERT ON log BEGIN UPDATE player SET teamId = 9; END",
        "INSERT INTO log VALUES (1)"))
    #expect(
      try !accepts(
        "CREATE TEMP TABLE team (id)",
        "CREATE TEMP TRIGGER t AFTER INSERT ON temp.team BEGIN DELETE FROM player; END",
        "INSERT INTO team VALUES (1)"))
    #expect(try accepts("INSERT INTO player VALUES (3, 1, 'Blue', NULL)"))
  }

  @Test func `added columns are checked with their default values`() throws {
    #expect(try !accepts("ALTER TABLE player ADD COLUMN rival INTEGER DEFAULT 9 REFERENCES team"))
    #expect(try !accepts("ALTER TABLE player ADD COLUMN rival INTEGER REFERENCES team(name)"))
    #expect(try accepts("ALTER TABLE player ADD COLUMN rival INTEGER REFERENCES team"))
    #expect(
      try !accepts(
        "ALTER TABLE player ADD COLUMN rival INTEGER REFERENCES team",
        "UPDATE player SET rival = 9 WHERE id = 1"))
  }

  @Test func `a column is checked if it takes the name or position of another one`() throws {
    #expect(
      try !accepts(
        "ALTER TABLE player RENAME COLUMN teamId TO old",
        "ALTER TABLE player ADD COLUMN teamId INTEGER DEFAULT 9 REFERENCES team(id)"))
    #expect(
      try !accepts(
        before: "CREATE TABLE coach (id INTEGER PRIMARY KEY, teamId DEFAULT 9 REFERENCES team(id))"
          + ";INSERT INTO coach VALUES (1, 1)",
        "ALTER TABLE coach DROP COLUMN teamId",
        "ALTER TABLE coach ADD COLUMN teamId DEFAULT 9 REFERENCES team(id)"))
  }

  @Test func `violations are found if two tables swap their names`() throws {
    #expect(
      try !accepts(
        before: "CREATE TABLE side (id INTEGER PRIMARY KEY, code TEXT UNIQUE COLLATE NOCASE, name)",
        "PRAGMA legacy_alter_table = ON",
        "ALTER TABLE team RENAME TO middle", "ALTER TABLE side RENAME TO team",
        "ALTER TABLE middle RENAME TO side"))
    #expect(
      try !accepts(
        "ALTER TABLE player RENAME TO x", "UPDATE x SET teamId = 9",
        "ALTER TABLE x RENAME TO player"
      ))
  }

  @Test func `dropped and changed indexes of a parent are detected`() throws {
    let before = """
      CREATE TABLE tag (word TEXT); CREATE UNIQUE INDEX tag_word ON tag (word);
      CREATE TABLE note (word TEXT REFERENCES tag(word));
      INSERT INTO tag VALUES ('a'); INSERT INTO note VALUES ('a');
      """
    #expect(try !accepts(before: before, "DROP INDEX tag_word"))
    #expect(
      try !accepts(
        before: before, "DROP INDEX tag_word",
        "CREATE UNIQUE INDEX tag_word ON tag (word COLLATE NOCASE)"))
    #expect(try accepts(before: before, "CREATE INDEX note_word ON note (word)"))
  }

  @Test func `violations caused by an unchecked migration are found by the next check`() throws {
    #expect(try !accepts("DELETE FROM team", foreignKeyChecks: .disabled))
    #expect(
      try !accepts("INSERT INTO player VALUES (3, 9, NULL, NULL)", foreignKeyChecks: .disabled))
    #expect(try accepts("DELETE FROM medal", foreignKeyChecks: .disabled))
  }

  @Test func `violations caused by a trigger on the ledger are found`() throws {
    let before = """
      CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
      CREATE TRIGGER t AFTER INSERT ON grdb_migrations WHEN new.identifier = 'second'
        BEGIN UPDATE player SET teamId = 9; END;
      """
    #expect(try !accepts(before: before))
  }

  @Test func `an authorizer set by the migration does not hide changes`() throws {
    let fixture = try LeagueFixture(Self.schema)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("first") { _ in }
    migrator.registerMigration("second") { db in
      try db.observed(by: Authorizer { _ in .allow }) {
        try db.execute(sql: "DELETE FROM team")
        #expect(throws: DatabaseError.self) { try db.execute(sql: "COMMIT") }
      }
    }
    #expect(throws: DatabaseError.self) { try migrator.migrate(fixture.queue) }
  }

  @Test func `violations caused by another connection between two migrations are found`() throws {
    let fixture = try LeagueFixture(Self.schema)
    let other = try DatabaseQueue(path: fixture.path)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("first") { _ in }
    migrator.registerMigration("second") { _ in }
    let error = #expect(throws: DatabaseError.self) {
      try migrator.migrate(fixture.queue, upTo: nil) { event in
        guard case .committed("first", _) = event else { return }
        try? other.writeWithoutTransaction { db in
          try db.execute(sql: "PRAGMA foreign_keys = OFF; DELETE FROM team WHERE id = 2")
        }
      }
    }
    #expect(error?.message?.hasPrefix("FOREIGN KEY constraint violation - from player") == true)
    #expect(try fixture.queue.ledger() == ["first"])
  }

  @Test func `ten thousand children with keys of any type are checked`() throws {
    let many = """
      WITH n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
      INSERT INTO player SELECT i, 1 + i % 2, CASE i % 2 WHEN 0 THEN 'Red' ELSE 'BLUE' END, '' FROM n
      """
    #expect(try accepts(many))
    #expect(try accepts(many, "UPDATE player SET teamId = NULL WHERE id = 7000"))
    #expect(try !accepts(many, "UPDATE player SET code = 'red ' WHERE id = 7000"))
    #expect(try !accepts(many, "UPDATE player SET teamId = 9223372036854775807 WHERE id = 7000"))
    #expect(
      try !accepts(many, "CREATE INDEX i ON player (teamId)", "DELETE FROM team WHERE id = 2"))
  }
}
