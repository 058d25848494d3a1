import MigratorEngine

/// The ledger of Atlas: a revision for each file, with how many of its statements ran.
///
/// Source: ariga/atlas `sql/migrate/migrate.go` (`Pending`, `Execute`),
/// `cmd/atlas/internal/migrate/migrate.go`.
struct AtlasRule: LedgerRule {
  static let tableName = "atlas_schema_revisions"
  /// Names of facts.
  static let total = "total"
  static let description = "description"
  static let checkpoint = "checkpoint"
  static let seal = "atlas.sum"
  let name: String

  /// A revision.
  private struct Revision {
    let version: String
    let applied: Int64
    let total: Int64
    let row: [String: DatabaseValue]
    var isPartial: Bool { applied != total }
  }

  func reading(of migrations: [ToolMigration], _ contents: LedgerContents) -> LedgerReading {
    let seal = migrations.first?.facts[Self.seal]?.looseText.map { words in
      StepObstacle(
        "The folder does not fit atlas.sum: \(words).",
        remedy: "Undo the change, or look at it and run atlas migrate hash.")
    }
    let revisions = revisions(contents)
    var reading = LedgerReading(exists: table(contents) != nil)
    guard let first = revisions.first, let last = revisions.last else {
      reading.exceptions = beforeCheckpoint(migrations)
      reading.obstacle =
        seal
        ?? contents.otherTable.map {
          StepObstacle(
            "Atlas does not begin in a database that has tables already (\($0)).",
            remedy: "Mark as applied what the database has (atlas migrate apply --baseline).")
        }
      return reading
    }
    let registered = Dictionary(migrations.map { ($0.key, $0) }) { first, _ in first }
    var hasChanged = false
    for revision in revisions {
      reading.records.append(record(of: registered[revision.version], revision, &hasChanged))
    }
    let known = Set(revisions.map(\.version))
    var late: String?
    for migration in migrations where !known.contains(migration.key) {
      if migration.facts[Self.checkpoint] == 1.databaseValue {
        reading.exceptions[migration.identifier] = LedgerReading.Exception(
          .skipped, note: "Atlas runs a checkpoint on an empty database only.")
      } else if Self.precedes(migration.key, first.version) {
        reading.exceptions[migration.identifier] = LedgerReading.Exception(
          .skipped, note: "Atlas never runs it: it is older than the first revision.")
      } else if Self.precedes(migration.key, last.version) {
        late = late ?? migration.identifier
      }
    }
    reading.obstacle = seal ?? obstacle(of: revisions, late: late)
    return reading
  }

  private func obstacle(of revisions: [Revision], late: String?) -> StepObstacle? {
    if let partial = revisions.last(where: \.isPartial) {
      return StepObstacle(
        "Atlas applied \(partial.applied) of \(partial.total) statements of \(partial.version).",
        remedy: "Run atlas migrate apply, which goes on behind them, "
          + "or take back what ran and clear the failure.")
    }
    return late.map {
      StepObstacle(
        "Atlas stops at \($0): it is not applied, and a newer revision is.",
        remedy: "Give it a new version (atlas migrate rebase), "
          + "or run atlas migrate apply --exec-order non-linear.")
    }
  }

  /// On an empty database Atlas begins with the last checkpoint.
  private func beforeCheckpoint(
    _ migrations: [ToolMigration]
  ) -> [String: LedgerReading.Exception] {
    guard
      let index = migrations.lastIndex(where: { $0.facts[Self.checkpoint] == 1.databaseValue })
    else { return [:] }
    let note = "The checkpoint \(migrations[index].identifier) stands for it."
    return Dictionary(
      migrations[..<index].map {
        ($0.identifier, LedgerReading.Exception(.skipped, note: note))
      }
    ) { first, _ in first }
  }

  private func record(
    of migration: ToolMigration?, _ revision: Revision, _ hasChanged: inout Bool
  ) -> LedgerReading.Record {
    let identifier =
      migration?.identifier
      ?? [revision.version, revision.row["description"]?.looseText ?? ""]
      .filter { !$0.isEmpty }.joined(separator: "_")
    let time = revision.row["executed_at"]?.looseText
    if revision.isPartial {
      let error = revision.row["error"]?.looseText ?? ""
      return LedgerReading.Record(
        identifier, appliedAt: time, state: .dirty,
        note: "\(revision.applied) of \(revision.total) statements ran."
          + (error.isEmpty ? "" : " \(error)"))
    }
    let stored = revision.row["hash"]?.looseText ?? ""
    if let migration, !stored.isEmpty, stored != migration.checksum?.looseText {
      defer { hasChanged = true }
      // The hash chains over all files before, so that behind one change all differ.
      return LedgerReading.Record(
        identifier, appliedAt: time, state: hasChanged ? .applied : .changed,
        note: hasChanged
          ? "Its hash includes a file before it that changed."
          : "This file, or the files before it, are not what was applied; Atlas never compares.")
    }
    let type = revision.row["type"]?.looseInteger ?? 2
    return LedgerReading.Record(
      identifier, appliedAt: time,
      note: type & 1 == 1 ? "The baseline: it was not run." : type == 4 ? "Set by hand." : nil)
  }

  /// The revisions by their versions; the row that names the ledger itself is none.
  private func revisions(_ contents: LedgerContents) -> [Revision] {
    (table(contents)?.rows ?? []).compactMap { row in
      guard let version = row["version"]?.looseText, version != ".atlas_cloud_identifier" else {
        return nil
      }
      return Revision(
        version: version, applied: row["applied"]?.looseInteger ?? 0,
        total: row["total"]?.looseInteger ?? 0, row: row)
    }.sorted { Self.precedes($0.version, $1.version) }
  }

  private static func precedes(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }

  func creation(_ contents: LedgerContents) -> [String] {
    guard table(contents) == nil else { return [] }
    return [
      """
      CREATE TABLE \(LedgerSQL.table(name)) (`version` text NOT NULL, `description` text NOT NULL, \
      `type` integer NOT NULL DEFAULT 2, `applied` integer NOT NULL DEFAULT 0, \
      `total` integer NOT NULL DEFAULT 0, `executed_at` datetime NOT NULL, \
      `execution_time` integer NOT NULL, `error` text NULL, `error_stmt` text NULL, \
      `hash` text NOT NULL, `partial_hashes` json NULL, `operator_version` text NOT NULL, \
      PRIMARY KEY (`version`))
      """
    ]
  }

  func recording(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] {
    let total = migration.facts[Self.total]?.looseInteger ?? 0
    if revisions(contents).contains(where: { $0.version == migration.key }) {
      return [
        "UPDATE \(LedgerSQL.table(name)) SET `applied` = \(total), `total` = \(total), "
          + "`execution_time` = \(Self.nanoseconds(stamp)), `error` = '', `error_stmt` = '', "
          + "`partial_hashes` = \(Self.partialHashes([]).sqlLiteral) "
          + "WHERE `version` = \(LedgerSQL.literal(migration.key))"
      ]
    }
    return [insertion(of: migration, stamp, applied: total)]
  }

  func beginning(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] {
    [insertion(of: migration, stamp, applied: 0)]
  }

  func failing(
    _ migration: ToolMigration, message: String, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] {
    let statements = AtlasFile.statements(of: migration)
    let ran = min(stamp.statements, statements.count)
    let failed = ran < statements.count ? statements[ran] : ""
    return [
      "UPDATE \(LedgerSQL.table(name)) SET `applied` = \(ran), "
        + "`error` = \(LedgerSQL.literal(message)), `error_stmt` = \(LedgerSQL.literal(failed)), "
        + "`partial_hashes` = \(Self.partialHashes(Array(statements[..<ran])).sqlLiteral) "
        + "WHERE `version` = \(LedgerSQL.literal(migration.key))"
    ]
  }

  private func insertion(
    of migration: ToolMigration, _ stamp: RecordStamp, applied: Int64
  ) -> String {
    LedgerSQL.insert(
      into: name,
      [
        "`version`": migration.key, "`description`": migration.facts[Self.description] ?? .null,
        "`type`": 2, "`applied`": applied, "`total`": migration.facts[Self.total] ?? .null,
        "`executed_at`": Self.moment(stamp.start), "`execution_time`": Self.nanoseconds(stamp),
        "`error`": "", "`error_stmt`": "", "`hash`": migration.checksum ?? .null,
        "`partial_hashes`": Self.partialHashes([]), "`operator_version`": "migtui",
      ])
  }

  private static func nanoseconds(_ stamp: RecordStamp) -> Int64 {
    stamp.time.nanoseconds &- stamp.start.nanoseconds
  }

  /// `2026-11-21 13:22:38.279974123+00:00`, as Go's driver writes a time: no zeros at the end.
  private static func moment(_ time: Timestamp) -> String {
    var text = time.text(digits: 9)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text + "+00:00"
  }

  /// The hashes of statements that ran, each over all up to it, as JSON in a blob: so Atlas's
  /// library for its table writes JSON, and `null` for none.
  private static func partialHashes(_ statements: [String]) -> DatabaseValue {
    var text: [UInt8] = []
    let hashes = statements.map { statement in
      text += Array(statement.utf8)
      return "\"h1:\(Base64.text(SHA2.bytes256(text)))\""
    }
    let json = hashes.isEmpty ? "null" : "[\(hashes.joined(separator: ","))]"
    return DatabaseValue(storage: .blob(Array(json.utf8)))
  }

  func clearing(_ migrations: [ToolMigration], _ contents: LedgerContents) -> [String] {
    revisions(contents).filter(\.isPartial).map {
      "DELETE FROM \(LedgerSQL.table(name)) WHERE `version` = \(LedgerSQL.literal($0.version))"
    }
  }
}
