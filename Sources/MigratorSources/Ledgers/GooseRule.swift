import MigratorEngine

/// The ledger of goose: a log, in which the newest row of a version counts.
///
/// Source: pressly/goose `internal/dialect/dialectquery/sqlite3.go`, `up.go`.
struct GooseRule: LedgerRule {
  static let tableName = "goose_db_version"
  let name: String

  func reading(of migrations: [ToolMigration], _ contents: LedgerContents) -> LedgerReading {
    guard let table = table(contents) else { return LedgerReading(exists: false) }
    var newest: [Int64: (id: Int64, isApplied: Bool, time: String?)] = [:]
    for row in table.rows {
      guard let version = row["version_id"]?.looseInteger else { continue }
      let id = row["id"]?.looseInteger ?? 0
      if let known = newest[version], known.id > id { continue }
      newest[version] = (id, row["is_applied"]?.looseTruth ?? false, row["tstamp"]?.looseText)
    }
    let names = Dictionary(migrations.map { ($0.key, $0.identifier) }) { first, _ in first }
    var reading = LedgerReading()
    // Version 0 only says that the ledger was made.
    for (version, row) in newest.sorted(by: { $0.value.id < $1.value.id })
    where row.isApplied && version != 0 {
      reading.records.append(
        LedgerReading.Record(names[String(version)] ?? String(version), appliedAt: row.time))
    }
    let applied = Set(newest.filter(\.value.isApplied).keys)
    let current = applied.max() ?? 0
    let missing = migrations.filter {
      guard let version = Int64($0.key) else { return false }
      return version < current && !applied.contains(version)
    }
    if let first = missing.first {
      reading.obstacle = StepObstacle(
        "goose stops at \(first.identifier): it is not applied, but version \(current) is.",
        remedy: "Run goose up -allow-missing if it is to be applied late, or give it a new number.")
    }
    return reading
  }

  func creation(_ contents: LedgerContents) -> [String] {
    var statements: [String] = []
    if table(contents) == nil {
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
    // goose takes a ledger without a row for a broken one.
    if table(contents)?.rows.isEmpty ?? true { statements.append(insertion(of: 0)) }
    return statements
  }

  func recording(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] {
    Int64(migration.key).map { [insertion(of: $0)] } ?? []
  }

  private func insertion(of version: Int64) -> String {
    "INSERT INTO \(LedgerSQL.table(name)) (version_id, is_applied) "
      + "VALUES (\(version), 1)"
  }
}
