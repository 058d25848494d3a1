import MigratorEngine

/// The ledger of GRDB as a rule, for repairs; the engine itself reads and writes it when it runs.
struct GRDBRule: LedgerRule {
  static let tableName = GRDBLedger.tableName
  let name = GRDBRule.tableName

  func reading(of migrations: [ToolMigration], _ contents: LedgerContents) -> LedgerReading {
    guard let table = table(contents) else { return LedgerReading(exists: false) }
    return LedgerReading(
      records: table.rows.compactMap { row in
        row["identifier"]?.looseText.map { LedgerReading.Record($0) }
      })
  }

  func creation(_ contents: LedgerContents) -> [String] {
    table(contents) == nil
      ? ["CREATE TABLE main.grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"] : []
  }

  func recording(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] {
    let value = migration.identifier.databaseValue.sqlLiteral
    return ["INSERT INTO main.grdb_migrations (identifier) VALUES (\(value))"]
  }
}
