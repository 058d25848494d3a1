#if GRDB
  internal import GRDB
  internal import MigratorGRDB
  public import MigratorSession

  /// Sessions over GRDB.
  public enum GRDBSessions {
    /// Creates a session over the stories.
    public static func session(_ path: String) -> MigrationSession {
      MigrationSession(
        database: path, migrations: GRDBMigrations(SharedMigrations.migrator), history: .none)
    }

    /// Creates a session over a migration that never ends.
    public static func endless(_ path: String) -> MigrationSession {
      MigrationSession(
        database: path, migrations: GRDBMigrations(SharedMigrations.endless), history: .none)
    }

    /// Returns the limitations that are shown for a migrator that erases on schema changes, or not.
    public static func differences(erasing: Bool) -> [String] {
      var migrator = SharedMigrations.migrator
      migrator.eraseDatabaseOnSchemaChange = erasing
      return GRDBMigrations(migrator).differences
    }

    /// Creates a session with two out-of-order migrations.
    public static func late(_ path: String) -> MigrationSession {
      MigrationSession(
        database: path, migrations: GRDBMigrations(SharedMigrations.late), history: .none)
    }
  }
#endif
