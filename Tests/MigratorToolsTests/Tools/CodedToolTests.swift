import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

/// Tools whose migrations are code and whose ledgers have one row per migration.
struct CodedToolTests {
  private static func shown(_ project: ToolProject) throws -> [String] {
    try project.status().migrations.map { migration in
      [migration.state.rawValue, migration.identifier, migration.appliedAt].compactMap { $0 }
        .joined(separator: " ")
    }
  }

  /// Checks that no step is possible and that nothing is written.
  private static func expectRefusal(_ project: ToolProject, command: String) throws {
    let before = try project.folder.bytes("app.sqlite")
    let obstacle = try project.status().obstacle
    #expect(obstacle?.remedy.contains("`\(command)`") ?? false, "\(obstacle?.description ?? "nil")")
    #expect(try project.status().next == nil)
    #expect(throws: MigrationError.self) { try project.step() }
    #expect(try project.folder.bytes("app.sqlite") == before)
  }

  @Test func `SeaORM modules can be files or folders with any name`() throws {
    let rust = "impl MigrationTrait for Migration {}\n"
    let project = try ToolProject(
      ReadOnlyTool.seaORM,
      files: [
        "m20240102_000001_create_domain.rs": rust, "m20240103_000001_c/mod.rs": rust,
        "lib.rs": rust, "main.rs": "", "mod.rs": "",
      ])
    #expect(
      try Self.shown(project) == [
        "code m20240102_000001_create_domain", "code m20240103_000001_c",
      ])
  }

  @Test func `a FluentMigrator migration with an unreadable number is reported`() throws {
    let project = try ToolProject(
      ReadOnlyTool.fluentMigrator,
      files: [
        "A.cs": "using FluentMigrator;\n[Migration( version: 3 )]\n",
        "B.cs": "using FluentMigrator;\n[TimestampedMigration(2024, 1, 2, 3, 4)]\n",
        "C.cs": "using FluentMigrator;\nclass C {}",
      ])
    #expect(try Self.shown(project) == ["code A"])
    #expect(
      try ReadOnlyTool.fluentMigrator.notes(on: project.tree()) == [
        "B.cs is not listed: it looks like a migration of FluentMigrator, but migtui cannot read its "
          + "identifier"
      ])
  }

  @Test func `Rails compares versions as numbers and searches subfolders`() throws {
    let ruby = "class CreateClubs < ActiveRecord::Migration[7.1]\nend\n"
    let project = try ToolProject(
      ReadOnlyTool.rails,
      files: [
        "20240101000000_create_clubs.rb": ruby, "2024/0020240102000000_create_players.rb": ruby,
        "20240103000000_add_scores.stats.rb": ruby, "helper.rb": "", "001.rb": "",
      ],
      sql: """
        CREATE TABLE "schema_migrations" ("version" varchar NOT NULL PRIMARY KEY);
        CREATE TABLE "ar_internal_metadata" ("key" varchar NOT NULL PRIMARY KEY, "value" varchar,
          "created_at" datetime(6) NOT NULL, "updated_at" datetime(6) NOT NULL);
        INSERT INTO schema_migrations VALUES ('20240102000000'), ('20200101000000');
        """)
    #expect(
      try Self.shown(project) == [
        "code 20240101000000_create_clubs", "applied 0020240102000000_create_players",
        "unregistered 20200101000000", "code 20240103000000_add_scores.stats",
      ])
    try Self.expectRefusal(project, command: "bin/rails db:migrate:up VERSION=20240101000000")
    try project.folder.write("migrations/20240104000000_AddTeams.rb", ruby)
    try project.folder.write("migrations/20240101000000_again.rb", ruby)
    try project.folder.write("migrations/20240105000000_create_clubs.rb", ruby)
    let failure = #expect(throws: SourceFailure.self) { try project.toolFolder() }
    #expect(failure?.problems.map(\.kind) == [.badName, .duplicateVersion, .badName])
  }

  @Test func `Ecto versions are read as integers, with their times`() throws {
    let elixir = "defmodule CreateClubs do\n  use Ecto.Migration\nend\n"
    let project = try ToolProject(
      ReadOnlyTool.ecto,
      files: [
        "20240101000000_create_clubs.exs": elixir, "later/20240102000000_add.exs": elixir,
        ".formatter.exs": "", "x.exs": "",
      ],
      sql: """
        CREATE TABLE "schema_migrations" ("version" INTEGER PRIMARY KEY, "inserted_at" TEXT);
        INSERT INTO schema_migrations VALUES (20240101000000, '2024-10-21T07:01:02');
        """)
    #expect(
      try Self.shown(project) == [
        "applied 20240101000000_create_clubs 2024-10-21T07:01:02", "code 20240102000000_add",
      ])
    try Self.expectRefusal(project, command: "mix ecto.migrate --to 20240102000000")
    try project.folder.write("migrations/20240103000000_add.exs", elixir)
    let failure = #expect(throws: SourceFailure.self) { try project.toolFolder() }
    #expect(failure?.problems.map(\.kind) == [.badName])
  }

  private static let knexTables = """
    CREATE TABLE knex_migrations (id integer not null primary key autoincrement,
      name varchar(255), batch integer, migration_time datetime);
    CREATE TABLE knex_migrations_lock ("index" integer not null primary key autoincrement,
      is_locked integer);
    INSERT INTO knex_migrations_lock (is_locked) VALUES (0);
    INSERT INTO knex_migrations (name, batch, migration_time)
      VALUES ('20190101_a.js', 1, 1562461603813);
    """

  @Test func `Knex file names, batches, times in milliseconds and the lock are read`() throws {
    let script = "exports.up = function (knex) {};\n"
    let project = try ToolProject(
      ReadOnlyTool.knex,
      files: [
        "20190101_a.js": script, "20190102_b.ts": script, "20190102_b.d.ts": script,
        "notes.md": "",
      ], sql: Self.knexTables)
    #expect(
      try Self.shown(project)
        == ["applied 20190101_a.js 2019-07-07 01:06:43.813", "code 20190102_b.ts"])
    #expect(try project.status().migrations[0].note == "Batch 1.")
    try Self.expectRefusal(project, command: "npx knex migrate:up 20190102_b.ts")
    let locked = try ToolProject(
      ReadOnlyTool.knex, files: ["20190101_a.js": script, "b.js": script],
      sql: Self.knexTables + "UPDATE knex_migrations_lock SET is_locked = 1")
    try Self.expectRefusal(locked, command: "npx knex migrate:unlock")
    let corrupt = try ToolProject(ReadOnlyTool.knex, files: ["b.js": script], sql: Self.knexTables)
    #expect(
      try corrupt.status().obstacle?.message
        == "Knex stops: 20190101_a.js is applied, but its file is missing.")
  }

  @Test func `TypeORM classes with times in their names are read`() throws {
    let project = try ToolProject(
      ReadOnlyTool.typeORM,
      files: [
        "1562461603900-Players.ts": """
        export class Players1562461603900 implements MigrationInterface {}
        """,
        "clubs.ts": """
        import { MigrationInterface } from "typeorm";
        export class Clubs implements MigrationInterface { name = 'Clubs1562461603813' }
        """
        .replacing(" name", with: "\n  name"),
        "1562461603950-compiled.js": """
        class Compiled1562461603950 { async up(queryRunner) {} }
        exports.Compiled1562461603950 = Compiled1562461603950;
        """, "helper.ts": "export class Helper {}",
      ],
      sql: """
        CREATE TABLE "migrations" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
          "timestamp" bigint NOT NULL, "name" varchar NOT NULL);
        INSERT INTO migrations (timestamp, name) VALUES (1562461603813, 'Clubs1562461603813'),
          (1562461603800, 'Gone1562461603800');
        """)
    #expect(
      try Self.shown(project) == [
        "applied Clubs1562461603813", "unregistered Gone1562461603800",
        "code Players1562461603900", "code Compiled1562461603950",
      ])
    try Self.expectRefusal(project, command: "npx typeorm migration:run -d DATA_SOURCE")
    try project.folder.write(
      "migrations/bad.ts", "export class NoTime implements MigrationInterface {}")
    let failure = #expect(throws: SourceFailure.self) { try project.toolFolder() }
    #expect(failure?.problems.map(\.kind) == [.badName])
  }

  @Test func `Laravel names and batches are read`() throws {
    let php = "<?php\nuse Illuminate\\Database\\Migrations\\Migration;\n"
    let project = try ToolProject(
      ReadOnlyTool.laravel,
      files: [
        "2024_01_02_000000_b.php": php, "2024_01_01_000000_a.php": php, "plain.php": php,
      ],
      sql: """
        CREATE TABLE "migrations" ("id" integer primary key autoincrement not null,
          "migration" varchar not null, "batch" integer not null);
        INSERT INTO migrations (migration, batch) VALUES ('2024_01_01_000000_a', 3);
        """)
    #expect(
      try Self.shown(project) == ["applied 2024_01_01_000000_a", "code 2024_01_02_000000_b"])
    #expect(try project.status().migrations[0].note == "Batch 3.")
    try Self.expectRefusal(
      project,
      command: "php artisan migrate --step --path=database/migrations/2024_01_02_000000_b.php")
  }

  @Test func `EF Core identifiers in attributes and the lock are read`() throws {
    let tables = """
      CREATE TABLE "__EFMigrationsHistory" ("MigrationId" TEXT NOT NULL CONSTRAINT
        "PK___EFMigrationsHistory" PRIMARY KEY, "ProductVersion" TEXT NOT NULL);
      CREATE TABLE "__EFMigrationsLock" ("Id" INTEGER NOT NULL CONSTRAINT
        "PK___EFMigrationsLock" PRIMARY KEY, "Timestamp" TEXT NOT NULL);
      INSERT INTO "__EFMigrationsHistory" VALUES ('20240101000000_Initial', '9.0.1');
      """
    let files = [
      "20240101000000_Initial.cs": "protected override void Up(MigrationBuilder b) {}",
      "20240101000000_Initial.Designer.cs": "[Migration(\"20240101000000_Initial\")]",
      "20240102000000_Old.cs": "protected override void Up(MigrationBuilder b) {}",
      "20240102000000_Old.Designer.cs": "[Migration(\"20240102000000_New\")]",
      "AppDbContextModelSnapshot.cs": "class AppDbContextModelSnapshot {}",
    ]
    let project = try ToolProject(ReadOnlyTool.efCore, files: files, sql: tables)
    #expect(
      try Self.shown(project) == ["applied 20240101000000_Initial", "code 20240102000000_New"])
    #expect(try project.status().migrations[0].note == "EF Core 9.0.1.")
    try Self.expectRefusal(project, command: "dotnet ef database update 20240102000000_New")
    let locked = try ToolProject(
      ReadOnlyTool.efCore, files: files,
      sql: tables + "INSERT INTO \"__EFMigrationsLock\" VALUES (1, '2025-01-01 10:00:00')")
    #expect(
      try locked.status().obstacle?.message
        == "__EFMigrationsLock is locked since 2025-01-01 10:00:00: a migration is running, or "
        + "was killed.")
  }

  @Test func `umzug names with and without extension are read`() throws {
    let script = "module.exports = { up: (queryInterface) => {} };\n"
    let project = try ToolProject(
      ReadOnlyTool.umzug,
      files: ["1-a.js": script, "2-b.js": script, "3-c.sql": "", "4-d.js": script, "4-d.ts": ""],
      sql: """
        CREATE TABLE SequelizeMeta (name VARCHAR(255) NOT NULL UNIQUE PRIMARY KEY);
        INSERT INTO SequelizeMeta VALUES ('1-a.js'), ('2-b'), ('4-d');
        """)
    #expect(
      try Self.shown(project) == [
        "applied 1-a.js", "applied 2-b.js", "unregistered 4-d", "code 3-c.sql", "code 4-d.js",
        "code 4-d.ts",
      ])
    try Self.expectRefusal(project, command: "npx sequelize db:migrate --to 3-c.sql")
  }

  @Test func `db-migrate names with scopes and slashes are read`() throws {
    let script = "var dbm; exports.setup = function (options) { dbm = options.dbmigrate; };\n"
    let project = try ToolProject(
      ReadOnlyTool.dbMigrate,
      files: [
        "20240101000000-clubs.js": script, "20240102000000-players.js": script,
        "stats/20240103000000-scores.js": script, "sqls/20240101000000-clubs-up.sql": "",
        "sqls/20240101000000-helper.js": "", "package.json": "",
      ],
      sql: """
        CREATE TABLE "migrations" ("id" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
          "name" VARCHAR (255) NOT NULL, "run_on" DATETIME NOT NULL);
        INSERT INTO migrations (name, run_on) VALUES ('/20240101000000-clubs', 1704103200000),
          ('stats/20240103000000-scores', '2024-01-03 10:00:00');
        """)
    #expect(
      try Self.shown(project) == [
        "applied 20240101000000-clubs 2024-01-01 10:00:00.000", "code 20240102000000-players",
        "applied stats/20240103000000-scores 2024-01-03 10:00:00",
      ])
    try Self.expectRefusal(project, command: "npx db-migrate up 20240102000000-players")
  }

  @Test func `invalid rows do not prevent reading the others`() throws {
    let project = try ToolProject(
      ReadOnlyTool.knex, files: ["a.js": "exports.up = (knex) => {}"],
      sql: """
        CREATE TABLE knex_migrations (id, name, batch, migration_time);
        INSERT INTO knex_migrations VALUES (NULL, NULL, x'00', 9223372036854775807),
          ('x', x'ff', 1e300, -9223372036854775808), (1, 'a.js', NULL, 1e300);
        """)
    let status = try project.status()
    #expect(
      status.migrations.map(\.identifier)
        == ["a.js", "(a row without a name)", "(a row without a name)"])
    #expect(status.migrations[0].appliedAt == "1e+300")
  }
}
