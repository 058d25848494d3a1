package import MigratorSQLite

/// The one place where a ledger meets a connection: reads its rows, runs its statements, and sees to
/// it that a record is there afterwards.
package struct LedgerStore: Sendable {
  /// The rule of the ledger.
  package let ledger: any Ledger

  /// Creates a store.
  ///
  /// - Parameter ledger: The rule of the ledger.
  package init(_ ledger: any Ledger) {
    self.ledger = ledger
  }

  /// What the ledger is called on the screen.
  package var name: String { ledger.name }
  /// The tables that belong to the ledger and not to the schema that migrations make.
  package var tableNames: [String] { ledger.tableNames }

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
    ledger.state(try rows(db))
  }

  /// Makes the ledger unless it exists.
  ///
  /// - Parameters:
  ///   - held: What the ledger holds, where it was read in this transaction.
  ///   - db: A connection in a transaction.
  /// - Throws: `DatabaseError`.
  package func create(holding held: LedgerRows? = nil, _ db: Database) throws {
    try change(.create, holding: held, db)
  }

  /// Records a migration as applied.
  ///
  /// - Parameters:
  ///   - identifier: The migration.
  ///   - seconds: How long it ran.
  ///   - db: A connection in a transaction.
  /// - Throws: `DatabaseError`; ``MigrationError`` of kind
  ///   ``MigrationError/Kind/notRecorded(identifier:ledger:)`` when the record is not there
  ///   afterwards.
  package func record(_ identifier: String, seconds: Double, _ db: Database) throws {
    try change(.record(identifier), seconds: seconds, db)
    // A trigger or a view in the table's place may have swallowed the row, or a file that was to
    // record itself did not.
    guard try state(db).appliedIdentifiers.contains(identifier) else {
      throw MigrationError(.notRecorded(identifier: identifier, ledger: name))
    }
  }

  /// Forgets migrations that another one merges.
  ///
  /// - Parameters:
  ///   - identifiers: The migrations to forget.
  ///   - db: A connection in a transaction.
  /// - Throws: `DatabaseError`.
  package func forget(_ identifiers: Set<String>, _ db: Database) throws {
    if !identifiers.isEmpty { try change(.forget(identifiers), db) }
  }

  /// Notes that a migration begins which no transaction holds together.
  ///
  /// - Parameters:
  ///   - identifier: The migration.
  ///   - held: What the ledger holds, read in this transaction.
  ///   - db: A connection in a transaction.
  /// - Returns: Whether the tool notes such a thing.
  /// - Throws: `DatabaseError`.
  package func begin(
    _ identifier: String, holding held: LedgerRows, _ db: Database
  ) throws -> Bool {
    try note(.begin(identifier), holding: held, db)
  }

  /// Notes that such a migration failed, after statements that stay or after its begin was noted.
  ///
  /// - Parameters:
  ///   - identifier: The migration.
  ///   - message: What went wrong.
  ///   - ran: How many of its statements ran and stay.
  ///   - db: A connection in a transaction.
  /// - Throws: `DatabaseError`.
  package func fail(_ identifier: String, message: String, ran: Int, _ db: Database) throws {
    _ = try note(.fail(identifier, message: message, ran: ran), holding: try rows(db), db)
  }

  /// Makes a change for which the ledger is made where the tool notes it at all.
  private func note(_ change: LedgerChange, holding held: LedgerRows, _ db: Database) throws -> Bool
  {
    guard !ledger.statements(for: change, held, .now()).isEmpty else { return false }
    try create(holding: held, db)
    try self.change(change, db)
    return true
  }

  private func change(
    _ change: LedgerChange, holding held: LedgerRows? = nil, seconds: Double = 0, _ db: Database
  ) throws {
    let held = try held ?? rows(db)
    for statement in ledger.statements(for: change, held, .now(seconds: seconds)) {
      try db.execute(sql: statement)
    }
  }
}
