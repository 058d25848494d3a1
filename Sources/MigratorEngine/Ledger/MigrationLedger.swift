package import MigratorSQLite

/// Where a database remembers what was applied: the port behind which each tool's ledger stands.
package protocol MigrationLedger: Sendable {
  /// What the ledger is called on the screen: the name of its table, or `PRAGMA user_version`.
  var name: String { get }

  /// The tables that belong to the ledger and not to the schema that migrations make.
  var tableNames: [String] { get }

  /// Reads what is applied, none without a ledger.
  ///
  /// Reads only: a database that was never migrated has no ledger afterwards either.
  ///
  /// - Parameters:
  ///   - registered: The identifiers of the registered migrations, in order.
  ///   - db: A connection.
  /// - Returns: What the ledger tells of them.
  /// - Throws: `DatabaseError`, except for a ledger that is missing.
  func reading(of registered: [String], _ db: Database) throws -> LedgerReading

  /// Makes the ledger unless it exists.
  ///
  /// - Parameter db: A connection in a transaction.
  /// - Throws: `DatabaseError`.
  func create(_ db: Database) throws

  /// Records a migration as applied.
  ///
  /// - Parameters:
  ///   - identifier: The migration.
  ///   - seconds: How long it ran.
  ///   - db: A connection in a transaction.
  /// - Throws: `DatabaseError`; ``MigrationError`` when the record is not there afterwards.
  func insert(_ identifier: String, seconds: Double, _ db: Database) throws

  /// Forgets migrations that another one merges.
  ///
  /// - Parameters:
  ///   - identifiers: The migrations to forget.
  ///   - db: A connection in a transaction.
  /// - Throws: `DatabaseError`.
  func delete(_ identifiers: Set<String>, _ db: Database) throws

  /// Notes that a migration begins which no transaction holds together, so that a crash in its
  /// middle leaves the sign that the tool would leave.
  ///
  /// - Parameters:
  ///   - identifier: The migration.
  ///   - db: A connection in a transaction.
  /// - Returns: Whether it noted anything.
  /// - Throws: `DatabaseError`.
  func begin(_ identifier: String, _ db: Database) throws -> Bool

  /// Notes that such a migration failed, after statements that stay or after its begin was noted.
  ///
  /// - Parameters:
  ///   - identifier: The migration.
  ///   - message: What went wrong.
  ///   - statements: How many of its statements ran and stay.
  ///   - db: A connection in a transaction.
  /// - Throws: `DatabaseError`.
  func fail(_ identifier: String, message: String, statements: Int, _ db: Database) throws
}

extension MigrationLedger {
  package var tableNames: [String] { [name] }
  package func delete(_ identifiers: Set<String>, _ db: Database) throws {}
  package func begin(_ identifier: String, _ db: Database) throws -> Bool { false }
  package func fail(
    _ identifier: String, message: String, statements: Int, _ db: Database
  ) throws {}
}
