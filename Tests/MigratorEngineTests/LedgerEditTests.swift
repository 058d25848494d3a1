import MigratorEngine
import MigratorTestSupport
import Testing

struct LedgerEditTests {
  @Test(arguments: [
    ("DELETE FROM grdb_migrations", "it deletes the record of 1"),
    ("UPDATE grdb_migrations SET identifier = '3'", "deletes the record of 1"),
    ("INSERT INTO grdb_migrations VALUES ('3')", "it inserts the record of 3"),
    ("DROP TABLE grdb_migrations; CREATE TABLE grdb_migrations (identifier)", "record of 1"),
  ])
  func `a migration that edits records of other migrations fails and is rolled back`(
    sql: String, words: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: "CREATE TABLE n (x)")
    let migrator = DatabaseMigrator([
      "1": "INSERT INTO n VALUES (1)", "2": "INSERT INTO n VALUES (2); \(sql)",
      "3": "INSERT INTO n VALUES (3)",
    ])
    let dryRun = try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path)
    #expect(dryRun.steps.map { $0.failure == nil } == [true, false])
    #expect(dryRun.failure?.message.contains(words) == true, "\(dryRun.failure?.message ?? "")")
    let queue = try DatabaseQueue(path: path)
    #expect(throws: MigrationError.self) { try migrator.migrate(queue) }
    #expect(try queue.ledger() == ["1"])
    #expect(try queue.count("SELECT count(*) FROM n") == 1)
  }

  @Test(arguments: [
    ("DROP TABLE grdb_migrations", "drops grdb_migrations"),
    ("ALTER TABLE grdb_migrations RENAME TO kept", "drops grdb_migrations"),
    (
      "DROP TABLE grdb_migrations; CREATE VIEW grdb_migrations AS SELECT 1 AS identifier", "drops"
    ),
    (
      "ALTER TABLE grdb_migrations ADD COLUMN more CHECK (identifier <> '2')", "CHECK constraint"
    ),
  ])
  func `an error of the ledger is attributed to the migration that causes it`(
    sql: String, words: String
  ) throws {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    let migrator = DatabaseMigrator(["1": "CREATE TABLE n (x)", "2": sql])
    _ = try migrator.step(queue)
    let failure = try #require(try migrator.step(queue)?.failure)
    #expect(failure.phase == .body)
    #expect(failure.message.contains(words), "\(failure.message)")
    #expect(!failure.message.contains("rejects the record"))
    #expect(try queue.ledger() == ["1"])
  }

  @Test(arguments: [
    "INSERT INTO grdb_migrations VALUES (x'00')",
    "ALTER TABLE grdb_migrations RENAME identifier TO name",
  ])
  func `a migration that makes the ledger unreadable is rolled back`(sql: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: "CREATE TABLE n (x)")
    let migrator = DatabaseMigrator([
      "1": "INSERT INTO n VALUES (1)", "2": "INSERT INTO n VALUES (2); \(sql)",
    ])
    let dryRun = try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path)
    let failure = try #require(dryRun.failure)
    #expect(failure.identifier == "2" && failure.phase == .body)
    let queue = try DatabaseQueue(path: path)
    #expect(throws: (any Error).self) { try migrator.migrate(queue) }
    #expect(try queue.ledger() == ["1"])
    #expect(try queue.count("SELECT count(*) FROM n") == 1)
  }

  @Test func `a migration may delete unregistered records and write to other tables`() throws {
    let queue = try DatabaseQueue()
    try DatabaseMigrator(["0": "CREATE TABLE n (x)"]).migrate(queue)
    let migrator = DatabaseMigrator([
      "1":
        "DELETE FROM grdb_migrations WHERE identifier = '0'; INSERT INTO n VALUES (1); UPDATE n SET x = 2"
    ])
    try migrator.migrate(queue)
    #expect(try queue.ledger() == ["1"])
    #expect(try queue.count("SELECT x FROM n") == 2)
  }

  @Test(arguments: [
    ("DELETE FROM grdb_migrations WHERE identifier = '0'", 2, 1, 0, 1),
    ("UPDATE grdb_migrations SET identifier = 'x' WHERE identifier = '0'", 2, 2, 1, 1),
    ("INSERT INTO grdb_migrations VALUES ('9')", 2, 3, 1, 0),
  ])
  func `changes to unregistered records are reported, and deleted records count as lost rows`(
    sql: String, before: Int64, after: Int64, inserted: Int64, deleted: Int64
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      sql: """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('0'), ('00');
        """)
    let migrator = DatabaseMigrator(["1": sql])
    let dryRun = try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path)
    let told = try #require(dryRun.steps.first?.rows.first)
    #expect(told.table == "grdb_migrations" && (told.before, told.after) == (before, after))
    #expect((told.inserted, told.deleted) == (inserted, deleted))
    #expect(Losses(of: dryRun.steps).rowCount == deleted)
    let queue = try DatabaseQueue(path: path)
    let report = try migrator.step(queue)
    #expect(report?.rows == dryRun.steps.first?.rows)
  }

  @Test func `a migration in code may edit ledger rows, as in GRDB`() throws {
    let queue = try DatabaseQueue()
    var migrator = DatabaseMigrator(["1": "CREATE TABLE n (x)"])
    migrator.registerMigration("2") { db in
      try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '1'")
    }
    try migrator.migrate(queue)
    #expect(try queue.ledger() == ["2"])
  }
}
