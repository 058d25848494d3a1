import MigratorEngine
import MigratorPlatform
import MigratorSession

/// Plain numbered files, `001-name.sql`; `user_version` is the number of the last one.
///
/// Source: mtlynch/picoshare `store/sqlite/migrations`, and its earlier runner.
struct Numbered: UserVersionTool {
  let format = MigrationFormat.numbered
  let title = "numbered files"
  // The program that runs these files is not known.
  let transactionSwitch = TransactionSwitch.impossible(
    "A numbered file and its number are committed in one transaction.")
  let counting = UserVersionLedger.Rules(countsFiles: true)

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    // Files with timestamps, which exceed `user_version`, belong to another tool. So do pairs of up
    // and down files.
    let count = Self.names(folder).count {
      Self.isVersion($0.leadingDigits) && !$0.contains(".up.")
    }
    return FolderEvidence(count, "`N-name.sql`", strength: .shared)
  }

  func files(in folder: FolderTree) throws -> [UserVersionFile] {
    var list = FileList<UserVersionFile>()
    for file in Self.names(folder) {
      try list.read {
        UserVersionFile(
          version: try UserVersionFile.version(file.leadingDigits, path: folder.path(of: file)),
          migration: ToolMigration(Paths.stem(of: file), file: file, in: folder))
      }
    }
    return try list.sorted(by: \.version, uniqueFor: title)
  }

  func newFiles(for new: NewMigration) throws(WriteRefusal) -> [MigrationFile] {
    let last = new.existing.last.map(\.identifier)
    let separator = last.flatMap { $0.dropFirst($0.leadingDigits.count).first } ?? "-"
    return [
      MigrationFile(
        path: new.name(.number(digits: 3), separator: String(separator)) + ".sql", text: new.up())
    ]
  }

  /// Files that begin with a digit, except down files, which are never run.
  private static func names(_ folder: FolderTree) -> [String] {
    folder.ownFiles.filter { file in
      file.hasSuffix(".sql") && !file.leadingDigits.isEmpty
        && ![".down.sql", ".rollback.sql"].contains { file.hasSuffix($0) }
    }
  }

  private static func isVersion(_ number: String) -> Bool {
    Int64(number).map { $0 <= UserVersionLedger.highest } ?? false
  }
}
