package import MigratorTools

/// The demonstration's migrations as code of a tool, with the tool's ledger.
///
/// The tools are not available to run the code, so the database is created from the same SQL.
package struct DemoCode {
  package static let formats: [MigrationFormat] = [
    .rails, .django, .alembic, .sqliteUtils, .ecto, .knex, .typeorm, .laravel, .efCore, .umzug,
    .dbMigrate, .fluentMigrator, .peewee, .seaORM, .pocketBase, .room,
  ]

  struct Migration {
    let number: Int
    let slug: String
    let sql: String
    let time: String
    let milliseconds: Int

    var className: String {
      slug.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
    var revision: String { "a\(1000 + number)" }
    var djangoName: String {
      String(repeating: "0", count: 4 - String(number).count) + "\(number)_\(slug)"
    }
    var peeweeName: String {
      String(repeating: "0", count: max(0, 3 - String(number).count)) + "\(number)_\(slug)"
    }
    /// The name in SeaORM: `m20240102_000000_create_clubs`.
    var seaName: String { "m\(time.prefix(8))_\(time.dropFirst(8))_\(slug)" }
    /// The name in PocketBase: `1704153600_create_clubs.js`.
    var pocketName: String { "\(milliseconds / 1000)_\(slug).js" }
    /// The name in Laravel: `2024_01_02_000000_create_clubs`.
    var laravelName: String {
      let digits = Array(time)
      let parts = [0..<4, 4..<6, 6..<8, 8..<14].map { String(digits[$0]) }
      return (parts + [slug]).joined(separator: "_")
    }
  }

  let format: MigrationFormat

  func files(of migrations: [Migration]) -> [DemoLayout.File] {
    if format == .sqliteUtils {
      let functions = migrations.map {
        "\n\n@matchday()\ndef \($0.slug)(db):\n    db.executescript(\"\"\"\n\($0.sql)\"\"\")\n"
      }
      let head = "from sqlite_utils import Migrations\n\nmatchday = Migrations(\"matchday\")\n"
      return [DemoLayout.File(path: "migrations.py", text: head + functions.joined())]
    }
    return zip([nil] + migrations.map { Optional($0) }, migrations).map { before, migration in
      DemoLayout.File(path: path(of: migration), text: text(of: migration, after: before))
    }
  }

  private func path(of migration: Migration) -> String {
    let (time, slug) = (migration.time, migration.slug)
    return switch format {
    case .rails: "\(time)_\(slug).rb"
    case .django: "matchday/migrations/\(migration.djangoName).py"
    case .alembic: "versions/\(migration.revision)_\(slug).py"
    case .ecto: "\(time)_\(slug).exs"
    case .knex: "\(time)_\(slug).js"
    case .typeorm: "\(migration.milliseconds)-\(migration.className).ts"
    case .laravel: "\(migration.laravelName).php"
    case .efCore, .fluentMigrator: "\(time)_\(migration.className).cs"
    case .peewee: "\(migration.peeweeName).py"
    case .seaORM: "src/\(migration.seaName).rs"
    case .pocketBase: "\(migration.pocketName)"
    case .room: "com.example.Matchday/\(migration.number).json"
    default: "\(time)-\(slug).js"
    }
  }

  private func text(of migration: Migration, after before: Migration?) -> String {
    let (name, sql) = (migration.className, migration.sql)
    return switch format {
    case .rails:
      "class \(name) < ActiveRecord::Migration[7.1]\n  def up\n    execute <<~'SQL'\n\(sql)    SQL\n"
        + "  end\nend\n"
    case .django:
      "from django.db import migrations\n\n\nclass Migration(migrations.Migration):\n"
        + "    dependencies = [\(before.map { "('matchday', '\($0.djangoName)')" } ?? "")]\n\n"
        + "    operations = [migrations.RunSQL(\"\"\"\n\(sql)\"\"\")]\n"
    case .alembic:
      "from alembic import op\n\nrevision = '\(migration.revision)'\n"
        + "down_revision = \(before.map { "'\($0.revision)'" } ?? "None")\n\n\n"
        + "def upgrade():\n    op.execute(\"\"\"\n\(sql)\"\"\")\n"
    case .ecto:
      "defmodule Matchday.Repo.Migrations.\(name) do\n  use Ecto.Migration\n\n  def up do\n"
        + "    execute ~S\"\"\"\n\(sql)    \"\"\"\n  end\nend\n"
    case .knex: "exports.up = (knex) => knex.schema.raw(String.raw`\n\(sql)`);\n"
    case .typeorm:
      "import { MigrationInterface, QueryRunner } from \"typeorm\";\n\n"
        + "export class \(name)\(migration.milliseconds) implements MigrationInterface {\n"
        + "  async up(queryRunner: QueryRunner) {\n    await queryRunner.query(`\n\(sql)`);\n  }\n}\n"
    case .laravel:
      "<?php\n\nuse Illuminate\\Database\\Migrations\\Migration;\n\nreturn new class extends Migration {\n"
        + "    public function up() {\n        DB::unprepared(<<<'SQL'\n\(sql)SQL);\n    }\n};\n"
    case .efCore:
      "public partial class \(name) : Migration\n{\n"
        + "    protected override void Up(MigrationBuilder migrationBuilder) =>\n"
        + "        migrationBuilder.Sql(@\"\n\(sql.split(separator: "\"").joined(separator: "\"\""))\");\n}\n"
    case .fluentMigrator:
      "using FluentMigrator;\n\n[Migration(\(migration.time))]\npublic class \(name) : ForwardOnlyMigration\n{\n"
        + "    public override void Up() =>\n"
        + "        Execute.Sql(@\"\n\(sql.split(separator: "\"").joined(separator: "\"\""))\");\n}\n"
    case .peewee:
      "def migrate(migrator, database, *, fake=False):\n    migrator.sql(\"\"\"\n\(sql)\"\"\")\n"
    case .seaORM:
      "use sea_orm_migration::prelude::*;\n\n#[derive(DeriveMigrationName)]\npub struct Migration;\n\n"
        + "#[async_trait::async_trait]\nimpl MigrationTrait for Migration {\n"
        + "    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {\n"
        + "        manager.get_connection().execute_unprepared(r#\"\n\(sql)\"#).await?;\n"
        + "        Ok(())\n    }\n}\n"
    case .pocketBase:
      "migrate((app) => {\n  app.db().newQuery(String.raw`\n\(sql)`).execute();\n});\n"
    case .umzug:
      "module.exports = {\n  up: (queryInterface, Sequelize) => queryInterface.sequelize.query(`\n"
        + "\(sql)`),\n};\n"
    case .dbMigrate:
      "let dbm;\n\nexports.setup = (options) => { dbm = options.dbmigrate; };\n\n"
        + "exports.up = (db) => db.runSql(`\n\(sql)`);\n"
    default:
      "{\"formatVersion\": 1, \"database\": {\"version\": \(migration.number), "
        + "\"identityHash\": \"\(hash(migration))\", \"entities\": [], \"setupQueries\": []}}\n"
    }
  }

  func hash(_ migration: Migration) -> String { "matchday\(migration.number)" }
}
