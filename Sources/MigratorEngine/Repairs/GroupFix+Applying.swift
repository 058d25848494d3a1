package import MigratorSQLite

extension [GroupFix] {
  /// Runs the statements in one transaction, with foreign keys off as in their trial.
  ///
  /// Foreign keys remain off on the connection.
  ///
  /// - Parameters:
  ///   - writer: The database.
  ///   - fingerprint: The state of the trial, which the file must still have.
  ///   - cancellation: Stops the run, which is rolled back.
  /// - Returns: The state of the file afterwards, or `nil` when another program committed before
  ///   the state could be read.
  /// - Throws: ``MigrationError`` of kind ``MigrationError/Kind/databaseChanged`` if the state
  ///   differs; `DatabaseError`. Nothing is changed then, unless the commit is in doubt.
  package func apply(
    _ writer: any DatabaseWriter, expectedFingerprint fingerprint: DatabaseFingerprint,
    cancellation: Cancellation?
  ) throws -> DatabaseFingerprint? {
    try writer.barrierWriteWithoutTransaction { db in
      // Like a migration: otherwise ON DELETE CASCADE would delete rows that the trial kept.
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      var version: Int64?
      try db.monitored(by: ProgressMonitor(cancellation: cancellation)) {
        try db.inTransaction(.immediate) {
          guard try DatabaseFingerprint(of: db) == fingerprint else {
            throw MigrationError(.databaseChanged)
          }
          for fix in self { try db.execute(sql: fix.sql) }
          version = try db.integerPragma("data_version")
          return .commit
        }
      }
      return version.flatMap { DatabaseFingerprint(of: db, ifVersionIs: $0) }
    }
  }
}
