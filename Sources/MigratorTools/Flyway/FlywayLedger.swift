import MigratorEngine

/// The ledger of Flyway: a row for each run, ordered by rank.
///
/// Source: flyway/flyway `internal/info/MigrationInfoImpl.java`, `MigrationInfoServiceImpl.java`,
/// `internal/database/sqlite/SQLiteDatabase.java`.
struct FlywayLedger: Ledger {
  let name: String
  let baselineFile: String?
  let files: ToolFiles<FlywayMigration>
  var config = FlywayConfig()

  func state(_ rows: LedgerRows) -> LedgerState {
    let table = table(rows)
    guard let table, !table.rows.isEmpty else {
      return LedgerState(
        exists: table != nil, obstacle: obstacle(atBeginning: rows, hasTable: table != nil))
    }
    let history = FlywayHistory(table.rows)
    let versions = files.keyed(by: \.file.number)
    let repeatables = Dictionary(
      files.all.filter { $0.file.number == nil }.map { ($0.file.description, $0) }
    ) { first, _ in first }
    let highest = versions.keys.compactMap { $0 }.max()
    var state = LedgerState(notOrdered: Set(repeatables.values.map(\.identifier)))
    var problems = FlywayProblemRanking()
    for row in history.current {
      let file =
        row.version.flatMap { versions[$0] }
        ?? (row.isRepeatable ? row.description.flatMap { repeatables[$0] } : nil)
      // A changed repeatable migration is pending again, after all versions.
      if row.isRepeatable, row.isSuccess, let file, row.checksum != file.checksum { continue }
      let record = record(of: file, row, history, highest: highest, &problems)
      state.records.append(record)
      // A class is not in this folder, so its row does not show how new the database is.
      if file == nil, row.isOfClass { state.notOrdered.insert(record.identifier) }
    }
    let recorded = Set(state.records.map(\.identifier))
    for file in files.all where !recorded.contains(file.identifier) {
      guard let version = file.file.number else { continue }
      if let baseline = history.baseline, version <= baseline {
        state.exceptions[file.identifier] = LedgerState.Exception(
          .skipped, note: "Flyway never runs it: its version is not above the baseline.")
      } else if let last = history.last, version < last, !config.allowsOutOfOrder {
        if lets("ignored") {
          state.exceptions[file.identifier] = LedgerState.Exception(
            .skipped, note: "Flyway never runs it: a higher version is applied.")
        } else {
          problems.note(.ignored, file.identifier)
        }
      }
    }
    state.obstacle = problems.first
    return state
  }

  /// Returns whether Flyway ignores migrations in a state.
  private func lets(_ state: String) -> Bool {
    !config.validates || config.ignored.contains(state)
  }

  private func record(
    of file: FlywayMigration?, _ row: FlywayHistory.Row, _ history: FlywayHistory,
    highest: FlywayVersion?, _ problems: inout FlywayProblemRanking
  ) -> LedgerState.Record {
    let identifier = file?.identifier ?? row.name
    var state = MigrationStatus.State.applied
    var note: String?
    if !row.isSuccess {
      problems.note(.failed, identifier)
      state = .dirty
      note = "It failed. Its first statements may remain in the database."
    } else if let file {
      let isAboveBaseline =
        row.version.flatMap { version in
          history.baseline.map { $0 < version }
        } ?? true
      if !row.isRepeatable, isAboveBaseline {
        if row.isOfClass != (file.file.language != nil) {
          if config.validates { problems.note(.type, identifier) }
        } else if let checksum = file.checksum, row.checksum != checksum {
          if config.validates { problems.note(.checksum, identifier) }
          state = .changed
          note =
            "The file differs from what was applied. Line endings and a byte order mark are not "
            + "compared."
        } else if row.description != file.file.abbreviatedDescription {
          if config.validates { problems.note(.description, identifier) }
          (state, note) = (.changed, "The ledger describes it as \"\(row.description ?? "")\".")
        }
      }
    } else if row.isOfClass {
      note = "A Java or Kotlin class, not a file in this folder."
    } else if let version = row.version, let highest, version > highest {
      if lets("future") {
        note = "It is newer than every file. Flyway ignores it."
      } else {
        problems.note(.missing, identifier)
      }
    } else if !(row.version != nil && highest == nil), !lets("missing") {
      problems.note(.missing, identifier)
    }
    return LedgerState.Record(identifier, appliedAt: row.time, state: state, note: note)
  }

  private func obstacle(atBeginning rows: LedgerRows, hasTable: Bool) -> StepObstacle? {
    if let baselineFile, !files.all.isEmpty {
      return StepObstacle(
        "Flyway may start an empty database with the baseline \(baselineFile).",
        remedy: "Run flyway migrate once.")
    }
    guard !hasTable, let other = rows.otherTable else { return nil }
    return StepObstacle(
      "Flyway does not start: the database already has tables, such as \(other).",
      remedy: "Record the migrations that the schema already contains: migtui repair DB --adopt, "
        + "or flyway baseline.")
  }

  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    switch change {
    case .create: creation(rows)
    case .record(let identifier): insertions(of: [identifier], rows, stamp, success: true)
    case .baseline(let identifiers): insertions(of: identifiers, rows, stamp, success: true)
    case .fail(let identifier, _, _): insertions(of: [identifier], rows, stamp, success: false)
    case .clearFailures:
      history(rows).current.contains { !$0.isSuccess }
        ? ["DELETE FROM \(LedgerSQL.table(name)) WHERE \"success\" = 0"] : []
    case .acceptChecksum(let identifier):
      files[identifier].map { acceptance(of: $0, rows) } ?? []
    case .begin, .forget: []
    }
  }

  private func history(_ rows: LedgerRows) -> FlywayHistory {
    FlywayHistory(table(rows)?.rows ?? [])
  }

  private func creation(_ rows: LedgerRows) -> [String] {
    unlessExists(
      rows,
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
        + "ON \(name.quotedDatabaseIdentifier) (\"success\")")
  }

  private func insertions(
    of identifiers: [String], _ rows: LedgerRows, _ stamp: RecordStamp, success: Bool
  ) -> [String] {
    var rank = table(rows)?.rows.lazy.compactMap { $0.integer("installed_rank") }.max() ?? 0
    return identifiers.compactMap { files[$0] }.map { file in
      // If the rank already has the maximum value, the table rejects the duplicate.
      rank = max(rank, rank &+ 1)
      return insertion(of: file, rank: rank, stamp, success: success)
    }
  }

  private func insertion(
    of migration: FlywayMigration, rank: Int64, _ stamp: RecordStamp, success: Bool
  ) -> String {
    let file = migration.file
    // Repeatable migrations have no version.
    let version = file.number == nil ? nil : file.version
    return LedgerSQL.insert(
      into: name,
      [
        "\"installed_rank\"": rank, "\"version\"": version.databaseValue,
        "\"description\"": file.abbreviatedDescription, "\"type\"": file.type,
        "\"script\"": file.path, "\"checksum\"": migration.checksum.databaseValue,
        "\"installed_by\"": "", "\"execution_time\"": stamp.milliseconds,
        "\"success\"": success ? 1 : 0,
      ])
  }

  private func acceptance(of migration: FlywayMigration, _ rows: LedgerRows) -> [String] {
    guard let version = migration.file.number, let checksum = migration.checksum,
      let row = history(rows).current.first(where: { $0.version == version })
    else { return [] }
    let description = migration.file.abbreviatedDescription
    return [
      "UPDATE \(LedgerSQL.table(name)) SET \"checksum\" = \(checksum), "
        + "\"description\" = \(LedgerSQL.literal(description)) "
        + "WHERE \"installed_rank\" = \(row.rank)"
    ]
  }
}
