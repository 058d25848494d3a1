import MigratorEngine

/// The ledger of golang-migrate: one row with the current version and a failure flag.
///
/// Source: golang-migrate/migrate `database/sqlite3/sqlite3.go`, `migrate.go`.
struct GolangMigrateLedger: Ledger {
  let name: String
  let files: ToolFiles<KeyedFile<UInt64>>

  private enum Row {
    case none
    case version(Int64, isDirty: Bool)
    case unreadable
  }

  private func row(_ table: LedgerRows.Table?) -> Row {
    guard let row = table?.rows.first else { return .none }
    guard let version = row.integer("version") else { return .unreadable }
    return .version(version, isDirty: row.isTrue("dirty"))
  }

  func state(_ rows: LedgerRows) -> LedgerState {
    guard let table = table(rows) else { return LedgerState(exists: false) }
    var state = LedgerState()
    switch row(table) {
    case .none: break
    case .unreadable:
      state.obstacle = StepObstacle(
        "The version in \(name) is not a number, so migtui cannot determine what is applied.",
        remedy: "Find out which version the schema has, then run migrate force VERSION.")
    case .version(let current, let isDirty):
      state.records = records(current, isDirty: isDirty)
      if isDirty {
        state.obstacle = StepObstacle(
          "Dirty database version \(current). Fix and force version.",
          remedy:
            "Undo or complete the changes of this version, then run migrate force VERSION with the resulting "
            + "version.", migration: state.records.last?.identifier)
      } else if current >= 0, !files.all.isEmpty, !files.all.contains(where: { $0.key == current })
      {
        state.obstacle = StepObstacle(
          "The ledger is at version \(current), but golang-migrate finds no migration for it.",
          remedy: "Restore its file, or run migrate force VERSION with a version that has a file.",
          migration: state.records.last?.identifier)
      }
    }
    return state
  }

  /// The migrations up to the current version, which count as applied.
  ///
  /// The ledger does not record which of them ran.
  private func records(_ current: Int64, isDirty: Bool) -> [LedgerState.Record] {
    guard current >= 0 else { return [] }
    let before = files.all.filter { $0.key < current }
    let last = files.all.first { $0.key == current }?.identifier ?? String(current)
    return before.map { LedgerState.Record($0.identifier) } + [
      LedgerState.Record(
        last, state: isDirty ? .dirty : .applied,
        note: isDirty
          ? "This migration, or the rollback of the next one, failed or was interrupted. The "
            + "ledger does not record which."
          : nil)
    ]
  }

  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    switch change {
    case .create: creation(rows)
    case .begin(let identifier): setting([identifier], isDirty: true)
    case .record(let identifier): setting([identifier], isDirty: false)
    case .baseline(let identifiers): setting(identifiers, isDirty: false)
    case .clearFailures: clearing(rows)
    case .fail, .forget, .acceptChecksum: []
    }
  }

  private func creation(_ rows: LedgerRows) -> [String] {
    let table = name.quotedDatabaseIdentifier
    return unlessExists(
      rows, "CREATE TABLE IF NOT EXISTS main.\(table) (version uint64,dirty bool)",
      "CREATE UNIQUE INDEX IF NOT EXISTS main.version_unique ON \(table) (version)")
  }

  /// The statements that set the current version to the highest of the given migrations.
  private func setting(_ identifiers: [String], isDirty: Bool) -> [String] {
    // Versions larger than an SQLite integer are never run.
    identifiers.compactMap { files[$0].flatMap { Int64(exactly: $0.key) } }.max()
      .map { setting($0, isDirty: isDirty) } ?? []
  }

  private func clearing(_ rows: LedgerRows) -> [String] {
    guard case .version(let current, isDirty: true) = row(table(rows)) else { return [] }
    let before = files.all.compactMap { Int64(exactly: $0.key) }.filter { $0 < current }
    return setting(before.max(), isDirty: false)
  }

  /// The statements that replace the stored version; `nil` removes it.
  private func setting(_ version: Int64?, isDirty: Bool) -> [String] {
    let table = LedgerSQL.table(name)
    let deletion = "DELETE FROM \(table)"
    guard let version else { return [deletion] }
    return [
      deletion, "INSERT INTO \(table) (version, dirty) VALUES (\(version), \(isDirty ? 1 : 0))",
    ]
  }
}
