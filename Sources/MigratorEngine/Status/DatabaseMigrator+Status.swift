public import MigratorSQLite

extension DatabaseMigrator {
  /// Returns the registered and the applied migrations in one list.
  ///
  /// Writes nothing: a database that was never migrated has no ledger afterwards either.
  ///
  /// - Parameter db: A connection; one that only reads suffices.
  /// - Returns: The report.
  /// - Throws: `DatabaseError`; ``MigrationError`` for an identifier registered twice.
  /// - Complexity: O(*n* + *m*) for *n* registered and *m* applied migrations.
  public func statusReport(_ db: Database) throws -> StatusReport {
    try statusReport(
      appliedIdentifiers: ledger.appliedIdentifiers(db), ledgerExists: ledger.exists(db))
  }

  /// Joins the registered migrations with what a ledger holds.
  ///
  /// - Parameters:
  ///   - applied: What the ledger holds, in its order.
  ///   - ledgerExists: Whether the ledger table exists.
  /// - Returns: The report.
  /// - Throws: ``MigrationError`` for an identifier registered twice.
  /// - Complexity: O(*n* + *m*) for *n* registered and *m* applied migrations.
  public func statusReport(
    appliedIdentifiers applied: [String], ledgerExists: Bool = true
  ) throws -> StatusReport {
    try validate()
    let appliedSet = Set(applied)
    let lastApplied = registered.lastIndex { appliedSet.contains($0.identifier) }
    let completed = registered.prefix { appliedSet.contains($0.identifier) }.count
    let merged = registered.reduce(into: Set<String>()) { $0.formUnion($1.mergedIdentifiers) }

    var list = registered.enumerated().map { index, migration in
      let isApplied = appliedSet.contains(migration.identifier)
      let isLate = lastApplied.map { index < $0 } ?? false
      return MigrationStatus(
        identifier: migration.identifier,
        state: isApplied ? .applied : isLate ? .outOfOrder : .pending,
        // The first that is not applied stands right after the completed ones.
        isNext: index == completed,
        isCompleted: index < completed,
        script: migration.script,
        foreignKeyChecks: migration.foreignKeyChecks,
        runsOutsideTransaction: migration.runsOutsideTransaction)
    }
    let unregistered = applied.filter { indexes[$0] == nil }.map {
      MigrationStatus(identifier: $0, state: merged.contains($0) ? .merged : .unregistered)
    }
    list.insert(contentsOf: unregistered, at: lastApplied.map { $0 + 1 } ?? 0)
    return StatusReport(
      migrations: list, ledgerName: ledger.name, ledgerExists: ledgerExists)
  }
}
