package import MigratorEngine

/// The ledger of a tool behind the engine's port: its rule over real tables.
package struct ToolLedger: MigrationLedger {
  /// The rule of the tool.
  package let rule: any LedgerRule
  /// The registered migrations, in the tool's order.
  package let migrations: [ToolMigration]
  private let byIdentifier: [String: ToolMigration]

  /// Creates a ledger.
  ///
  /// - Parameters:
  ///   - rule: The rule of the tool.
  ///   - migrations: The registered migrations, in the tool's order.
  package init(rule: any LedgerRule, migrations: [ToolMigration]) {
    self.rule = rule
    self.migrations = migrations
    byIdentifier = Dictionary(migrations.map { ($0.identifier, $0) }) { first, _ in first }
  }

  package var name: String { rule.name }
  package var tableNames: [String] { rule.tableNames }

  /// Reads the ledger.
  ///
  /// - Parameter db: A connection.
  /// - Returns: What it holds.
  /// - Throws: `DatabaseError`.
  package func contents(_ db: Database) throws -> LedgerContents {
    try LedgerContents(of: rule.tableNames, db)
  }

  package func reading(of registered: [String], _ db: Database) throws -> LedgerReading {
    rule.reading(of: migrations, try contents(db))
  }

  package func create(_ db: Database) throws {
    try execute(rule.creation(contents(db)), db)
  }

  package func insert(_ identifier: String, seconds: Double, _ db: Database) throws {
    guard let migration = byIdentifier[identifier] else { return }
    let stamp = RecordStamp(time: .now, seconds: seconds)
    try execute(rule.recording(migration, contents(db), stamp), db)
    // A trigger, or a file that was to record itself and did not.
    let reading = try reading(of: [], db)
    guard reading.appliedIdentifiers.contains(identifier) else {
      throw MigrationError(.notRecorded(identifier: identifier, ledger: name))
    }
  }

  package func begin(_ identifier: String, _ db: Database) throws -> Bool {
    guard let migration = byIdentifier[identifier] else { return false }
    let stamp = RecordStamp(time: .now)
    guard !rule.beginning(migration, try contents(db), stamp).isEmpty else { return false }
    try create(db)
    try execute(rule.beginning(migration, contents(db), stamp), db)
    return true
  }

  package func fail(
    _ identifier: String, message: String, statements: Int, _ db: Database
  ) throws {
    guard let migration = byIdentifier[identifier] else { return }
    let stamp = RecordStamp(time: .now, statements: statements)
    guard !rule.failing(migration, message: message, try contents(db), stamp).isEmpty else {
      return
    }
    try create(db)
    try execute(rule.failing(migration, message: message, contents(db), stamp), db)
  }

  private func execute(_ statements: [String], _ db: Database) throws {
    for statement in statements { try db.execute(sql: statement) }
  }
}
