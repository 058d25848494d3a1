import MigratorPlatform

struct FilePattern: Sendable {
  /// The only matching name, or `nil` for any name.
  var name: String?
  /// The minimum number of digits at the beginning of the name.
  var digits = 0
  var follows: Character?
  var contains: Character?
  let extensions: [String]
  /// Excluded names, or excluded suffixes if they begin with a dot.
  var excluding: [String] = []
  /// `true` if subfolders are included.
  var isDeep = false
  var besides: String?

  /// The matching files of a folder, sorted by path.
  func files(in folder: FolderTree) -> [String] {
    (isDeep ? folder.files : folder.ownFiles).filter { fits($0) }
  }

  private func fits(_ file: String) -> Bool {
    let name = Paths.name(of: file)
    guard extensions.contains(where: { name.hasSuffix("." + $0) }),
      !excluding.contains(where: { $0.hasPrefix(".") ? name.hasSuffix($0) : name == $0 })
    else { return false }
    let number = name.leadingDigits
    return self.name.map { $0 == name } ?? true && number.count >= digits
      && follows.map { name.dropFirst(number.count).first == $0 } ?? true
      && contains.map { name.contains($0) } ?? true
      && besides.map { !file.split(separator: "/").dropLast().contains(Substring($0)) } ?? true
  }

  /// Scripts in JavaScript and related languages, without type declarations.
  static func scripts(_ extensions: [String]) -> FilePattern {
    FilePattern(extensions: extensions, excluding: [".d.ts", ".d.mts", ".d.cts"])
  }
}

struct ContentMarker: Sendable {
  let pattern: String
  /// Strings, at least one of which each file contains.
  let texts: [String]
  /// How certain it is that no other tool writes them.
  var strength = EvidenceStrength.certain
}

extension FolderEvidence {
  /// Creates evidence from a marker in the first files; returns `nil` if none of them has it.
  init?(_ files: [String], with mark: ContentMarker, in folder: FolderTree) {
    let found = files.prefix(20).lazy.compactMap { file in
      let text = folder.head(of: file)
      return mark.texts.first { text.contains($0) }
    }.first
    guard let found else { return nil }
    self.init(files.count, "`\(mark.pattern)` with `\(found)`", strength: mark.strength)
  }
}
