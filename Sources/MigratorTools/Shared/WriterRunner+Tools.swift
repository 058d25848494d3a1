import MigratorEngine
import MigratorSession

/// The facts about the program that runs the migrations of each tool, with their sources.
extension WriterRunner {
  /// Returns the facts about a tool, which can depend on the project of a folder.
  init(of format: MigrationFormat, in folder: FolderTree?) {
    self =
      switch format {
      case .grdb, .grdbSwift:
        WriterRunner(
          transaction: .perMigration, foreignKeys: .offThenChecked,
          sources: ["groue/GRDB.swift GRDB/Migration/Migration.swift"])
      case .goose:
        // The DSN of the database sets foreign keys. bufio.ScanLines removes the CR of a CRLF.
        WriterRunner(
          transaction: .perMigration, keepsLineEnds: false,
          sources: ["pressly/goose migration_sql.go", "pressly/goose internal/sqlparser/parser.go"])
      case .golangMigrate:
        // The DSN of the database sets foreign keys. If one file begins its own transaction, the
        // project runs all files without wrapping them (x-no-tx-wrap).
        WriterRunner(
          transaction: folder.map(GolangMigrate.runsFreely) ?? false ? .none : .perMigration,
          sources: ["golang-migrate/migrate database/sqlite3/sqlite3.go"])
      case .dbmate:
        // The DSN of the database sets foreign keys.
        WriterRunner(
          transaction: .perMigration,
          sources: [
            "amacneil/dbmate pkg/dbmate/db.go", "amacneil/dbmate pkg/driver/sqlite/sqlite.go",
          ])
      case .sqlx:
        WriterRunner(
          transaction: .perMigration, foreignKeys: .on(),
          sources: [
            "launchbadge/sqlx sqlx-sqlite/src/options/mod.rs",
            "launchbadge/sqlx sqlx-sqlite/src/migrate.rs",
          ])
      case .diesel:
        WriterRunner(
          transaction: .perMigration, foreignKeys: Self.rust(folder),
          sources: [
            "diesel-rs/diesel diesel_migrations/src/migration_harness.rs", Self.rustSource,
          ])
      case .refinery:
        WriterRunner(
          transaction: .perMigration, foreignKeys: Self.rust(folder),
          sources: ["rust-db/refinery refinery_core/src/drivers/rusqlite.rs", Self.rustSource])
      case .rusqliteMigration:
        // With its feature `extra_check`, rusqlite refuses statements that return rows.
        WriterRunner(
          transaction: .allPending, foreignKeys: Self.rust(folder), allowsRows: false,
          sources: [
            "cljoly/rusqlite_migration rusqlite_migration/src/lib.rs", Self.rustSource,
            "rusqlite/rusqlite src/lib.rs",
          ])
      case .maragudk:
        // The DSN of the database sets foreign keys.
        WriterRunner(transaction: .perMigration, sources: ["maragudk/migrate migrate.go"])
      case .prisma:
        // The bundled SQLite of rusqlite, see `rust`.
        WriterRunner(
          transaction: .none, foreignKeys: .on(),
          sources: [
            "prisma/prisma-engines quaint/src/connector/sqlite/native/mod.rs",
            "prisma/prisma-engines quaint/Cargo.toml", Self.rustSource,
          ])
      case .drizzle, .drizzleBeta:
        WriterRunner(
          transaction: .allPending, foreignKeys: Self.javaScript(folder),
          sources: [
            "drizzle-team/drizzle-orm drizzle-orm/src/sqlite-core/dialect.ts",
            "WiseLibs/better-sqlite3 docs/compilation.md",
          ])
      case .d1:
        // `PRAGMA foreign_keys = OFF` is ignored: cloudflare/workers-sdk #5438, #8512.
        WriterRunner(
          transaction: .perMigration, foreignKeys: .on(), allowsTemporaryObjects: false,
          statementLimit: 100_000, columnLimit: 100,
          sources: [
            "cloudflare/workerd src/workerd/util/sqlite.c++",
            "https://developers.cloudflare.com/d1/platform/limits/",
          ])
      case .flyway:
        WriterRunner(
          transaction: .perMigration,
          sources: [
            "flyway/flyway flyway-database/flyway-database-sqlite/src/main/java/org/flywaydb/database/sqlite/SQLiteParser.java"
          ])
      case .atlas:
        WriterRunner(
          transaction: .perMigration, foreignKeys: .offThenChecked,
          sources: ["ariga/atlas sql/sqlite/driver.go"])
      case .yoyo:
        // yoyo opens files in text mode, so a CR becomes a newline.
        WriterRunner(
          transaction: .perMigration, foreignKeys: .off, keepsLineEnds: false,
          sources: [
            "yoyo-migrations 9.0.0 yoyo/migrations.py",
            "yoyo-migrations 9.0.0 yoyo/backends/core/sqlite3.py",
          ])
      case .sqldelight:
        // The app opens the connection. The compiler knows only the project's own tables (#3729).
        WriterRunner(
          transaction: .allPending, allowsSystemTables: false,
          sources: [
            "sqldelight/sqldelight drivers/sqlite-driver JdbcSqliteDriver.kt",
            "sqldelight/sqldelight drivers/android-driver AndroidSqliteDriver.kt",
            "sqldelight/sqldelight #3729",
          ])
      case .lighter:
        // The app runs the file on its own connection.
        WriterRunner(
          transaction: .none,
          sources: ["https://github.com/Lighter-swift/Lighter"])
      case .numbered:
        WriterRunner(
          transaction: .perMigration, sources: ["mtlynch/picoshare store/sqlite/migrations.go"])
      default: WriterRunner()
      }
  }

  /// Returns whether a project's connections, not the tool itself, determine whether foreign keys
  /// are enforced.
  ///
  /// This includes tools whose usual setting is in the table, because a program can change it.
  static func followsConnection(_ format: MigrationFormat) -> Bool {
    switch format {
    // Cloudflare's servers, Prisma's engine and Atlas open the database themselves. GRDB's migrator
    // switches foreign keys off.
    case .d1, .prisma, .atlas, .grdb, .grdbSwift: false
    default: true
    }
  }

  /// rusqlite/rusqlite: the feature `bundled`, which most programs use, compiles SQLite with
  /// `SQLITE_DEFAULT_FOREIGN_KEYS=1`.
  ///
  /// Also reported in pi-hole/api #207 and wireapp/core-crypto #2578.
  private static let rustSource = "rusqlite/rusqlite libsqlite3-sys/build.rs"

  private static func rust(_ folder: FolderTree?) -> ForeignKeys {
    let project = folder?.projectText("Cargo.toml")
    // A project that does not name the feature can use the system's SQLite.
    guard project?.contains("bundled") != false else { return .unknown }
    return .on(connection: "the bundled SQLite of libsqlite3-sys")
  }

  private static func javaScript(_ folder: FolderTree?) -> ForeignKeys {
    let found = JavaScriptDriver.drivers(of: folder) ?? [.betterSQLite3]
    // A project can have several drivers for different databases, or for tests.
    guard let first = found.first, let isEnforcing = first.enforcesForeignKeys,
      found.allSatisfy({ $0.enforcesForeignKeys == isEnforcing })
    else { return .unknown }
    return isEnforcing ? .on(connection: first.name) : .off
  }
}

extension WriterRunner.ForeignKeys {
  /// Creates the value that the settings of a project state.
  init(_ stated: ProjectSettings.ForeignKeys) {
    self = stated.isOn ? .on(connection: stated.words) : .off
  }
}
