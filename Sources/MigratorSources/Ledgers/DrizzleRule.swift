import MigratorEngine

/// The ledger of Drizzle before 1.0: what is newer than the newest row is pending, the rest is not.
///
/// Source: drizzle-team/drizzle-orm `drizzle-orm/src/sqlite-core/dialect.ts`.
struct DrizzleRule: LedgerRule {
  static let tableName = "__drizzle_migrations"
  static let oldColumns = ["id", "hash", "created_at"]
  static let newColumns = ["id", "hash", "created_at", "name", "applied_at"]
  let name: String

  func reading(of migrations: [ToolMigration], _ contents: LedgerContents) -> LedgerReading {
    guard let table = table(contents) else {
      return LedgerReading(exists: false, obstacle: order(of: migrations, notIn: []))
    }
    let newest = table.rows.compactMap { Self.time($0) }.max()
    let matches = matches(of: migrations, table.rows, newest: newest)
    var reading = LedgerReading()
    for (index, row) in table.rows.enumerated() {
      if let migration = matches[index] {
        reading.records.append(record(of: migration, row))
      } else {
        reading.records.append(LedgerReading.Record(Self.words(for: row)))
      }
    }
    let recorded = Set(matches.values.map(\.identifier))
    if let newest {
      for migration in migrations where !recorded.contains(migration.identifier) {
        guard let time = Self.time(migration.facts), time <= newest else { continue }
        reading.exceptions[migration.identifier] = LedgerReading.Exception(
          .skipped,
          note:
            "drizzle will never run it: its `when` is not later than the newest that is applied.")
      }
    }
    if table.columns.contains(where: { $0.name.lowercased() == "name" }) {
      reading.obstacle = StepObstacle(
        "Drizzle 1.0 has upgraded \(name), and the folder is of an earlier Drizzle.",
        remedy: "Run drizzle-kit up, which turns the folder into the new form.")
    } else {
      let settled = recorded.union(reading.exceptions.keys)
      reading.obstacle = order(of: migrations, notIn: settled)
    }
    return reading
  }

  /// Drizzle applies all that is pending at once; a step that applies only the first must not make
  /// a later one too old to be applied.
  private func order(of migrations: [ToolMigration], notIn settled: Set<String>) -> StepObstacle? {
    let pending = migrations.filter { !settled.contains($0.identifier) }
    guard let next = pending.first, let time = Self.time(next.facts) else { return nil }
    let late = pending.dropFirst().first { (Self.time($0.facts) ?? .max) <= time }
    return late.map {
      StepObstacle(
        "After \(next.identifier) alone, drizzle would never run \($0.identifier): "
          + "its `when` in meta/_journal.json is not later.",
        remedy: "Run drizzle-kit migrate, which applies them together, or correct `when`.")
    }
  }

  /// The migrations that rows record, by the index of the row: by time and hash, by time, by hash.
  private func matches(
    of migrations: [ToolMigration], _ rows: [[String: DatabaseValue]], newest: Int64?
  ) -> [Int: ToolMigration] {
    var found: [Int: ToolMigration] = [:]
    var open = migrations
    for (byTime, byHash) in [(true, true), (true, false), (false, true)] {
      var free: [[DatabaseValue]: [Int]] = [:]
      func key(_ time: Int64?, _ hash: DatabaseValue?) -> [DatabaseValue] {
        [byTime ? time?.databaseValue ?? .null : .null, byHash ? hash ?? .null : .null]
      }
      for (index, row) in rows.enumerated().reversed() where found[index] == nil {
        if byTime && Self.time(row) == nil { continue }
        free[key(Self.time(row), row["hash"]), default: []].append(index)
      }
      open.removeAll { migration in
        guard let time = Self.time(migration.facts) else { return false }
        // What is newer than all rows is run again, whatever its hash.
        if !byTime && newest.map({ time > $0 }) ?? true { return false }
        guard let index = free[key(time, migration.checksum)]?.popLast() else { return false }
        found[index] = migration
        return true
      }
    }
    return found
  }

  private func record(
    of migration: ToolMigration, _ row: [String: DatabaseValue]
  ) -> LedgerReading.Record {
    let note = Self.change(of: migration, row)
    if note == nil && Self.time(row) != Self.time(migration.facts) {
      return LedgerReading.Record(
        migration.identifier,
        note: "The ledger has it under another time than the journal; drizzle goes by the time.")
    }
    return LedgerReading.Record(
      migration.identifier, state: note == nil ? .applied : .changed, note: note)
  }

  /// What differs from what was applied; drizzle itself never looks.
  static func change(of migration: ToolMigration, _ row: [String: DatabaseValue]) -> String? {
    guard let stored = row["hash"]?.looseText, !stored.isEmpty,
      let text = migration.script?.source, stored != migration.checksum?.looseText
    else { return nil }
    let difference = TextVariant.difference(of: text) { stored == SHA2.hex256(Array($0.utf8)) }
    let words =
      difference.map { "Nothing but \($0) differs from what was applied" }
      ?? "The text is not what was applied: \(TextVariant.attempts)"
    return words + "; drizzle never compares."
  }

  static func time(_ row: [String: DatabaseValue]) -> Int64? {
    row[DrizzleFile.time]?.looseInteger
  }

  /// What a row of no registered migration is called.
  static func words(for row: [String: DatabaseValue]) -> String {
    let hash = row["hash"]?.looseText.map { String($0.prefix(12)) } ?? "no hash"
    guard let time = time(row) else { return "(\(hash))" }
    return "\(time) (\(hash))"
  }

  func creation(_ contents: LedgerContents) -> [String] {
    guard table(contents) == nil else { return [] }
    return [
      """
      CREATE TABLE \(LedgerSQL.table(name)) (
      \t\t\t\tid SERIAL PRIMARY KEY,
      \t\t\t\thash text NOT NULL,
      \t\t\t\tcreated_at numeric
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
        ])
    ]
  }
}
