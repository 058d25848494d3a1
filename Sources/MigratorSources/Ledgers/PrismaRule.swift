import MigratorEngine

/// The ledger of Prisma: a row for each attempt, its times in milliseconds.
///
/// Source: prisma/prisma-engines `schema-engine/commands/src/commands/apply_migrations.rs`,
/// `schema-engine/connectors/sql-schema-connector/src/sql_migration_persistence.rs`.
struct PrismaRule: LedgerRule {
  static let tableName = "_prisma_migrations"
  let name: String

  func reading(of migrations: [ToolMigration], _ contents: LedgerContents) -> LedgerReading {
    guard let table = table(contents) else {
      return LedgerReading(exists: false, obstacle: obstacle(withoutLedger: contents))
    }
    let registered = Dictionary(migrations.map { ($0.key, $0) }) { first, _ in first }
    let attempts = table.rows.filter { $0["rolled_back_at"]?.isNull ?? true }
    let failed = attempts.filter { $0["finished_at"]?.isNull ?? true }
    let failedNames = Set(failed.compactMap { $0["migration_name"]?.looseText })
    var reading = LedgerReading()
    var seen: Set<String> = []
    for row in attempts {
      guard let name = row["migration_name"]?.looseText, seen.insert(name).inserted else {
        continue
      }
      if failedNames.contains(name) {
        let attempt = failed.first { $0["migration_name"]?.looseText == name }
        reading.records.append(failure(of: name, attempt ?? row))
        continue
      }
      let change = registered[name].flatMap { self.change(of: $0, row) }
      reading.records.append(
        LedgerReading.Record(
          name, appliedAt: Self.time(row["finished_at"]),
          state: change == nil ? .applied : .changed, note: change))
    }
    if let name = reading.records.first(where: { $0.state == .dirty })?.identifier {
      reading.obstacle = StepObstacle(
        "Prisma applies nothing while a migration has failed (P3009): \(name).",
        remedy: "Look at what it left behind, then clear the failure, "
          + "or run prisma migrate resolve with --rolled-back or --applied \(name).")
    }
    return reading
  }

  private func failure(
    of name: String, _ row: [String: DatabaseValue]
  ) -> LedgerReading.Record {
    let logs = row["logs"]?.looseText ?? ""
    let note =
      logs.isEmpty
      ? "It began and did not end; parts of it may have run." : "It failed: \(logs)"
    return LedgerReading.Record(
      name, appliedAt: Self.time(row["started_at"]), state: .dirty, note: note)
  }

  /// Prisma begins on an empty database only.
  private func obstacle(withoutLedger contents: LedgerContents) -> StepObstacle? {
    contents.otherTable.map {
      StepObstacle(
        "Prisma does not begin in a database that has tables already (P3005): \($0).",
        remedy: "Mark as applied what the database has (prisma migrate resolve --applied).")
    }
  }

  /// What differs from what was applied; `nil` when Prisma takes it for the same.
  private func change(of migration: ToolMigration, _ row: [String: DatabaseValue]) -> String? {
    guard let stored = row["checksum"]?.looseText, let text = migration.script?.source,
      !Self.matches(stored, text),
      !Self.matches(stored, TextVariant.lineFeeds.text(text)),
      !Self.matches(stored, TextVariant.carriageReturns.text(text))
    else { return nil }
    if let difference = TextVariant.difference(of: text, where: { Self.matches(stored, $0) }) {
      return "Nothing but \(difference) differs from what was applied."
    }
    return "The text is not what was applied: \(TextVariant.attempts)."
  }

  private static func matches(_ stored: String, _ text: String) -> Bool {
    let digest = SHA2.bytes256(Array(text.utf8))
    if stored == SHA2.hex(digest) { return true }
    // Early versions wrote each byte without its leading zero.
    return stored.utf8.count != 64 && stored == digest.map { String($0, radix: 16) }.joined()
  }

  /// Milliseconds as Prisma writes them, or the text that SQLite's default made.
  private static func time(_ value: DatabaseValue?) -> String? {
    guard let value else { return nil }
    if case .int64(let number) = value.storage {
      return Timestamp(milliseconds: number)?.text ?? String(number)
    }
    return value.looseText
  }

  func creation(_ contents: LedgerContents) -> [String] {
    guard table(contents) == nil else { return [] }
    return [
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
      """
    ]
  }

  func recording(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] {
    let time = stamp.time.milliseconds
    if hasBegun(migration, contents) {
      return [
        "UPDATE \(LedgerSQL.table(name)) SET finished_at = \(time), "
          + "applied_steps_count = applied_steps_count + 1 WHERE \(isUnfinished(migration))"
      ]
    }
    return [
      LedgerSQL.insert(
        into: name,
        [
          "id": stamp.uuid, "checksum": migration.checksum ?? .null, "finished_at": time,
          "migration_name": migration.key, "started_at": stamp.start.milliseconds,
          "applied_steps_count": 1,
        ])
    ]
  }

  /// As `prisma migrate resolve --applied` has it: no steps, and empty logs.
  func marking(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] {
    let time = stamp.time.milliseconds
    return [
      LedgerSQL.insert(
        into: name,
        [
          "id": stamp.uuid, "checksum": migration.checksum ?? .null, "finished_at": time,
          "migration_name": migration.key, "logs": "", "started_at": time,
          "applied_steps_count": 0,
        ])
    ]
  }

  func beginning(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] {
    [
      LedgerSQL.insert(
        into: name,
        [
          "id": stamp.uuid, "checksum": migration.checksum ?? .null,
          "migration_name": migration.key, "started_at": stamp.time.milliseconds,
        ])
    ]
  }

  func failing(
    _ migration: ToolMigration, message: String, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] {
    [
      "UPDATE \(LedgerSQL.table(name)) SET logs = \(LedgerSQL.literal(message)) "
        + "WHERE \(isUnfinished(migration))"
    ]
  }

  func clearing(_ migrations: [ToolMigration], _ contents: LedgerContents) -> [String] {
    let isDirty = reading(of: migrations, contents).records.contains { $0.state == .dirty }
    guard isDirty else { return [] }
    return [
      "UPDATE \(LedgerSQL.table(name)) SET rolled_back_at = \(LedgerSQL.presentMilliseconds) "
        + "WHERE finished_at IS NULL AND rolled_back_at IS NULL"
    ]
  }

  func blessing(_ migration: ToolMigration, _ contents: LedgerContents) -> [String] {
    guard let checksum = migration.checksum else { return [] }
    return [
      "UPDATE \(LedgerSQL.table(name)) SET checksum = \(checksum.sqlLiteral) "
        + "WHERE migration_name = \(LedgerSQL.literal(migration.key)) "
        + "AND finished_at IS NOT NULL AND rolled_back_at IS NULL"
    ]
  }

  private func hasBegun(_ migration: ToolMigration, _ contents: LedgerContents) -> Bool {
    (table(contents)?.rows ?? []).contains { row in
      guard row["migration_name"]?.looseText == migration.key else { return false }
      return (row["finished_at"]?.isNull ?? true) && (row["rolled_back_at"]?.isNull ?? true)
    }
  }

  private func isUnfinished(_ migration: ToolMigration) -> String {
    "migration_name = \(LedgerSQL.literal(migration.key)) "
      + "AND finished_at IS NULL AND rolled_back_at IS NULL"
  }
}
