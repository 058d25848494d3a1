package import MigratorSQLite

extension Ledger {
  /// Reads the ledger's tables; missing tables are left out.
  ///
  /// Writes nothing, so a missing ledger is not created.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  package func rows(_ db: Database) throws -> LedgerRows {
    try LedgerRows(of: tableNames, db)
  }

  /// Returns the recorded state; without a ledger, nothing is applied.
  package func state(_ db: Database) throws -> LedgerState {
    state(try rows(db))
  }

  /// Makes a change inside a transaction and returns the ledger's new contents.
  ///
  /// `held` are the rows if they were already read; `seconds` is the run time to record.
  @discardableResult
  func make(
    _ change: LedgerChange, holding held: LedgerRows? = nil, seconds: Double = 0, _ db: Database
  ) throws -> LedgerRows {
    try outcome(of: change, holding: held ?? rows(db), seconds: seconds, db).rows
  }

  func outcome(
    of change: LedgerChange, holding held: LedgerRows, seconds: Double = 0, _ db: Database
  ) throws -> LedgerChange.Outcome {
    try outcome(
      ofRunning: statements(for: change, held, .now(seconds: seconds)), holding: held, db)
  }

  /// Runs the statements of a change inside a transaction.
  ///
  /// - Complexity: O(*n*) for *n* rows. If the statements only append one row: a count of the rows,
  ///   then O(√*n*) on average.
  func outcome(
    ofRunning statements: [String], holding held: LedgerRows, _ db: Database
  ) throws -> LedgerChange.Outcome {
    if statements.isEmpty { return LedgerChange.Outcome(rows: held) }
    let changesBefore = db.totalChangesCount
    for statement in statements { try db.execute(sql: statement) }
    let isAppended = db.totalChangesCount == changesBefore + 1
    return try (isAppended ? held.appending(db.lastInsertedRowID, db) : nil)
      ?? LedgerChange.Outcome(rows: rows(db))
  }

  /// Returns the error of a change, reported as
  /// ``MigrationError/Kind/ledgerRefuses(ledger:reason:)`` if the ledger's table causes it.
  ///
  /// Examples: the table has constraints that its tool does not define, a view has the table's
  /// name, or the table's integer key is exhausted.
  func ledgerError(for error: any Error, _ db: Database) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    let reason: String
    switch error.resultCode {
    case .SQLITE_CONSTRAINT, .SQLITE_ERROR: reason = error.message ?? error.description
    case .SQLITE_FULL:
      // SQLite also returns SQLITE_FULL for a full disk.
      guard let table = tableNames.first(where: { isUsedUp($0, db) }) else { return error }
      reason =
        "its key has no free number: \(table) or sqlite_sequence already contains the "
        + "largest, \(Int64.max)"
    default: return error
    }
    return MigrationError(.ledgerRefuses(ledger: name, reason: reason))
  }

  /// True if a table has used the largest possible integer key.
  private func isUsedUp(_ table: String, _ db: Database) -> Bool {
    let name = table.databaseValue.sqlLiteral
    let questions = [
      "SELECT max(rowid) FROM main.\(table.quotedDatabaseIdentifier)",
      "SELECT max(seq) FROM main.sqlite_sequence WHERE name = \(name) COLLATE NOCASE",
    ]
    // The queries fail for a table without rowids or a database without sqlite_sequence.
    return questions.contains { (try? Int64.fetchOne(db, sql: $0)) == .max }
  }
}
