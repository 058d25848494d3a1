import MigratorEngine
import MigratorPlatform
import MigratorSession

/// Cloudflare D1: SQL files that `wrangler d1 migrations apply` runs; migtui uses the local file.
///
/// Source: cloudflare/workers-sdk `packages/wrangler/src/d1/migrations/helpers.ts`,
/// `d1/trimmer.ts`.
struct D1: RowTool {
  let format = MigrationFormat.d1
  let title = "Cloudflare D1"
  let readsAllFiles = false
  // Other tools also have three columns with these names.
  let table = LedgerTable(
    "d1_migrations", ["id", "name", "applied_at"], elsewhere: .shared,
    words: ["migration"])
  let rows = RowLedger.Rules(
    key: { $0.text("name") }, appliedAt: { $0.text("applied_at") },
    writing: RowLedger.Writing(column: "name") {
      """
      CREATE TABLE \($0)(
      \t\tid         INTEGER PRIMARY KEY AUTOINCREMENT,
      \t\tname       TEXT UNIQUE,
      \t\tapplied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
      )
      """
    })
  private static let settings = ["wrangler.toml", "wrangler.json", "wrangler.jsonc"]

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    let files = Self.names(in: folder)
    guard !files.isEmpty else { return nil }
    let setting = Self.settings.first { folder.ancestorFile($0) != nil }
    // Without wrangler's settings, only plain files can belong to D1.
    let isPlain = !files.contains {
      $0.contains("/") || $0.contains(".up.") || $0.contains(".down.")
    }
    guard isPlain || setting != nil else { return nil }
    let pattern = files[0].contains("/") ? "`*/migration.sql`" : "`*.sql`"
    if let named = Self.settings(naming: folder) {
      return FolderEvidence(
        files.count, "\(pattern), the migrations_dir of \(named)", strength: .certain)
    }
    return FolderEvidence(
      files.count, setting.map { "\(pattern), \($0) above" } ?? pattern,
      strength: setting == nil ? .shared : .likely)
  }

  /// The file of wrangler settings that names a folder as a database's migrations folder, or `nil`.
  static func settings(naming folder: FolderTree) -> String? {
    settings.first { name in
      guard let file = folder.ancestorFile(name), let text = folder.projectText(name) else {
        return false
      }
      let entries = SettingsText(text, of: name).entries
      let named = entries.filter { $0.key == "migrations_dir" }.flatMap(\.values)
      let isDefault = named.isEmpty && entries.contains { $0.section.last == "d1_databases" }
      let place = Files.identity(of: folder.path)
      return (isDefault ? ["migrations"] : named).contains {
        place != nil && Files.identity(of: Paths.join(Paths.folder(of: file), $0)) == place
      }
    }
  }

  /// The files that wrangler runs: those in the folder itself or, if it has none, those in
  /// Drizzle's layout.
  ///
  /// For Drizzle's layout, wrangler's settings contain a pattern.
  private static func names(in folder: FolderTree) -> [String] {
    let own = folder.ownFiles.filter { $0.hasSuffix(".sql") }
    let files =
      own.isEmpty
      ? folder.subfolders(holding: "migration.sql").map { $0 + "/migration.sql" } : own
    return files.sorted(by: precedes)
  }

  func files(in folder: FolderTree) throws -> [KeyedFile<String>] {
    var list = FileList<KeyedFile<String>>()
    for file in Self.names(in: folder) {
      list.add(
        KeyedFile(
          key: file, migration: ToolMigration(file, file: file, in: folder, body: Self.body)))
    }
    return try list.checked()
  }

  func tableName(setBeside folder: FolderTree) -> String? {
    folder.projectSetting("migrations_table", in: Self.settings)
  }

  /// Removes one `BEGIN TRANSACTION;` and one `COMMIT;` from a file, as wrangler does.
  private static func body(_ source: SourceText) throws(SourceFailure) -> ToolMigration.Body {
    let whole = source.script
    var script = whole
    if whole.text.contains("BEGIN TRANSACTION") {
      let cuts = ["BEGIN TRANSACTION;", "COMMIT;"].compactMap { whole.text.firstRange(of: $0) }
        .map { offset(of: $0.lowerBound, whole)..<offset(of: $0.upperBound, whole) }
        .sorted { $0.lowerBound < $1.lowerBound }
      var parts: [Range<Int>] = []
      var start = 0
      for cut in cuts {
        parts.append(start..<cut.lowerBound)
        start = cut.upperBound
      }
      parts.append(start..<whole.text.utf8.count)
      script = SQLScript(file: whole.file, source: whole.text, running: parts)
    }
    let shape = try ScriptShape(script)
    if shape.hasTransactions || script.text.contains("BEGIN TRANSACTION") {
      throw SourceFailure(
        .badTransaction, path: whole.file, location: shape.boundary?.location,
        "the file begins or ends transactions, but D1 runs each file in a transaction",
        remedy: "Remove BEGIN and COMMIT from the file.")
    }
    if let last = try SQLFile.statements(of: script).last, !last.sql.hasSuffix(";") {
      throw SourceFailure(
        .unterminated, path: whole.file, location: last.location,
        "the last statement has no semicolon, so wrangler appends its own statement to it",
        remedy: "End the statement with a semicolon.")
    }
    return .sql(script: script, transaction: .whole)
  }

  private static func offset(of index: String.Index, _ script: SQLScript) -> Int {
    script.text.utf8.distance(from: script.text.utf8.startIndex, to: index)
  }

  func newFiles(for new: NewMigration) throws(WriteRefusal) -> [MigrationFile] {
    let isFolded = new.existing.last?.identifier.contains("/") ?? false
    let name = new.name(.number(digits: 4))
    let number = name.prefix { $0 != "_" }
    let time = new.now.text(digits: 3, separator: "T") + "Z"
    return [
      MigrationFile(
        path: name + (isFolded ? "/migration.sql" : ".sql"),
        text: "-- Migration number: \(number) \t \(time)\n" + new.up(.d1))
    ]
  }

  /// Returns whether a path precedes another: numbered names come first, by number, and then the
  /// others, by text.
  static func precedes(_ one: String, _ other: String) -> Bool {
    let (first, second) = (one.split(separator: "/"), other.split(separator: "/"))
    for (a, b) in zip(first, second) where a != b {
      switch (number(of: a), number(of: b)) {
      case (let x?, let y?) where x != y: return x < y
      case (.some, nil): return true
      case (nil, .some): return false
      default: return a.utf16.lexicographicallyPrecedes(b.utf16)
      }
    }
    return first.count < second.count
  }

  /// The number that JavaScript's `parseInt` reads before the first underscore.
  private static func number(of segment: Substring) -> Double? {
    let head = segment.prefix { $0 != "_" }.drop { $0.isWhitespace }
    let sign = head.first == "-" || head.first == "+" ? head.prefix(1) : ""
    let digits = head.dropFirst(sign.count).prefix { $0.isASCII && $0.isNumber }
    return digits.isEmpty ? nil : Double(String(sign + digits)).flatMap { $0.isFinite ? $0 : nil }
  }
}

extension StatementForm {
  /// D1's server requires a trigger's `BEGIN` and `END` in capitals, and no CRLF between tokens.
  ///
  /// For a local database, wrangler counts these keywords and `CASE` only between white space.
  ///
  /// Source: cloudflare/workers-sdk #14991, #15314, #15162.
  static let d1 = StatementForm { statement in
    let tokens = SQLTokenizer.tokens(of: statement)
    return tokens.indices.map { index in
      let token = tokens[index]
      if token.isTrivia { return token.text.replacing("\r\n", with: "\n") }
      let isBlock = ["BEGIN", "CASE", "END"].contains { token.isWord($0) }
      guard isBlock, token.kind == .keyword else { return token.text }
      let isJoined = index > 0 && !tokens[index - 1].isTrivia
      let next = index + 1 < tokens.count ? tokens[index + 1] : nil
      let isFollowed = next.map { !$0.isTrivia && $0.text != ";" } ?? false
      return (isJoined ? " " : "") + token.text.uppercased() + (isFollowed ? " " : "")
    }.joined()
  }
}
