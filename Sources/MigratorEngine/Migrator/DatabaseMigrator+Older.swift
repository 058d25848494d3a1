public import MigratorSQLite

extension DatabaseMigrator {
  /// Registers a migration whose foreign keys are checked at its end, under GRDB's older name.
  ///
  /// The same as ``registerMigration(_:foreignKeyChecks:migrate:)`` with `.deferred` checks, which
  /// is the default there.
  ///
  /// - Parameters:
  ///   - identifier: The name the ledger stores.
  ///   - migrate: The code that performs SQL statements. An error it throws rolls them back.
  /// - Complexity: O(1) on average.
  public mutating func registerMigrationWithDeferredForeignKeyCheck(
    _ identifier: String, migrate: @escaping @Sendable (Database) throws -> Void
  ) {
    registerMigration(identifier, foreignKeyChecks: .deferred, migrate: migrate)
  }
}
