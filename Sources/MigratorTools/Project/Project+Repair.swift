public import MigratorEngine

extension Project {
  /// Returns the applicable repairs of the ledger, the most urgent first.
  ///
  /// - Parameters:
  ///   - inspection: The database, which is only read.
  ///   - migrator: The project's migrator.
  ///   - selected: The selected migration, which is the last one of a baseline.
  ///   - configuration: The configuration for the scratch database of an adoption.
  ///   - cancellation: Stops the replay that an adoption needs.
  /// - Returns: The repairs, each with its SQL; empty if nothing needs repair.
  /// - Throws: `DatabaseError`, `MigrationError`; SQLITE_INTERRUPT if cancelled.
  public func repairs(
    of inspection: DatabaseInspection, migrator: DatabaseMigrator, selected: String?,
    configuration: Configuration = Configuration(), cancellation: Cancellation? = nil
  ) throws -> [LedgerRepair] {
    try LedgerRepairSearch.repairs(
      of: inspection, migrator: migrator, selected: selected, configuration: configuration,
      cancellation: cancellation)
  }
}
