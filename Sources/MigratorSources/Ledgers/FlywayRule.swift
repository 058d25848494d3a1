import MigratorEngine

/// The ledger of Flyway: a row for each run, in the order of their ranks.
///
/// Source: flyway/flyway `internal/info/MigrationInfoImpl.java`, `MigrationInfoServiceImpl.java`,
/// `internal/database/sqlite/SQLiteDatabase.java`.
struct FlywayRule: LedgerRule {
  static let tableName = "flyway_schema_history"
  /// The name of the fact that tells a file of a baseline in the folder.
  static let baseline = "baseline"
  let name: String

  func reading(of migrations: [ToolMigration], _ contents: LedgerContents) -> LedgerReading {
    let table = table(contents)
    guard let table, !table.rows.isEmpty else {
      return LedgerReading(
        exists: table != nil,
        obstacle: obstacle(atBeginning: migrations, contents, hasTable: table != nil))
    }
    let history = FlywayHistory(table.rows)
    let versions = Dictionary(
      migrations.compactMap { migration in
        FlywayVersion(migration.key).map { ($0, migration) }
      }
    ) { first, _ in first }
    let repeatables = Dictionary(
      migrations.filter { $0.key.isEmpty }.map { ($0.facts["description"]?.looseText, $0) }
    ) { first, _ in first }
    var reading = LedgerReading(notOrdered: Set(repeatables.values.map(\.identifier)))
    var problems = FlywayProblems()
    for row in history.current {
      let migration =
        row.version.flatMap { versions[$0] }
        ?? (row.isRepeatable ? repeatables[row.description] : nil)
      reading.records.append(
        record(of: migration, row, history, highest: versions.keys.max(), &problems))
    }
    let recorded = Set(reading.records.map(\.identifier))
    for (version, migration) in versions.sorted(by: { $0.key < $1.key })
    where !recorded.contains(migration.identifier) {
      if let baseline = history.baseline, version <= baseline {
        reading.exceptions[migration.identifier] = LedgerReading.Exception(
          .skipped, note: "Flyway never runs it: it is not above the baseline.")
      } else if let last = history.last, version < last {
        problems.note(.ignored, migration.identifier)
      }
    }
    reading.obstacle = problems.first
    return reading
  }

  private func record(
    of migration: ToolMigration?, _ row: FlywayHistory.Row, _ history: FlywayHistory,
    highest: FlywayVersion?, _ problems: inout FlywayProblems
  ) -> LedgerReading.Record {
    let identifier = migration?.identifier ?? row.name
    var state = MigrationStatus.State.applied
    var note: String?
    if !row.isSuccess {
      problems.note(.failed, identifier)
      state = .dirty
      note = "It failed, and what ran of it stayed."
    } else if let migration {
      let isAboveBaseline =
        row.version.flatMap { version in
          history.baseline.map { $0 < version }
        } ?? true
      if row.isRepeatable {
        if row.checksum != migration.checksum {
          (state, note) = (.changed, "Flyway runs it again, after all versions.")
        }
      } else if isAboveBaseline {
        if row.type != migration.facts["type"]?.looseText {
          problems.note(.type, identifier)
        } else if row.checksum != migration.checksum {
          problems.note(.checksum, identifier)
          state = .changed
          note = "The text is not what was applied; line ends and a byte order mark do not count."
        } else if row.description != Self.abbreviated(migration.facts["description"]?.looseText) {
          problems.note(.description, identifier)
          (state, note) = (.changed, "The ledger describes it as \"\(row.description ?? "")\".")
        }
      }
    } else if let version = row.version, let highest, version > highest {
      note = "It is newer than every file; Flyway lets that be."
    } else if !(row.version != nil && highest == nil) {
      problems.note(.missing, identifier)
    }
    return LedgerReading.Record(identifier, appliedAt: row.time, state: state, note: note)
  }

  private func obstacle(
    atBeginning migrations: [ToolMigration], _ contents: LedgerContents, hasTable: Bool
  ) -> StepObstacle? {
    if let file = migrations.lazy.compactMap({ $0.facts[Self.baseline]?.looseText }).first {
      return StepObstacle(
        "Flyway may begin an empty database with the baseline \(file).",
        remedy: "Run flyway migrate for the first time.")
    }
    guard !hasTable, let other = contents.otherTable else { return nil }
    return StepObstacle(
      "Flyway does not begin in a database that has tables already (\(other)).",
      remedy: "Mark as applied what the database has, or run flyway baseline.")
  }

  /// A description as the column of 200 characters holds it.
  static func abbreviated(_ text: String?) -> String? {
    guard let text, text.utf16.count > 200 else { return text }
    return String(decoding: Array(text.utf16.prefix(197)), as: UTF16.self) + "..."
  }

  func creation(_ contents: LedgerContents) -> [String] {
    guard table(contents) == nil else { return [] }
    return [
      """
      CREATE TABLE \(LedgerSQL.table(name)) (
          "installed_rank" INT NOT NULL PRIMARY KEY,
          "version" VARCHAR(50),
          "description" VARCHAR(200) NOT NULL,
          "type" VARCHAR(20) NOT NULL,
          "script" VARCHAR(1000) NOT NULL,
          "checksum" INT,
          "installed_by" VARCHAR(100) NOT NULL,
          "installed_on" TEXT NOT NULL DEFAULT (strftime('%Y-%m-%d %H:%M:%f','now')),
          "execution_time" INT NOT NULL,
          "success" BOOLEAN NOT NULL
      )
      """,
      "CREATE INDEX main.\((name + "_s_idx").quotedDatabaseIdentifier) "
        + "ON \(name.quotedDatabaseIdentifier) (\"success\")",
    ]
  }

  func recording(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] {
    [insertion(of: migration, contents, stamp, success: true)]
  }

  func failing(
    _ migration: ToolMigration, message: String, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] {
    [insertion(of: migration, contents, stamp, success: false)]
  }

  private func insertion(
    of migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp, success: Bool
  ) -> String {
    let ranks = (table(contents)?.rows ?? []).compactMap { $0["installed_rank"]?.looseInteger }
    let description = Self.abbreviated(migration.facts["description"]?.looseText) ?? ""
    return LedgerSQL.insert(
      into: name,
      [
        "\"installed_rank\"": (ranks.max() ?? 0) &+ 1,
        // A repeatable has no version.
        "\"version\"": migration.key.isEmpty ? DatabaseValue.null : migration.key.databaseValue,
        "\"description\"": description, "\"type\"": migration.facts["type"] ?? .null,
        "\"script\"": migration.facts["script"] ?? .null,
        "\"checksum\"": migration.checksum ?? .null, "\"installed_by\"": "",
        "\"execution_time\"": stamp.milliseconds, "\"success\"": success ? 1 : 0,
      ])
  }

  func clearing(_ migrations: [ToolMigration], _ contents: LedgerContents) -> [String] {
    let failures = FlywayHistory(table(contents)?.rows ?? []).current.filter { !$0.isSuccess }
    return failures.isEmpty
      ? [] : ["DELETE FROM \(LedgerSQL.table(name)) WHERE \"success\" = 0"]
  }

  func blessing(_ migration: ToolMigration, _ contents: LedgerContents) -> [String] {
    let history = FlywayHistory(table(contents)?.rows ?? [])
    let version = FlywayVersion(migration.key)
    guard let row = history.current.first(where: { $0.version != nil && $0.version == version }),
      let checksum = migration.checksum
    else { return [] }
    let description = Self.abbreviated(migration.facts["description"]?.looseText) ?? ""
    return [
      "UPDATE \(LedgerSQL.table(name)) SET \"checksum\" = \(checksum.sqlLiteral), "
        + "\"description\" = \(LedgerSQL.literal(description)) "
        + "WHERE \"installed_rank\" = \(LedgerSQL.literal(row.rank))"
    ]
  }
}
