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
  /// It stands in a line `key = "text"` or `"key": "text"`; where several lines have different ones, it is
  /// anybody's guess, and none is taken.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - files: The names that the settings file may have.
  /// - Returns: The text, or `nil` where there is none.
  func projectSetting(_ key: String, in files: [String]) -> String? {
    let found =
      files.lazy.compactMap { projectText($0) }.map { text in
        text.split(whereSeparator: \.isNewline).compactMap { line -> String? in
          let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
            .map(\.trimmingWhitespace)
          if parts.count >= 3, parts[0].filter({ !$0.isWhitespace }) == key + "=" {
            return parts[1]
          }
          return parts.count >= 5 && parts[1] == key && parts[2] == ":" ? parts[3] : nil
        }
      }.first { !$0.isEmpty } ?? []
    return Set(found).count == 1 ? found.first : nil
  }

  /// A text that a line `KEY = text` of a project's file of settings gives, beside or above the folder:
  /// of `.env`, `.ini` or `.properties`.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - file: The name of the file.
  /// - Returns: The text without quotes, or `nil` where there is none.
  func projectLine(_ key: String, in file: String) -> String? {
    for line in (projectText(file) ?? "").split(whereSeparator: \.isNewline) {
      let sides = line.split(separator: "=", maxSplits: 1).map(\.trimmingWhitespace)
      guard sides.count == 2, sides[0] == key || sides[0] == "export " + key else { continue }
      let value = sides[1].filter { !"\"'".contains($0) }
      if !value.isEmpty { return value }
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

  /// The folders that stand in the folder itself.
  var ownFolders: [String] { folders.filter { !$0.contains("/") } }

  /// The folders in the folder itself that hold a file of a name.
  func subfolders(holding name: String) -> [String] {
    files.filter { file in
      let parts = file.split(separator: "/")
      return parts.count == 2 && parts[1] == name
    }.map { Paths.folder(of: $0) }
  }
}
