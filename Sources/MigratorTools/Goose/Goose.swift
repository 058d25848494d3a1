import MigratorEngine
import MigratorPlatform
import MigratorSession

/// pressly/goose: `N_name.sql` with `-- +goose` markers, and an append-only ledger.
struct Goose: FileTool {
  let format = MigrationFormat.goose
  let title = "goose"
  let transactionSwitch = TransactionSwitch.line("-- +goose NO TRANSACTION")
  let readsAllFiles = false
  let table = LedgerTable("goose_db_version", ["id", "version_id", "is_applied", "tstamp"])

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    let marked = folder.ownFiles.filter {
      $0.hasSuffix(".sql") && GooseFile.hasMarker(folder.head(of: $0))
    }
    return FolderEvidence(marked.count, "with `-- +goose Up`", strength: .certain)
  }

  func files(in folder: FolderTree) throws -> [KeyedFile<Int64>] {
    var list = FileList<KeyedFile<Int64>>()
    for file in folder.ownFiles {
      guard let version = GooseFile.version(of: file) else { continue }
      list.add(KeyedFile(key: version, migration: migration(file, in: folder)))
    }
    return try list.sorted(by: \.key, uniqueFor: title)
  }

  private func migration(_ file: String, in folder: FolderTree) -> ToolMigration {
    let identifier = Paths.stem(of: file)
    guard file.hasSuffix(".go") else {
      var down: SQLScript?
      var migration = ToolMigration(identifier, file: file, in: folder) {
        source throws(SourceFailure) in
        down = GooseFile.down(source)
        return try GooseFile.body(source)
      }
      migration.down = down.map { .section($0) }
      return migration
    }
    return ToolMigration(
      identifier: identifier, path: folder.path(of: file),
      body: .unavailable(
        "\(file) is a Go migration. Only its own program can run it.",
        remedy: "Run goose up-by-one in the project."))
  }

  func ledger(_ read: ToolReading<File>) -> any Ledger {
    GooseLedger(name: read.name, files: read.files)
  }

  func notes(on folder: FolderTree) -> [String] {
    folder.notes(
      onFilesBeside: "N_name.sql",
      remark: "; the goose command stops at it, but goose's Provider does not"
    ) { GooseFile.version(of: $0) != nil }
  }

  func newFiles(for new: NewMigration) throws(WriteRefusal) -> [MigrationFile] {
    [
      MigrationFile(
        path: new.name(.timestamp) + ".sql",
        text: "-- +goose Up\n\(new.up(.goose))\n-- +goose Down\n\(new.down(.goose))")
    ]
  }
}

extension StatementForm {
  /// goose ends a statement at a line that ends with a semicolon, unless it is in a block.
  static let goose = StatementForm { statement in
    let last = statement.split(whereSeparator: \.isNewline).last ?? ""
    // A string can contain what goose takes for the beginning of a comment.
    return statement.utf8.count { $0 == UInt8(ascii: ";") } < 2 && GooseReader.endsStatement(last)
      ? statement : "-- +goose StatementBegin\n\(statement)\n-- +goose StatementEnd"
  }
}

/// A goose file, split at its markers.
///
/// Source: pressly/goose `internal/sqlparser/parser.go`, `migrate.go` (`NumericComponent`).
enum GooseFile {
  static func hasMarker(_ text: String) -> Bool {
    text.withoutByteOrderMark.split(whereSeparator: \.isNewline)
      .contains { $0.hasPrefix("-- +goose ") }
  }

  /// The number before the first underscore of a `.sql` or `.go` file, at least 1; otherwise `nil`.
  static func version(of file: String) -> Int64? {
    guard file.hasSuffix(".sql") || file.hasSuffix(".go"), !file.hasSuffix("_test.go"),
      let underscore = file.firstIndex(of: "_"), let version = Int64(file[..<underscore]),
      version >= 1
    else { return nil }
    return version
  }

  /// The up part of a file.
  ///
  /// - Throws: `SourceFailure` for files that goose rejects: a marker is unknown, misplaced or
  ///   missing, text precedes the first marker, or a statement has no semicolon or is split.
  static func body(_ source: SourceText) throws(SourceFailure) -> ToolMigration.Body {
    let (path, text) = (source.file, source.text)
    var reader = GooseReader(path: path)
    for line in SourceLine.lines(of: text, in: path) { try reader.read(line) }
    let parts = try reader.finish(at: text.utf8.count)
    if reader.expands {
      return .unavailable(
        "\(Paths.name(of: path)) uses environment variables (ENVSUB ON).",
        remedy: "Run goose up-by-one with these variables set.")
    }
    // goose runs each part separately, even if SQLite would not end a statement there.
    let script = SQLScript(file: path, source: text, running: parts, endsParts: true)
    if let failure = Self.splitFailure(script, parts) { throw failure }
    return try ToolMigration.Body(script, isTransactional: reader.isTransactional)
  }

  /// The down part of a file, or `nil` if there is none or the file is unusable.
  static func down(_ source: SourceText) -> SQLScript? {
    var reader = GooseReader(path: source.file)
    let lines = SourceLine.lines(of: source.text, in: source.file)
    guard (try? lines.forEach { try reader.read($0) }) != nil, !reader.expands,
      let start = reader.downStart
    else { return nil }
    return SQLScript(
      file: source.file, source: source.text, running: [start..<source.text.utf8.count])
  }

  /// The failure if goose ends a statement within a trigger, string, name or comment.
  ///
  /// It is `nil` if the script is incomplete even without goose's splits.
  private static func splitFailure(_ script: SQLScript, _ parts: [Range<Int>]) -> SourceFailure? {
    guard case .failure(let problem) = script.parsed, let first = parts.first?.lowerBound,
      let last = parts.last?.upperBound,
      let cut = parts.first(where: { $0.contains(problem.location.offset) }),
      case .success = SQLScript(
        file: script.file, source: script.source, running: [first..<last]
      ).parsed
    else { return nil }
    let end = ScriptLocation(startOf: script.file)
      .advanced(over: script.source.utf8.prefix(cut.upperBound)).line
    return SourceFailure(
      .unterminated, path: script.file, location: problem.location,
      "goose ends this statement at the semicolon on line \(end), but SQLite does not",
      remedy: "Write `-- +goose StatementBegin` above it and `-- +goose StatementEnd` below it.")
  }
}

/// The ledger of goose: a log in which the newest row of a version counts.
///
/// Source: pressly/goose `internal/dialect/dialectquery/sqlite3.go`, `up.go`.
struct GooseLedger: AppendOnlyLedger {
  let name: String
  let files: ToolFiles<KeyedFile<Int64>>

  func state(_ rows: LedgerRows) -> LedgerState {
    guard let table = table(rows) else { return LedgerState(exists: false) }
    var newest: [Int64: (id: Int64, isApplied: Bool, time: String?)] = [:]
    for row in table.rows {
      guard let version = row.integer("version_id") else { continue }
      let id = row.integer("id") ?? 0
      if let known = newest[version], known.id > id { continue }
      newest[version] = (id, row.isTrue("is_applied"), row.text("tstamp"))
    }
    let known = files.keyed(by: \.key)
    var state = LedgerState()
    // Version 0 only records that the ledger was created.
    for (version, row) in newest.sorted(by: { $0.value.id < $1.value.id })
    where row.isApplied && version != 0 {
      state.records.append(
        LedgerState.Record(known[version]?.identifier ?? String(version), appliedAt: row.time))
    }
    let applied = Set(newest.filter(\.value.isApplied).keys)
    let current = applied.max() ?? 0
    let missing = files.all.first { $0.key < current && !applied.contains($0.key) }
    state.obstacle = missing.map {
      StepObstacle(
        "goose stops at \($0.identifier): it is not applied, but version \(current) is.",
        remedy: "To apply it out of order, run goose up -allow-missing. Otherwise give it a new "
          + "number.", migration: $0.identifier)
    }
    return state
  }

  func creation(_ rows: LedgerRows) -> [String] {
    let table = table(rows)
    var statements: [String] = []
    if table == nil {
      statements.append(
        """
        CREATE TABLE \(LedgerSQL.table(name)) (
        \t\tid INTEGER PRIMARY KEY AUTOINCREMENT,
        \t\tversion_id INTEGER NOT NULL,
        \t\tis_applied INTEGER NOT NULL,
        \t\ttstamp TIMESTAMP DEFAULT (datetime('now'))
        \t)
        """)
    }
    // goose considers a ledger without rows broken.
    if table?.rows.isEmpty ?? true { statements.append(insertion(of: 0)) }
    return statements
  }

  func insertion(of file: KeyedFile<Int64>, _ stamp: RecordStamp) -> String {
    insertion(of: file.key)
  }

  private func insertion(of version: Int64) -> String {
    "INSERT INTO \(LedgerSQL.table(name)) (version_id, is_applied) VALUES (\(version), 1)"
  }
}
