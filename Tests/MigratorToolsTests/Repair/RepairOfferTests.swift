import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

/// Repairs for failed migrations, abandoned locks and migrations that ran unrecorded.
struct RepairOfferTests {
  private static let ledger = "CREATE TABLE schema_migrations (version uint64, dirty bool);"
  private static let files = [
    "8_x.up.sql": "CREATE TABLE t8 (id);", "9_y.up.sql": "CREATE TABLE t9 (id);",
  ]

  private func offers(_ project: ToolProject, selected: String? = nil) throws -> [LedgerRepair] {
    try Project(
      databasePath: project.databasePath,
      request: ProjectDetection.Request(format: project.tool.format),
      currentFolder: project.folder.path("nowhere")
    ).repairs(databasePath: project.databasePath, selected: selected)
  }

  private func apply(_ repair: LedgerRepair, to project: ToolProject) throws {
    let queue = try DatabaseQueue(path: project.databasePath)
    defer { try? queue.close() }
    try repair.apply(queue, expectedFingerprint: nil)
  }

  @Test(arguments: [
    ("CREATE TABLE t9 (id);", [LedgerRepair.Kind.markApplied, .clearDirty], "up to 9_y"),
    ("", [.clearDirty, .markApplied], "up to 8_x"),
  ])
  func `both repairs of a dirty version are offered, and the one matching the schema is first`(
    sql: String, kinds: [LedgerRepair.Kind], words: String
  ) throws {
    let project = try ToolProject(
      GolangMigrate(), files: Self.files,
      sql: Self.ledger + "INSERT INTO schema_migrations VALUES (9, 1); CREATE TABLE t8 (id);" + sql)
    let repairs = try offers(project)
    #expect(repairs.map(\.kind) == kinds)
    #expect(
      repairs.allSatisfy { $0.explanation[0].contains("database migrated \(words)") })
    #expect(repairs.map(\.identifier) == ["9_y", "9_y"])
    // One repair of each kind, even if the dirty migration is selected.
    #expect(try offers(project, selected: "9_y").count == 2)
    let row = "SELECT version, dirty FROM schema_migrations"
    try apply(repairs[0], to: project)
    #expect(try project.rows(row) == [kinds[0] == .markApplied ? "9|0" : "8|0"])
  }

  @Test func `if a dirty version was partly applied, the missing objects are reported`() throws {
    var files = Self.files
    files["9_y.up.sql"] = "CREATE TABLE t9 (id); CREATE TABLE t10 (id);"
    let project = try ToolProject(
      GolangMigrate(), files: files,
      sql: Self.ledger + "INSERT INTO schema_migrations VALUES (9, 1); CREATE TABLE t8 (id);"
        + "CREATE TABLE t9 (id);")
    #expect(try offers(project)[0].explanation[0].contains("Differences: t"))
  }

  @Test func `a migration whose table already exists can be marked as applied`()
    throws
  {
    let project = try ToolProject(
      Goose(),
      files: [
        "1_a.sql": "-- +goose Up\nCREATE TABLE a (id);\n",
        "2_b.sql": "-- +goose Up\nCREATE TABLE b (id);\n",
      ])
    try project.step()
    #expect(try offers(project).isEmpty)
    try project.sql("CREATE TABLE b (id)")
    let repair = try #require(try offers(project).first)
    #expect(repair.kind == .markApplied && repair.identifier == "2_b")
    #expect(repair.explanation[0].hasPrefix("2_b would fail: table b already exists ("))
    #expect(repair.explanation[0].contains("matches an empty database migrated up to 2_b"))
    try apply(repair, to: project)
    #expect(try project.states() == ["1_a": .applied, "2_b": .applied])
    #expect(try offers(project).isEmpty)
  }

  @Test(arguments: [
    (
      MigrationFormat.efCore, "20240101_X.cs", "void Up(MigrationBuilder m)",
      """
      CREATE TABLE __EFMigrationsHistory (MigrationId, ProductVersion);
      CREATE TABLE __EFMigrationsLock (Id, Timestamp);
      INSERT INTO __EFMigrationsLock VALUES (1, '2026-07-29');
      """, "SELECT count(*) FROM __EFMigrationsLock"
    ),
    (
      .knex, "1_a.js", "exports.up = (knex) => knex",
      """
      CREATE TABLE knex_migrations (id, name, batch, migration_time);
      CREATE TABLE knex_migrations_lock ("index" integer primary key, is_locked);
      INSERT INTO knex_migrations_lock VALUES (1, 1);
      """, "SELECT is_locked FROM knex_migrations_lock"
    ),
    (
      .yoyo, "1_a.sql", "-- depends:\nSELECT 1;",
      """
      CREATE TABLE _yoyo_migration (migration_hash, migration_id, applied_at_utc);
      CREATE TABLE yoyo_lock (locked INT DEFAULT 1 PRIMARY KEY, ctime, pid);
      INSERT INTO yoyo_lock VALUES (1, '2026-07-29', 7);
      """, "SELECT count(*) FROM yoyo_lock"
    ),
  ])
  func `a lock left by a killed process can be broken`(
    format: MigrationFormat, file: String, text: String, sql: String, query: String
  ) throws {
    let project = try ToolProject(
      #require(MigrationTools.tool(format)), files: [file: text], sql: sql)
    #expect(try project.status().obstacle?.message.contains("lock") == true)
    let repair = try #require(try offers(project).first { $0.kind == .breakLock })
    #expect(repair.explanation[0].contains("lock"))
    try apply(repair, to: project)
    #expect(try project.rows(query) == ["0"])
    #expect(try project.status().obstacle?.message.contains("lock") != true)
    #expect(try offers(project).first { $0.kind == .breakLock } == nil)
  }
}
