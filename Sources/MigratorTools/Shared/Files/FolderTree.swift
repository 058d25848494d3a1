import MigratorPlatform

/// A folder of migrations as tools see it: the paths below it, and bytes on demand.
///
/// Hidden files and folders are left out. Links to folders are listed and not followed: one may lead
/// anywhere. A link to a file is followed within the folder, and refused when it leads out.
///
/// Anything that is neither file nor folder counts as a file, as does a folder with the name of a script:
/// a tool that reads it meets an error, and does not run the next migration instead.
///
/// The walk goes ``depthLimit`` folders deep and ends at ``countLimit`` files and folders, and no more than
/// ``byteLimit`` bytes are read, so that a folder named by mistake costs no patience. Nothing is run from a
/// folder of which not all was seen (``requireWhole()``).
public struct FolderTree: Sendable, Hashable {
  /// How many folders deep files are looked for.
  public static let depthLimit = 32
  /// How many files and folders are listed at most.
  public static let countLimit = 100_000
  /// How many bytes of all files are read at most.
  public static let byteLimit = 1 << 30
  /// How many folders further up settings are looked for.
  public static let ancestorLimit = 20

  /// The path of the folder.
  public let path: String
  /// Only files of the folder itself that begin with this and a hyphen or dot are listed; `nil` for
  /// all, those of folders below included.
  public let stem: String?
  /// The paths of the files below it, parts joined by `/`, sorted by their bytes.
  public let files: [String]
  /// The paths of the folders below it, sorted by their bytes.
  public let folders: [String]
  /// Why not all of it could be looked at, the first of several reasons; `nil` where all was.
  private let gap: SourceFailure?
  /// The links to folders, which are not looked into, sorted by their bytes.
  public let linkedFolders: [String]
  /// How a tool of its own sorts folders of versions, where the user said so.
  let order: VersionOrder?
  /// The folder, and those above it up to that of a repository.
  private let ancestors: [String]
  /// What was read so far: each file is read once, however many tools look at it.
  let contents = FileContents()

  /// Lists a folder.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - stem: List only files of the folder itself that begin with this and a hyphen or dot, for
  ///     migrations that stand among other files.
  ///   - order: How folders of versions are sorted, where the user said so.
  /// - Throws: `SourceFailure` when it cannot be listed.
  public init(
    path: String, stem: String? = nil, order: VersionOrder? = nil
  ) throws(SourceFailure) {
    self.path = path
    self.stem = stem
    self.order = order
    ancestors = Self.ancestors(of: path)
    if let stem {
      files = try Self.entries(in: path).map(\.name).filter { name in
        (name.hasPrefix(stem + "-") || name.hasPrefix(stem + "."))
          && (Self.isScriptName(name) || Files.kind(of: Paths.join(path, name)) != .folder)
      }.sorted(by: NameOrder.bytes)
      folders = []
      linkedFolders = []
      gap = nil
      return
    }
    var files: [String] = []
    var folders: [String] = []
    var gap: SourceFailure?
    var links: [String] = []
    var count = 0
    // The root must be readable, or there is nothing to be told of.
    var open = [("", try Self.entries(in: path), 0)]
    walk: while let (prefix, entries, depth) = open.popLast() {
      for entry in entries
      where !entry.name.hasPrefix(".") && !Self.passedOver.contains(entry.name) {
        count += 1
        if count > Self.countLimit {
          gap = .tooMuch(in: path, "it has more than \(Self.countLimit) files and folders")
          break walk
        }
        let relative = prefix.isEmpty ? entry.name : prefix + "/" + entry.name
        let full = Paths.join(path, relative)
        let kind = entry.kind == nil || entry.kind == .link ? Files.kind(of: full) : entry.kind
        switch kind {
        case .folder:
          folders.append(relative)
          if Self.isScriptName(entry.name) { files.append(relative) }
          if entry.kind != .folder, Files.isLink(full) {
            links.append(relative)
          } else if depth >= Self.depthLimit {
            gap = gap ?? .tooMuch(in: full, "it is more than \(Self.depthLimit) folders deep")
          } else {
            do {
              open.append((relative, try Self.entries(in: full), depth + 1))
            } catch {
              gap = gap ?? error
            }
          }
        case .file, .link, .other, nil: files.append(relative)
        }
      }
    }
    self.files = files.sorted(by: NameOrder.bytes)
    self.folders = folders.sorted(by: NameOrder.bytes)
    linkedFolders = links.sorted(by: NameOrder.bytes)
    self.gap = gap
  }

  /// Makes sure that all of it was looked at: where a migration may be missing from the list, a later one
  /// must not run.
  ///
  /// - Throws: `SourceFailure` with the first reason why not.
  func requireWhole() throws(SourceFailure) {
    if let gap { throw gap }
  }

  /// Says which links were not followed.
  var notes: [String] {
    linkedFolders.notes("folders are not looked into") {
      "\($0) is not looked into: links to folders are not followed"
    }
  }

  /// Whether a migration can have the name: it has the ending of SQL, or of the code that a tool runs between
  /// SQL files.
  private static func isScriptName(_ name: String) -> Bool {
    Paths.ending(of: name).map { scriptEndings.contains($0.lowercased()) } ?? false
  }

  private static let scriptEndings: Set<String> = [
    "sql", "sqm", "py", "go", "rs", "java", "class",
  ]

  /// What is never part of a migration: packages of JavaScript, and what a check of the disk has found.
  private static let passedOver: Set<String> = ["node_modules", "lost+found"]

  private static func entries(in path: String) throws(SourceFailure) -> [Files.Entry] {
    switch Files.kind(of: path) {
    case nil:
      throw SourceFailure(
        .folderMissing, path: path, "there is no such folder", remedy: "Check the path.")
    case .file, .link, .other:
      throw SourceFailure(
        .notAFolder, path: path, "this is no folder",
        remedy: "Name the folder the files are in.")
    case .folder: break
    }
    do {
      return try Files.entries(in: path)
    } catch {
      throw SourceFailure(
        error.isPermission ? .folderUnreadable : .folderFailed, path: path,
        "the folder cannot be read (\(error))",
        remedy: error.isPermission
          ? "Give yourself permission: chmod u+rx." : "See to the cause, and try again.")
    }
  }

  /// The files that stand in the folder itself.
  public var ownFiles: [String] { files.filter { !$0.contains("/") } }

  /// The path of a file below the folder, as it is shown to a person.
  public func path(of file: String) -> String { Paths.join(path, file) }

  /// Whether a file is there.
  ///
  /// - Complexity: O(log *n*) for *n* files.
  public func contains(_ file: String) -> Bool {
    var range = files[...]
    while let middle = range.indices.dropFirst(range.count / 2).first {
      if files[middle] == file { return true }
      let isBefore = NameOrder.bytes(files[middle], file)
      range = isBefore ? range[(middle + 1)...] : range[..<middle]
    }
    return false
  }

  /// A file beside or above the folder, which tells the project's language or settings: `go.mod`.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - levels: How many folders to go up at most; the folder of a repository is the last in any
  ///     case.
  /// - Returns: Its path, or `nil` when there is none.
  public func ancestorFile(_ name: String, levels: Int = ancestorLimit) -> String? {
    ancestors.prefix(levels + 1).lazy.map { Paths.join($0, name) }.first {
      Files.kind(of: $0) == .file
    }
  }

  private static func ancestors(of path: String) -> [String] {
    var folders = [path]
    var identity = Files.identity(of: path)
    while folders.count <= ancestorLimit, let last = folders.last,
      !Files.isTaken(Paths.join(last, ".git"))
    {
      let above = Paths.join(last, "..")
      let next = Files.identity(of: above)
      // The root is above itself.
      if next == nil || next == identity { break }
      folders.append(above)
      identity = next
    }
    return folders
  }
}

extension SourceFailure {
  /// Where there is more than is looked at.
  fileprivate static func tooMuch(in path: String, _ message: String) -> SourceFailure {
    SourceFailure(
      .folderFailed, path: path, "\(message), and not all was looked at",
      remedy: "A migration may be missing from the list, so nothing is run: name the folder of the "
        + "migrations alone with --migrations, or take out what is none.")
  }
}
