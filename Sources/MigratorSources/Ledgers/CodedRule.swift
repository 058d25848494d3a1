import MigratorEngine

/// A ledger that is shown and never written: a row for each applied migration.
protocol CodedRule: LedgerRule {
  /// What a row says is applied, as ``ToolMigration/key`` has it; `nil` when it says nothing.
  func key(of row: [String: DatabaseValue]) -> String?

  /// When it was applied, or `nil` when the row does not say.
  func appliedAt(_ row: [String: DatabaseValue]) -> String?

  /// What else the row says, in a sentence.
  func note(on row: [String: DatabaseValue]) -> String?

  /// Why the tool would refuse to go on, or `nil`.
  func obstacle(_ migrations: [ToolMigration], _ contents: LedgerContents) -> StepObstacle?
}

extension CodedRule {
  func appliedAt(_ row: [String: DatabaseValue]) -> String? { nil }
  func note(on row: [String: DatabaseValue]) -> String? { nil }
  func obstacle(_ migrations: [ToolMigration], _ contents: LedgerContents) -> StepObstacle? {
    nil
  }

  func reading(of migrations: [ToolMigration], _ contents: LedgerContents) -> LedgerReading {
    guard let table = table(contents) else {
      return LedgerReading(exists: false, obstacle: obstacle(migrations, contents))
    }
    let names = Dictionary(migrations.map { ($0.key, $0.identifier) }) { first, _ in first }
    return LedgerReading(
      records: table.rows.map { row in
        guard let key = key(of: row) else {
          return LedgerReading.Record(
            "(a row without a name)", note: "The row says of nothing that it is applied.")
        }
        return LedgerReading.Record(
          names[key] ?? key, appliedAt: appliedAt(row), note: note(on: row))
      }, obstacle: obstacle(migrations, contents))
  }

  func creation(_ contents: LedgerContents) -> [String] { [] }

  func recording(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] { [] }

  /// Whether the ledger knows a migration that the folder does not have; there is no saying without
  /// a folder.
  func missing(_ migrations: [ToolMigration], _ contents: LedgerContents) -> String? {
    guard !migrations.isEmpty else { return nil }
    let keys = Set(migrations.map(\.key))
    return table(contents)?.rows.lazy.compactMap { key(of: $0) }.first { !keys.contains($0) }
  }
}
