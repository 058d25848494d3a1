import MigratorEngine

/// The ledger of D1: a row for each file, by its path with the extension.
///
/// Source: cloudflare/workers-sdk `packages/wrangler/src/d1/migrations/helpers.ts`.
struct D1Rule: LedgerRule {
  static let tableName = "d1_migrations"
  /// The fact that holds the name that the project's settings give the table.
  static let tableFact = "migrations_table"
  let name: String

  func reading(of migrations: [ToolMigration], _ contents: LedgerContents) -> LedgerReading {
    guard let table = table(contents) else { return LedgerReading(exists: false) }
    var seen: Set<String> = []
    return LedgerReading(
      records: table.rows.compactMap { row in
        guard let name = row["name"]?.looseText, seen.insert(name).inserted else { return nil }
        return LedgerReading.Record(name, appliedAt: row["applied_at"]?.looseText)
      })
  }

  func creation(_ contents: LedgerContents) -> [String] {
    guard table(contents) == nil else { return [] }
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

  func recording(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] {
    [LedgerSQL.insert(into: name, ["name": migration.key])]
  }
}
