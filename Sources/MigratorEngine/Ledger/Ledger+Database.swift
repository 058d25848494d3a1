package import MigratorSQLite

/// Where a ledger meets a connection: its rows are read, its statements run.
extension Ledger {
  /// Reads the tables of the ledger.
  ///
  /// Reads only: a database that was never migrated has no ledger afterwards either.
  ///
  /// - Parameter db: A connection.
  /// - Returns: What they hold.
  /// - Throws: `DatabaseError`, except for tables that are missing.
  /// - Complexity: O(*n*) for *n* rows.
  package func rows(_ db: Database) throws -> LedgerRows {
    try LedgerRows(of: tableNames, db)
  }

  /// Reads what is applied, none without a ledger.
  ///
  /// - Parameter db: A connection.
  /// - Returns: What the ledger tells of the registered migrations.
  /// - Throws: `DatabaseError`, except for a ledger that is missing.
  package func state(_ db: Database) throws -> LedgerState {
    state(try rows(db))
  }

  /// Makes a change in a transaction, of which the ledger may have been read already, and returns
  /// what it holds then; a migration that is recorded ran so many seconds.
  @discardableResult
  func make(
    _ change: LedgerChange, holding held: LedgerRows? = nil, seconds: Double = 0, _ db: Database
  ) throws -> LedgerRows {
    let held = try held ?? rows(db)
    return try rows(
      afterRunning: statements(for: change, held, .now(seconds: seconds)), holding: held, db)
  }

  /// Runs the statements of a change in a transaction, and returns what the ledger holds then.
  ///
  /// - Complexity: O(*n*) for *n* rows, which are copied and not read where the statements add one
  ///   row behind the others and change no more.
  func rows(
    afterRunning statements: [String], holding held: LedgerRows, _ db: Database
  ) throws -> LedgerRows {
    if statements.isEmpty { return held }
    let changesBefore = db.totalChangesCount
    for statement in statements { try db.execute(sql: statement) }
    let isAppended = db.totalChangesCount == changesBefore + 1
    return try (isAppended ? held.appending(db.lastInsertedRowID, db) : nil) ?? rows(db)
  }

  /// An error of a change, as the ledger's where its table is to blame: one with rules that its tool does
  /// not give it, or a view in its place.
  func blamed(for error: any Error) -> any Error {
    guard let error = error as? DatabaseError,
      [.SQLITE_CONSTRAINT, .SQLITE_ERROR].contains(error.resultCode)
    else { return error }
    return MigrationError(
      .ledgerRefuses(ledger: name, reason: error.message ?? error.description))
  }
}
