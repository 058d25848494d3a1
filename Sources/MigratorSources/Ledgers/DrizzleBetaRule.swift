import MigratorEngine

/// The ledger of Drizzle 1.0: a row for each folder, by its name.
///
/// Source: drizzle-team/drizzle-orm (beta) `drizzle-orm/src/up-migrations/sqlite.ts`,
/// `migrator.utils.ts`.
struct DrizzleBetaRule: LedgerRule {
  let name: String

  func reading(of migrations: [ToolMigration], _ contents: LedgerContents) -> LedgerReading {
    guard let table = table(contents) else { return LedgerReading(exists: false) }
    guard table.columns.contains(where: { $0.name.lowercased() == "name" }) else {
      return reading(of: migrations, old: table)
    }
    let registered = Dictionary(migrations.map { ($0.key, $0) }) { first, _ in first }
    var reading = LedgerReading()
    for row in table.rows {
      let folder = row["name"]?.looseText
      let change = folder.flatMap { registered[$0] }.flatMap { DrizzleRule.change(of: $0, row) }
      reading.records.append(
        LedgerReading.Record(
          folder ?? DrizzleRule.words(for: row), appliedAt: row["applied_at"]?.looseText,
          state: change == nil ? .applied : .changed, note: change))
    }
    return reading
  }

  /// Reads a ledger of an earlier version, as Drizzle 1.0 does when it upgrades it: by the second,
  /// then by the hash.
  private func reading(
    of migrations: [ToolMigration], old table: LedgerContents.Table
  ) -> LedgerReading {
    let byTime = Dictionary(grouping: migrations) { DrizzleRule.time($0.facts) }
    let byHash = Dictionary(migrations.map { ($0.checksum, $0) }) { _, last in last }
    var reading = LedgerReading()
    var lost = 0
    for row in table.rows {
      let second = DrizzleRule.time(row).map { $0 / 1000 * 1000 }
      let candidates = second.flatMap { byTime[$0] } ?? []
      let match =
        candidates.count > 1
        ? candidates.first { $0.checksum == row["hash"] }
        : candidates.first ?? row["hash"].flatMap { byHash[$0] }
      if match == nil { lost += 1 }
      let change = match.flatMap { DrizzleRule.change(of: $0, row) }
      reading.records.append(
        LedgerReading.Record(
          match?.identifier ?? DrizzleRule.words(for: row),
          state: change == nil ? .applied : .changed, note: change))
    }
    reading.obstacle =
      lost == 0
      ? StepObstacle(
        "\(name) is of an earlier Drizzle, and Drizzle 1.0 upgrades it when it migrates.",
        remedy: "Run drizzle-kit migrate once, or the app's own migrate().")
      : StepObstacle(
        "\(name) is of an earlier Drizzle, and \(lost) of its rows belong to no folder, "
          + "at which Drizzle 1.0 stops.",
        remedy: "Bring back the folders that are missing.")
    return reading
  }

  func creation(_ contents: LedgerContents) -> [String] {
    guard table(contents) == nil else { return [] }
    return [
      """
      CREATE TABLE \(LedgerSQL.table(name)) (
      \t\t\t\tid INTEGER PRIMARY KEY,
      \t\t\t\thash text NOT NULL,
      \t\t\t\tcreated_at numeric,
      \t\t\t\tname text,
      \t\t\t\tapplied_at TEXT
      \t\t\t)
      """
    ]
  }

  func recording(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] {
    [
      LedgerSQL.insert(
        into: name,
        [
          "\"hash\"": migration.checksum ?? .null,
          "\"created_at\"": migration.facts[DrizzleFile.time] ?? .null,
          "\"name\"": migration.key,
          "\"applied_at\"": stamp.time.text(digits: 3, separator: "T") + "Z",
        ])
    ]
  }
}
