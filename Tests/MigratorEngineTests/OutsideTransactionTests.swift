import MigratorEngine
import MigratorTestSupport
import Testing

struct OutsideTransactionTests {
  private func migrator(
    _ sql: String, _ mode: DatabaseMigrator.ForeignKeyChecks = .deferred
  ) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration(
      "1", foreignKeyChecks: mode, script: SQLScript(file: "1.sql", text: sql),
      transaction: .none)
    return migrator
  }

  @Test func `VACUUM and PRAGMA journal_mode work outside a transaction`() throws {
    let fixture = try LeagueFixture()
    try migrator("VACUUM; PRAGMA journal_mode = WAL").migrate(fixture.queue)
    #expect(try fixture.queue.strings("PRAGMA journal_mode") == ["wal"])
    #expect(try fixture.queue.ledger() == ["1"])
  }

  @Test func `a failure reports how many statements were not rolled back`() throws {
    let fixture = try LeagueFixture()
    let report = try #require(
      try migrator("CREATE TABLE a(x); CREATE TABLE b(x); CREATE TABLE a(x)").step(fixture.queue))
    #expect(report.failure?.databaseState == .partlyApplied(statements: 2))
    #expect(try fixture.queue.count("SELECT count(*) FROM sqlite_master WHERE name = 'b'") == 1)
    #expect(
      try fixture.queue.count(
        "SELECT count(*) FROM sqlite_master WHERE name = 'grdb_migrations'") == 0)
  }

  @Test
  func `an error inside the script's own transaction is reported with location and state`() throws {
    let fixture = try LeagueFixture()
    let report = try #require(
      try migrator("CREATE TABLE a(x); BEGIN; CREATE TABLE b(x); SELECT nope()")
        .step(fixture.queue))
    #expect(report.failure?.databaseState == .partlyApplied(statements: 1))
    #expect(report.failure?.message == "no such function: nope")
    #expect(report.failure?.location?.column == 53)
    #expect(
      try fixture.queue.strings("SELECT name FROM sqlite_master WHERE name IN ('a', 'b')") == ["a"])
    #expect(try fixture.queue.foreignKeysAreOn())
  }

  @Test func `a failed first statement leaves the database unchanged`() throws {
    let fixture = try LeagueFixture()
    let report = try #require(try migrator("CREATE TABLE team(x)").step(fixture.queue))
    #expect(report.failure?.databaseState == .rolledBack)
  }

  @Test func `a transaction that the script leaves open is rolled back and reported`() throws {
    let fixture = try LeagueFixture()
    let report = try #require(
      try migrator("CREATE TABLE a(x); BEGIN; CREATE TABLE b(x)").step(fixture.queue))
    #expect(report.failure?.databaseState == .partlyApplied(statements: 1))
    #expect(report.failure?.message.contains("did not end it") == true)
    #expect(
      try fixture.queue.strings(
        "SELECT name FROM sqlite_master WHERE name IN ('a', 'b', 'grdb_migrations')") == ["a"])
  }

  @Test func `a script may begin and commit its own transactions`() throws {
    let fixture = try LeagueFixture()
    try migrator(
      """
      PRAGMA foreign_keys = OFF; BEGIN; CREATE TABLE a(x); COMMIT; PRAGMA foreign_keys = ON;
      """
    ).migrate(fixture.queue)
    #expect(try fixture.queue.ledger() == ["1"])
  }

  @Test func `a script outside a transaction cannot write to other files`() throws {
    let fixture = try LeagueFixture()
    let target = fixture.folder.path("out.sqlite")
    let report = try #require(try migrator("VACUUM INTO '\(target)'").step(fixture.queue))
    #expect(report.failure?.message.contains("VACUUM INTO") == true)
    #expect(!fixture.folder.names().contains("out.sqlite"))
  }

  @Test func `foreign keys are enforced only with immediate checks`() throws {
    let orphan = "INSERT INTO player VALUES (9, 77, 'Orphan')"
    let immediate = try LeagueFixture()
    let refused = try #require(try migrator(orphan, .immediate).step(immediate.queue))
    #expect(refused.failure?.message.contains("FOREIGN KEY") == true)
    for mode in [DatabaseMigrator.ForeignKeyChecks.deferred, .disabled] {
      let fixture = try LeagueFixture()
      #expect(try migrator(orphan, mode).step(fixture.queue)?.failure == nil)
      #expect(try fixture.queue.count("SELECT count(*) FROM player WHERE id = 9") == 1)
      #expect(try fixture.queue.foreignKeysAreOn())
    }
  }

  @Test func `a parent table can be rebuilt without deleting its children`() throws {
    let fixture = try LeagueFixture()
    let players = try fixture.queue.count("SELECT count(*) FROM player")
    let rebuild = """
      CREATE TABLE new (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO new SELECT id, name FROM team;
      DROP TABLE team; ALTER TABLE new RENAME TO team
      """
    #expect(try migrator(rebuild).step(fixture.queue)?.failure == nil)
    #expect(try fixture.queue.count("SELECT count(*) FROM player") == players)
  }

  /// Otherwise a file that `VACUUM` made smaller is malformed after a power loss that undoes the
  /// deletion of its journal.
  @Test
  func `synchronous is EXTRA during the script, unless the app or the script sets it`() throws {
    let look = "CREATE TABLE s AS SELECT synchronous FROM pragma_synchronous"
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: "CREATE TABLE n (x); INSERT INTO n VALUES (1)")
    let queue = try DatabaseQueue(path: path)
    func chosen(_ sql: String) throws -> Int {
      try queue.write { try Int.fetchOne($0, sql: sql) } ?? -1
    }
    #expect(try migrator(look).step(queue)?.failure == nil)
    #expect(try chosen("SELECT synchronous FROM s") == 3)
    #expect(try chosen("PRAGMA synchronous") == 2)
    try queue.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA synchronous = NORMAL; DROP TABLE s; DELETE FROM grdb_migrations")
    }
    #expect(try migrator(look).step(queue)?.failure == nil)
    #expect(try chosen("SELECT synchronous FROM s") == 1)
  }

  @Test func `records of other migrations cannot be deleted`() throws {
    let fixture = try LeagueFixture()
    try DatabaseMigrator(["0": ""]).migrate(fixture.queue)
    let report = try #require(
      try migrator("CREATE TABLE a(x); DELETE FROM grdb_migrations").step(fixture.queue))
    #expect(report.failure?.message.contains("Changing grdb_migrations is not allowed") == true)
    #expect(try fixture.queue.ledger() == ["0"])
  }

  /// The other migration would never run.
  @Test(arguments: [
    "INSERT INTO grdb_migrations VALUES ('later')",
    "INSERT OR REPLACE INTO grdb_migrations SELECT 'later'",
    """
    CREATE TRIGGER t AFTER INSERT ON grdb_migrations WHEN new.identifier <> 'later' BEGIN
      INSERT INTO grdb_migrations VALUES ('later');
    END
    """,
    """
    CREATE TRIGGER t AFTER INSERT ON club BEGIN
      INSERT INTO grdb_migrations VALUES ('later');
    END;
    INSERT INTO club DEFAULT VALUES
    """,
  ])
  func `records of other migrations cannot be inserted`(_ sql: String) throws {
    let fixture = try LeagueFixture()
    try DatabaseMigrator(["0": "CREATE TABLE club (x)"]).migrate(fixture.queue)
    let report = try #require(try migrator(sql).step(fixture.queue))
    #expect(report.failure?.message.contains("Changing grdb_migrations is not allowed") == true)
    #expect(try fixture.queue.ledger() == ["0"])
  }

  @Test func `another table cannot become the ledger`() throws {
    let fixture = try LeagueFixture()
    let report = try #require(
      try migrator(
        """
        CREATE TABLE other (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO other VALUES ('later');
        ALTER TABLE main."other" RENAME TO [GRDB_migrations]
        """
      ).step(fixture.queue))
    #expect(report.failure?.message.contains("Changing grdb_migrations is not allowed") == true)
    #expect(try fixture.queue.count("SELECT count(*) FROM other") == 1)
  }
}
