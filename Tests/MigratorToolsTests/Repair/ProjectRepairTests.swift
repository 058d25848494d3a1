import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

/// The repairs that a project offers, run on real ledgers.
struct ProjectRepairTests {
  let folder: TemporaryFolder
  var database: String { folder.path("app.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("Cargo.toml", "sqlx = \"0.8\"")
    try folder.write("migrations/1_a.sql", "CREATE TABLE a (id INTEGER PRIMARY KEY);\n")
    try folder.write("migrations/2_b.sql", "CREATE TABLE b (id INTEGER PRIMARY KEY);\n")
    try folder.write("migrations/3_rows.sql", "INSERT INTO b VALUES (1);\n")
    try folder.makeDatabase(sql: "")
  }

  private func project() throws -> Project {
    try Project(
      databasePath: database, request: ProjectDetection.Request(format: .sqlx),
      currentFolder: folder.path("nowhere"))
  }

  private func repairs(_ selected: String? = nil) throws -> [LedgerRepair] {
    try project().repairs(databasePath: database, selected: selected)
  }

  private func write(_ body: (DatabaseQueue) throws -> Void) throws {
    let queue = try DatabaseQueue(path: database)
    defer { try? queue.close() }
    try body(queue)
  }

  private func states() throws -> [MigrationStatus.State] {
    let inspection = try DatabaseInspection(path: database)
    defer { try? inspection.close() }
    return try inspection.status(of: project().migrator()).migrations.map(\.state)
  }

  @Test func `a changed file can be accepted even if no other migration is applied`() throws {
    try write { _ = try project().migrator().step($0) }
    try folder.write("migrations/1_a.sql", "CREATE TABLE a (id INTEGER PRIMARY KEY);\r\n")
    #expect(try states() == [.changed, .pending, .pending])
    let offers = try repairs()
    #expect(offers.map(\.kind) == [.acceptChecksum])
    try write { try offers[0].apply($0, expectedFingerprint: nil) }
    #expect(try states() == [.applied, .pending, .pending])
  }

  @Test func `the row of a failed migration can be cleared or marked as applied`() throws {
    try write { _ = try project().migrator().step($0) }
    try write { try $0.write { try $0.execute(sql: "UPDATE _sqlx_migrations SET success = 0") } }
    #expect(try states().first == .dirty)
    let offers = try repairs("1_a")
    // The schema contains the migration's tables.
    #expect(offers.map(\.kind) == [.markApplied, .clearDirty])
    let bytes = try folder.bytes("app.sqlite")
    try write { try offers[0].apply($0, expectedFingerprint: nil) }
    #expect(try states().first == .applied)
    try folder.write("app.sqlite", bytes: bytes)
    try write { try offers[1].apply($0, expectedFingerprint: nil) }
    #expect(try states() == [.pending, .pending, .pending])
  }

  @Test
  func `adopt lists the migrations it cannot verify and records all listed migrations`() throws {
    try write {
      try $0.write {
        try $0.execute(
          sql: "CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (id INTEGER PRIMARY KEY)")
      }
    }
    let offer = try #require(try repairs().first)
    #expect(offer.kind == .adopt && offer.identifier == "2_b")
    #expect(offer.explanation.contains { $0.contains("3_rows") })
    try write { try offer.apply($0, expectedFingerprint: nil) }
    #expect(try states() == [.applied, .applied, .pending])
    #expect(try repairs() == [])
  }

  @Test func `adopt reports the differences of a schema that does not match`() throws {
    try write { try $0.write { try $0.execute(sql: "CREATE TABLE a (id INTEGER PRIMARY KEY, x)") } }
    let offer = try #require(try repairs().first)
    #expect(offer.identifier == "1_a")
    #expect(offer.explanation.first?.contains("column x") == true)
  }

  @Test func `the displayed script is the one that runs`() throws {
    try write { try $0.write { try $0.execute(sql: "CREATE TABLE a (id INTEGER PRIMARY KEY)") } }
    let offer = try #require(try repairs().first)
    try write { try $0.writeWithoutTransaction { try $0.execute(sql: offer.script) } }
    #expect(try states() == [.applied, .pending, .pending])
  }

  @Test func `no repairs are offered for an intact ledger, and searching for them writes nothing`()
    throws
  {
    try write { while try project().migrator().step($0) != nil {} }
    let bytes = try folder.bytes("app.sqlite")
    #expect(try repairs("1_a") == [])
    #expect(try folder.bytes("app.sqlite") == bytes)
  }

  @Test func `a baseline with gaps is not offered`() throws {
    // refinery hashes the output of the Rust code, which is unknown.
    try folder.write("named/V1__a.sql", "SELECT 1;")
    try folder.write("named/V2__b.rs", "")
    try folder.write("named/V3__c.sql", "SELECT 1;")
    let project = try Project(
      databasePath: database,
      request: ProjectDetection.Request(folder: folder.path("named"), format: .refinery),
      currentFolder: folder.path("nowhere"))
    #expect(
      try project.repairs(databasePath: database, selected: "V1__a").map(\.kind) == [.markApplied])
    #expect(try project.repairs(databasePath: database, selected: "V3__c").isEmpty)
  }

  @Test func `a baseline records a version shared by two files only once`()
    throws
  {
    for (format, files, query, rows) in [
      (
        MigrationFormat.dbmate,
        ["1_a.sql", "1_b.sql", "2_c.sql"].map { ($0, "-- migrate:up\n-- migrate:down\n") },
        "SELECT version FROM schema_migrations ORDER BY 1", ["'1'", "'2'"]
      ),
      (
        .flyway, [("V1__a.sql", "SELECT 1;"), ("R__b.sql", "SELECT 1;")],
        "SELECT version FROM flyway_schema_history ORDER BY installed_rank", ["'1'", "NULL"]
      ),
    ] {
      let folder = try TemporaryFolder()
      for (file, text) in files { try folder.write("migrations/\(file)", text) }
      try folder.makeDatabase(sql: "")
      let path = folder.path("app.sqlite")
      let project = try Project(
        databasePath: path, request: ProjectDetection.Request(format: format),
        currentFolder: folder.path("nowhere"))
      let last = try #require(project.folder.migrations.last?.identifier)
      let offers = try project.repairs(databasePath: path, selected: last)
      let queue = try DatabaseQueue(path: path)
      defer { try? queue.close() }
      try #require(offers.first { $0.kind == .markApplied }).apply(queue, expectedFingerprint: nil)
      let found = try queue.read { try Row.fetchAll($0, sql: query) }
        .flatMap { $0.databaseValues.map(\.sqlLiteral) }
      #expect(found == rows)
    }
  }

  @Test(arguments: [
    (
      MigrationFormat.prisma, "1_a/migration.sql", "1_a",
      "SELECT logs, applied_steps_count, started_at = finished_at FROM _prisma_migrations", "|0|1"
    ),
    (.yoyo, "1_a.sql", "1_a", "SELECT operation, '', '' FROM _yoyo_log", "mark||"),
  ])
  func `a baseline records that the migration was not run, as the tool itself does`(
    format: MigrationFormat, file: String, identifier: String, query: String, row: String
  ) throws {
    try folder.write("named/\(file)", "CREATE TABLE a (id);")
    let project = try Project(
      databasePath: database,
      request: ProjectDetection.Request(folder: folder.path("named"), format: format),
      currentFolder: folder.path("nowhere"))
    let offers = try project.repairs(databasePath: database, selected: identifier)
    try write { queue in
      try #require(offers.first { $0.kind == .markApplied }).apply(queue, expectedFingerprint: nil)
      let found = try queue.read { try Row.fetchAll($0, sql: query) }.map { row in
        row.databaseValues.map { value in
          if case .string(let text) = value.storage { text } else { value.sqlLiteral }
        }.joined(separator: "|")
      }
      #expect(found == [row])
    }
  }

  @Test(arguments: [
    (MigrationFormat.prisma, "/migration.sql", "id FROM _prisma_migrations"),
    (.yoyo, ".sql", "id FROM _yoyo_log"),
    (.flyway, ".sql", "installed_rank FROM flyway_schema_history"),
  ])
  func `each row that a baseline writes has its own identifier`(
    format: MigrationFormat, ending: String, query: String
  ) throws {
    let names = (1...3).map { format == .flyway ? "V\($0)__a" : "\($0)_a" }
    for (number, name) in names.enumerated() {
      try folder.write("named/\(name)\(ending)", "CREATE TABLE a\(number) (id);")
    }
    let project = try Project(
      databasePath: database,
      request: ProjectDetection.Request(folder: folder.path("named"), format: format),
      currentFolder: folder.path("nowhere"))
    let last = try #require(project.folder.migrations.last?.identifier)
    let offers = try project.repairs(databasePath: database, selected: last)
    try write { queue in
      try #require(offers.first { $0.kind == .markApplied }).apply(queue, expectedFingerprint: nil)
      let found = try queue.read {
        try Row.fetchAll($0, sql: "SELECT DISTINCT \(query)").flatMap(\.databaseValues)
      }
      #expect(found.count == 3)
      if format == .flyway {
        #expect(found.map(\.sqlLiteral) == ["1", "2", "3"])
      } else {
        #expect(found.allSatisfy { $0.sqlLiteral.count == 38 })
      }
    }
  }
}
