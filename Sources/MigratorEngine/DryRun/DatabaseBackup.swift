public import MigratorSQLite

/// Copies of a database that are kept.
public enum DatabaseBackup {
  /// Copies a database, consistent with its `-wal` file, and waits until the copy is on the disk.
  ///
  /// - Parameters:
  ///   - path: The database file, which is only read.
  ///   - target: The copy; must not exist. Nobody but this user can read it.
  ///   - cancellation: Stops the copy, which is removed.
  ///   - onEvent: Receives ``MigrationEvent/copying(doneBytes:totalBytes:)``.
  /// - Throws: `OpenFailure`, `DatabaseError`, ``MigrationError``.
  public static func make(
    path: String, to target: String, cancellation: Cancellation? = nil,
    onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws {
  }
}
