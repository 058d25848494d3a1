import MigratorEngine

/// Whether a tool's usual connection enforces foreign keys while it runs a migration.
public enum ForeignKeyEnforcement: Sendable, Hashable {
  /// Foreign keys are enforced.
  ///
  /// - Parameters:
  ///   - connection: What enforces them, if the tool has several kinds of connections.
  ///   - usesTransaction: False if the tool runs a file without a transaction, so that the file can
  ///     switch them off.
  case on(connection: String? = nil, usesTransaction: Bool = true)
  /// Foreign keys are not enforced.
  case off
  /// Unknown, or it depends on the settings of the program: no warning is given.
  case unknown
}

/// The facts about each tool, with their sources.
extension ForeignKeyEnforcement {
  /// Returns the fact about a tool, which can depend on the project of a folder.
  init(of format: MigrationFormat, in folder: FolderTree?) {
    self =
      switch format {
      // launchbadge/sqlx `sqlx-sqlite/src/options/mod.rs`: the option is on by default.
      case .sqlx: .on()
      // cloudflare/workers-sdk #5438, #8512: `PRAGMA foreign_keys = OFF` is ignored.
      case .d1: .on()
      case .refinery, .rusqliteMigration, .diesel: Self.rust(folder)
      // prisma/prisma-engines `quaint/Cargo.toml`: the bundled SQLite of rusqlite (see `rust`). No
      // transaction and no pragma: `quaint/src/connector/sqlite/native/mod.rs`.
      case .prisma: .on(usesTransaction: false)
      case .drizzle, .drizzleBeta: Self.javaScript(folder)
      // ariga/atlas switches them off, and compares the violations before and after.
      case .atlas: .off
      // golang-migrate, dbmate, goose and maragudk/migrate follow the database URL; SQLDelight,
      // Lighter and numbered files follow the program. Not known: Flyway, yoyo.
      default: .unknown
      }
  }

  /// rusqlite/rusqlite `libsqlite3-sys/build.rs`: the feature `bundled`, which most programs use,
  /// compiles SQLite with `SQLITE_DEFAULT_FOREIGN_KEYS=1`.
  ///
  /// Also reported in pi-hole/api #207 and wireapp/core-crypto #2578.
  private static func rust(_ folder: FolderTree?) -> ForeignKeyEnforcement {
    let project = folder?.projectText("Cargo.toml")
    // A project that does not name the feature can use the SQLite of the system.
    guard project?.contains("bundled") != false else { return .unknown }
    return .on(connection: "the bundled SQLite of libsqlite3-sys")
  }

  private static func javaScript(_ folder: FolderTree?) -> ForeignKeyEnforcement {
    let found = JavaScriptDriver.drivers(of: folder) ?? [.betterSQLite3]
    // Several drivers can be for different databases, or for tests.
    guard let first = found.first, let isEnforcing = first.enforcesForeignKeys,
      found.allSatisfy({ $0.enforcesForeignKeys == isEnforcing })
    else { return .unknown }
    return isEnforcing ? .on(connection: first.name) : .off
  }
}
