import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

/// Migrations that count as applied because a later one is recorded, but that never ran.
struct SkippedMigrationTests {
  private static let files = [
    "1_a.up.sql": "CREATE TABLE a (id);",
    "2_late.up.sql": "CREATE TABLE late (id); CREATE INDEX late_id ON late (id);",
    "3_column.up.sql": "ALTER TABLE a ADD COLUMN name;",
    "4_rows.up.sql": "INSERT INTO a VALUES (1, 'x');",
    "5_gone.up.sql": "CREATE TABLE gone (id);",
    "6_drop.up.sql": "DROP TABLE gone;",
    "7_last.up.sql": "CREATE TABLE last (id);",
  ]
  private static let ledger =
    "CREATE TABLE schema_migrations (version uint64, dirty bool);"
    + "INSERT INTO schema_migrations VALUES (7, 0);"

  private func states(_ made: ToolProject) throws -> [MigrationStatus] {
    let project = try Project(
      databasePath: made.databasePath,
      request: ProjectDetection.Request(format: made.tool.format),
      currentFolder: made.folder.path("nowhere"))
    return try DatabaseInspection.inspect(path: made.databasePath) {
      try $0.status(of: project.migrator()).migrations
    }
  }

  @Test func `an older file none of whose objects exist is shown as skipped`() throws {
    let made = try ToolProject(
      GolangMigrate(), files: Self.files,
      sql: Self.ledger + "CREATE TABLE a (id, name); CREATE TABLE last (id);")
    let found = try states(made)
    #expect(found.filter { $0.state == .skipped }.map(\.identifier) == ["2_late"])
    #expect(found.count { $0.state == .applied } == 6)
    let note = try #require(found[1].note)
    #expect(note.contains("The schema has none of its objects (table late)"))
    #expect(note.contains("golang-migrate counts this one as applied"))
  }

  @Test
  func `a migration is skipped if its column is missing, and applied if an object exists`()
    throws
  {
    let made = try ToolProject(
      GolangMigrate(), files: Self.files,
      sql: Self.ledger + "CREATE TABLE a (id); CREATE TABLE late (id);")
    // The ledger itself names the last migration.
    #expect(
      try states(made).filter { $0.state == .skipped }.map(\.identifier) == ["3_column"])
  }

  @Test func `the last file can be shown as skipped if the recorded version has no file`() throws {
    let made = try ToolProject(
      GolangMigrate(), files: Self.files,
      sql: "CREATE TABLE schema_migrations (version uint64, dirty bool);"
        + "INSERT INTO schema_migrations VALUES (9, 0); CREATE TABLE a (id, name);")
    let found = try states(made)
    #expect(
      found.filter { $0.state == .skipped }.map(\.identifier) == ["2_late", "7_last"])
    // A missing object may have existed earlier.
    #expect(found.last?.note?.contains("unless 9, which has no file, dropped them.") == true)
    let one = try ToolProject(
      Numbered(), files: ["1-a.sql": "CREATE TABLE a (id);"],
      sql: "CREATE TABLE notes (id); PRAGMA user_version = 7;")
    #expect(try states(one).map(\.state) == [.unregistered, .skipped])
  }

  @Test func `migrations counted by user_version can be shown as skipped as well`() throws {
    let made = try ToolProject(
      Numbered(), files: ["1-a.sql": "CREATE TABLE a (id);", "2-b.sql": "CREATE TABLE b (id);"],
      sql: "CREATE TABLE b (id); PRAGMA user_version = 2;")
    #expect(try states(made).map(\.state) == [.skipped, .applied])
  }

  @Test func `migrations applied by a step are not shown as skipped`() throws {
    let made = try ToolProject(GolangMigrate(), files: Self.files)
    try made.stepAll()
    #expect(try states(made).allSatisfy { $0.state == .applied })
  }
}
