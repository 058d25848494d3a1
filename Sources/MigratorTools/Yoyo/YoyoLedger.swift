import MigratorEngine
import MigratorPlatform

/// The ledger of yoyo: a row for each migration, identified by the hash of its name, and a log.
///
/// Source: yoyo-migrations 9.0.0, `yoyo/backends/base.py`, `yoyo/internalmigrations`.
struct YoyoLedger: Ledger {
  private static let log = "_yoyo_log"
  private static let version = "_yoyo_version"
  private static let lock = "yoyo_lock"
  let name: String
  private let identifiers: Set<String>
  private let byHash: [String: String]

  init(name: String, identifiers: [String]) {
    self.name = name
    self.identifiers = Set(identifiers)
    byHash = Dictionary(identifiers.map { (Self.hash(of: $0), $0) }) { first, _ in first }
  }

  private static func hash(of identifier: String) -> String { SHA256.hexadecimal(of: identifier) }

  var tableNames: [String] { [name, Self.log, Self.version, Self.lock] }

  func state(_ rows: LedgerRows) -> LedgerState {
    guard let table = table(rows) else {
      return LedgerState(exists: false, obstacle: lock(rows)?.obstacle)
    }
    let isOld = !table.hasColumn("migration_hash")
    var state = LedgerState()
    for row in table.rows {
      if isOld {
        guard let identifier = row.text("id") else { continue }
        state.records.append(LedgerState.Record(identifier, appliedAt: row.text("ctime")))
        continue
      }
      let hash = row.text("migration_hash")
      // The hash identifies a migration; the same name with another hash is another migration.
      let foreign = row.text("migration_id").map {
        identifiers.contains($0) ? "\($0) (another hash)" : $0
      }
      guard let identifier = hash.flatMap({ byHash[$0] }) ?? foreign ?? hash else { continue }
      state.records.append(LedgerState.Record(identifier, appliedAt: row.text("applied_at_utc")))
    }
    state.obstacle = lock(rows)?.obstacle ?? versionObstacle(rows, isOld: isOld)
    return state
  }

  func lock(_ rows: LedgerRows) -> LedgerLock? {
    guard let row = rows.tables[Self.lock]?.rows.first else { return nil }
    let process = row.text("pid").map { " by process \($0)" } ?? ""
    return LedgerLock(
      table: Self.lock,
      obstacle: StepObstacle(
        "\(Self.lock) is locked\(process), and yoyo waits for the lock to be released.",
        remedy: "Wait. If yoyo is not running, break the lock: migtui repair DB --break-lock, or "
          + "yoyo break-lock."), breaking: ["DELETE FROM \(LedgerSQL.table(Self.lock))"])
  }

  private func versionObstacle(_ rows: LedgerRows, isOld: Bool) -> StepObstacle? {
    if isOld {
      return StepObstacle(
        "\(name) is from yoyo before version 6. Newer versions upgrade it before they migrate.",
        remedy: "Run yoyo list with a newer version.")
    }
    let versions = (rows.tables[Self.version]?.rows ?? []).compactMap { $0.integer("version") }
    guard let newest = versions.max(), newest != 2 else { return nil }
    return StepObstacle(
      "yoyo's tables have version \(newest), but migtui supports only version 2.",
      remedy: "Run yoyo apply.")
  }

  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    switch change {
    case .create: creation(rows)
    case .record(let identifier): insertions(of: identifier, stamp, operation: "apply")
    // The values of `yoyo mark`.
    case .baseline(let identifiers):
      identifiers.enumerated().flatMap { index, identifier in
        insertions(of: identifier, stamp, number: index, operation: "mark")
      }
    case .begin, .fail, .forget, .clearFailures, .acceptChecksum: []
    }
  }

  private func creation(_ rows: LedgerRows) -> [String] {
    var statements: [String] = []
    if rows.tables[Self.lock] == nil {
      statements.append(
        "CREATE TABLE \(LedgerSQL.table(Self.lock)) (\"locked\" INT DEFAULT 1, "
          + "\"ctime\" TIMESTAMP,\"pid\" INT NOT NULL,PRIMARY KEY (\"locked\"))")
    }
    if rows.tables[Self.log] == nil {
      statements.append(
        """
        CREATE TABLE \(LedgerSQL.table(Self.log)) (
            "id" VARCHAR(36),
            "migration_hash" VARCHAR(64),
            "migration_id" VARCHAR(255),
            "operation" VARCHAR(10),
            "username" VARCHAR(255),
            "hostname" VARCHAR(255),
            "comment" VARCHAR(255),
            "created_at_utc" TIMESTAMP,
            PRIMARY KEY ("id")
        )
        """)
    }
    if rows.tables[Self.version] == nil {
      statements.append(
        """
        CREATE TABLE \(LedgerSQL.table(Self.version)) (
            "version" INT NOT NULL PRIMARY KEY,
            "installed_at_utc" TIMESTAMP
        )
        """)
      // yoyo writes this time with a space and six decimal places, unlike its other times.
      statements.append(
        "INSERT INTO \(LedgerSQL.table(Self.version)) "
          + "VALUES (2, strftime('%Y-%m-%d %H:%M:%f000', 'now'))")
    }
    if rows.tables[name] == nil {
      statements.append(
        """
        CREATE TABLE \(LedgerSQL.table(name)) (
            "migration_hash" VARCHAR(64),
            "migration_id" VARCHAR(255),
            "applied_at_utc" TIMESTAMP,
            PRIMARY KEY ("migration_hash")
        )
        """)
    }
    return statements
  }

  private func insertions(
    of identifier: String, _ stamp: RecordStamp, number: Int = 0, operation: String
  ) -> [String] {
    let time = stamp.time.text(digits: 6, separator: "T")
    let hash = Self.hash(of: identifier)
    return [
      LedgerSQL.insert(
        into: Self.log,
        [
          "\"id\"": stamp.uuid(number), "\"migration_hash\"": hash, "\"migration_id\"": identifier,
          "\"operation\"": operation, "\"username\"": stamp.user, "\"hostname\"": stamp.host,
          "\"created_at_utc\"": time,
        ]),
      LedgerSQL.insert(
        into: name,
        [
          "\"migration_hash\"": hash, "\"migration_id\"": identifier,
          "\"applied_at_utc\"": time,
        ]),
    ]
  }
}
