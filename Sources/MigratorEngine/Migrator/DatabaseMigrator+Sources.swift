package import MigratorSQLite

// What folders of other tools register: scripts with the tool's own idea of transactions, and
// migrations that only the tool can run.
extension DatabaseMigrator {
  /// Registers a migration written in SQL.
  ///
  /// - Parameters:
  ///   - identifier: What identifies it; the ledger knows under which name it records that.
  ///   - foreignKeyChecks: How the migration treats foreign keys.
  ///   - script: The statements.
  ///   - transaction: What holds the statements together.
  package mutating func registerMigration(
    _ identifier: String, foreignKeyChecks: ForeignKeyChecks, script: SQLScript,
    transaction: MigrationTransaction
  ) {
    register(
      identifier, foreignKeyChecks: foreignKeyChecks, merging: [], body: .script(script),
      transaction: transaction)
  }

  /// Registers a migration that this program can show but not run.
  ///
  /// No step runs it, and none goes past it.
  ///
  /// - Parameters:
  ///   - identifier: What identifies it.
  ///   - obstacle: Why, and what would run it.
  package mutating func registerUnavailable(_ identifier: String, obstacle: StepObstacle) {
    register(identifier, foreignKeyChecks: .deferred, merging: [], body: .unavailable(obstacle))
  }
}
