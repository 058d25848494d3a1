import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

struct UnknownLedgerTests {
  private static func shown(_ sql: String) throws -> [String] {
    let folder = try TemporaryFolder()
    try folder.makeDatabase(sql: sql)
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    defer { try? queue.close() }
    return try queue.read { db in
      let table = try #require(UnknownTool().ledger(in: try DatabaseTables(db))?.table)
      let project = try ToolFolder(tool: UnknownTool(), folder: nil, table: table)
      let contents = try project.ledger.rows(db)
      let reading = project.ledger.state(contents)
      #expect(
        reading.obstacle?.message
          == "\(table) looks like a ledger of an unknown tool.")
      #expect(project.ledger.statements(for: .create, contents, .now()) == [])
      let status = try project.migrator().statusReport(db)
      #expect(status.ledgerName == table)
      #expect(status.migrations.allSatisfy { $0.state == .unregistered })
      return status.migrations.map { migration in
        [migration.identifier, migration.appliedAt, migration.note].map { $0 ?? "-" }
          .joined(separator: " | ")
      }
    }
  }

  @Test func `a row is shown as a name, a time and the remaining values`() throws {
    #expect(
      try Self.shown(
        """
        CREATE TABLE _migrations (file VARCHAR(255) PRIMARY KEY NOT NULL, applied INTEGER NOT NULL);
        INSERT INTO _migrations VALUES ('1640988000_init.go', 1704103200123456);
        """) == ["1640988000_init.go | 2024-01-01 10:00:00 | -"])
    #expect(
      try Self.shown(
        """
        CREATE TABLE schema_migrations (id INTEGER PRIMARY KEY, version INTEGER, name TEXT,
          up TEXT, down TEXT, run_at TEXT);
        INSERT INTO schema_migrations VALUES
          (1, 7, 'clubs', 'CREATE TABLE club (id)', NULL, '2024-01-01 10:00:00');
        """) == [
          "clubs | 2024-01-01 10:00:00 | id 1, version 7, up 'CREATE TABLE club (id)', down NULL."
        ])
    #expect(
      try Self.shown(
        """
        CREATE TABLE migration_tracker (version INTEGER UNIQUE, migration_time TIMESTAMP);
        INSERT INTO migration_tracker VALUES (1, 1704103200), (2, 'soon');
        """) == ["1 | 2024-01-01 10:00:00 | -", "2 | - | migration_time 'soon'."])
    #expect(
      try Self.shown(
        """
        CREATE TABLE seaql_migrations (version varchar NOT NULL PRIMARY KEY, applied_at bigint);
        INSERT INTO seaql_migrations VALUES ('m20220101_000001_create_table', 1704103200);
        """) == ["m20220101_000001_create_table | 2024-01-01 10:00:00 | -"])
  }

  @Test func `blobs, NULLs, long strings and out-of-range numbers are shown unchanged`() throws {
    let rows = try Self.shown(
      """
      CREATE TABLE schema_migrations (version, applied_at);
      INSERT INTO schema_migrations VALUES (NULL, 9999999999999999), (x'00ff', -5),
        (1.5, printf('%.*c', 100, 'x'));
      """)
    #expect(rows.count == 3)
    #expect(rows[0] == "NULL | - | applied_at 9999999999999999.")
    #expect(rows[1] == "X'00FF' | - | applied_at -5.")
    #expect(rows[2].hasPrefix("1.5 | - | applied_at 'xxx") && rows[2].count < 90)
  }
}
