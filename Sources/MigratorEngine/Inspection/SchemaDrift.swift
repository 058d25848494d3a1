public import MigratorSQLite
public import MigratorSchema

/// Compares the live schema with what the applied migrations produce.
public enum SchemaDrift {
  /// The answer.
  public enum Result: Sendable, Hashable {
    /// The differences from what the migrations produce (before) to the live schema (after).
    case diff(SchemaDiff)
    /// It cannot be told, and why.
    case unknown(reason: String)
  }

  /// Runs the applied migrations on a scratch database and compares the schemas.
  ///
  /// The file is only read.
  ///
  /// - Parameters:
  ///   - path: The database file.
  ///   - migrator: The registered migrations.
  ///   - cancellation: Stops the comparison.
  /// - Returns: The answer.
  /// - Throws: `OpenFailure`, `DatabaseError`, ``MigrationError``; SQLITE_INTERRUPT when cancelled.
  public static func diff(
    path: String, migrator: DatabaseMigrator, cancellation: Cancellation? = nil
  ) throws -> Result {
    .unknown(reason: "not written yet")
  }
}
