import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

struct SchemaChangeTests {
  private let old = DatabaseMigrator(["1": "CREATE TABLE player (id INTEGER PRIMARY KEY)"])

  private func report(
    _ applied: DatabaseMigrator, asking asked: DatabaseMigrator, then sql: String = ""
  ) throws -> SchemaChangeReport {
    let queue = try DatabaseQueue()
    try applied.migrate(queue)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    let report = try queue.read(asked.schemaChanges)
    #expect(try queue.read(asked.hasSchemaChanges) == report.hasChanges)
    return report
  }

  @Test func `an unmodified database has no changes`() throws {
    #expect(try report(old, asking: old).reason == nil)
    #expect(try report(DatabaseMigrator(), asking: old).reason == nil)
    #expect(try report(old, asking: old).diff?.isEmpty == true)
  }

  @Test func `a changed migration is reported with the difference`() throws {
    let new = DatabaseMigrator([
      "1": "CREATE TABLE player (id INTEGER PRIMARY KEY, score INTEGER)"
    ])
    let found = try report(old, asking: new)
    #expect(found.reason == .schema)
    #expect(found.diff?.summaryLines == ["player: - column score"])
    #expect(
      found.description == """
        The schema does not match the applied migrations.
        player: - column score
        """)
  }

  @Test func `a manual change is reported, too`() throws {
    let found = try report(old, asking: old, then: "CREATE INDEX i ON player(id)")
    #expect(found.diff?.summaryLines == ["player: + index i"])
  }

  @Test func `a change of white space is reported as text only`() throws {
    let new = DatabaseMigrator(["1": "CREATE  TABLE player(id integer PRIMARY KEY)"])
    let found = try report(old, asking: new)
    #expect(found.reason == .schema)
    #expect(found.diff?.isTextOnly == true)
  }

  @Test func `a removed or renamed migration is reported by its name`() throws {
    let renamed = DatabaseMigrator(["one": "CREATE TABLE player (id INTEGER PRIMARY KEY)"])
    let found = try report(old, asking: renamed)
    #expect(found.reason == .unregistered(["1"]))
    #expect(found.diff == nil)
    #expect(found.description == "Applied, but not registered: \"1\".")
  }

  @Test func `pending migrations are not changes, wherever they are registered`() throws {
    let three = DatabaseMigrator(["1": "CREATE TABLE a(x)", "3": "CREATE TABLE c(x)"])
    let withSecond = DatabaseMigrator([
      "1": "CREATE TABLE a(x)", "2": "CREATE TABLE b(x)", "3": "CREATE TABLE c(x)",
      "4": "CREATE TABLE d(x)",
    ])
    #expect(try report(three, asking: withSecond).reason == nil)
  }

  @Test func `rows, statistics, temporary tables and the ledger are ignored`() throws {
    let found = try report(
      old, asking: old,
      then: """
        INSERT INTO player VALUES (1); CREATE INDEX own ON grdb_migrations(identifier);
        CREATE TABLE grdb_more (a); ANALYZE; CREATE TEMP TABLE scratch (a)
        """)
    #expect(found.reason == nil)
  }

  @Test
  func `merged migrations do not count as changes, before or after they are replaced`() throws {
    var merged = DatabaseMigrator()
    merged.registerMigration("2", merging: ["1"]) { db, applied in
      if !applied.contains("1") {
        try db.execute(sql: "CREATE TABLE player (id INTEGER PRIMARY KEY)")
      }
    }
    let before = try report(old, asking: merged)
    #expect(before.reason == nil)
    #expect(before.replacedByMerge == ["1"])
    #expect(before.diff == nil)
    let queue = try DatabaseQueue()
    try old.migrate(queue)
    try merged.migrate(queue)
    #expect(try queue.read(merged.schemaChanges).diff?.isEmpty == true)
    // The ledger still has a merged record. All migrations can be replayed.
    try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('1')") }
    #expect(try queue.read(merged.schemaChanges).diff?.isEmpty == true)
    #expect(try queue.read(merged.hasSchemaChanges) == false)
  }

  @Test func `a read-only connection is sufficient, and nothing is written`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: "CREATE TABLE other(x)")
    try old.migrate(DatabaseQueue(path: path))
    let before = FolderState(of: folder.path)
    var configuration = Configuration()
    configuration.readonly = true
    let reader = try DatabaseQueue(path: path, configuration: configuration)
    #expect(
      try reader.read(old.schemaChanges).diff?.summaryLines == ["other: + table"])
    try reader.close()
    #expect(FolderState(of: folder.path) == before)
  }

  @Test func `the replay uses the functions and collations of the connection`() throws {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      db.add(function: DatabaseFunction("one", argumentCount: 0, pure: true) { _ in 1 })
      db.add(collation: DatabaseCollation("any") { _, _ in .orderedSame })
    }
    let migrator = DatabaseMigrator([
      "1": "CREATE TABLE a(x COLLATE any UNIQUE); INSERT INTO a VALUES (one())"
    ])
    let queue = try DatabaseQueue(configuration: configuration)
    try migrator.migrate(queue)
    #expect(try queue.read(migrator.hasSchemaChanges) == false)
  }

  @Test func `the error of a migration that requires rows is thrown unchanged`() throws {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: "CREATE TABLE a(x); INSERT INTO a VALUES (1)") }
    var needy = DatabaseMigrator()
    needy.registerMigration("1") { db in
      guard try db.tableExists("a") else { throw BodyError() }
    }
    try needy.migrate(queue)
    #expect(throws: BodyError()) { try queue.read(needy.hasSchemaChanges) }
  }
}
