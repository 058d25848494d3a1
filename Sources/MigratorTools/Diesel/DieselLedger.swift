import MigratorEngine

/// The ledger of diesel: a row with the text of each version.
///
/// Source: diesel-rs/diesel `diesel/src/migration/mod.rs`, `diesel_migrations/src/migration_harness.rs`.
struct DieselLedger: Ledger {
  static let tableName = "__diesel_schema_migrations"
  let name: String
  let files: ToolFiles<Versioned<String>>

  func state(_ rows: LedgerRows) -> LedgerState {
    guard let table = table(rows) else { return LedgerState(exists: false) }
    return LedgerState(records: VersionRows.records(table, time: "run_on", of: files))
  }

  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    switch change {
    case .create: creation(rows)
    case .record(let identifier), .baseline(let identifier):
      files[identifier].map { [LedgerSQL.insert(into: name, ["version": $0.version])] } ?? []
    case .begin, .fail, .forget, .clearFailures, .acceptChecksum: []
    }
  }

  private func creation(_ rows: LedgerRows) -> [String] {
    guard table(rows) == nil else { return [] }
    return [
      """
      CREATE TABLE IF NOT EXISTS \(LedgerSQL.table(name)) (
             version VARCHAR(50) PRIMARY KEY NOT NULL,
             run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
      )
      """
    ]
  }
}
