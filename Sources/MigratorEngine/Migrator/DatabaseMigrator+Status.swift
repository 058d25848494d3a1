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
    try statusReport(reading(db))
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
    try statusReport(LedgerState(applied: applied, exists: ledgerExists))
  }

  /// Joins the registered migrations with what a ledger tells.
  ///
  /// - Parameter reading: What the ledger tells.
  /// - Returns: The report.
  /// - Throws: ``MigrationError`` for an identifier registered twice.
  /// - Complexity: O(*n* + *m*) for *n* registered and *m* recorded migrations.
  package func statusReport(_ reading: LedgerState) throws -> StatusReport {
    try validate()
    let applied = Set(reading.appliedIdentifiers)
    var records: [String: LedgerState.Record] = [:]
    for record in reading.records { records[record.identifier] = record }
    let ordered = reading.orderedIdentifiers
    let lastApplied = registered.lastIndex { ordered.contains($0.identifier) }
    let completed = registered.prefix { applied.contains($0.identifier) }.count
    let merged = registered.reduce(into: Set<String>()) { $0.formUnion($1.mergedIdentifiers) }
    let obstacle = obstacle(reading)
    let next = obstacle == nil ? next(reading)?.identifier : nil

    var list = registered.enumerated().map { index, migration in
      let record = records[migration.identifier]
      let exception = reading.exceptions[migration.identifier]
      let isLate = lastApplied.map { index < $0 } ?? false
      return MigrationStatus(
        identifier: migration.identifier,
        state: record?.state ?? exception?.state
          ?? (migration.obstacle != nil ? .code : isLate ? .outOfOrder : .pending),
        isNext: migration.identifier == next,
        isCompleted: index < completed,
        script: migration.script,
        foreignKeyChecks: migration.foreignKeyChecks,
        transaction: migration.transaction,
        appliedAt: record?.appliedAt,
        note: record?.note ?? exception?.note ?? migration.obstacle?.description
          ?? (record == nil ? reading.notes[migration.identifier] : nil))
    }
    let unregistered = reading.records.filter { indexes[$0.identifier] == nil }.map { record in
      let state: MigrationStatus.State =
        record.state == .dirty
        ? .dirty : merged.contains(record.identifier) ? .merged : .unregistered
      return MigrationStatus(
        identifier: record.identifier, state: state, appliedAt: record.appliedAt, note: record.note)
    }
    list.insert(contentsOf: unregistered, at: lastApplied.map { $0 + 1 } ?? 0)
    return StatusReport(
      migrations: list, ledgerName: ledger.name, ledgerExists: reading.exists, obstacle: obstacle,
      caution: obstacle == nil ? reading.obstacle : nil)
  }
}
