@testable import MigratorEngine
import MigratorTestSupport
import Testing

/// Foreign keys whose parent gets its unique index in a later migration.
struct AwaitedIndexTests {
  private static let parent =
    "CREATE TABLE p (id BLOB, n TEXT); INSERT INTO p VALUES (1, 'a'), (2, 'b');"
  private static let child = "CREATE TABLE c (id BLOB, FOREIGN KEY (id) REFERENCES p (id));"
  private static let index = "CREATE UNIQUE INDEX pi ON p (id);"

  /// A migrator of a tool without a check of its own.
  private func migrator(
    _ scripts: KeyValuePairs<String, String>, enforcingTool: String? = nil
  ) -> DatabaseMigrator {
    var migrator = DatabaseMigrator(scripts)
    migrator.foreignKeyPolicy = .newViolationsOnly
    migrator.enforcingTool = enforcingTool.map { EnforcingTool(name: $0, usesTransaction: true) }
    return migrator
  }

  private func dryRun(_ migrator: DatabaseMigrator, _ start: String = "") throws -> DryRunReport {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: start)
    return try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path)
  }

  @Test(arguments: [
    "", "INSERT INTO c VALUES (NULL);", "INSERT INTO c VALUES (2), (1), (2);",
  ])
  func `a foreign key may need a unique index that a later migration creates`(rows: String) throws {
    let migrator = migrator([
      "1": Self.parent, "2": Self.child + rows, "3": "CREATE TABLE other (x);", "4": Self.index,
    ])
    let report = try dryRun(migrator)
    #expect(report.failure == nil)
    #expect(report.steps.map(\.identifier) == ["1", "2", "3", "4"])
    #expect(report.steps.map { $0.violations?.added } == [0, 0, 0, 0])
    #expect(report.steps.map(\.warnings.count) == [0, 1, 0, 0])
    #expect(
      report.steps[1].warnings == [
        "SQLite cannot check the foreign key of c (id) until 4 creates the unique index pi on p. "
          + "Until then, writes to c and p can fail with \"foreign key mismatch\" if foreign keys are on."
      ])

    let queue = try DatabaseQueue()
    try migrator.migrate(queue)
    let violation = try queue.read { try $0.foreignKeyViolations().next() }
    #expect(violation == nil)
    #expect(try queue.count("SELECT count(*) FROM pragma_index_list('p')") == 1)
  }

  @Test(arguments: [
    "CREATE UNIQUE INDEX IF NOT EXISTS main.\"pi\" ON \"P\" ([ID] DESC);",
    "CREATE TABLE other (p INTEGER); CREATE VIEW v AS SELECT * FROM c; \(index)",
  ])
  func `the missing index may be created in any form that SQLite can use`(sql: String) throws {
    let report = try dryRun(migrator(["1": Self.parent, "2": Self.child, "3": sql]))
    #expect(report.failure == nil && report.steps.count == 3)
  }

  @Test(arguments: [
    "CREATE TABLE q (id BLOB PRIMARY KEY, n TEXT); INSERT INTO q SELECT * FROM p; DROP TABLE p; ALTER TABLE q RENAME TO p;",
    "CREATE TABLE q (id BLOB, n TEXT, UNIQUE (id)); INSERT INTO q SELECT * FROM p; DROP TABLE p; ALTER TABLE q RENAME TO p;",
    "CREATE TEMP TABLE q AS SELECT * FROM p; DROP TABLE p; CREATE TABLE p (id BLOB UNIQUE, n TEXT); INSERT INTO p SELECT * FROM q;",
  ])
  func `a rebuild that makes the columns a key ends the wait`(sql: String) throws {
    let report = try dryRun(
      migrator(["1": Self.parent, "2": Self.child + "INSERT INTO c VALUES (2);", "3": sql]))
    #expect(report.failure == nil && report.steps.count == 3)
    #expect(report.steps.map { $0.violations?.added } == [0, 0, 0])
    #expect(
      report.steps[1].warnings.first?.contains("until 3 rebuilds p with a key on id.") == true)
  }

  @Test(arguments: [
    // No index that SQLite can use.
    "CREATE TABLE other (x);", "CREATE INDEX pi ON p (id);", "CREATE UNIQUE INDEX pi ON p (n);",
    "CREATE UNIQUE INDEX pi ON p (id, n);", "CREATE UNIQUE INDEX pi ON p (id) WHERE n > '';",
    "CREATE UNIQUE INDEX pi ON p (id COLLATE NOCASE);", "CREATE UNIQUE INDEX pi ON c (id);",
    // Another table or column may have the name by then.
    "ALTER TABLE p RENAME TO q; CREATE TABLE p (id); \(index)", "DROP TABLE c; \(index)",
    // A rebuild without the key, or with the key in another table.
    "CREATE TABLE q (id BLOB, n TEXT UNIQUE); INSERT INTO q SELECT * FROM p; DROP TABLE p; ALTER TABLE q RENAME TO p;",
    "CREATE TABLE q (id BLOB PRIMARY KEY, n TEXT); DROP TABLE p; CREATE TABLE p (id BLOB, n TEXT);",
    "CREATE TABLE IF NOT EXISTS p (id BLOB PRIMARY KEY, n TEXT);",
  ])
  func `a migration fails if its foreign key never gets the index it needs`(later: String) throws {
    let report = try dryRun(migrator(["1": Self.parent, "2": Self.child, "3": later]))
    #expect(report.failure?.identifier == "2")
    #expect(report.failure?.message == #"foreign key mismatch - "c" referencing "p""#)
  }

  @Test func `a migration fails if a row that it writes has no parent`() throws {
    let rows = "INSERT INTO c VALUES (2), (3);"
    let report = try dryRun(
      migrator(["1": Self.parent, "2": Self.child + rows, "3": Self.index]))
    #expect(report.failure?.identifier == "2")
  }

  @Test func `the migration that creates the index fails if rows without a parent exist by then`()
    throws
  {
    let fixture = try LeagueFixture(Self.parent)
    let all = migrator(["2": Self.child, "3": Self.index])
    try all.migrate(fixture.queue, upTo: "2")
    try fixture.queue.writeWithoutTransaction {
      try $0.execute(
        sql: "PRAGMA foreign_keys = OFF; INSERT INTO c VALUES (1), (7); PRAGMA foreign_keys = ON")
    }
    #expect(throws: DatabaseError.self) { try all.migrate(fixture.queue) }
    #expect(try fixture.queue.ledger() == ["2"])
    #expect(try fixture.queue.count("SELECT count(*) FROM c") == 2)
  }

  @Test func `an index is not expected if its migration has already been applied`() throws {
    let fixture = try LeagueFixture(Self.parent)
    try migrator(["3": Self.index]).migrate(fixture.queue)
    try fixture.queue.writeWithoutTransaction { try $0.execute(sql: "DROP INDEX pi") }
    let all = migrator(["2": Self.child, "3": Self.index])
    #expect(throws: DatabaseError.self) { try all.migrate(fixture.queue) }
  }

  @Test(arguments: [
    (Self.child + "INSERT INTO c VALUES (1);", Self.index),
    (Self.child, "INSERT INTO c VALUES (1); \(Self.index)"),
    (Self.child, "DELETE FROM p WHERE id = 2; \(Self.index)"),
  ])
  func `a migration fails if it or a later one writes to the tables while keys are enforced`(
    sql: String, later: String
  ) throws {
    let scripts: KeyValuePairs = ["1": Self.parent, "2": sql, "3": later]
    #expect(try dryRun(migrator(scripts)).failure == nil)
    #expect(try dryRun(migrator(scripts, enforcingTool: "sqlx")).failure?.identifier == "2")
    // Without such statements, the tool accepts the key.
    let idle: KeyValuePairs = ["1": Self.parent, "2": Self.child, "3": Self.index]
    #expect(try dryRun(migrator(idle, enforcingTool: "sqlx")).failure == nil)
  }

  @Test
  func `with GRDB's check, a migration fails if its foreign key needs a later index`() throws {
    let strict = DatabaseMigrator(["1": Self.parent, "2": Self.child, "3": Self.index])
    #expect(try dryRun(strict).failure?.identifier == "2")
  }
}
