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

  /// The text that the settings of a project, beside or above the folder, give a key.
  ///
  /// Where several places have different ones, it is anybody's guess, and none is taken.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - files: The names that the file of settings may have; the first that has the key counts.
  /// - Returns: The text, or `nil` where there is none.
  func projectSetting(_ key: String, in files: [String]) -> String? {
    files.lazy.compactMap { file in
      projectText(file).flatMap { SettingsText($0, of: file).value(of: key) }
    }.first
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
  ///   - remark: What the tool does about such a file, besides.
  ///   - isKnown: Whether the tool knows a file, as a migration or as its way back.
  /// - Returns: A sentence for each of the first few files, and one for the rest.
  func notes(
    onFilesBeside pattern: String, remark: String = "", _ isKnown: (String) -> Bool
  ) -> [String] {
    ownFiles.filter { $0.lowercased().hasSuffix(".sql") && !isKnown($0) }
      .notes("SQL files are ignored") {
        "\($0) is ignored: its name is not like \(pattern)" + remark
      }
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

extension [String] {
  /// A sentence for each of the first few files, and one for the rest.
  ///
  /// - Parameters:
  ///   - fate: What becomes of them, as in `SQL files are ignored`.
  ///   - sentence: What is said of one.
  /// - Returns: The sentences.
  func notes(_ fate: String, _ sentence: (String) -> String) -> [String] {
    let rest = count - 3
    return prefix(3).map(sentence) + (rest > 0 ? ["\(rest) more \(fate) for the same reason"] : [])
  }
}
