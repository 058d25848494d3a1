/// The names of a folder sorted out: which are migrations, in which order, and which are not.
///
/// Files run in the order of the numbers in their names. Files of other kinds and `*.down.sql` /
/// `*.rollback.sql` take no part, nor do files without a number among numbered ones.
struct PlainNames {
  /// A file that is a migration.
  struct Entry: Hashable {
    let file: String
    /// The name without `.sql`: what the ledger stores.
    let identifier: String
    /// The number in the name, or `nil` when it has none.
    let version: DottedVersion?
  }

  private(set) var entries: [Entry] = []
  private(set) var notes: [String] = []
  private(set) var problems: [SourceProblem] = []

  /// Sorts out the names of a folder.
  init(in folder: FolderTree) {
    for file in folder.ownFiles where file.lowercased().hasSuffix(".sql") {
      add(file, in: folder)
    }
    notes += folder.folders.filter { !$0.contains("/") && $0.lowercased().hasSuffix(".sql") }
      .map { "\($0) is ignored: it is a folder" }
    leaveOutUnnumbered()
    entries.sort { Self.runsBefore($0, $1) }
    findDuplicates(folder: folder.path)
  }

  private mutating func add(_ file: String, in folder: FolderTree) {
    let identifier = String(file.dropLast(4))
    let version = DottedVersion(inName: identifier)
    if let stem = folder.stem {
      guard identifier.hasPrefix(stem + "-"), version != nil else { return }
    }
    let lower = file.lowercased()
    if lower.hasSuffix(".down.sql") || lower.hasSuffix(".rollback.sql") {
      notes.append("\(file) is ignored: migrations run forward only")
    } else if file.unicodeScalars.contains("\u{FFFD}") {
      problems.append(
        SourceProblem(
          .notUTF8, path: folder.path(of: file), message: "the name of the file is no UTF-8",
          remedy: "Rename the file."))
    } else {
      entries.append(Entry(file: file, identifier: identifier, version: version))
    }
  }

  /// Among numbered files, one without a number has no place in the order and is no migration.
  private mutating func leaveOutUnnumbered() {
    guard entries.contains(where: { $0.version != nil }) else { return }
    notes += entries.filter { $0.version == nil }.map {
      "\($0.file) is ignored: it has no number, and other files have"
    }
    entries.removeAll { $0.version == nil }
  }

  private static func runsBefore(_ first: Entry, _ second: Entry) -> Bool {
    guard let one = first.version, let other = second.version, one != other else {
      return first.identifier < second.identifier
    }
    return one < other
  }

  private mutating func findDuplicates(folder: String) {
    for (first, second) in zip(entries, entries.dropFirst()) {
      let isSameVersion = first.version != nil && first.version == second.version
      guard isSameVersion || first.identifier == second.identifier else { continue }
      let version = first.version.map { "version \($0.description)" } ?? "one identifier"
      problems.append(
        SourceProblem(
          .duplicateVersion, path: folder,
          message: "\(first.file) and \(second.file) both have \(version)",
          remedy: "Give one of them another number."))
    }
  }
}
