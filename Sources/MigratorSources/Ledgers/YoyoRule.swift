import MigratorEngine

/// The ledger of yoyo: a row for each migration, by the hash of its name, and a log beside it.
///
/// Source: yoyo-migrations 9.0.0, `yoyo/backends/base.py`, `yoyo/internalmigrations`.
struct YoyoRule: LedgerRule {
  static let tableName = "_yoyo_migration"
  static let columns = ["migration_hash", "migration_id", "applied_at_utc"]
  static let oldColumns = ["id", "ctime"]
  /// The name of the fact that tells what a migration depends on.
  static let depends = "depends"
  private static let log = "_yoyo_log"
  private static let version = "_yoyo_version"
  private static let lock = "yoyo_lock"
  let name: String

  var tableNames: [String] { [name, Self.log, Self.version, Self.lock] }

  func reading(of migrations: [ToolMigration], _ contents: LedgerContents) -> LedgerReading {
    guard let table = table(contents) else {
      return LedgerReading(exists: false, obstacle: lockObstacle(contents))
    }
    let isOld = !table.columns.contains { $0.name.lowercased() == "migration_hash" }
    let names = Dictionary(migrations.map { ($0.key, $0.identifier) }) { first, _ in first }
    let identifiers = Set(names.values)
    var reading = LedgerReading()
    for row in table.rows {
      if isOld {
        guard let identifier = row["id"]?.looseText else { continue }
        reading.records.append(
          LedgerReading.Record(identifier, appliedAt: row["ctime"]?.looseText))
        continue
      }
      let hash = row["migration_hash"]?.looseText
      let stored = row["migration_id"]?.looseText
      // The hash counts; a name beside another hash is another migration.
      let foreign = stored.map { identifiers.contains($0) ? "\($0) (another hash)" : $0 }
      guard let identifier = hash.flatMap({ names[$0] }) ?? foreign ?? hash else { continue }
      reading.records.append(
        LedgerReading.Record(identifier, appliedAt: row["applied_at_utc"]?.looseText))
    }
    reading.obstacle = lockObstacle(contents) ?? versionObstacle(contents, isOld: isOld)
    return reading
  }

  private func lockObstacle(_ contents: LedgerContents) -> StepObstacle? {
    guard let row = contents.tables[Self.lock]?.rows.first else { return nil }
    let process = row["pid"]?.looseText.map { " of process \($0)" } ?? ""
    return StepObstacle(
      "The lock\(process) in \(Self.lock) is held, and yoyo waits for it.",
      remedy: "Wait; where no yoyo runs any more, run yoyo break-lock.")
  }

  private func versionObstacle(_ contents: LedgerContents, isOld: Bool) -> StepObstacle? {
    if isOld {
      return StepObstacle(
        "\(name) is of a yoyo before version 6, and a newer one rewrites it first.",
        remedy: "Run yoyo list with a newer yoyo, which does that.")
    }
    let versions = (contents.tables[Self.version]?.rows ?? []).compactMap {
      $0["version"]?.looseInteger
    }
    guard let newest = versions.max(), newest != 2 else { return nil }
    return StepObstacle(
      "The tables of yoyo have version \(newest), and this program knows version 2.",
      remedy: "Run yoyo apply.")
  }

  func creation(_ contents: LedgerContents) -> [String] {
    var statements: [String] = []
    if contents.tables[Self.lock] == nil {
      statements.append(
        "CREATE TABLE \(LedgerSQL.table(Self.lock)) (\"locked\" INT DEFAULT 1, "
          + "\"ctime\" TIMESTAMP,\"pid\" INT NOT NULL,PRIMARY KEY (\"locked\"))")
    }
    if contents.tables[Self.log] == nil {
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
    if contents.tables[Self.version] == nil {
      statements.append(
        """
        CREATE TABLE \(LedgerSQL.table(Self.version)) (
            "version" INT NOT NULL PRIMARY KEY,
            "installed_at_utc" TIMESTAMP
        )
        """)
      // Six digits behind a space: so yoyo writes this time, unlike the others.
      statements.append(
        "INSERT INTO \(LedgerSQL.table(Self.version)) "
          + "VALUES (2, strftime('%Y-%m-%d %H:%M:%f000', 'now'))")
    }
    if contents.tables[name] == nil {
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

  func recording(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] { rows(migration, stamp, operation: "apply") }

  /// As `yoyo mark` has it.
  func marking(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] { rows(migration, stamp, operation: "mark") }

  private func rows(
    _ migration: ToolMigration, _ stamp: RecordStamp, operation: String
  ) -> [String] {
    let time = stamp.time.text(digits: 6, separator: "T")
    return [
      LedgerSQL.insert(
        into: Self.log,
        [
          "\"id\"": stamp.uuid, "\"migration_hash\"": migration.key,
          "\"migration_id\"": migration.identifier, "\"operation\"": operation,
          "\"username\"": stamp.user, "\"hostname\"": stamp.host, "\"created_at_utc\"": time,
        ]),
      LedgerSQL.insert(
        into: name,
        [
          "\"migration_hash\"": migration.key, "\"migration_id\"": migration.identifier,
          "\"applied_at_utc\"": time,
        ]),
    ]
  }
}
