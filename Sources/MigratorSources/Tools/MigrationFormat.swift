/// The tools whose migrations can be shown, by the names `--format` takes.
public enum MigrationFormat: String, Sendable, Hashable, CaseIterable {
  case grdb, lighter, numbered
  case rusqliteMigration = "rusqlite_migration"
  case sqldelight
  case golangMigrate = "golang-migrate"
  case dbmate, goose, sqlx, diesel, refinery, flyway, prisma
  case drizzle
  case drizzleBeta = "drizzle-1.0"
  case d1, atlas, yoyo
  case maragudk
  case rails, django, alembic
  case sqliteUtils = "sqlite-utils"
  case ecto, knex, typeorm, laravel
  case efCore = "ef-core"
  case umzug
  case dbMigrate = "db-migrate"
  case room
  case unknown
}
