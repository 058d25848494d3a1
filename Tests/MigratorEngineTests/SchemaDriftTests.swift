import MigratorEngine
import MigratorSchema
import MigratorTestSupport
import Testing

struct SchemaDriftTests {
  private let migrator = DatabaseMigrator([
    "1": "CREATE TABLE team (id INTEGER PRIMARY KEY); CREATE TABLE player (teamId REFERENCES team)",
    "2": "CREATE INDEX player_on_teamId ON player(teamId)",
  ])

  private func drift(
    _ migrator: DatabaseMigrator, hand: String = "", looking other: DatabaseMigrator? = nil
  ) throws -> SchemaDrift.Result {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try migrator.migrate(queue)
    try queue.writeWithoutTransaction { try $0.execute(sql: hand) }
    try queue.close()
    let scratch = try TemporaryFolder()
    let result = try SchemaDrift.diff(
      path: folder.path("app.sqlite"), migrator: other ?? migrator,
      temporaryDirectory: scratch.path)
    #expect(scratch.names().isEmpty)
    return result
  }

  private func lines(_ result: SchemaDrift.Result) throws -> [String] {
    guard case .diff(let diff) = result else {
      Issue.record("\(result)")
      return []
    }
    return diff.summaryLines
  }

  @Test func `a database made only by migrations has no drift`() throws {
    #expect(try lines(drift(migrator, hand: "ANALYZE")).isEmpty)
  }

  @Test func `manual changes are reported`() throws {
    #expect(
      try lines(drift(migrator, hand: "DROP INDEX player_on_teamId; CREATE TABLE mine(x)")) == [
        "mine: + table", "player: - index player_on_teamId",
      ])
  }

  @Test func `if the disk is full, the error names the temporary folder`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("app.sqlite")
    let migrator = DatabaseMigrator(["1": "CREATE TABLE a (b); CREATE TABLE c (d)"])
    let queue = try DatabaseQueue(path: path)
    try migrator.migrate(queue)
    try queue.close()
    let scratch = try TemporaryFolder()
    // While the ledger is created, and during a migration.
    for pages in [1, 4] {
      var configuration = Configuration()
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA max_page_count = \(pages)") }
      let error = #expect(throws: MigrationError.self) {
        try SchemaDrift.diff(
          path: path, migrator: migrator, temporaryDirectory: scratch.path,
          configuration: configuration)
      }
      #expect(error?.explanation.category == .inputOutput)
      #expect(error?.message.contains(scratch.path) == true)
      #expect(error?.remedy.sentence.contains(scratch.path) == true)
      #expect(scratch.names().isEmpty)
    }
  }

  @Test func `editing an applied migration causes drift`() throws {
    let changed = DatabaseMigrator([
      "1": """
      CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE player (teamId REFERENCES team)
      """, "2": "CREATE INDEX player_on_teamId ON player(teamId)",
    ])
    #expect(try lines(drift(migrator, looking: changed)) == ["team: - column name"])
  }

  @Test func `pending and out-of-order migrations are not drift`() throws {
    let more = DatabaseMigrator([
      "1": """
      CREATE TABLE team (id INTEGER PRIMARY KEY); CREATE TABLE player (teamId REFERENCES team)
      """, "1b": "CREATE TABLE late(x)", "2": "CREATE INDEX player_on_teamId ON player(teamId)",
    ])
    #expect(try lines(drift(migrator, looking: more)).isEmpty)
  }

  @Test
  func `if a replay in the order of the ledger fails, the order of registration is used`() throws {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try migrator.migrate(queue)
    // Like a baseline that was recorded in another order.
    try queue.write { db throws in
      try db.execute(sql: "DELETE FROM grdb_migrations")
      try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('2'), ('1')")
    }
    #expect(
      try lines(SchemaDrift.diff(path: folder.path("app.sqlite"), migrator: migrator)).isEmpty)
  }

  @Test func `changes by an unregistered migration appear as drift`() throws {
    let first = DatabaseMigrator([
      "1":
        "CREATE TABLE team (id INTEGER PRIMARY KEY); CREATE TABLE player (teamId REFERENCES team)"
    ])
    #expect(try lines(drift(migrator, looking: first)) == ["player: + index player_on_teamId"])
  }

  @Test func `drift is unknown if no applied migration is registered`() throws {
    #expect(
      try drift(migrator, looking: DatabaseMigrator(["9": ""]))
        == .unknown(
          reason: "no registered migration is applied, only others such as \"1\", so there is "
            + "nothing to replay"
        ))
  }

  @Test func `drift is unknown if a migration requires rows`() throws {
    var needy = DatabaseMigrator(["1": "CREATE TABLE a(x)"])
    needy.registerMigration("2") { db in
      if try Int.fetchOne(db, sql: "SELECT count(*) FROM a") == 0 { throw BodyError() }
    }
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try needy.migrate(queue, upTo: "1")
    try queue.write { try $0.execute(sql: "INSERT INTO a VALUES (1)") }
    try needy.migrate(queue)
    #expect(
      try SchemaDrift.diff(path: folder.path("app.sqlite"), migrator: needy)
        == .unknown(reason: "replayed from an empty database, \"2\" fails: BodyError()"))
  }

  @Test func `a merged migration produces the same schema as those it replaces`() throws {
    var merged = DatabaseMigrator()
    merged.registerMigration("2", merging: ["1"]) { db, applied in
      if !applied.contains("1") { try db.execute(sql: "CREATE TABLE a(x)") }
      try db.execute(sql: "CREATE TABLE b(x)")
    }
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try DatabaseMigrator(["1": "CREATE TABLE a(x)"]).migrate(queue)
    try merged.migrate(queue)
    #expect(try lines(SchemaDrift.diff(path: folder.path("app.sqlite"), migrator: merged)).isEmpty)
  }

  @Test func `cancelling ends the comparison`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: "CREATE TABLE a(x)")
    try DatabaseMigrator(["1": ""]).migrate(DatabaseQueue(path: path))
    let cancellation = Cancellation()
    cancellation.cancel()
    let error = #expect(throws: DatabaseError.self) {
      try SchemaDrift.diff(
        path: path, migrator: DatabaseMigrator(["1": ""]), cancellation: cancellation)
    }
    #expect(error?.resultCode == .SQLITE_INTERRUPT)
  }
}
