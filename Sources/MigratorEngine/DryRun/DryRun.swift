public import MigratorSQLite

/// Runs pending migrations for real, on a copy that is thrown away.
public enum DryRun {
  /// Which migrations to run.
  public enum Scope: Sendable, Hashable {
    /// The next one.
    case next
    /// All that are pending.
    case all
    /// All that are pending, up to the one with the identifier.
    case upTo(String)
  }

  /// Copies the database and applies migrations to the copy.
  ///
  /// The copy is consistent with the `-wal` file, readable by this user alone, and removed on every
  /// way out. The run stops after a migration that fails.
  ///
  /// - Parameters:
  ///   - path: The database file, which is only read.
  ///   - migrator: The registered migrations.
  ///   - scope: Which migrations to run.
  ///   - temporaryDirectory: Where to put the copy, or `nil` for TMPDIR.
  ///   - cancellation: Stops the run.
  ///   - onEvent: Receives the events, on the calling thread.
  /// - Returns: What the migrations did; a failure of the last one included.
  /// - Throws: `OpenFailure`, `DatabaseError`, ``MigrationError`` when the copy cannot be made;
  ///   SQLITE_INTERRUPT when cancelled while copying.
  public static func run(
    path: String, migrator: DatabaseMigrator, scope: Scope = .all,
    temporaryDirectory: String? = nil, cancellation: Cancellation? = nil,
    onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> DryRunReport {
    throw DatabaseError(message: "not written yet")
  }
}
