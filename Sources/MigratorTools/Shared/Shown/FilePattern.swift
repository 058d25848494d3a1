import MigratorPlatform

/// How the files of a tool are named.
struct FilePattern: Sendable {
  /// The only name that fits; `nil` for any.
  var name: String?
  /// How many digits the name begins with at least.
  var digits = 0
  /// What follows the digits; `nil` for anything.
  var follows: Character?
  /// What the name has to contain.
  var contains: Character?
  /// The extensions, one of which the name ends in.
  let extensions: [String]
  /// What the name must not be, or, behind a full stop, not end in.
  var excluding: [String] = []
  /// Whether the folders below are looked into as well.
  var isDeep = false
  /// A folder whose files are none.
  var besides: String?

  /// The files of a folder that fit, sorted by their paths.
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

  /// Scripts of JavaScript and its kin; declarations of types are none.
  static func scripts(_ extensions: [String]) -> FilePattern {
    FilePattern(extensions: extensions, excluding: [".d.ts", ".d.mts", ".d.cts"])
  }
}

/// What stands in files of a tool.
struct FileMark: Sendable {
  /// How the files' names look.
  let pattern: String
  /// The texts of which one stands in each.
  let texts: [String]
  /// How surely nobody else writes them.
  var strength = EvidenceStrength.certain
}

extension FolderEvidence {
  /// Evidence of files by what the first of them say; `nil` when they say nothing of it.
  init?(_ files: [String], with mark: FileMark, in folder: FolderTree) {
    let found = files.prefix(20).lazy.compactMap { file in
      let text = folder.head(of: file)
      return mark.texts.first { text.contains($0) }
    }.first
    guard let found else { return nil }
    self.init(files.count, "`\(mark.pattern)` with `\(found)`", strength: mark.strength)
  }
}
