import MigratorEngine

/// The ledger of sqlx: a row for each version, with a checksum that sqlx compares at every start.
///
/// Source: launchbadge/sqlx `sqlx-sqlite/src/migrate.rs`, `sqlx-core/src/migrate/migrator.rs`.
struct SqlxLedger: Ledger {
  let name: String
  let settings: SqlxSettings
  let files: ToolFiles<SqlxFile>

  func state(_ rows: LedgerRows) -> LedgerState {
    guard let table = table(rows) else { return LedgerState(exists: false) }
    var state = LedgerState()
    // The obstacles, in the order in which sqlx checks for them.
    var failed: StepObstacle?
    var missing: StepObstacle?
    var changed: StepObstacle?
    let byVersion = files.keyed(by: \.name.version)
    for row in table.rows {
      guard let version = row.integer("version") else { continue }
      let file = byVersion[version]
      let identifier = file?.identifier ?? String(version)
      let isDone = row.isTrue("success")
      // An unreadable file cannot be compared.
      let isSame =
        file.map { $0.source == nil || Self.value($0.checksum) == row["checksum"] } ?? true
      if !isDone {
        failed = failed ?? failure(version, identifier)
      } else if file == nil, !files.all.isEmpty {
        missing = missing ?? self.missing(version, identifier)
      } else if !isSame {
        changed = changed ?? change(version, identifier)
      }
      state.records.append(
        LedgerState.Record(
          identifier, appliedAt: row.text("installed_on"),
          state: !isDone ? .dirty : isSame ? .applied : .changed,
          note: isSame ? nil : file.map { explanation($0, row["checksum"]) }))
    }
    state.obstacle = failed ?? missing ?? changed
    return state
  }

  private func failure(_ version: Int64, _ identifier: String) -> StepObstacle {
    StepObstacle(
      "sqlx stops: migration \(version) is partially applied (success is false).",
      remedy: "Undo its remaining changes, then remove its row from \(name).", migration: identifier
    )
  }

  private func missing(_ version: Int64, _ identifier: String) -> StepObstacle {
    StepObstacle(
      "sqlx stops: migration \(version) was applied, but its file is missing.",
      remedy: "Restore the file, or run sqlx migrate run --ignore-missing.", migration: identifier)
  }

  private func change(_ version: Int64, _ identifier: String) -> StepObstacle {
    StepObstacle(
      "sqlx stops: migration \(version) was applied, but its file has changed.",
      remedy: "Restore the applied file, or write its current checksum into \(name).",
      migration: identifier)
  }

  private func explanation(_ file: SqlxFile, _ stored: DatabaseValue?) -> String {
    TextVariant.note(of: file.source ?? "") { text in
      Self.value(settings.checksum(of: Array(text.utf8))) == stored
    } + "."
  }

  private static func value(_ checksum: [UInt8]) -> DatabaseValue {
    DatabaseValue(storage: .blob(checksum))
  }

  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    switch change {
    case .create: creation(rows)
    case .record(let identifier): files[identifier].map { [insertion(of: $0, stamp)] } ?? []
    case .baseline(let identifiers):
      identifiers.compactMap { files[$0] }.map { insertion(of: $0, stamp) }
    case .clearFailures:
      (table(rows)?.rows ?? []).filter { !$0.isTrue("success") }.compactMap { row in
        row.integer("version").map {
          "DELETE FROM \(LedgerSQL.table(name)) WHERE version = \($0)"
        }
      }
    case .acceptChecksum(let identifier):
      files[identifier].map { file in
        [
          "UPDATE \(LedgerSQL.table(name)) "
            + "SET checksum = \(LedgerSQL.literal(Self.value(file.checksum))) "
            + "WHERE version = \(file.name.version)"
        ]
      } ?? []
    case .begin, .fail, .forget: []
    }
  }

  private func creation(_ rows: LedgerRows) -> [String] {
    unlessExists(
      rows,
      """
      CREATE TABLE IF NOT EXISTS \(LedgerSQL.table(name)) (
          version BIGINT PRIMARY KEY,
          description TEXT NOT NULL,
          installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
          success BOOLEAN NOT NULL,
          checksum BLOB NOT NULL,
          execution_time BIGINT NOT NULL
      )
      """)
  }

  private func insertion(of file: SqlxFile, _ stamp: RecordStamp) -> String {
    LedgerSQL.insert(
      into: name,
      [
        "version": file.name.version, "description": file.name.description, "success": 1,
        "checksum": Self.value(file.checksum),
        "execution_time": Int64(exactly: (stamp.seconds * 1e9).rounded()) ?? -1,
      ])
  }
}
