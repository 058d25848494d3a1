internal import MigratorSQLite

/// What one step reads and writes of the ledger.
struct StepLedger {
  let migration: Migration
  let list: MigrationList
  let db: Database

  /// Reads the ledger again under the write lock and decides whether to run.
  ///
  /// - Parameter request: Its conditions must hold.
  /// - Returns: The decision, and what the ledger holds where it was asked.
  /// - Throws: `DatabaseError`; ``MigrationError`` of the plan.
  func admit(_ request: StepRequest) throws -> (Admission, held: LedgerRows) {
    if let expected = request.fingerprint, try DatabaseFingerprint(of: db) != expected {
      return (.refused(MigrationError(.databaseChanged)), LedgerRows())
    }
    let held = try list.ledger.rows(db)
    let admission = try Admission(
      of: migration, in: list, list.ledger.ledger.state(held), mustBeNext: request.mustBeNext)
    return (admission, held)
  }

  /// Makes the ledger unless it is there.
  ///
  /// - Parameter held: What the ledger holds, read in this transaction.
  /// - Throws: `DatabaseError`.
  func create(holding held: LedgerRows) throws {
    try list.ledger.create(holding: held, db)
  }

  /// Records the migration in the place of those it merges.
  func record(seconds: Double) throws {
    try list.ledger.forget(migration.mergedIdentifiers, db)
    try list.ledger.record(migration.identifier, seconds: seconds, db)
  }

  /// Whether the migration is recorded.
  func isRecorded() throws -> Bool {
    try list.state(db).appliedIdentifiers.contains(migration.identifier)
  }

  /// Records the migration, unless its own statements did.
  func recordUnlessDone(seconds: Double) throws {
    try list.ledger.create(db)
    if try !isRecorded() {
      try list.ledger.record(migration.identifier, seconds: seconds, db)
    }
  }

  /// Leaves the sign of a beginning that the tool of the ledger would leave.
  ///
  /// - Parameter held: What the ledger holds, read in this transaction.
  /// - Returns: Whether there is such a sign.
  /// - Throws: `DatabaseError`.
  func begin(holding held: LedgerRows) throws -> Bool {
    try list.ledger.begin(migration.identifier, holding: held, db)
  }

  /// Leaves the sign of a failure that the tool of the ledger would leave.
  ///
  /// - Parameters:
  ///   - error: The failure, which is told with or without its sign.
  ///   - ran: How many statements stay.
  func noteFailure(_ error: any Error, ran: Int) {
    try? db.ignoringCancellation {
      try db.inTransaction(.immediate) {
        try list.ledger.fail(
          migration.identifier, message: MigrationFailure.words(for: error), ran: ran, db)
        return .commit
      }
    }
  }
}
