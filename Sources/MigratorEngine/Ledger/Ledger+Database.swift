package import MigratorSQLite

/// Where a ledger meets a connection: its rows are read, its statements run.
extension Ledger {
  /// Reads the tables of the ledger; those that are missing are no error.
  ///
  /// Reads only: a database that was never migrated has no ledger afterwards either.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  package func rows(_ db: Database) throws -> LedgerRows {
    try LedgerRows(of: tableNames, db)
  }

  /// Reads what is applied, none without a ledger.
  package func state(_ db: Database) throws -> LedgerState {
    state(try rows(db))
  }

  /// Makes a change in a transaction, of which the ledger may have been read already, and returns
  /// what it holds then; a migration that is recorded ran so many seconds.
  @discardableResult
  func make(
    _ change: LedgerChange, holding held: LedgerRows? = nil, seconds: Double = 0, _ db: Database
  ) throws -> LedgerRows {
    try outcome(of: change, holding: held ?? rows(db), seconds: seconds, db).rows
  }

  /// Makes a change in a transaction, of which the ledger was read already.
  func outcome(
    of change: LedgerChange, holding held: LedgerRows, seconds: Double = 0, _ db: Database
  ) throws -> LedgerChange.Outcome {
    try outcome(
      ofRunning: statements(for: change, held, .now(seconds: seconds)), holding: held, db)
  }

  /// Runs the statements of a change in a transaction.
  ///
  /// - Complexity: O(*n*) for *n* rows; O(√*n*) on average, besides counting them, where the statements add
  ///   one row behind the others and change no more.
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

  /// An error of a change, as the ledger's where its table is to blame: one with rules that its tool does
  /// not give it, a view in its place, or a key whose numbers are used up.
  func blamed(for error: any Error, _ db: Database) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    let reason: String
    switch error.resultCode {
    case .SQLITE_CONSTRAINT, .SQLITE_ERROR: reason = error.message ?? error.description
    case .SQLITE_FULL:
      // So SQLite says of a disk, too.
      guard let table = tableNames.first(where: { isUsedUp($0, db) }) else { return error }
      reason =
        "the numbers of its key are used up: \(Int64.max) is the last, "
        + "and \(table) or sqlite_sequence has it"
    default: return error
    }
    return MigrationError(.ledgerRefuses(ledger: name, reason: reason))
  }

  /// Whether a table has given the last number that an integer key can have.
  private func isUsedUp(_ table: String, _ db: Database) -> Bool {
    let name = table.databaseValue.sqlLiteral
    let questions = [
      "SELECT max(rowid) FROM main.\(table.quotedDatabaseIdentifier)",
      "SELECT max(seq) FROM main.sqlite_sequence WHERE name = \(name) COLLATE NOCASE",
    ]
    // A table without such a key, or a database without sqlite_sequence, has given none.
    return questions.contains { (try? Int64.fetchOne(db, sql: $0)) == .max }
  }
}
