import MigratorEngine

/// The ledger of dbmate: a row for each version, as the digits of the name are written.
///
/// Source: amacneil/dbmate `pkg/driver/sqlite/sqlite.go`.
struct DbmateLedger: Ledger {
  static let tableName = "schema_migrations"
  let name: String
  let files: ToolFiles<Versioned<String>>

  func state(_ rows: LedgerRows) -> LedgerState {
    guard let table = table(rows) else { return LedgerState(exists: false) }
    return LedgerState(records: VersionRows.records(table, of: files))
  }

  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    switch change {
    case .create:
      table(rows) == nil
        ? [
          "CREATE TABLE IF NOT EXISTS \(LedgerSQL.table(name)) "
            + "(version varchar(128) primary key)"
        ] : []
    case .record(let identifier), .baseline(let identifier):
      files[identifier].map { [LedgerSQL.insert(into: name, ["version": $0.version])] } ?? []
    case .begin, .fail, .forget, .clearFailures, .acceptChecksum: []
    }
  }
}
