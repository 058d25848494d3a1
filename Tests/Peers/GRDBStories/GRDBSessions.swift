#if GRDB
  internal import GRDB
  internal import MigratorGRDB
  public import MigratorSession

  /// Sessions over GRDB.
  public enum GRDBSessions {
    /// A session over the stories.
    public static func session(_ path: String) -> MigrationSession {
      MigrationSession(database: path, migrations: GRDBMigrations(Stories.migrator), history: .none)
    }

    /// A session over a migration that never ends.
    public static func endless(_ path: String) -> MigrationSession {
      MigrationSession(database: path, migrations: GRDBMigrations(Stories.endless), history: .none)
    }

    /// A session over migrations of which two are late.
    public static func late(_ path: String) -> MigrationSession {
      MigrationSession(database: path, migrations: GRDBMigrations(Stories.late), history: .none)
    }
  }
#endif
