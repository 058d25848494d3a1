import MigratorPlatform

extension FolderTree {
  /// Whether a file of the project, beside or above the folder, names something: `go.mod` a module,
  /// `Cargo.toml` a crate.
  func project(_ file: String, mentions words: String...) -> Bool {
    guard let text = projectText(file) else { return false }
    return words.contains { text.contains($0) }
  }

  /// The text that the settings of a project, beside or above the folder, give a key; of the names
  /// that their file may have, the first that has the key counts.
  ///
  /// Where several places have different ones, it is anybody's guess, and none is taken.
  func projectSetting(_ key: String, in files: [String]) -> String? {
    files.lazy.compactMap { file in
      projectText(file).flatMap { SettingsText($0, of: file).value(of: key) }
    }.first
  }

  /// The first 65,536 bytes of a file of the project, beside or above the folder; `nil` when there
  /// is none.
  func projectText(_ file: String) -> String? {
    ancestorFile(file).map {
      String(decoding: Files.head(of: $0, limit: 65_536), as: UTF8.self)
    }
  }
}

extension FolderTree {
  /// Says which of the first few SQL files of the folder itself are no migrations nor ways back,
  /// and how many more there are.
  ///
  /// The pattern says in words how the tool's files are named, the remark what the tool does about
  /// such a file, besides.
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
  ///
  /// Links to such folders, and files with the name of one, are listed as well: reading the file in them fails,
  /// so that the migration after it does not run instead.
  func subfolders(holding name: String) -> [String] {
    let found = files.filter { file in
      let parts = file.split(separator: "/")
      return parts.count == 2 && parts[1] == name
    }.map { Paths.folder(of: $0) }
    // Without one real folder, the names prove nothing.
    if found.isEmpty { return [] }
    let linked = linkedFolders.filter {
      !$0.contains("/") && Files.isTaken(path(of: Paths.join($0, name)))
    }
    return found + linked + ownFiles.filter(Self.isFolderName)
  }

  /// Whether a folder of a migration exists and has no such file; for anything else, reading the file reports
  /// the problem.
  func lacks(_ file: String) -> Bool {
    let folder = Paths.folder(of: file)
    return !contains(file) && folders.contains(folder) && !linkedFolders.contains(folder)
  }

  /// Whether a folder of a migration can have the name: it begins with a number and has no ending.
  private static func isFolderName(_ name: String) -> Bool {
    !name.leadingDigits.isEmpty && Paths.ending(of: name) == nil
  }
}

extension [String] {
  /// A sentence for each of the first few files, and one for the rest, if that is more than one, which
  /// says their fate, as in `SQL files are ignored`.
  func notes(_ fate: String, _ sentence: (String) -> String) -> [String] {
    if count <= 4 { return map(sentence) }
    return prefix(3).map(sentence) + ["\(count - 3) more \(fate) for the same reason"]
  }
}
