import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

/// FluentMigrator, peewee-migrate, SeaORM and PocketBase: migrations in code, with one row each.
struct NamedLedgerTests {
  struct Case: Sendable {
    let tool: ReadOnlyTool
    let files: [String: String]
    let sql: String
    let shown: [String]
    let command: String
  }

  static let cases = [
    Case(
      tool: .fluentMigrator,
      files: [
        "010_b.cs": "using FluentMigrator;\n[Migration(10, \"b\")]\npublic class B : Migration {}",
        "9_a.cs": "using FluentMigrator;\n[Migration(9)]\npublic class A : Migration {}",
        "Helper.cs": "using FluentMigrator;",
      ],
      sql: """
        CREATE TABLE "VersionInfo" ("Version" INTEGER NOT NULL, "AppliedOn" DATETIME, "Description" TEXT);
        INSERT INTO VersionInfo VALUES (9, '2026-07-29T10:00:00', 'A');
        """,
      shown: ["applied 9_a 2026-07-29T10:00:00", "code 010_b"],
      command: "dotnet fm migrate up -t 10"),
    Case(
      tool: .peewee,
      files: [
        "001_a.py": "def migrate(migrator, database, **kwargs): pass",
        "002_b.py": "def migrate(migrator, database, **kwargs): pass", "conf.py": "",
      ],
      sql: """
        CREATE TABLE migratehistory (id INTEGER NOT NULL PRIMARY KEY, name, migrated_at);
        INSERT INTO migratehistory VALUES (1, '001_a', '2026-07-29 10:00:00');
        """,
      shown: ["applied 001_a 2026-07-29 10:00:00", "code 002_b"],
      command: "pw_migrate migrate --name 002_b"),
    Case(
      tool: .seaORM,
      files: [
        "src/m20240102_000001_b.rs": "impl MigrationTrait for Migration {}",
        "src/m20240101_000001_a.rs": "impl MigrationTrait for Migration {}",
        "src/lib.rs": "vec![Box::new(m20240101_000001_a::Migration)] // MigrationTrait",
      ],
      sql: """
        CREATE TABLE seaql_migrations (version varchar NOT NULL PRIMARY KEY, applied_at bigint NOT NULL);
        INSERT INTO seaql_migrations VALUES ('m20240101_000001_a', 1785319200);
        """,
      shown: ["applied m20240101_000001_a 2026-07-29 10:00:00", "code m20240102_000001_b"],
      command: "sea-orm-cli migrate up"),
    Case(
      tool: .pocketBase,
      files: [
        "1700000000_a.js": "migrate((app) => {})", "1700000001_b.js": "migrate((app) => {})",
      ],
      sql: """
        CREATE TABLE `_migrations` (file VARCHAR(255) PRIMARY KEY NOT NULL, applied INTEGER NOT NULL);
        INSERT INTO _migrations VALUES ('1700000000_a.js', 1785319200000000),
          ('1640988000_init.go', 1785319200000000);
        """,
      shown: [
        "applied 1700000000_a.js 2026-07-29 10:00:00",
        "unregistered 1640988000_init.go 2026-07-29 10:00:00", "code 1700000001_b.js",
      ],
      command: "pocketbase migrate up"),
  ]

  @Test(arguments: cases.indices)
  func `rows and files are matched, but no migration can be applied`(index: Int) throws {
    let wanted = Self.cases[index]
    let project = try ToolProject(wanted.tool, files: wanted.files, sql: wanted.sql)
    let status = try project.status()
    #expect(
      status.migrations.map { migration in
        [migration.state.rawValue, migration.identifier, migration.appliedAt].compactMap { $0 }
          .joined(separator: " ")
      } == wanted.shown)
    #expect(status.obstacle?.remedy.contains("`\(wanted.command)`") == true)
    #expect(status.newer == [])
    #expect(throws: MigrationError.self) { try project.step() }
  }
}
