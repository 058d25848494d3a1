package import MigratorSQLite

/// The ledger of GRDB: one column, never altered.
///
/// It is always named with its schema: a migration may have made a temporary table of that name.
package struct GRDBLedger: MigrationLedger {
  package static let tableName = "grdb_migrations"
  package let name = GRDBLedger.tableName

  package init() {}

  package func reading(of registered: [String], _ db: Database) throws -> LedgerReading {
    // Asked first, not after an error: another process may make the ledger in between.
    guard try db.tableExists(name, in: "main") else { return LedgerReading(exists: false) }
    return LedgerReading(applied: try appliedIdentifiers(db))
  }

  private func appliedIdentifiers(_ db: Database) throws -> [String] {
    let sql = "SELECT identifier FROM main.grdb_migrations"
    do {
      return try String.fetchAll(db, sql: sql + " ORDER BY rowid")
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      // A ledger without rowid keeps no order of recording. Every other error comes again.
      return try String.fetchAll(db, sql: sql)
    }
  }

  package func create(_ db: Database) throws {
    try db.execute(
      sql: "CREATE TABLE IF NOT EXISTS main.grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
  }

  package func insert(_ identifier: String, seconds: Double, _ db: Database) throws {
    try db.execute(
      sql: "INSERT INTO main.grdb_migrations (identifier) VALUES (?)", arguments: [identifier])
    // A trigger on the table, or a view in its place, may have swallowed the row.
    let isThere = try Bool.fetchOne(
      db, sql: "SELECT count(*) FROM main.grdb_migrations WHERE identifier = ?",
      arguments: [identifier])
    guard isThere == true else {
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
