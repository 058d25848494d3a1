import MigratorEngine

/// The ledger of Drizzle before 1.0: only migrations newer than the newest row are pending.
///
/// Source: drizzle-team/drizzle-orm `drizzle-orm/src/sqlite-core/dialect.ts`.
struct DrizzleLedger: AppendOnlyLedger {
  let name: String
  let files: ToolFiles<DrizzleFile>

  func state(_ rows: LedgerRows) -> LedgerState {
    guard let table = table(rows) else {
      return LedgerState(exists: false, obstacles: obstacles(notIn: []))
    }
    let newest = table.rows.compactMap(\.drizzleTime).max()
    let matches = matches(table.rows, newest: newest)
    var state = LedgerState()
    for (index, row) in table.rows.enumerated() {
      state.records.append(
        matches[index].map { record(of: $0, row) } ?? LedgerState.Record(row.drizzleWords))
    }
    let recorded = Set(matches.values.map(\.identifier))
    if let newest {
      for file in files.all where !recorded.contains(file.identifier) {
        guard let time = file.milliseconds, time <= newest else { continue }
        state.exceptions[file.identifier] = LedgerState.Exception(
          .skipped,
          note:
            "Drizzle never runs it: its `when` is not later than that of the newest applied "
            + "migration.")
      }
    }
    if table.hasColumn("name") {
      state.obstacle = StepObstacle(
        "Drizzle 1.0 has upgraded \(name), but the folder is from an earlier version.",
        remedy: "Upgrade the folder with drizzle-kit up.")
    }
    state.obstacles = obstacles(notIn: recorded.union(state.exceptions.keys))
    return state
  }

  /// The obstacles for migrations after which Drizzle would ignore a later one with an older time.
  ///
  /// Drizzle itself applies all pending migrations at once.
  private func obstacles(notIn settled: Set<String>) -> [String: StepObstacle] {
    var obstacles: [String: StepObstacle] = [:]
    // The oldest of the later migrations.
    var oldest: (file: DrizzleFile, time: Int64)?
    for file in files.all.reversed() where !settled.contains(file.identifier) {
      guard let time = file.milliseconds else { continue }
      if let oldest, oldest.time <= time {
        obstacles[file.identifier] = StepObstacle(
          "If only \(file.identifier) is applied, Drizzle never runs \(oldest.file.identifier): its "
            + "`when` in meta/_journal.json is not later.",
          remedy: "Run drizzle-kit migrate, which applies them together, or correct `when`.",
          migration: file.identifier)
      }
      if oldest.map({ time <= $0.time }) ?? true { oldest = (file, time) }
    }
    return obstacles
  }

  /// The values by which a row and a file are matched; `nil` if a value is not compared.
  private struct Key: Hashable {
    let time: Int64?
    let hash: String?
  }

  /// The files that the rows record, by row index, matched first by time and hash, then by time,
  /// then by hash.
  private func matches(_ rows: [LedgerRows.Row], newest: Int64?) -> [Int: DrizzleFile] {
    var found: [Int: DrizzleFile] = [:]
    var open = files.all
    for (byTime, byHash) in [(true, true), (true, false), (false, true)] {
      var free: [Key: [Int]] = [:]
      for (index, row) in rows.enumerated().reversed() where found[index] == nil {
        if byTime && row.drizzleTime == nil { continue }
        let key = Key(
          time: byTime ? row.drizzleTime : nil, hash: byHash ? row.text("hash") : nil)
        free[key, default: []].append(index)
      }
      open.removeAll { file in
        guard let time = file.milliseconds else { return false }
        // Drizzle re-runs a file that is newer than all rows, regardless of its hash.
        if !byTime && newest.map({ time > $0 }) ?? true { return false }
        let key = Key(time: byTime ? time : nil, hash: byHash ? file.hash : nil)
        guard let index = free[key]?.popLast() else { return false }
        found[index] = file
        return true
      }
    }
    return found
  }

  private func record(of file: DrizzleFile, _ row: LedgerRows.Row) -> LedgerState.Record {
    let note = file.change(since: row)
    if note == nil && row.drizzleTime != file.milliseconds {
      return LedgerState.Record(
        file.identifier,
        note: "The ledger and the journal record different times for it, and Drizzle compares "
          + "these times.")
    }
    return LedgerState.Record(
      file.identifier, state: note == nil ? .applied : .changed, note: note)
  }

  func creation(_ rows: LedgerRows) -> [String] {
    unlessExists(
      rows,
      """
      CREATE TABLE \(LedgerSQL.table(name)) (
      \t\t\t\tid SERIAL PRIMARY KEY,
      \t\t\t\thash text NOT NULL,
      \t\t\t\tcreated_at numeric
      \t\t\t)
      """)
  }

  func insertion(of file: DrizzleFile, _ stamp: RecordStamp) -> String {
    LedgerSQL.insert(
      into: name, ["\"hash\"": file.hash, "\"created_at\"": file.milliseconds.databaseValue])
  }
}
