package import MigratorSQLite

/// Where a database remembers what was applied.
package protocol MigrationLedger: Sendable {
  /// The name of the ledger's table.
  var name: String { get }

  /// Returns the applied identifiers in the order they were recorded, none without a table.
  ///
  /// Reads only: a database that was never migrated has no ledger afterwards either.
  ///
  /// - Parameter db: A connection.
  /// - Returns: The identifiers.
  /// - Throws: `DatabaseError`, except for a table that is missing.
  func appliedIdentifiers(_ db: Database) throws -> [String]

  /// Returns whether the ledger's table exists.
  ///
  /// - Parameter db: A connection.
  /// - Returns: Whether it exists.
  /// - Throws: `DatabaseError`.
  func exists(_ db: Database) throws -> Bool

  /// Makes the ledger's table unless it exists.
  ///
  /// - Parameter db: A connection in a transaction.
  /// - Throws: `DatabaseError`.
  func create(_ db: Database) throws

  /// Records a migration as applied.
  ///
  /// - Parameters:
  ///   - identifier: The migration.
  ///   - db: A connection in a transaction.
  /// - Throws: `DatabaseError`; ``MigrationError`` when the record is not there afterwards.
  func insert(_ identifier: String, _ db: Database) throws

  /// Forgets migrations.
  ///
  /// - Parameters:
  ///   - identifiers: The migrations to forget.
  ///   - db: A connection in a transaction.
  /// - Throws: `DatabaseError`.
  func delete(_ identifiers: Set<String>, _ db: Database) throws
}

/// The ledger of GRDB: one column, never altered.
///
/// It is always named with its schema: a migration may have made a temporary table of that name.
package struct GRDBLedger: MigrationLedger {
  package let name = "grdb_migrations"

  package init() {}

  package func appliedIdentifiers(_ db: Database) throws -> [String] {
    // Asked first, not after an error: another process may make the ledger in between.
    guard try exists(db) else { return [] }
    let sql = "SELECT identifier FROM main.grdb_migrations"
    do {
      return try String.fetchAll(db, sql: sql + " ORDER BY rowid")
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      // A ledger without rowid keeps no order of recording. Every other error comes again.
      return try String.fetchAll(db, sql: sql)
    }
  }

  package func exists(_ db: Database) throws -> Bool {
    try db.tableExists(name, in: "main")
  }

  package func create(_ db: Database) throws {
    try db.execute(
      sql: "CREATE TABLE IF NOT EXISTS main.grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
  }

  package func insert(_ identifier: String, _ db: Database) throws {
    try db.execute(
      sql: "INSERT INTO main.grdb_migrations (identifier) VALUES (?)", arguments: [identifier])
    // A trigger on the table, or a view in its place, may have swallowed the row.
    guard try appliedIdentifiers(db).contains(identifier) else {
      throw MigrationError(.notRecorded(identifier: identifier, ledger: name))
    }
  }

  package func delete(_ identifiers: Set<String>, _ db: Database) throws {
    for identifier in identifiers.sorted() {
      try db.execute(
        sql: "DELETE FROM main.grdb_migrations WHERE identifier = ?", arguments: [identifier])
    }
  }
}
