import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

/// Each ledger or folder is attributed to exactly one tool.
struct CodedDetectionTests {
  /// The tools that recognize the tables as their ledger.
  private static func claims(_ columns: [String: String], userVersion: Int64 = 0) -> [String] {
    let tables = DatabaseTables(
      columns: Dictionary(
        uniqueKeysWithValues: columns.map { name, list in
          let columns = list.split(separator: ",").map { column in
            let parts = column.split(separator: " ", maxSplits: 1).map(String.init)
            return DatabaseTables.Column(name: parts[0], type: parts.count > 1 ? parts[1] : "")
          }
          return (SQLName(name), columns)
        }), userVersion: userVersion)
    return ProjectDetection.ledgers(in: tables, of: MigrationTools.all)
      .map { "\($0.rawValue) \($1.strength.rawValue)" }.sorted()
  }

  @Test(
    arguments: [
      (
        [
          "schema_migrations": "version varchar",
          "ar_internal_metadata": "key,value,created_at,updated_at",
        ], "rails 3"
      ),
      (["schema_migrations": "version varchar"], "rails 2"),
      (["schema_migrations": "version varchar(255)"], "rails 2"),
      (["app_schema_migrations": "version varchar"], "rails 2"),
      (["schema_migrations": "version INTEGER,inserted_at TEXT"], "ecto 3"),
      (
        [
          "knex_migrations": "id,name,batch,migration_time",
          "knex_migrations_lock": "index,is_locked",
        ], "knex 3"
      ),
      (["app_knex": "id,name,batch,migration_time"], "knex 2"),
      (["migrations": "id,timestamp,name"], "typeorm 3"),
      (["migrations": "id,migration,batch"], "laravel 3"),
      (["migrations": "id,name,run_on"], "db-migrate 3"),
      (
        [
          "__EFMigrationsHistory": "MigrationId,ProductVersion",
          "__EFMigrationsLock": "Id,Timestamp",
        ], "ef-core 3"
      ),
      (["SequelizeMeta": "name"], "umzug 3"),
      (["django_migrations": "id,app,name,applied", "django_session": "a"], "django 3"),
      (["alembic_version": "version_num"], "alembic 3"),
      (["my_version": "version_num"], "alembic 2"),
      (["_sqlite_migrations": "id,migration_set,name,applied_at"], "sqlite-utils 3"),
      (["_sqlite_migrations": "migration_set,name,applied_at"], "sqlite-utils 3"),
      (["room_master_table": "id,identity_hash"], "room 3"),
      (["schema_migrations": "version,applied_at"], "unknown 2"),
      (["schema_migrations": "id,version,name,up,down,run_at"], "unknown 2"),
      (["_migrations": "file,applied"], "pocketbase 3"),
      (["seaql_migrations": "version,applied_at"], "sea-orm 3"),
      (["migratehistory": "id,name,migrated_at"], "peewee-migrate 3"),
      (["VersionInfo": "Version,AppliedOn,Description"], "fluentmigrator 3"),
      (["VersionInfo": "Version"], "fluentmigrator 2"),
      (["schemamigrations": "schema_version,applied_at,syncthing_version"], "unknown 2"),
      (["migration_tracker": "version,migration_time"], "unknown 2"),
    ] as [([String: String], String)])
  func `a ledger is attributed to exactly one tool`(tables: [String: String], tool: String) {
    #expect(Self.claims(tables) == [tool])
    // A user_version does not attribute it to another tool.
    #expect(Self.claims(tables, userVersion: 7) == [tool])
  }

  @Test(arguments: [
    ["bird_migrations": "id,bird_id,started_at"], ["category": "name"], ["version": "version"],
    ["event": "id,timestamp,name"], ["knex_migrations_lock": "index,is_locked"], [:],
  ])
  func `a table that only resembles a ledger is attributed to no tool`(tables: [String: String]) {
    #expect(Self.claims(tables) == [])
  }

  @Test(arguments: [
    ("20240101_x.rb", "class X < ActiveRecord::Migration[7.0]", "rails"),
    ("app/migrations/0001_initial.py", "class Migration(migrations.Migration):", "django"),
    ("versions/1a_x.py", "revision = '1a'\ndown_revision = None", "alembic"),
    ("migrations.py", "m = Migrations('a')\n@m()\ndef a(db): pass", "sqlite-utils"),
    ("20240101_x.exs", "use Ecto.Migration", "ecto"),
    ("20240101_x.js", "exports.up = (knex) => knex.schema", "knex"),
    ("1562461603813-X.ts", "class X implements MigrationInterface {}", "typeorm"),
    ("2024_01_01_x.php", "use Illuminate\\Database\\Migrations\\Migration;", "laravel"),
    ("20240101_X.cs", "void Up(MigrationBuilder m)", "ef-core"),
    ("20240101_X.cs", "using FluentMigrator;\n[Migration(20240101)]", "fluentmigrator"),
    ("001_x.py", "def migrate(migrator, database, fake=False):", "peewee-migrate"),
    ("src/m20240101_000001_x.rs", "impl MigrationTrait for Migration {}", "sea-orm"),
    ("1704153600_x.js", "migrate((app) => {})", "pocketbase"),
    ("20240101-x.js", "async up(queryInterface, Sequelize) {}", "umzug"),
    ("20240101000000-x.js", "dbm = options.dbmigrate;", "db-migrate"),
    ("Db/1.json", "{\"database\":{\"version\":1,\"identityHash\":\"a\"}}", "room"),
  ])
  func `a folder is attributed to exactly one tool`(file: String, text: String, tool: String) throws
  {
    let folder = try TemporaryFolder()
    try folder.write("files/\(file)", text)
    let tree = try FolderTree(path: folder.path("files"))
    #expect(
      MigrationTools.all.filter { $0.evidence(in: tree) != nil }.map(\.format.rawValue) == [tool])
  }
}
