import MigratorEngine
import MigratorPlatform
import MigratorSession

/// Lighter: a group of files `Name-001.sql`, each of which sets `user_version` to its number.
///
/// Source: Lighter's article on migrations; `EnlighterGroup` for the order.
struct Lighter: UserVersionTool {
  let format = MigrationFormat.lighter
  let title = "Lighter"
  let counting = UserVersionLedger.Rules(
    countsFiles: true, obstacle: Self.misorder, note: Self.note)

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    let groups = groups(folder)
    guard groups.count == 1, let (stem, members) = groups.first else { return nil }
    let marked = members.count {
      folder.head(of: $0.file).lowercased().contains("user_version")
    }
    let words = "`\(stem)-N.sql`"
    return FolderEvidence(
      members.count,
      marked == 0 ? words : words + ", \(marked) of them with PRAGMA user_version",
      strength: marked == 0 ? .shared : .likely)
  }

  func files(in folder: FolderTree) throws -> [UserVersionFile] {
    let groups = groups(folder)
    if groups.count > 1 {
      throw SourceFailure(
        .badDeclaration, path: folder.path,
        "the folder has several groups: \(groups.keys.sorted().joined(separator: ", "))",
        remedy: "Choose one with --group.")
    }
    var list = FileList<UserVersionFile>()
    for member in groups.first?.value ?? [] {
      try list.read { try Self.file(member, in: folder) }
    }
    // Lighter sorts by name; the ledger checks that the numbers have the same order.
    return try list.sorted(by: \.version, uniqueFor: title)
      .sorted { $0.identifier < $1.identifier }
  }

  /// The obstacle if the order of the pending files by name differs from their order by number.
  @Sendable private static func misorder(
    _ current: Int64, _ files: [UserVersionLedger.File]
  ) -> StepObstacle? {
    var highest: UserVersionLedger.File?
    for file in files {
      if let highest, file.version < highest.version, highest.version > current {
        return StepObstacle(
          "Lighter sorts files by name, so \(highest.identifier) comes before \(file.identifier) "
            + "although its number is higher.",
          remedy: "Use the same number of digits in all names: 002, 010.",
          migration: file.identifier)
      }
      if file.version > highest?.version ?? 0 { highest = file }
    }
    return nil
  }

  @Sendable private static func note(
    on file: UserVersionLedger.File, after before: Int64
  ) -> String? {
    var notes: [String] = []
    if file.version > before, file.version - before > 1 {
      notes.append(
        "No file has a number between \(before) and \(file.version). A program that loops over the "
          + "numbers would stop there.")
    }
    if !file.setsVersion {
      notes.append("The file does not set user_version, so the step sets it to \(file.version).")
    }
    return notes.isEmpty ? nil : notes.joined(separator: " ")
  }

  func newFiles(for new: NewMigration) throws(WriteRefusal) -> [MigrationFile] {
    guard let stem = new.folder.stem ?? groups(new.folder).keys.first else {
      throw .onlyTool(title)
    }
    let number = new.number(
      .number(digits: 3),
      after: new.existing.map { ScriptFileName($0.identifier + ".sql", stem: stem)?.number ?? "" })
    let version = "PRAGMA user_version = \(number.withoutLeadingZeros)"
    return [
      MigrationFile(
        path: "\(stem)-\(number).sql", text: "\(new.comment)\n\(new.up(last: [version]))")
    ]
  }

  private static func file(
    _ name: ScriptFileName, in folder: FolderTree
  ) throws(SourceFailure) -> UserVersionFile {
    let file = name.file
    let version = try UserVersionFile.version(name.number ?? "", path: folder.path(of: file))
    var written: Int64?
    let migration = ToolMigration(Paths.stem(of: file), file: file, in: folder) {
      source throws(SourceFailure) in
      let script = source.script
      let setting = try SQLFile.statements(of: script).last { $0.userVersion != nil }
      written = setting?.userVersion
      if let setting, let written, written != version {
        throw SourceFailure(
          .badVersion, path: source.file, location: setting.location,
          "the file sets user_version to \(written), but its number is \(version)",
          remedy: "Set the pragma to the number of the file, or rename the file.",
          isOnlyOfItsTurn: true)
      }
      return try ToolMigration.Body(script, wraps: false)
    }
    return UserVersionFile(version: version, setsVersion: written != nil, migration: migration)
  }

  /// The groups of the folder by stem, or only the requested one.
  ///
  /// Only files with a number are migrations.
  private func groups(_ folder: FolderTree) -> [String: [ScriptFileName]] {
    let asked = folder.stem
    let names = folder.ownFiles.compactMap { ScriptFileName($0, stem: asked) }.filter { name in
      // Files that begin with a number belong to the plain numbered format.
      name.number != nil && (asked != nil || name.stem.leadingDigits.isEmpty)
    }
    return Dictionary(grouping: names, by: \.stem)
  }
}
