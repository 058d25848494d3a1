import MigratorEngine

/// The ledger of maragudk/migrate: one row with the name of the last migration.
///
/// Source: maragudk/migrate `migrate.go`.
struct MaragudkLedger: Ledger {
  let name: String
  /// The identifiers of the registered migrations, one of which the row stores.
  let identifiers: [String]

  func state(_ rows: LedgerRows) -> LedgerState {
    guard let table = table(rows) else { return LedgerState(exists: false) }
    guard let row = table.rows.first else { return LedgerState() }
    // The tool overwrites all rows, so a table with several rows belongs to another tool.
    if table.rows.count > 1 {
      return LedgerState(
        obstacle: StepObstacle(
          "\(name) has \(table.rows.count) rows, but maragudk/migrate keeps one: it is another "
            + "tool's table.",
          remedy: "Select its tool with --format."))
    }
    guard let current = row.text("version") else {
      return LedgerState(
        obstacle: StepObstacle(
          "The version in \(name) is not text, so migtui cannot determine what is applied.",
          remedy: "Find out which version the schema has, then write it into \(name)."))
    }
    var applied = identifiers.filter { !NameOrder.bytes(current, $0) }
    if !current.isEmpty, !identifiers.contains(current) { applied.append(current) }
    return LedgerState(records: applied.map { LedgerState.Record($0) })
  }

  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    switch change {
    case .create: creation(table(rows))
    case .record(let identifier): setting(identifier)
    case .baseline(let identifiers): identifiers.max(by: NameOrder.bytes).map(setting) ?? []
    case .begin, .fail, .forget, .clearFailures, .acceptChecksum: []
    }
  }

  private func setting(_ identifier: String) -> [String] {
    ["UPDATE \(LedgerSQL.table(name)) SET version = \(LedgerSQL.literal(identifier))"]
  }

  private func creation(_ table: LedgerRows.Table?) -> [String] {
    let name = LedgerSQL.table(name)
    let made = table == nil ? ["CREATE TABLE IF NOT EXISTS \(name) (version text not null)"] : []
    return made + (table?.rows.isEmpty ?? true ? ["INSERT INTO \(name) VALUES ('')"] : [])
  }
}
