/// The names of a folder sorted out: which are migrations, in which order, and which are not.
struct FolderListing {
  /// A file that is a migration.
  struct Entry: Hashable {
    let fileName: String
    let identifier: String
    let name: MigrationFileName
  }

  private(set) var entries: [Entry] = []
  private(set) var notes: [String] = []
  private(set) var problems: [SourceProblem] = []

  /// Lists a folder.
  ///
  /// - Throws: `SourceFailure` when the folder cannot be listed.
  init(path: String, stem: String?) throws(SourceFailure) {
    try add(Self.names(in: path).sorted(), folder: path, stem: stem)
    leaveOutUnnumbered()
    entries.sort { Self.runsBefore($0, $1) }
    findDuplicates(folder: path)
  }

  static func names(in path: String) throws(SourceFailure) -> [String] {
    switch PlatformFiles.kind(of: path) {
    case .missing:
      throw failure(.folderMissing, path, "there is no such folder", "Check the path.")
    case .file, .other:
      throw failure(.notAFolder, path, "this is no folder", "Name the folder the files are in.")
    case .folder: break
    }
    do {
      return try PlatformFiles.names(in: path)
    } catch {
      throw failure(
        .folderUnreadable, path, "the folder cannot be read (\(error.words))",
        "Give yourself permission: chmod u+rx.")
    }
  }

  private static func failure(
    _ kind: SourceProblem.Kind, _ path: String, _ message: String, _ remedy: String
  ) -> SourceFailure {
    SourceFailure(problems: [SourceProblem(kind, path: path, message: message, remedy: remedy)])
  }

  private mutating func add(_ names: [String], folder: String, stem: String?) {
    for fileName in names where !fileName.hasPrefix(".") {
      let lower = fileName.lowercased()
      guard lower.hasSuffix(".sql") else { continue }
      let identifier = String(fileName.dropLast(4))
      let name = MigrationFileName(identifier)
      if let stem {
        guard identifier.hasPrefix(stem + "-"), name.version != nil else { continue }
      }
      if lower.hasSuffix(".down.sql") || lower.hasSuffix(".rollback.sql") {
        notes.append("\(fileName) is ignored: migrations run forward only")
      } else if fileName.unicodeScalars.contains("\u{FFFD}") {
        problems.append(
          SourceProblem(
            .notUTF8, path: FilePath.join(folder, fileName),
            message: "the name of the file is no UTF-8", remedy: "Rename the file."))
      } else if PlatformFiles.kind(of: FilePath.join(folder, fileName)) == .folder {
        notes.append("\(fileName) is ignored: it is a folder")
      } else {
        entries.append(Entry(fileName: fileName, identifier: identifier, name: name))
      }
    }
  }

  /// Among numbered files, one without a number has no place in the order and is no migration.
  private mutating func leaveOutUnnumbered() {
    guard entries.contains(where: { $0.name.version != nil }) else { return }
    notes += entries.filter { $0.name.version == nil }.map {
      "\($0.fileName) is ignored: it has no number, and other files have"
    }
    entries.removeAll { $0.name.version == nil }
  }

  private static func runsBefore(_ first: Entry, _ second: Entry) -> Bool {
    guard let one = first.name.version, let other = second.name.version, one != other else {
      return first.identifier < second.identifier
    }
    return one < other
  }

  private mutating func findDuplicates(folder: String) {
    for (first, second) in zip(entries, entries.dropFirst()) {
      let isSameVersion = first.name.version != nil && first.name.version == second.name.version
      guard isSameVersion || first.identifier == second.identifier else { continue }
      let version = first.name.version.map { "version \($0.description)" } ?? "one identifier"
      problems.append(
        SourceProblem(
          .duplicateVersion, path: folder,
          message: "\(first.fileName) and \(second.fileName) both have \(version)",
          remedy: "Give one of them another number."))
    }
  }
}
