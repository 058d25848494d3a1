import MigratorEngine
import MigratorPlatform

/// The ledger of Prisma: a row for each attempt, with times in milliseconds.
///
/// Source: prisma/prisma-engines `schema-engine/commands/src/commands/apply_migrations.rs`,
/// `schema-engine/connectors/sql-schema-connector/src/sql_migration_persistence.rs`.
struct PrismaLedger: Ledger {
  let name: String
  let files: ToolFiles<ToolMigration>

  func state(_ rows: LedgerRows) -> LedgerState {
    guard let table = table(rows) else {
      return LedgerState(exists: false, obstacle: obstacle(withoutLedger: rows))
    }
    let attempts = table.rows.filter { $0.isNull("rolled_back_at") }
    let failed = attempts.filter { $0.isNull("finished_at") }
    let failedNames = Set(failed.compactMap { $0.text("migration_name") })
    var state = LedgerState()
    var seen: Set<String> = []
    for row in attempts {
      guard let name = row.text("migration_name"), seen.insert(name).inserted else { continue }
      if failedNames.contains(name) {
        let attempt = failed.first { $0.text("migration_name") == name }
        state.records.append(failure(of: name, attempt ?? row))
        continue
      }
      let change = files[name]?.source.flatMap { Self.change(of: $0, row) }
      state.records.append(
        LedgerState.Record(
          name, appliedAt: Self.time("finished_at", row),
          state: change == nil ? .applied : .changed, note: change))
    }
    if let name = state.records.first(where: { $0.state == .dirty })?.identifier {
      state.obstacle = StepObstacle(
        "Prisma stops at the failed migration \(name) (P3009).",
        remedy: "Check what it changed. Then clear the failure: migtui repair DB "
          + "--clear-dirty, or prisma migrate resolve with --rolled-back or --applied "
          + "\(name.shellWord).", migration: name)
    }
    return state
  }

  private func failure(of name: String, _ row: LedgerRows.Row) -> LedgerState.Record {
    let logs = row.text("logs") ?? ""
    let note =
      logs.isEmpty
      ? "It started but did not finish. Some statements may have run." : "It failed: \(logs)"
    return LedgerState.Record(
      name, appliedAt: Self.time("started_at", row), state: .dirty, note: note)
  }

  /// The obstacle if there are tables but no ledger: Prisma requires an empty database.
  private func obstacle(withoutLedger rows: LedgerRows) -> StepObstacle? {
    rows.otherTable.map {
      StepObstacle(
        "Prisma does not start: the database already has tables (P3005), such as \($0).",
        remedy: "Record the migrations that the schema already contains: migtui repair DB --adopt, "
          + "or prisma migrate resolve --applied NAME.")
    }
  }

  /// A note if the file differs from the applied version in a way that Prisma detects, or `nil`.
  private static func change(of text: String, _ row: LedgerRows.Row) -> String? {
    guard let stored = row.text("checksum"), !matches(stored, text),
      !matches(stored, TextVariant.lineFeeds.text(text)),
      !matches(stored, TextVariant.carriageReturns.text(text))
    else { return nil }
    return TextVariant.note(of: text) { matches(stored, $0) } + "."
  }

  private static func matches(_ stored: String, _ text: String) -> Bool {
    let digest = SHA256.digest(of: Array(text.utf8))
    if stored == Encodings.hexadecimal(digest) { return true }
    // Early versions wrote bytes without a leading zero.
    return stored.utf8.count != 64 && stored == digest.map { String($0, radix: 16) }.joined()
  }

  /// The time, which Prisma writes in milliseconds; SQLite's default value is text.
  private static func time(_ column: String, _ row: LedgerRows.Row) -> String? {
    guard case .int64(let number) = row[column]?.storage else { return row.text(column) }
    return Timestamp(milliseconds: number)?.text ?? String(number)
  }

  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    let time = stamp.time.milliseconds
    switch change {
    case .create: return creation(rows)
    case .begin(let identifier):
      return insertion(of: identifier, stamp, ["started_at": time])
    case .record(let identifier):
      return hasBegun(identifier, rows)
        ? update(
          "finished_at = \(time), applied_steps_count = applied_steps_count + 1",
          where: Self.isUnfinished(identifier))
        : insertion(
          of: identifier, stamp,
          [
            "finished_at": time, "started_at": stamp.start.milliseconds, "applied_steps_count": 1,
          ])
    // The values of `prisma migrate resolve --applied`: no steps, and empty logs.
    case .baseline(let identifiers):
      return identifiers.enumerated().flatMap { index, identifier in
        insertion(
          of: identifier, stamp, number: index,
          ["finished_at": time, "logs": "", "started_at": time, "applied_steps_count": 0])
      }
    case .fail(let identifier, let message, _):
      return update("logs = \(LedgerSQL.literal(message))", where: Self.isUnfinished(identifier))
    case .clearFailures:
      return state(rows).records.contains { $0.state == .dirty }
        ? update(
          "rolled_back_at = CAST(strftime('%s', 'now') AS INTEGER) * 1000",
          where: "finished_at IS NULL AND rolled_back_at IS NULL") : []
    case .acceptChecksum(let identifier):
      return files[identifier]?.source.map {
        update(
          "checksum = \(LedgerSQL.literal(SHA256.hexadecimal(of: $0)))",
          where: "migration_name = \(LedgerSQL.literal(identifier)) "
            + "AND finished_at IS NOT NULL AND rolled_back_at IS NULL")
      } ?? []
    case .forget: return []
    }
  }

  private func creation(_ rows: LedgerRows) -> [String] {
    unlessExists(
      rows,
      """
      CREATE TABLE \(LedgerSQL.table(name)) (
          "id"                    TEXT PRIMARY KEY NOT NULL,
          "checksum"              TEXT NOT NULL,
          "finished_at"           DATETIME,
          "migration_name"        TEXT NOT NULL,
          "logs"                  TEXT,
          "rolled_back_at"        DATETIME,
          "started_at"            DATETIME NOT NULL DEFAULT current_timestamp,
          "applied_steps_count"   INTEGER UNSIGNED NOT NULL DEFAULT 0
      )
      """)
  }

  private func insertion(
    of identifier: String, _ stamp: RecordStamp, number: Int = 0,
    _ values: KeyValuePairs<String, any DatabaseValueConvertible>
  ) -> [String] {
    guard let text = files[identifier]?.source else { return [] }
    let fields: [(String, any DatabaseValueConvertible)] =
      [
        ("id", stamp.uuid(number)), ("checksum", SHA256.hexadecimal(of: text)),
        ("migration_name", identifier),
      ] + values.map { ($0.key, $0.value) }
    return [LedgerSQL.insert(into: name, fields)]
  }

  private func update(_ assignments: String, where condition: String) -> [String] {
    ["UPDATE \(LedgerSQL.table(name)) SET \(assignments) WHERE \(condition)"]
  }

  private func hasBegun(_ identifier: String, _ rows: LedgerRows) -> Bool {
    (table(rows)?.rows ?? []).contains {
      $0.text("migration_name") == identifier && $0.isNull("finished_at")
        && $0.isNull("rolled_back_at")
    }
  }

  private static func isUnfinished(_ identifier: String) -> String {
    "migration_name = \(LedgerSQL.literal(identifier)) "
      + "AND finished_at IS NULL AND rolled_back_at IS NULL"
  }
}
