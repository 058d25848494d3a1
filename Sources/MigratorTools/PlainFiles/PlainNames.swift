import MigratorPlatform

/// The migrations among the names in a folder, and their order.
///
/// Files run in the order of the numbers in their names. Other kinds of files, `*.down.sql` and
/// `*.rollback.sql` are ignored, and so are unnumbered files if others have numbers. If the folder
/// itself has no numbered files, the files in folders named after versions are the migrations.
struct PlainNames: Sendable {
  struct Entry: Hashable, Sendable {
    let file: String
    /// The name without `.sql`, which the ledger stores.
    let identifier: String
    let version: DottedVersion?
    /// The version that the file's folder is named after, or `nil` in the folder itself.
    var release: DottedVersion?
    var isUpFile: Bool { identifier.hasSuffix(".up") }
  }

  private(set) var entries: [Entry] = []
  private(set) var notes: [String] = []
  private(set) var problems: [SourceProblem] = []

  /// The sorted names of a folder, computed once.
  static func of(_ folder: FolderTree) -> PlainNames {
    folder.contents.finding { PlainNames(in: folder) }
  }

  private init(in folder: FolderTree) {
    for file in folder.ownFiles where file.lowercased().hasSuffix(".sql") {
      add(file, in: folder)
    }
    if !entries.contains(where: { $0.version != nil }), folder.stem == nil {
      addReleases(of: folder)
    }
    leaveOutUnnumbered()
    sort(folder)
    findDuplicates(folder: folder.path)
  }

  /// Adds the numbered files of folders named after versions: `0.10/01__create.sql`.
  private mutating func addReleases(of folder: FolderTree) {
    for file in folder.files where file.lowercased().hasSuffix(".sql") {
      let parts = file.split(separator: "/")
      guard parts.count == 2, let release = Self.release(parts[0]),
        let version = DottedVersion(inName: String(parts[1].dropLast(4)))
      else { continue }
      let before = entries.count
      add(file, in: folder)
      guard entries.count > before else { continue }
      let entry = entries.removeLast()
      entries.append(
        Entry(
          file: entry.file, identifier: entry.identifier, version: version, release: release))
    }
    if entries.isEmpty { return }
    // Report a problem, because otherwise later versions would run without these migrations.
    let strays = (folder.linkedFolders + folder.ownFiles).filter { Self.release($0[...]) != nil }
    problems += strays.map {
      SourceProblem(
        .fileUnreadable, path: folder.path(of: $0),
        message: "a link or a file has the name of a version folder",
        remedy: "Replace it with a folder, or rename it.")
    }
  }

  /// The version that a folder is named after: `0.10`, `v2`.
  private static func release(_ name: Substring) -> DottedVersion? {
    let numbers = (name.first == "v" ? name.dropFirst() : name).split(
      separator: ".", omittingEmptySubsequences: false)
    return numbers.allSatisfy(\.isDigits) ? DottedVersion(numbers) : nil
  }

  /// Sorts the files in execution order.
  ///
  /// If version folders sort differently as text and as numbers, the user must choose the order.
  /// If the user has not chosen it, this is reported as a problem.
  private mutating func sort(_ folder: FolderTree) {
    let numbers = entries.sorted { Self.runsBefore($0, $1) }
    let names = entries.sorted { $0.identifier < $1.identifier }
    guard entries.contains(where: { $0.release != nil }), folder.order != .numbers, names != numbers
    else {
      entries = numbers
      return
    }
    entries = names
    guard folder.order == nil,
      let place = zip(names, numbers).first(where: { $0 != $1 })
    else { return }
    problems.append(
      SourceProblem(
        .ambiguousOrder, path: folder.path,
        message:
          "the order of the folders is ambiguous: sorted as text, \(place.0.identifier) comes "
          + "first; sorted as numbers, \(place.1.identifier)",
        remedy: "Choose the order that the program uses: --order names or --order numbers."))
  }

  private mutating func add(_ file: String, in folder: FolderTree) {
    let identifier = String(file.dropLast(4))
    let version = DottedVersion(inName: identifier)
    if let stem = folder.stem {
      guard identifier.hasPrefix(stem + "-"), version != nil else { return }
    }
    let lower = file.lowercased()
    if lower.hasSuffix(".down.sql") || lower.hasSuffix(".rollback.sql") {
      notes.append("\(file) is ignored: migtui does not run down migrations")
    } else if file.unicodeScalars.contains("\u{FFFD}") {
      problems.append(
        SourceProblem(
          .notUTF8, path: folder.path(of: file), message: "the file name is not UTF-8",
          remedy: "Rename the file."))
    } else {
      entries.append(Entry(file: file, identifier: identifier, version: version))
    }
  }

  /// Removes files without a number if others have numbers: they have no place in the order.
  private mutating func leaveOutUnnumbered() {
    guard entries.contains(where: { $0.version != nil }) else { return }
    notes += entries.filter { $0.version == nil }.map {
      "\($0.file) is ignored: it has no number, but other files do"
    }
    entries.removeAll { $0.version == nil }
  }

  private static func runsBefore(_ first: Entry, _ second: Entry) -> Bool {
    if let one = first.release, let other = second.release, one != other { return one < other }
    guard let one = first.version, let other = second.version, one != other else {
      return first.identifier < second.identifier
    }
    return one < other
  }

  private mutating func findDuplicates(folder: String) {
    for (first, second) in zip(entries, entries.dropFirst()) {
      let isSameVersion =
        first.version != nil && first.version == second.version && first.release == second.release
      guard isSameVersion || first.identifier == second.identifier else { continue }
      let groups = Set(entries.map { Self.group($0.identifier) }).sorted()
      if isSameVersion, groups.count > 1, !groups.contains("") {
        problems.append(
          SourceProblem(
            .duplicateVersion, path: folder,
            message: "the folder has several groups: \(groups.joined(separator: ", "))",
            remedy: "Choose one with --group."))
        return
      }
      let version = first.version.map { "version \($0.description)" } ?? "the same identifier"
      problems.append(
        SourceProblem(
          .duplicateVersion, path: Paths.join(folder, second.file),
          message: "\(first.file) and \(second.file) both have \(version)",
          remedy: "Give one of them another number."))
    }
  }

  /// The part before the number of a name and its separator: `ContactsDB` for `ContactsDB-001`.
  private static func group(_ identifier: String) -> String {
    guard let place = identifier.firstIndex(where: { "-_.".contains($0) }),
      let next = identifier[place...].dropFirst().first, next.isASCII, next.isNumber,
      identifier.leadingDigits.isEmpty
    else { return "" }
    return String(identifier[..<place])
  }
}
