import MigratorEngine

/// The ledger of maragudk/migrate: one row with the name of the last migration.
///
/// Source: maragudk/migrate `migrate.go`.
struct MaragudkRule: LedgerRule {
  static let tableName = "migrations"
  let name: String

  func reading(of migrations: [ToolMigration], _ contents: LedgerContents) -> LedgerReading {
    guard let table = table(contents) else { return LedgerReading(exists: false) }
    guard let row = table.rows.first else { return LedgerReading() }
    // The tool writes over all rows: where there are several, they are another's.
    if table.rows.count > 1 {
      return LedgerReading(
        obstacle: StepObstacle(
          "\(name) has \(table.rows.count) rows, and maragudk/migrate keeps one: the table is "
            + "another tool's.",
          remedy: "Say with --format whose it is."))
    }
    guard let current = row["version"]?.looseText else {
      return LedgerReading(
        obstacle: StepObstacle(
          "The version in \(name) is no text, so nobody can tell what is applied.",
          remedy: "Find out which version the schema has, and write it there."))
    }
    var records = migrations.filter { ByteOrdered($0.key) <= ByteOrdered(current) }
      .map { LedgerReading.Record($0.identifier) }
    if !current.isEmpty, !migrations.contains(where: { $0.key == current }) {
      records.append(LedgerReading.Record(current))
    }
    return LedgerReading(records: records)
  }

  func creation(_ contents: LedgerContents) -> [String] {
    let table = LedgerSQL.table(name)
    var statements: [String] = []
    if self.table(contents) == nil {
      statements.append("CREATE TABLE IF NOT EXISTS \(table) (version text not null)")
    }
    if self.table(contents)?.rows.isEmpty ?? true {
      statements.append("INSERT INTO \(table) VALUES ('')")
    }
    return statements
  }

  func recording(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] {
    ["UPDATE \(LedgerSQL.table(name)) SET version = \(LedgerSQL.literal(migration.key))"]
  }
}
