import MigratorEngine

/// The ledger of goose: a log in which the newest row of a version counts.
///
/// Source: pressly/goose `internal/dialect/dialectquery/sqlite3.go`, `up.go`.
struct GooseLedger: AppendOnlyLedger {
  let name: String
  let files: ToolFiles<KeyedFile<Int64>>

  func state(_ rows: LedgerRows) -> LedgerState {
    guard let table = table(rows) else { return LedgerState(exists: false) }
    var newest: [Int64: (id: Int64, isApplied: Bool, time: String?)] = [:]
    for row in table.rows {
      guard let version = row.integer("version_id") else { continue }
      let id = row.integer("id") ?? 0
      if let known = newest[version], known.id > id { continue }
      newest[version] = (id, row.isTrue("is_applied"), row.text("tstamp"))
    }
    let known = files.keyed(by: \.key)
    var state = LedgerState()
    // Version 0 only records that the ledger was created.
    for (version, row) in newest.sorted(by: { $0.value.id < $1.value.id })
    where row.isApplied && version != 0 {
      state.records.append(
        LedgerState.Record(known[version]?.identifier ?? String(version), appliedAt: row.time))
    }
    let applied = Set(newest.filter(\.value.isApplied).keys)
    let current = applied.max() ?? 0
    let missing = files.all.first { $0.key < current && !applied.contains($0.key) }
    state.obstacle = missing.map {
      StepObstacle(
        "goose stops at \($0.identifier): it is not applied, but version \(current) is.",
        remedy: "To apply it out of order, run goose up -allow-missing. Otherwise give it a new "
          + "number.")
    }
    return state
  }

  func creation(_ rows: LedgerRows) -> [String] {
    let table = table(rows)
    var statements: [String] = []
    if table == nil {
      statements.append(
        """
        CREATE TABLE \(LedgerSQL.table(name)) (
        \t\tid INTEGER PRIMARY KEY AUTOINCREMENT,
        \t\tversion_id INTEGER NOT NULL,
        \t\tis_applied INTEGER NOT NULL,
        \t\ttstamp TIMESTAMP DEFAULT (datetime('now'))
        \t)
        """)
    }
    // goose considers a ledger without rows broken.
    if table?.rows.isEmpty ?? true { statements.append(insertion(of: 0)) }
    return statements
  }

  func insertion(of file: KeyedFile<Int64>, _ stamp: RecordStamp) -> String {
    insertion(of: file.key)
  }

  private func insertion(of version: Int64) -> String {
    "INSERT INTO \(LedgerSQL.table(name)) (version_id, is_applied) VALUES (\(version), 1)"
  }
}
