import MigratorEngine
import MigratorPlatform

extension FolderTree {
  /// Whether a file of the project, beside or above the folder, names something: `go.mod` a module,
  /// `Cargo.toml` a crate.
  ///
  /// - Parameters:
  ///   - file: The name of the file.
  ///   - words: What it may name.
  /// - Returns: Whether it names one of them.
  func project(_ file: String, mentions words: String...) -> Bool {
    guard let text = projectText(file) else { return false }
    return words.contains { text.contains($0) }
  }

  /// A text that a settings file of the project, beside or above the folder, gives a key.
  ///
  /// It stands in a line `key = "text"` or `"key": "text"`; where several lines have one, it is
  /// anybody's guess, and the first is taken.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - files: The names that the settings file may have.
  /// - Returns: The text, or `nil` where there is none.
  func projectSetting(_ key: String, in files: [String]) -> String? {
    for text in files.lazy.compactMap({ projectText($0) }) {
      for line in text.split(whereSeparator: \.isNewline) {
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
          .map(\.trimmingWhitespace)
        if parts.count >= 3, parts[0].filter({ !$0.isWhitespace }) == key + "=" { return parts[1] }
        if parts.count >= 5, parts[1] == key, parts[2] == ":" { return parts[3] }
      }
    }
    return nil
  }

  /// The text of a file of the project, beside or above the folder; `nil` when there is none.
  ///
  /// - Parameter file: The name of the file.
  /// - Returns: Its first 65,536 bytes.
  func projectText(_ file: String) -> String? {
    ancestorFile(file).map {
      String(decoding: Files.head(of: $0, limit: 65_536), as: UTF8.self)
    }
  }
}

extension FolderTree {
  /// Says which SQL files of the folder itself are no migrations.
  ///
  /// - Parameters:
  ///   - pattern: How the tool's files are named, in words.
  ///   - isKnown: Whether the tool knows a file, as a migration or as its way back.
  /// - Returns: A sentence for each of the first few files, and one for the rest.
  func notes(onFilesBeside pattern: String, _ isKnown: (String) -> Bool) -> [String] {
    let ignored = ownFiles.filter { $0.lowercased().hasSuffix(".sql") && !isKnown($0) }
    let listed = ignored.prefix(3).map { "\($0) is ignored: its name is not like \(pattern)" }
    let rest = ignored.count - listed.count
    return rest == 0 ? listed : listed + ["\(rest) more SQL files are ignored for the same reason"]
  }
}

extension FolderEvidence {
  /// Evidence of files of one pattern; `nil` when there are none.
  ///
  /// - Parameters:
  ///   - count: How many files there are.
  ///   - pattern: What they have in common, in words.
  ///   - noun: What they are: `file` or `folder`.
  ///   - strength: How surely they are the tool's.
  init?(_ count: Int, _ pattern: String, of noun: String = "file", strength: EvidenceStrength) {
    guard count > 0 else { return nil }
    self.init(
      words: "\(count) \(noun)\(count == 1 ? "" : "s") \(pattern)", strength: strength,
      count: count)
  }
}

extension LedgerEvidence {
  /// Evidence of a table by its columns, the tool's own name first; `nil` when there is none.
  ///
  /// - Parameters:
  ///   - tables: The tables of a database.
  ///   - columns: The names of the columns, in order.
  ///   - name: The name the tool gives its table.
  ///   - words: What a name has to contain where the columns alone may be anybody's, in lower case.
  ///   - others: How surely a table of another name is the tool's.
  init?(
    in tables: DatabaseTables, columns: [SQLName], named name: String,
    containing words: [String] = [], others: EvidenceStrength = .likely
  ) {
    let fitting = tables.tables(withColumns: columns, preferring: name).first { table in
      words.isEmpty || words.contains { table.asciiLowercased.contains($0) }
    }
    guard let table = fitting else { return nil }
    let written = (tables[table] ?? []).map(\.name).joined(separator: ", ")
    self.init(
      table: table, words: "\(table)(\(written))",
      strength: SQLName(table) == SQLName(name) ? .certain : others)
  }
}
