import MigratorPlatform
import MigratorSession

/// A folder of migrations as tools see it: the paths below it, and contents on demand.
///
/// Hidden files and folders are omitted. Links to folders are listed but not followed, because they
/// can lead anywhere. A link to a file is followed within the folder, and rejected if it leads out.
///
/// Anything that is neither a file nor a folder counts as a file, and so does a folder with the
/// name of a script. A tool that reads it gets an error, which prevents the next migration from
/// running instead.
///
/// The walk is limited to ``depthLimit`` levels and ``countLimit`` files and folders. At most
/// ``byteLimit`` bytes are read. The limits keep the cost low if the wrong folder is named. Nothing
/// is run from a folder with an incomplete listing (``requireWhole()``).
public struct FolderTree: Sendable, Hashable {
  /// The maximum depth of folders to list.
  public static let depthLimit = 32
  /// The maximum number of files and folders to list.
  public static let countLimit = 100_000
  /// The maximum number of bytes to read from all files.
  public static let byteLimit = 1 << 30
  /// The maximum number of parent folders to search for settings.
  public static let ancestorLimit = 20

  /// The path of the folder.
  public let path: String
  /// The stem of the files to list, or `nil` to list all files, including those in subfolders.
  ///
  /// With a stem, the list contains only files directly in the folder whose names begin with it and
  /// a hyphen or dot.
  public let stem: String?
  /// The paths of the files below the folder, with `/` as the separator, sorted by bytes.
  public let files: [String]
  /// The paths of the folders below the folder, sorted by bytes.
  public let folders: [String]
  /// The first reason why the listing is incomplete, or `nil`.
  private let gap: SourceFailure?
  /// The links to folders, which are not followed, sorted by bytes.
  public let linkedFolders: [String]
  /// The order of version folders in this program's own format, if the user chose one.
  let order: VersionOrder?
  /// The folder and its parent folders, up to the root of a repository.
  private let ancestors: [String]
  /// The contents read so far: each file is read once, even if several tools use it.
  let contents = FileContents()

  /// Lists a folder.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - stem: If not `nil`, lists only files directly in the folder that begin with this and a
  ///     hyphen or dot, for migrations among other files.
  ///   - order: The order of version folders, if the user chose one.
  /// - Throws: `SourceFailure` if it cannot be listed.
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
    // The folder itself must be readable; otherwise there is nothing to list.
    var open = [("", try Self.entries(in: path), 0)]
    walk: while let (prefix, entries, depth) = open.popLast() {
      for entry in entries
      where !entry.name.hasPrefix(".") && !Self.ignored.contains(entry.name) {
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

  /// Creates the listing of a folder that does not exist yet.
  init(missing path: String) {
    self.path = path
    (stem, order, gap) = (nil, nil, nil)
    (files, folders, linkedFolders) = ([], [], [])
    ancestors = Self.ancestors(of: path)
  }

  /// Creates the same folder with other files, such as those of another revision.
  ///
  /// - Parameters:
  ///   - folder: The folder, whose project files remain the same.
  ///   - contents: The files by path below the folder; hidden ones are omitted, as on a disk.
  init(_ folder: FolderTree, files contents: [String: [UInt8]]) {
    path = folder.path
    stem = folder.stem
    order = folder.order
    ancestors = folder.ancestors
    linkedFolders = []
    gap = nil
    let stem = folder.stem
    let visible = contents.keys.filter { file in
      if let stem {
        return !file.contains("/") && (file.hasPrefix(stem + "-") || file.hasPrefix(stem + "."))
      }
      return file.split(separator: "/").allSatisfy {
        !$0.hasPrefix(".") && !Self.ignored.contains(String($0))
      }
    }
    files = visible.sorted(by: NameOrder.bytes)
    var folders: Set<String> = []
    for file in visible {
      var parent = Paths.folder(of: file)
      while parent != ".", folders.insert(parent).inserted { parent = Paths.folder(of: parent) }
    }
    self.folders = folders.sorted(by: NameOrder.bytes)
    for file in visible { self.contents[file] = contents[file] }
  }

  /// Creates the same folder with additional files, which are read instead of those on the disk.
  init(_ folder: FolderTree, adding added: [MigrationFile]) {
    path = folder.path
    stem = folder.stem
    order = folder.order
    ancestors = folder.ancestors
    linkedFolders = folder.linkedFolders
    gap = folder.gap
    files = Set(folder.files + added.map(\.path)).sorted(by: NameOrder.bytes)
    let parents = added.map { Paths.folder(of: $0.path) }.filter { $0 != "." }
    folders = Set(folder.folders + parents).sorted(by: NameOrder.bytes)
    for file in folder.files { contents[file] = folder.contents[file] }
    for file in added { contents[file.path] = Array(file.text.utf8) }
  }

  /// Returns the folder without some files, and without the files in some folders.
  ///
  /// - Parameter paths: Full paths, as ``path(of:)`` returns them.
  /// - Returns: The folder.
  func without(_ paths: Set<String>) -> FolderTree {
    paths.isEmpty ? self : FolderTree(self, without: paths)
  }

  private init(_ folder: FolderTree, without paths: Set<String>) {
    func isKept(_ name: String) -> Bool {
      let path = folder.path(of: name)
      return !paths.contains { path == $0 || path.hasPrefix($0 + "/") }
    }
    path = folder.path
    stem = folder.stem
    order = folder.order
    ancestors = folder.ancestors
    gap = folder.gap
    linkedFolders = folder.linkedFolders.filter(isKept)
    files = folder.files.filter(isKept)
    folders = folder.folders.filter(isKept)
  }

  /// Checks that the listing is complete: if a migration may be missing, no later one may run.
  ///
  /// - Throws: `SourceFailure` with the first reason why it is incomplete.
  func requireWhole() throws(SourceFailure) {
    if let gap { throw gap }
  }

  /// Notes on the links that were not followed.
  var notes: [String] {
    linkedFolders.notes("folders are not searched") {
      "\($0) is not searched: links to folders are not followed"
    }
  }

  /// Returns whether a migration can have the name.
  ///
  /// The extension must be one for SQL, or for code that a tool runs between SQL files.
  private static func isScriptName(_ name: String) -> Bool {
    Paths.ending(of: name).map { scriptEndings.contains($0.lowercased()) } ?? false
  }

  private static let scriptEndings: Set<String> = [
    "sql", "sqm", "py", "go", "rs", "java", "class",
  ]

  /// Folders that never contain migrations: JavaScript packages, and files found by a disk check.
  private static let ignored: Set<String> = ["node_modules", "lost+found"]

  private static func entries(in path: String) throws(SourceFailure) -> [Files.Entry] {
    switch Files.kind(of: path) {
    case nil:
      throw SourceFailure(
        .folderMissing, path: path, "the folder does not exist", remedy: "Check the path.")
    case .file, .link, .other:
      throw SourceFailure(
        .notAFolder, path: path, "this is not a folder",
        remedy: "Pass the folder that contains the files.")
    case .folder: break
    }
    do {
      return try Files.entries(in: path)
    } catch {
      throw SourceFailure(
        error.isPermission ? .folderUnreadable : .folderFailed, path: path,
        "the folder cannot be read (\(error))",
        remedy: error.isPermission
          ? "Make the folder readable: chmod u+rx." : "Fix the cause, then try again.")
    }
  }

  /// The files directly in the folder.
  public var ownFiles: [String] { files.filter { !$0.contains("/") } }

  /// The full path of a file below the folder.
  public func path(of file: String) -> String { Paths.join(path, file) }

  /// Returns whether the folder contains a file.
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

  /// Returns a file next to or above the folder that shows the project's language or settings.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - levels: The maximum number of parent folders to search. The root of a repository is always
  ///     the last.
  /// - Returns: Its path, or `nil` if there is none.
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
      // The root is its own parent.
      if next == nil || next == identity { break }
      folders.append(above)
      identity = next
    }
    return folders
  }
}

extension SourceFailure {
  fileprivate static func tooMuch(in path: String, _ message: String) -> SourceFailure {
    SourceFailure(
      .folderFailed, path: path, "\(message), so it was not searched completely",
      remedy: "Migrations may be missing, so none is run. Pass a folder that contains only "
        + "migrations (--migrations DIR), or remove other files.")
  }
}
