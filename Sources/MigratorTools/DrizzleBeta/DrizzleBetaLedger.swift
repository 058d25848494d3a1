import MigratorEngine

/// The ledger of Drizzle 1.0: a row for each folder, identified by its name.
///
/// Source: drizzle-team/drizzle-orm (beta) `drizzle-orm/src/up-migrations/sqlite.ts`,
/// `migrator.utils.ts`.
struct DrizzleBetaLedger: AppendOnlyLedger {
  let name: String
  let files: ToolFiles<DrizzleFile>

  func state(_ rows: LedgerRows) -> LedgerState {
    guard let table = table(rows) else { return LedgerState(exists: false) }
    guard table.hasColumn("name") else { return state(old: table) }
    return LedgerState(
      records: table.rows.map { row in
        let folder = row.text("name")
        let change = folder.flatMap { files[$0] }?.change(since: row)
        return LedgerState.Record(
          folder ?? row.drizzleWords, appliedAt: row.text("applied_at"),
          state: change == nil ? .applied : .changed, note: change)
      })
  }

  /// Reads a ledger of an earlier version, as Drizzle 1.0 does when it upgrades the ledger.
  ///
  /// Rows are matched by the time in seconds, then by the hash.
  private func state(old table: LedgerRows.Table) -> LedgerState {
    let byTime = Dictionary(grouping: files.all, by: \.milliseconds)
    let byHash = Dictionary(files.all.map { ($0.hash, $0) }) { _, last in last }
    var state = LedgerState()
    var lost = 0
    for row in table.rows {
      let second = row.drizzleTime.map { $0 / 1000 * 1000 }
      let candidates = second.flatMap { byTime[$0] } ?? []
      let hash = row.text("hash")
      let match =
        candidates.count > 1
        ? candidates.first { $0.hash == hash } : candidates.first ?? hash.flatMap { byHash[$0] }
      if match == nil { lost += 1 }
      let change = match?.change(since: row)
      state.records.append(
        LedgerState.Record(
          match?.identifier ?? row.drizzleWords, state: change == nil ? .applied : .changed,
          note: change))
    }
    state.obstacle =
      lost == 0
      ? StepObstacle(
        "\(name) is from an earlier version of Drizzle. Drizzle 1.0 upgrades it when it migrates.",
        remedy: "Run drizzle-kit migrate once, or the app's own migrate().")
      : StepObstacle(
        "\(name) is from an earlier version of Drizzle. Drizzle 1.0 stops, because \(lost) of its rows have "
          + "no folder.",
        remedy: "Restore the missing folders.")
    return state
  }

  func creation(_ rows: LedgerRows) -> [String] {
    unlessExists(
      rows,
      """
      CREATE TABLE \(LedgerSQL.table(name)) (
      \t\t\t\tid INTEGER PRIMARY KEY,
      \t\t\t\thash text NOT NULL,
      \t\t\t\tcreated_at numeric,
      \t\t\t\tname text,
      \t\t\t\tapplied_at TEXT
      \t\t\t)
      """)
  }

  func insertion(of file: DrizzleFile, _ stamp: RecordStamp) -> String {
    LedgerSQL.insert(
      into: name,
      [
        "\"hash\"": file.hash, "\"created_at\"": file.milliseconds.databaseValue,
        "\"name\"": file.identifier,
        "\"applied_at\"": stamp.time.text(digits: 3, separator: "T") + "Z",
      ])
  }
}
