import MigratorEngine
import MigratorSession

/// rusqlite_migration: folders `01-name/up.sql`, numbered from 1 without a gap.
///
/// Source: cljoly/rusqlite_migration `src/loader.rs`, `src/lib.rs`.
struct RusqliteMigration: UserVersionTool {
  let format = MigrationFormat.rusqliteMigration
  let title = "rusqlite_migration"
  let transactionSwitch = TransactionSwitch.impossible(
    "rusqlite_migration runs all pending migrations in one transaction.")
  let counting = UserVersionLedger.Rules(obstacle: { current, files in
    guard current > files.count, !files.isEmpty else { return nil }
    return StepObstacle(
      "rusqlite_migration stops: user_version is \(current), but there are \(files.count) "
        + "migrations.",
      remedy: "Use the version of the program that migrated the database.")
  })

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    let names = folder.subfolders(holding: "up.sql")
    guard Self.isCounted(names) else { return nil }
    let hasGap = names.compactMap(Self.number).max() != Int64(names.count)
    return FolderEvidence(
      names.count, "`N-name` with up.sql, " + (hasGap ? "with a gap" : "counted from 1"),
      of: "folder", strength: .likely)
  }

  func files(in folder: FolderTree) throws -> [UserVersionFile] {
    var list = FileList<UserVersionFile>()
    // Every folder is a migration.
    for name in Set(folder.ownFolders + folder.subfolders(holding: "up.sql")) {
      try list.read {
        let path = folder.path(of: name)
        guard let version = Self.number(name), version > 0 else {
          throw SourceFailure(
            .badVersion, path: path,
            "the name does not begin with a number (1 or higher) and a hyphen",
            remedy: "Rename the folder to NUMBER-name, or move it elsewhere.")
        }
        let file = name + "/up.sql"
        if folder.lacks(file) {
          throw SourceFailure(
            .badDeclaration, path: path, "the folder has no up.sql",
            remedy: "Write the statements of the migration into up.sql.")
        }
        var migration = ToolMigration(name, file: file, in: folder)
        if folder.contains(name + "/down.sql") { migration.down = .file(name + "/down.sql") }
        return UserVersionFile(version: version, migration: migration)
      }
    }
    let files = try list.sorted(by: \.version, uniqueFor: title)
    if let gap = files.indices.first(where: { files[$0].version != Int64($0) + 1 }) {
      throw SourceFailure(
        .badVersion, path: folder.path,
        "rusqlite_migration allows no gaps, but migration \(gap + 1) is missing before "
          + files[gap].identifier,
        remedy: "Restore the folder, or renumber the folders from 1 without gaps.")
    }
    return files
  }

  func notes(on folder: FolderTree) -> [String] {
    ["migtui does not run the program's Rust hooks."]
  }

  func newFiles(for new: NewMigration) throws(WriteRefusal) -> [MigrationFile] {
    let last = new.existing.last?.identifier
    let usesUnderscores =
      last?.dropFirst((last?.leadingDigits.count ?? 0) + 1).contains("_") ?? false
    let name = new.number(.number(digits: 2)) + "-" + new.slug(usesUnderscores ? "_" : "-")
    let hasDown = last.map { new.folder.contains($0 + "/down.sql") } ?? false
    return new.files(
      up: name + "/up.sql", down: name + "/down.sql", hasDown: hasDown, comments: false)
  }

  /// Returns whether folders are numbered as in this tool.
  ///
  /// Folders of diesel also contain an up.sql, but their names begin with dates. If a folder is
  /// missing, the others still belong to this tool: reading them reports the gap.
  static func isCounted(_ names: [String]) -> Bool {
    let numbers = names.compactMap(number)
    return !names.isEmpty && numbers.count == names.count && Set(numbers).count == names.count
      && numbers.allSatisfy { (1..<1000).contains($0) }
  }

  private static func number(_ name: String) -> Int64? {
    guard let hyphen = name.firstIndex(of: "-"), name[..<hyphen].isDigits else { return nil }
    return Int64(name[..<hyphen])
  }
}
