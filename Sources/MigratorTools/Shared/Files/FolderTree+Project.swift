import MigratorPlatform

extension FolderTree {
  /// Returns whether a project file next to or above the folder contains one of the given words.
  ///
  /// This can be a module in `go.mod` or a crate in `Cargo.toml`.
  func project(_ file: String, mentions words: String...) -> Bool {
    guard let text = projectText(file) else { return false }
    return words.contains { text.contains($0) }
  }

  /// The value of a key in a settings file of the project, next to or above the folder.
  ///
  /// The first file that has the key is used. A file with several different values for it is
  /// ignored.
  func projectSetting(_ key: String, in files: [String]) -> String? {
    files.lazy.compactMap { file in
      projectText(file).flatMap { SettingsText($0, of: file).value(of: key) }
    }.first
  }

  /// The first 65,536 bytes of a project file next to or above the folder, or `nil`.
  func projectText(_ file: String) -> String? {
    ancestorFile(file).map {
      String(decoding: Files.head(of: $0, limit: 65_536), as: UTF8.self)
    }
  }
}

extension FolderTree {
  /// Notes on the SQL files directly in the folder that the tool does not recognize.
  ///
  /// There is a note for each of the first few files, and one for the rest. `pattern` describes the
  /// names of the tool's files. `remark` describes how the tool treats other files.
  func notes(
    onFilesBeside pattern: String, remark: String = "", _ isKnown: (String) -> Bool
  ) -> [String] {
    ownFiles.filter { $0.lowercased().hasSuffix(".sql") && !isKnown($0) }
      .notes("SQL files are ignored") {
        "\($0) is ignored: its name does not match \(pattern)" + remark
      }
  }

  var ownFolders: [String] { folders.filter { !$0.contains("/") } }

  /// The folders directly in the folder that contain a file with the given name.
  ///
  /// Links to such folders, and files with a migration folder's name, are included, so that reading
  /// them fails. Otherwise the next migration would run instead.
  func subfolders(holding name: String) -> [String] {
    let found = files.filter { file in
      let parts = file.split(separator: "/")
      return parts.count == 2 && parts[1] == name
    }.map { Paths.folder(of: $0) }
    // The names prove nothing unless at least one real folder contains the file.
    if found.isEmpty { return [] }
    let linked = linkedFolders.filter {
      !$0.contains("/") && Files.isTaken(path(of: Paths.join($0, name)))
    }
    return found + linked + ownFiles.filter(Self.isFolderName)
  }

  /// Returns whether a migration's folder exists without this file.
  ///
  /// In all other cases, reading the file reports the problem.
  func lacks(_ file: String) -> Bool {
    let folder = Paths.folder(of: file)
    return !contains(file) && folders.contains(folder) && !linkedFolders.contains(folder)
  }

  /// Returns whether a migration's folder can have the name: a number first, and no extension.
  private static func isFolderName(_ name: String) -> Bool {
    !name.leadingDigits.isEmpty && Paths.ending(of: name) == nil
  }
}

extension [String] {
  /// A sentence for each of the first few files, and one for the rest.
  ///
  /// `fate` states what happens to the rest, as in `SQL files are ignored`.
  func notes(_ fate: String, _ sentence: (String) -> String) -> [String] {
    if count <= 4 { return map(sentence) }
    return prefix(3).map(sentence) + ["\(count - 3) more \(fate) for the same reason"]
  }
}
