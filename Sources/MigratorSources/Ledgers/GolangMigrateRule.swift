import MigratorEngine

/// The ledger of golang-migrate: one row with the current version, and whether it failed.
///
/// Source: golang-migrate/migrate `database/sqlite3/sqlite3.go`, `migrate.go`.
struct GolangMigrateRule: LedgerRule {
  static let tableName = "schema_migrations"
  let name: String

  /// What the one row says.
  private enum Row {
    /// There is none: nothing is applied.
    case none
    case version(Int64, isDirty: Bool)
    case unreadable
  }

  private func row(_ table: LedgerContents.Table) -> Row {
    guard let row = table.rows.first else { return .none }
    guard let version = row["version"]?.looseInteger else { return .unreadable }
    return .version(version, isDirty: row["dirty"]?.looseTruth ?? false)
  }

  func reading(of migrations: [ToolMigration], _ contents: LedgerContents) -> LedgerReading {
    guard let table = table(contents) else { return LedgerReading(exists: false) }
    var reading = LedgerReading()
    switch row(table) {
    case .none: break
    case .unreadable:
      reading.obstacle = StepObstacle(
        "The version in \(name) is no number, so nobody can tell what is applied.",
        remedy: "Find out which version the schema has, and run migrate force VERSION.")
    case .version(let current, let isDirty):
      reading.records = records(of: migrations, current, isDirty: isDirty)
      let isKnown = migrations.contains { Int64($0.key) == current }
      if isDirty {
        reading.obstacle = StepObstacle(
          "Dirty database version \(current). Fix and force version.",
          remedy: "See what it left behind, mend that, and run migrate force with the version that "
            + "the schema has then.")
      } else if !isKnown, current >= 0 {
        reading.obstacle = StepObstacle(
          "golang-migrate finds no migration for version \(current), which the ledger says is "
            + "the current one.",
          remedy: "Put its file back, or run migrate force with a version that has one.")
      }
    }
    return reading
  }

  /// All up to the current version count as applied; the ledger does not tell which were run.
  private func records(
    of migrations: [ToolMigration], _ current: Int64, isDirty: Bool
  ) -> [LedgerReading.Record] {
    var records = migrations.filter { migration in
      Int64(migration.key).map { $0 < current } ?? false
    }.map { LedgerReading.Record($0.identifier) }
    guard current >= 0 else { return records }
    let last = migrations.first { Int64($0.key) == current }?.identifier ?? String(current)
    records.append(
      LedgerReading.Record(
        last, state: isDirty ? .dirty : .applied,
        note: isDirty
          ? "Its way up failed or was interrupted, or the way down of the one after it: the ledger "
            + "does not tell which."
          : nil))
    return records
  }

  func creation(_ contents: LedgerContents) -> [String] {
    guard table(contents) == nil else { return [] }
    let table = name.quotedDatabaseIdentifier
    return [
      "CREATE TABLE IF NOT EXISTS main.\(table) (version uint64,dirty bool)",
      "CREATE UNIQUE INDEX IF NOT EXISTS main.version_unique ON \(table) (version)",
    ]
  }

  func recording(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] {
    Int64(migration.key).map { setting($0, isDirty: false) } ?? []
  }

  func beginning(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] {
    Int64(migration.key).map { setting($0, isDirty: true) } ?? []
  }

  func clearing(_ migrations: [ToolMigration], _ contents: LedgerContents) -> [String] {
    guard let table = table(contents), case .version(let current, isDirty: true) = row(table) else {
      return []
    }
    return setting(migrations.compactMap { Int64($0.key) }.filter { $0 < current }.max())
  }

  /// The statements that put a version in the place of whatever is there; `nil` for none.
  private func setting(_ version: Int64?, isDirty: Bool = false) -> [String] {
    let table = LedgerSQL.table(name)
    let deletion = "DELETE FROM \(table)"
    guard let version else { return [deletion] }
    return [
      deletion,
      "INSERT INTO \(table) (version, dirty) VALUES (\(version), \(isDirty ? 1 : 0))",
    ]
  }
}
