import MigratorEngine

/// The ledger of diesel: a row with the text of each version.
///
/// Source: diesel-rs/diesel `diesel/src/migration/mod.rs`, `diesel_migrations/src/migration_harness.rs`.
struct DieselRule: LedgerRule {
  static let tableName = "__diesel_schema_migrations"
  let name: String

  func reading(of migrations: [ToolMigration], _ contents: LedgerContents) -> LedgerReading {
    guard let table = table(contents) else { return LedgerReading(exists: false) }
    return LedgerReading(
      records: VersionRows.records(
        table.rows.map { ($0["version"], $0["run_on"]?.looseText) }, of: migrations))
  }

  func creation(_ contents: LedgerContents) -> [String] {
    guard table(contents) == nil else { return [] }
    return [
      """
      CREATE TABLE IF NOT EXISTS \(LedgerSQL.table(name)) (
             version VARCHAR(50) PRIMARY KEY NOT NULL,
             run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
      )
      """
    ]
  }

  func recording(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] {
    [LedgerSQL.insert(into: name, ["version": migration.key])]
  }
}
