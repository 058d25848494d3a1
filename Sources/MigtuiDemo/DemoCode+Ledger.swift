import MigratorEngine
import MigratorTools

extension DemoCode {
  func ledger(after applied: [Migration]) -> String {
    let rows = applied.map { "(\(row($0)))" }.joined(separator: ", ")
    let last = applied.last
    return switch format {
    case .rails:
      """
      CREATE TABLE "schema_migrations" ("version" varchar NOT NULL PRIMARY KEY);
      CREATE TABLE "ar_internal_metadata" ("key" varchar NOT NULL PRIMARY KEY, "value" varchar,
        "created_at" datetime(6) NOT NULL, "updated_at" datetime(6) NOT NULL);
      INSERT INTO schema_migrations VALUES \(rows);
      """
    case .django:
      """
      CREATE TABLE "django_migrations" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT,
        "app" varchar(255) NOT NULL, "name" varchar(255) NOT NULL, "applied" datetime NOT NULL);
      INSERT INTO django_migrations (app, name, applied) VALUES \(rows);
      """
    case .alembic:
      """
      CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL,
        CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num));
      INSERT INTO alembic_version VALUES ('\(last?.revision ?? "")');
      """
    case .sqliteUtils:
      """
      CREATE TABLE "_sqlite_migrations" ("id" INTEGER PRIMARY KEY, "migration_set" TEXT,
        "name" TEXT, "applied_at" TEXT);
      INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES \(rows);
      """
    case .ecto:
      """
      CREATE TABLE "schema_migrations" ("version" INTEGER PRIMARY KEY, "inserted_at" TEXT);
      INSERT INTO schema_migrations VALUES \(rows);
      """
    case .knex:
      """
      CREATE TABLE knex_migrations (id integer not null primary key autoincrement,
        name varchar(255), batch integer, migration_time datetime);
      CREATE TABLE knex_migrations_lock ("index" integer not null primary key autoincrement,
        is_locked integer);
      INSERT INTO knex_migrations_lock (is_locked) VALUES (0);
      INSERT INTO knex_migrations (name, batch, migration_time) VALUES \(rows);
      """
    case .typeorm:
      """
      CREATE TABLE "migrations" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
        "timestamp" bigint NOT NULL, "name" varchar NOT NULL);
      INSERT INTO migrations (timestamp, name) VALUES \(rows);
      """
    case .laravel:
      """
      CREATE TABLE "migrations" ("id" integer primary key autoincrement not null,
        "migration" varchar not null, "batch" integer not null);
      INSERT INTO migrations (migration, batch) VALUES \(rows);
      """
    case .efCore:
      """
      CREATE TABLE "__EFMigrationsHistory" ("MigrationId" TEXT NOT NULL
        CONSTRAINT "PK___EFMigrationsHistory" PRIMARY KEY, "ProductVersion" TEXT NOT NULL);
      INSERT INTO __EFMigrationsHistory VALUES \(rows);
      """
    case .fluentMigrator:
      """
      CREATE TABLE "VersionInfo" ("Version" INTEGER NOT NULL, "AppliedOn" DATETIME,
        "Description" TEXT);
      CREATE UNIQUE INDEX "UC_Version" ON "VersionInfo" ("Version" ASC);
      INSERT INTO VersionInfo VALUES \(rows);
      """
    case .peewee:
      """
      CREATE TABLE "migratehistory" ("id" INTEGER NOT NULL PRIMARY KEY,
        "name" VARCHAR(255) NOT NULL, "migrated_at" DATETIME NOT NULL);
      INSERT INTO migratehistory (name, migrated_at) VALUES \(rows);
      """
    case .seaORM:
      """
      CREATE TABLE "seaql_migrations" ( "version" varchar NOT NULL PRIMARY KEY,
        "applied_at" bigint NOT NULL );
      INSERT INTO seaql_migrations VALUES \(rows);
      """
    case .pocketBase:
      """
      CREATE TABLE `_migrations` (file VARCHAR(255) PRIMARY KEY NOT NULL, applied INTEGER NOT NULL);
      INSERT INTO _migrations VALUES \(rows);
      """
    case .umzug:
      """
      CREATE TABLE SequelizeMeta (name VARCHAR(255) NOT NULL UNIQUE PRIMARY KEY);
      INSERT INTO SequelizeMeta VALUES \(rows);
      """
    case .dbMigrate:
      """
      CREATE TABLE "migrations" ("id" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
        "name" VARCHAR (255) NOT NULL, "run_on" DATETIME NOT NULL);
      INSERT INTO migrations (name, run_on) VALUES \(rows);
      """
    default:
      """
      CREATE TABLE room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT);
      INSERT INTO room_master_table (id,identity_hash) VALUES (42, '\(last.map(hash) ?? "")');
      PRAGMA user_version = \(last?.number ?? 0);
      """
    }
  }

  private func row(_ migration: Migration) -> String {
    let text = Timestamp(milliseconds: Int64(migration.milliseconds)).map(\.text) ?? ""
    return switch format {
    case .rails: "'\(migration.time)'"
    case .django: "'matchday', '\(migration.djangoName)', '\(text).000000'"
    case .sqliteUtils: "'matchday', '\(migration.slug)', '\(text).000000+00:00'"
    case .ecto: "\(migration.time), '\(text.split(separator: " ").joined(separator: "T"))'"
    case .knex: "'\(migration.time)_\(migration.slug).js', 1, \(migration.milliseconds)"
    case .typeorm:
      "\(migration.milliseconds), '\(migration.className)\(migration.milliseconds)'"
    case .laravel: "'\(migration.laravelName)', 1"
    case .efCore: "'\(migration.time)_\(migration.className)', '9.0.1'"
    case .fluentMigrator: "\(migration.time), '\(text)', '\(migration.className)'"
    case .peewee: "'\(migration.peeweeName)', '\(text)'"
    case .seaORM: "'\(migration.seaName)', \(migration.milliseconds / 1000)"
    case .pocketBase: "'\(migration.pocketName)', \(migration.milliseconds * 1000)"
    case .umzug: "'\(migration.time)-\(migration.slug).js'"
    case .dbMigrate: "'/\(migration.time)-\(migration.slug)', \(migration.milliseconds)"
    default: ""
    }
  }
}
