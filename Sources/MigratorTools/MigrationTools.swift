/// All tools, in detection order.
public enum MigrationTools {
  /// The built-in tools; pass a list of your own to ``Project`` to add or replace tools.
  public static let all: [any MigrationTool] = [
    own,
    // Numbered SQL files, with a table of applied migrations.
    GolangMigrate(), Dbmate(), Goose(), Sqlx(), Diesel(), Refinery(), Maragudk(),
    // SQL files with journals, hash chains or dependencies.
    Prisma(), Drizzle(), DrizzleBeta(), D1(), Flyway(), Atlas(), Yoyo(),
    // A version number in `PRAGMA user_version`.
    SQLDelight(), RusqliteMigration(), Lighter(), Numbered(),
    // Migrations in code, which are listed but not run.
    ReadOnlyTool.rails, Django(), Alembic(), ReadOnlyTool.sqliteUtils, ReadOnlyTool.ecto,
    ReadOnlyTool.knex,
    ReadOnlyTool.typeORM, ReadOnlyTool.laravel, ReadOnlyTool.efCore, ReadOnlyTool.fluentMigrator,
    ReadOnlyTool.umzug, ReadOnlyTool.dbMigrate, ReadOnlyTool.peewee, ReadOnlyTool.seaORM,
    ReadOnlyTool.pocketBase,
    Room(), GRDBSwift(),
  ]

  package static let own: any MigrationTool = PlainFiles()

  /// The tool for a ledger that no other tool recognizes.
  static let unknown = UnknownTool()

  /// The formats that can be requested, including that of an unknown ledger.
  public static let formats: [MigrationFormat] = all.map(\.format) + [.unknown]

  /// Returns the tool of a format, or `nil` if no tool has this format.
  public static func tool(_ format: MigrationFormat) -> (any MigrationTool)? {
    all.first { $0.format == format }
  }
}

extension MigrationFormat {
  /// SQL files with GRDB's ledger, this program's own format.
  public static let grdb: MigrationFormat = "grdb"

  /// Swift source that registers migrations with GRDB, or with this package's engine.
  package static let grdbSwift: MigrationFormat = "grdb-swift"
  package static let golangMigrate: MigrationFormat = "golang-migrate"
  package static let dbmate: MigrationFormat = "dbmate"
  package static let goose: MigrationFormat = "goose"
  package static let sqlx: MigrationFormat = "sqlx"
  package static let diesel: MigrationFormat = "diesel"
  package static let refinery: MigrationFormat = "refinery"
  package static let maragudk: MigrationFormat = "maragudk"
  package static let prisma: MigrationFormat = "prisma"
  package static let drizzle: MigrationFormat = "drizzle"
  package static let drizzleBeta: MigrationFormat = "drizzle-1.0"
  package static let d1: MigrationFormat = "d1"
  package static let flyway: MigrationFormat = "flyway"
  package static let atlas: MigrationFormat = "atlas"
  package static let yoyo: MigrationFormat = "yoyo"
  package static let sqldelight: MigrationFormat = "sqldelight"
  package static let rusqliteMigration: MigrationFormat = "rusqlite_migration"
  package static let lighter: MigrationFormat = "lighter"
  package static let numbered: MigrationFormat = "numbered"
  package static let rails: MigrationFormat = "rails"
  package static let django: MigrationFormat = "django"
  package static let alembic: MigrationFormat = "alembic"
  package static let sqliteUtils: MigrationFormat = "sqlite-utils"
  package static let ecto: MigrationFormat = "ecto"
  package static let knex: MigrationFormat = "knex"
  package static let typeorm: MigrationFormat = "typeorm"
  package static let laravel: MigrationFormat = "laravel"
  package static let efCore: MigrationFormat = "ef-core"
  package static let fluentMigrator: MigrationFormat = "fluentmigrator"
  package static let peewee: MigrationFormat = "peewee-migrate"
  package static let seaORM: MigrationFormat = "sea-orm"
  package static let pocketBase: MigrationFormat = "pocketbase"
  package static let umzug: MigrationFormat = "umzug"
  package static let dbMigrate: MigrationFormat = "db-migrate"
  package static let room: MigrationFormat = "room"
  package static let unknown: MigrationFormat = "unknown"
}
