import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

/// Ledger tables named in the settings of a project.
struct LedgerSettingTests {
  @Test(arguments: [
    (MigrationFormat.d1, "wrangler.toml", "[[d1_databases]]\nmigrations_table = \"mine\"\n"),
    (.d1, "wrangler.jsonc", "{\n  // theirs\n  \"migrations_table\": \"mine\",\n}"),
    (
      .d1, "wrangler.toml",
      "d1_databases = [{ binding = 'DB', migrations_table = 'mine' }] # ours\n"
    ),
    (.sqlx, "sqlx.toml", "[migrate]\r\ntable-name = \"mine\" # ours\r\n"),
    (.sqlx, "sqlx.toml", "migrate.'table-name' = 'mine'\n"),
    (.dbmate, ".env", "export DBMATE_MIGRATIONS_TABLE=mine # ours\n"),
    (.dbmate, ".env", "DBMATE_MIGRATIONS_TABLE=\"mine\" # ours\n"),
    (.flyway, "flyway.toml", "[flyway]\ntable = \"mine\" # ours\n"),
    (.flyway, "flyway.conf", "flyway.table: mine\n"),
  ])
  func `the first step creates the ledger table that the project's settings name`(
    format: MigrationFormat, file: String, text: String
  ) throws {
    let project = try ToolProject(
      #require(MigrationTools.tool(format)),
      files: [
        (format == .flyway ? "V1__a.sql" : "1_a.sql"):
          format == .dbmate ? "-- migrate:up\nSELECT 1;\n-- migrate:down\n" : "SELECT 1;"
      ])
    try project.folder.write(file, text)
    try project.stepAll()
    #expect(
      try project.rows("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%mine%'")
        == ["'mine'"])
    #expect(try project.rows("SELECT count(*) FROM mine") == ["1"])
    #expect(try project.status().migrations.map(\.state) == [.applied])
  }
}
