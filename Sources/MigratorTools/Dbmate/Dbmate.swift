import MigratorEngine
import MigratorPlatform
import MigratorSession

/// dbmate: `N_name.sql` with `-- migrate:up` and `-- migrate:down`.
///
/// A row has the version: the digits of the file name, as written.
///
/// Source: amacneil/dbmate `pkg/driver/sqlite/sqlite.go`.
struct Dbmate: RowTool {
  let format = MigrationFormat.dbmate
  let title = "dbmate"
  let transactionSwitch = TransactionSwitch.option(
    "transaction:false", ofMarker: "-- migrate:up")
  let readsAllFiles = false
  let habits = [ConventionalFolder("db/migrations")]
  // Many tables have a single column of this name; Rails declares it with another type.
  let table = LedgerTable(
    "schema_migrations", ["version"], named: .likely, elsewhere: .shared,
    words: ["migration"], others: ["ar_internal_metadata"],
    refine: { found, columns, tables in
      let type = columns[0].type.lowercased()
      guard columns[0].isKey, type.hasPrefix("varchar("), let table = found.table,
        tables["ar_internal_metadata"] == nil
      else { return nil }
      return LedgerEvidence(
        table: table, words: "\(table)(version \(type) primary key)",
        strength: found.strength == .likely && type == "varchar(128)" ? .certain : found.strength)
    })
  let rows = RowLedger.Rules(
    key: { $0.text("version") },
    writing: RowLedger.Writing(column: "version") {
      "CREATE TABLE IF NOT EXISTS \($0) (version varchar(128) primary key)"
    })

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    let count = folder.ownFiles.count {
      DbmateFile.version(of: $0) != nil && DbmateFile.hasMarker(folder.head(of: $0))
    }
    return FolderEvidence(count, "with `-- migrate:up`", strength: .certain)
  }

  func files(in folder: FolderTree) throws -> [KeyedFile<String>] {
    var list = FileList<KeyedFile<String>>()
    for file in folder.ownFiles {
      guard let version = DbmateFile.version(of: file) else { continue }
      var down: SQLScript?
      var migration = ToolMigration(Paths.stem(of: file), file: file, in: folder) {
        source throws(SourceFailure) in
        down = DbmateFile.down(source)
        return try DbmateFile.body(source)
      }
      migration.down = down.map { .section($0) }
      list.add(KeyedFile(key: version, migration: migration))
    }
    return try list.checked().blockingDuplicateKeys(of: title)
  }

  func tableName(setBeside folder: FolderTree) -> String? {
    let key = "DBMATE_MIGRATIONS_TABLE"
    return Environment.variable(key) ?? folder.projectSetting(key, in: [".env"])
  }

  func notes(on folder: FolderTree) -> [String] {
    folder.notes(onFilesBeside: "N_name.sql") { DbmateFile.version(of: $0) != nil }
      + (folder.ancestorFile("schema.sql", levels: 2) == nil
        ? [] : ["migtui does not update schema.sql: run dbmate dump after a step"])
  }

  func newFiles(for new: NewMigration) throws(WriteRefusal) -> [MigrationFile] {
    let blank = new.statements == nil ? "\n" : ""
    return [
      MigrationFile(
        path: new.name(.timestamp) + ".sql",
        text: "-- migrate:up\n\(new.up())\(blank)\n-- migrate:down\n\(new.down())\(blank)")
    ]
  }
}

/// A dbmate file, split at its markers.
///
/// Source: amacneil/dbmate `pkg/dbmate/migration.go`.
enum DbmateFile {
  private struct Marker {
    let isUp: Bool
    let isTransactional: Bool
  }

  /// The digits at the beginning of the name of a `.sql` file, as written.
  static func version(of file: String) -> String? {
    guard file.hasSuffix(".sql") else { return nil }
    return file.leadingDigits.isEmpty ? nil : file.leadingDigits
  }

  static func hasMarker(_ text: String) -> Bool {
    text.withoutByteOrderMark.split(whereSeparator: \.isNewline)
      .contains { marker(of: $0)?.isUp == true }
  }

  /// The up part of a file.
  ///
  /// It can consist of several sections, each followed by a down section.
  ///
  /// - Throws: `SourceFailure` for files that dbmate rejects: a marker is missing, a down marker
  ///   comes first, or statements or a byte order mark precede the first marker.
  static func body(_ source: SourceText) throws(SourceFailure) -> ToolMigration.Body {
    let (path, text) = (source.file, source.text)
    var parts: [Range<Int>] = []
    var upStart: Int?
    var hasDown = false
    var isTransactional = true
    for line in SourceLine.lines(of: text, in: path) {
      let (place, offset) = (line.place, line.place.offset)
      let hasBegun = upStart != nil || !parts.isEmpty
      guard let marker = Self.marker(of: line.text) else {
        let content = line.text.drop { $0.isWhitespace }
        // The byte order mark is invisible, so the message about statements would be confusing.
        if let failure = SourceFailure(ifMarked: line, for: "dbmate") { throw failure }
        if !hasBegun, !content.isEmpty, !content.hasPrefix("--") {
          throw Self.failure(
            place, "there are statements before `-- migrate:up`", "Move them below the marker.")
        }
        continue
      }
      if marker.isUp {
        if upStart == nil { upStart = offset }
        if !marker.isTransactional { isTransactional = false }
      } else {
        guard hasBegun else {
          throw Self.failure(
            place, "`-- migrate:down` is before `-- migrate:up`", "Write `-- migrate:up` first.")
        }
        if let start = upStart { parts.append(start..<offset) }
        upStart = nil
        hasDown = true
      }
    }
    let start = ScriptLocation(file: path, line: 1, column: 1, offset: 0)
    guard upStart != nil || !parts.isEmpty else {
      throw Self.failure(
        start, "dbmate requires `-- migrate:up`", "Write the marker above the statements.")
    }
    guard hasDown, upStart == nil else {
      throw Self.failure(
        start, "dbmate requires `-- migrate:down`", "Write the marker at the end of the file.")
    }
    return try ToolMigration.Body(
      SQLScript(file: path, source: text, running: parts), isTransactional: isTransactional)
  }

  /// The down part of a file, or `nil` unless there is exactly one and it is at the end.
  static func down(_ source: SourceText) -> SQLScript? {
    let downs = SourceLine.lines(of: source.text, in: source.file).filter {
      marker(of: $0.text) != nil
    }.drop { marker(of: $0.text)?.isUp == true }
    guard downs.count == 1, let start = downs.first?.end else { return nil }
    return SQLScript(
      file: source.file, source: source.text, running: [start..<source.text.utf8.count])
  }

  /// Parses `--`, white space, `migrate:up` or `migrate:down`, and options after white space.
  private static func marker(of line: Substring) -> Marker? {
    guard line.hasPrefix("--") else { return nil }
    let words = line.dropFirst(2).split { $0.isWhitespace }
    guard let word = words.first, word == "migrate:up" || word == "migrate:down" else {
      return nil
    }
    return Marker(
      isUp: word == "migrate:up", isTransactional: !words.contains("transaction:false"))
  }

  private static func failure(
    _ place: ScriptLocation, _ message: String, _ remedy: String
  ) -> SourceFailure {
    SourceFailure(.badDirective, path: place.file, location: place, message, remedy: remedy)
  }
}
