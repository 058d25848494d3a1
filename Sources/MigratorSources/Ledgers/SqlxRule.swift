import MigratorEngine

/// The ledger of sqlx: a row for each version, with a checksum that is compared at every start.
///
/// Source: launchbadge/sqlx `sqlx-sqlite/src/migrate.rs`, `sqlx-core/src/migrate/migrator.rs`.
struct SqlxRule: LedgerRule {
  static let tableName = "_sqlx_migrations"
  /// The fact that holds the column `description`.
  static let descriptionFact = "description"
  /// The fact that holds the characters that do not count in the checksum.
  static let ignoredFact = "ignored"
  /// The fact that holds the name that the project's settings give the table.
  static let tableFact = "table-name"
  let name: String

  func reading(of migrations: [ToolMigration], _ contents: LedgerContents) -> LedgerReading {
    guard let table = table(contents) else { return LedgerReading(exists: false) }
    var reading = LedgerReading()
    // The obstacles in the order in which sqlx looks for them.
    var failed: StepObstacle?
    var missing: StepObstacle?
    var changed: StepObstacle?
    let byVersion = Dictionary(migrations.map { ($0.key, $0) }) { first, _ in first }
    for row in table.rows {
      guard let version = row["version"]?.looseInteger else { continue }
      let migration = byVersion[String(version)]
      let isDone = row["success"]?.looseTruth ?? false
      let isSame = migration.map { $0.checksum == row["checksum"] } ?? true
      if !isDone {
        failed = failed ?? failure(version)
      } else if migration == nil {
        missing = missing ?? self.missing(version)
      } else if !isSame {
        changed = changed ?? change(version)
      }
      reading.records.append(
        LedgerReading.Record(
          migration?.identifier ?? String(version), appliedAt: row["installed_on"]?.looseText,
          state: !isDone ? .dirty : isSame ? .applied : .changed,
          note: isSame ? nil : migration.map { explanation($0, row["checksum"]) }))
    }
    reading.obstacle = failed ?? missing ?? changed
    return reading
  }

  private func failure(_ version: Int64) -> StepObstacle {
    StepObstacle(
      "sqlx stops: migration \(version) is partially applied (success is false).",
      remedy: "See what it left behind, mend that, and remove its row from \(name).")
  }

  private func missing(_ version: Int64) -> StepObstacle {
    StepObstacle(
      "sqlx stops: migration \(version) was applied, and its file is missing.",
      remedy: "Put the file back, or run sqlx migrate run --ignore-missing.")
  }

  private func change(_ version: Int64) -> StepObstacle {
    StepObstacle(
      "sqlx stops: migration \(version) was applied, and its file has been changed since.",
      remedy: "Put the file back as it was, or put its present checksum into \(name).")
  }

  private func explanation(_ migration: ToolMigration, _ stored: DatabaseValue?) -> String {
    let settings = SqlxSettings(ignoring: migration.facts[Self.ignoredFact]?.looseText ?? "")
    return TextVariant.note(of: migration.script?.source ?? "") { text in
      DatabaseValue(storage: .blob(settings.checksum(of: Array(text.utf8)))) == stored
    }
  }

  func creation(_ contents: LedgerContents) -> [String] {
    guard table(contents) == nil else { return [] }
    return [
      """
      CREATE TABLE IF NOT EXISTS \(LedgerSQL.table(name)) (
          version BIGINT PRIMARY KEY,
          description TEXT NOT NULL,
          installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
          success BOOLEAN NOT NULL,
          checksum BLOB NOT NULL,
          execution_time BIGINT NOT NULL
      )
      """
    ]
  }

  func recording(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] {
    guard let version = Int64(migration.key), let checksum = migration.checksum else { return [] }
    return [
      LedgerSQL.insert(
        into: name,
        [
          "version": version,
          "description": migration.facts[Self.descriptionFact] ?? DatabaseValue.null,
          "success": 1, "checksum": checksum,
          "execution_time": Int64(exactly: (stamp.seconds * 1e9).rounded()) ?? -1,
        ])
    ]
  }

  func clearing(_ migrations: [ToolMigration], _ contents: LedgerContents) -> [String] {
    guard let table = table(contents) else { return [] }
    return table.rows.compactMap { row in
      guard let version = row["version"]?.looseInteger,
        !(row["success"]?.looseTruth ?? false)
      else { return nil }
      return "DELETE FROM \(LedgerSQL.table(name)) WHERE version = \(version)"
    }
  }

  func blessing(_ migration: ToolMigration, _ contents: LedgerContents) -> [String] {
    guard let version = Int64(migration.key), let checksum = migration.checksum else { return [] }
    return [
      "UPDATE \(LedgerSQL.table(name)) SET checksum = \(checksum.sqlLiteral) "
        + "WHERE version = \(version)"
    ]
  }
}
