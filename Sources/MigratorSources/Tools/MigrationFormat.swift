/// The tools whose migrations can be shown, by the names `--format` takes.
public enum MigrationFormat: String, Sendable, Hashable, CaseIterable {
  /// SQL files with the ledger of GRDB: this program's own.
  case grdb
  /// Lighter: groups of `Name-NNN.sql` and `PRAGMA user_version`.
  case lighter
  /// Plain numbered files and `PRAGMA user_version`.
  case numbered
  /// rusqlite_migration: `NN-name/up.sql` and `PRAGMA user_version`.
  case rusqliteMigration = "rusqlite_migration"
  /// SQLDelight: `N.sqm` and `PRAGMA user_version`.
  case sqldelight
  /// golang-migrate.
  case golangMigrate = "golang-migrate"
  /// dbmate.
  case dbmate
  /// pressly/goose.
  case goose
  /// sqlx.
  case sqlx
  /// diesel.
  case diesel
  /// refinery.
  case refinery
  /// Flyway.
  case flyway
  /// Prisma.
  case prisma
  /// Drizzle 0.x, with a journal.
  case drizzle
  /// Drizzle 1.0, with a folder for each migration.
  case drizzleBeta = "drizzle-1.0"
  /// Cloudflare D1, its local file.
  case d1
  /// Atlas.
  case atlas
  /// yoyo.
  case yoyo
  /// maragudk/migrate.
  case maragudk
  /// Ruby on Rails.
  case rails
  /// Django.
  case django
  /// Alembic.
  case alembic
  /// sqlite-utils and sqlite-migrate.
  case sqliteUtils = "sqlite-utils"
  /// Ecto.
  case ecto
  /// Knex.
  case knex
  /// TypeORM.
  case typeorm
  /// Laravel.
  case laravel
  /// Entity Framework Core.
  case efCore = "ef-core"
  /// umzug and sequelize-cli.
  case umzug
  /// db-migrate.
  case dbMigrate = "db-migrate"
  /// Room.
  case room
  /// A ledger that nobody is known to write.
  case unknown
}
