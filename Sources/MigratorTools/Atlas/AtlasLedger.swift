import MigratorEngine
import MigratorPlatform

/// The ledger of Atlas: one revision per file, with the number of statements that ran.
///
/// Source: ariga/atlas `sql/migrate/migrate.go` (`Pending`, `Execute`),
/// `cmd/atlas/internal/migrate/migrate.go`.
struct AtlasLedger: Ledger {
  let name: String
  /// The reason why Atlas would reject the folder, or `nil`.
  let seal: StepObstacle?
  let files: ToolFiles<AtlasMigration>

  private struct Revision {
    let version: String
    let applied: Int64
    let total: Int64
    let row: LedgerRows.Row
    var isPartial: Bool { applied != total }
  }

  func state(_ rows: LedgerRows) -> LedgerState {
    let revisions = revisions(rows)
    var state = LedgerState(exists: table(rows) != nil)
    guard let first = revisions.first, let last = revisions.last else {
      state.exceptions = beforeCheckpoint()
      state.obstacle =
        seal
        ?? rows.otherTable.map {
          StepObstacle(
            "Atlas does not start: the database already has tables, such as \($0).",
            remedy: "Record the migrations that the schema already contains: migtui repair DB "
              + "--adopt, or atlas migrate apply --baseline VERSION.")
        }
      return state
    }
    let registered = files.keyed(by: \.version)
    var hasChanged = false
    for revision in revisions {
      state.records.append(record(of: registered[revision.version], revision, &hasChanged))
    }
    let known = Set(revisions.map(\.version))
    var late: String?
    for file in files.all where !known.contains(file.version) {
      if file.isCheckpoint {
        state.exceptions[file.identifier] = LedgerState.Exception(
          .skipped, note: "Atlas runs a checkpoint only on an empty database.")
      } else if NameOrder.bytes(file.version, first.version) {
        state.exceptions[file.identifier] = LedgerState.Exception(
          .skipped, note: "Atlas never runs it: it is older than the first revision.")
      } else if NameOrder.bytes(file.version, last.version) {
        late = late ?? file.identifier
      }
    }
    state.obstacle = seal ?? obstacle(of: revisions, late: late)
    return state
  }

  private func obstacle(of revisions: [Revision], late: String?) -> StepObstacle? {
    if let partial = revisions.last(where: \.isPartial) {
      return StepObstacle(
        "Atlas applied \(partial.applied) of \(partial.total) statements of \(partial.version).",
        remedy: "Run atlas migrate apply, which runs the rest. Or undo these statements and clear "
          + "the failure: migtui repair DB --clear-dirty.",
        migration: files.keyed(by: \.version)[partial.version]?.identifier ?? partial.version)
    }
    return late.map {
      StepObstacle(
        "Atlas stops at \($0): it is not applied, but a newer revision is.",
        remedy: "Give it a new version (atlas migrate rebase), "
          + "or run atlas migrate apply --exec-order non-linear.", migration: $0)
    }
  }

  /// On an empty database, Atlas begins with the last checkpoint.
  private func beforeCheckpoint() -> [String: LedgerState.Exception] {
    guard let index = files.all.lastIndex(where: \.isCheckpoint) else { return [:] }
    let note = "The checkpoint \(files.all[index].identifier) replaces it."
    return Dictionary(
      files.all[..<index].map { ($0.identifier, LedgerState.Exception(.skipped, note: note)) }
    ) { first, _ in first }
  }

  private func record(
    of file: AtlasMigration?, _ revision: Revision, _ hasChanged: inout Bool
  ) -> LedgerState.Record {
    let identifier =
      file?.identifier
      ?? [revision.version, revision.row.text("description") ?? ""]
      .filter { !$0.isEmpty }.joined(separator: "_")
    let time = revision.row.text("executed_at")
    if revision.isPartial {
      let error = revision.row.text("error") ?? ""
      return LedgerState.Record(
        identifier, appliedAt: time, state: .dirty,
        note: "\(revision.applied) of \(revision.total) statements ran."
          + (error.isEmpty ? "" : " \(error)"))
    }
    let stored = revision.row.text("hash") ?? ""
    if let file, !stored.isEmpty, stored != file.hash {
      defer { hasChanged = true }
      // Each hash includes all earlier files, so one change makes all later hashes differ.
      return LedgerState.Record(
        identifier, appliedAt: time, state: hasChanged ? .applied : .changed,
        note: hasChanged
          ? "Its hash differs because an earlier file changed."
          : "This file or an earlier one differs from what was applied. Atlas does not check this.")
    }
    let type = revision.row.integer("type") ?? 2
    return LedgerState.Record(
      identifier, appliedAt: time,
      note: type & 1 == 1
        ? "Recorded as the baseline, not run." : type == 4 ? "Recorded manually." : nil)
  }

  /// The revisions sorted by version, without the row that identifies the ledger.
  private func revisions(_ rows: LedgerRows) -> [Revision] {
    (table(rows)?.rows ?? []).compactMap { row in
      guard let version = row.text("version"), version != ".atlas_cloud_identifier" else {
        return nil
      }
      return Revision(
        version: version, applied: row.integer("applied") ?? 0, total: row.integer("total") ?? 0,
        row: row)
    }.sorted { NameOrder.bytes($0.version, $1.version) }
  }

  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    switch change {
    case .create: creation(rows)
    case .begin(let identifier):
      files[identifier].map { [insertion(of: $0, stamp, applied: 0)] } ?? []
    case .record(let identifier): recordings(of: [identifier], rows, stamp)
    case .baseline(let identifiers): recordings(of: identifiers, rows, stamp)
    case .fail(let identifier, let message, let ran):
      files[identifier].map { [failure(of: $0, message, ran: ran)] } ?? []
    case .clearFailures:
      revisions(rows).filter(\.isPartial).map {
        "DELETE FROM \(LedgerSQL.table(name)) WHERE \(Self.isVersion($0.version))"
      }
    case .forget, .acceptChecksum: []
    }
  }

  private func creation(_ rows: LedgerRows) -> [String] {
    unlessExists(
      rows,
      """
      CREATE TABLE \(LedgerSQL.table(name)) (`version` text NOT NULL, `description` text NOT NULL, \
      `type` integer NOT NULL DEFAULT 2, `applied` integer NOT NULL DEFAULT 0, \
      `total` integer NOT NULL DEFAULT 0, `executed_at` datetime NOT NULL, \
      `execution_time` integer NOT NULL, `error` text NULL, `error_stmt` text NULL, \
      `hash` text NOT NULL, `partial_hashes` json NULL, `operator_version` text NOT NULL, \
      PRIMARY KEY (`version`))
      """)
  }

  private func recordings(
    of identifiers: [String], _ rows: LedgerRows, _ stamp: RecordStamp
  ) -> [String] {
    let known = Set(revisions(rows).map(\.version))
    return identifiers.compactMap { files[$0] }.map { file in
      known.contains(file.version)
        ? completion(of: file, stamp)
        : insertion(of: file, stamp, applied: file.statements.count)
    }
  }

  private func completion(of file: AtlasMigration, _ stamp: RecordStamp) -> String {
    let total = file.statements.count
    return LedgerSQL.update(
      name,
      [
        "`applied`": total, "`total`": total, "`execution_time`": Self.nanoseconds(stamp),
        "`error`": "", "`error_stmt`": "", "`partial_hashes`": Self.partialHashes([]),
      ], where: Self.isVersion(file.version))
  }

  private func failure(of file: AtlasMigration, _ message: String, ran: Int) -> String {
    let ran = min(ran, file.statements.count)
    let failed = ran < file.statements.count ? file.statements[ran] : ""
    return LedgerSQL.update(
      name,
      [
        "`applied`": ran, "`error`": message, "`error_stmt`": failed,
        "`partial_hashes`": Self.partialHashes(file.statements[..<ran]),
      ], where: Self.isVersion(file.version))
  }

  private func insertion(
    of file: AtlasMigration, _ stamp: RecordStamp, applied: Int
  ) -> String {
    LedgerSQL.insert(
      into: name,
      [
        "`version`": file.version, "`description`": file.description, "`type`": 2,
        "`applied`": applied, "`total`": file.statements.count,
        "`executed_at`": Self.moment(stamp.start), "`execution_time`": Self.nanoseconds(stamp),
        "`error`": "", "`error_stmt`": "", "`hash`": file.hash,
        "`partial_hashes`": Self.partialHashes([]), "`operator_version`": "migtui",
      ])
  }

  private static func isVersion(_ version: String) -> String {
    "`version` = \(LedgerSQL.literal(version))"
  }

  private static func nanoseconds(_ stamp: RecordStamp) -> Int64 {
    stamp.time.nanoseconds &- stamp.start.nanoseconds
  }

  /// `2026-11-21 13:22:38.279974123+00:00`, the format of the Go driver, without trailing zeros.
  private static func moment(_ time: Timestamp) -> String {
    RFC3339.text(time, separator: " ", zone: "+00:00")
  }

  /// A hash for each statement that ran, computed over it and all statements before it.
  ///
  /// The value is JSON in a blob, with `null` for no statements, as Atlas's library writes it.
  private static func partialHashes(_ statements: ArraySlice<String>) -> DatabaseValue {
    var text: [UInt8] = []
    let hashes = statements.map { statement in
      text += Array(statement.utf8)
      return "\"h1:\(Encodings.base64(SHA256.digest(of: text)))\""
    }
    let json = hashes.isEmpty ? "null" : "[\(hashes.joined(separator: ","))]"
    return DatabaseValue(storage: .blob(Array(json.utf8)))
  }
}
