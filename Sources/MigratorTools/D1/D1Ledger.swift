import MigratorEngine

/// The ledger of D1: a row for each file, by its path with the extension.
///
/// Source: cloudflare/workers-sdk `packages/wrangler/src/d1/migrations/helpers.ts`.
struct D1Ledger: Ledger {
  static let tableName = "d1_migrations"
  let name: String

  func state(_ rows: LedgerRows) -> LedgerState {
    guard let table = table(rows) else { return LedgerState(exists: false) }
    var seen: Set<String> = []
    return LedgerState(
      records: table.rows.compactMap { row in
        guard let name = row.text("name"), seen.insert(name).inserted else { return nil }
        return LedgerState.Record(name, appliedAt: row.text("applied_at"))
      })
  }

  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    switch change {
    case .create: creation(rows)
    case .record(let identifier), .baseline(let identifier):
      [LedgerSQL.insert(into: name, ["name": identifier])]
    case .begin, .fail, .forget, .clearFailures, .acceptChecksum: []
    }
  }

  private func creation(_ rows: LedgerRows) -> [String] {
    guard table(rows) == nil else { return [] }
    return [
      """
      CREATE TABLE \(LedgerSQL.table(name))(
      \t\tid         INTEGER PRIMARY KEY AUTOINCREMENT,
      \t\tname       TEXT UNIQUE,
      \t\tapplied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
      )
      """
    ]
  }
}
