import MigratorEngine

/// The ledger of dbmate: a row for each version, as the digits of the name are written.
///
/// Source: amacneil/dbmate `pkg/driver/sqlite/sqlite.go`.
struct DbmateRule: LedgerRule {
  static let tableName = "schema_migrations"
  let name: String

  func reading(of migrations: [ToolMigration], _ contents: LedgerContents) -> LedgerReading {
    guard let table = table(contents) else { return LedgerReading(exists: false) }
    return LedgerReading(
      records: VersionRows.records(table.rows.map { ($0["version"], nil) }, of: migrations))
  }

  func creation(_ contents: LedgerContents) -> [String] {
    guard table(contents) == nil else { return [] }
    return [
      "CREATE TABLE IF NOT EXISTS \(LedgerSQL.table(name)) "
        + "(version varchar(128) primary key)"
    ]
  }

  func recording(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] {
    [LedgerSQL.insert(into: name, ["version": migration.key])]
  }
}

/// Ledgers that hold a row with a text for each version, and nothing that can fail.
enum VersionRows {
  /// The records of such rows; every migration of a version counts.
  ///
  /// - Parameters:
  ///   - rows: Each row's version and time.
  ///   - migrations: The registered migrations.
  /// - Returns: The records, in the order of the rows; rows without a version are left out.
  static func records(
    _ rows: [(version: DatabaseValue?, time: String?)], of migrations: [ToolMigration]
  ) -> [LedgerReading.Record] {
    let byVersion = Dictionary(grouping: migrations, by: \.key)
    return rows.flatMap { row -> [LedgerReading.Record] in
      guard let version = row.version?.looseText else { return [] }
      guard let owners = byVersion[version] else {
        return [LedgerReading.Record(version, appliedAt: row.time)]
      }
      let note = owners.count > 1 ? TwinVersions.note(version) : nil
      return owners.map {
        LedgerReading.Record($0.identifier, appliedAt: row.time, note: note)
      }
    }
  }
}
