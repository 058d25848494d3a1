internal import MigratorEngine
public import MigratorSession

/// Sessions over this package's engine.
public enum OursSessions {
  /// A session over the stories.
  public static func session(_ path: String) -> MigrationSession {
    MigrationSession(database: path, migrations: Stories.migrator, history: .none)
  }

  /// A session over a migration that never ends.
  public static func endless(_ path: String) -> MigrationSession {
    MigrationSession(database: path, migrations: Stories.endless, history: .none)
  }
}
