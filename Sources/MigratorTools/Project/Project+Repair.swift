public import MigratorEngine

extension Project {
  /// Returns the repairs of the ledger that make sense now, the most urgent first.
  ///
  /// - Parameters:
  ///   - inspection: The database, which is only read.
  ///   - migrator: The project's migrator.
  ///   - selected: The migration a person has in view: a baseline ends with it.
  ///   - configuration: How to open the scratch database of an adoption.
  ///   - cancellation: Stops the replay that an adoption needs.
  /// - Returns: The repairs, each with its SQL; none when there is nothing to repair.
  /// - Throws: `DatabaseError`, `MigrationError`; SQLITE_INTERRUPT when cancelled.
  public func repairs(
    of inspection: DatabaseInspection, migrator: DatabaseMigrator, selected: String?,
    configuration: Configuration = Configuration(), cancellation: Cancellation? = nil
  ) throws -> [LedgerRepair] {
    try LedgerRepairSearch.repairs(
      of: inspection, migrator: migrator, selected: selected, configuration: configuration,
      cancellation: cancellation)
  }
}
