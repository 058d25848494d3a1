internal import MigratorEngine
public import MigratorSession

/// Sessions over this package's engine.
public enum OursSessions {
  /// Creates a session over the stories.
  public static func session(_ path: String) -> MigrationSession {
    MigrationSession(database: path, migrations: SharedMigrations.migrator, history: .none)
  }

  /// Creates a session over a migration that never ends.
  public static func endless(_ path: String) -> MigrationSession {
    MigrationSession(database: path, migrations: SharedMigrations.endless, history: .none)
  }
}
