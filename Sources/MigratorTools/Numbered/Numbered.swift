package import MigratorEngine
import MigratorPlatform

extension MigrationFormat {
  /// Plain numbered files and `PRAGMA user_version`.
  public static let numbered: MigrationFormat = "numbered"
}

/// Plain numbered files, `001-name.sql`, with the number of the last one in `user_version`.
///
/// Source: mtlynch/picoshare `store/sqlite/migrations`, and its earlier runner.
package struct Numbered: CountedTool {
  package let format = MigrationFormat.numbered
  package let title = "numbered files"
  let counting = UserVersionLedger.Tool.numbered

  package init() {}

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    // Timestamps do not fit in the number, so files that have them are another tool's. So are pairs
    // of ways up and down.
    let count = Self.names(folder).count { Self.version(of: $0) != nil && !$0.contains(".up.") }
    return FolderEvidence(count, "`N-name.sql`", strength: .shared)
  }

  func files(in folder: FolderTree) throws -> [CountedFile] {
    var list = NumberedFiles<Int64, CountedFile>()
    for file in Self.names(folder) {
      let path = folder.path(of: file)
      guard let version = Self.version(of: file) else {
        list.add(CountedFile.tooHigh(file.leadingDigits, path: path))
        continue
      }
      list.add(version) { () throws(SourceFailure) in
        let script = SQLScript(file: path, text: try folder.text(of: file))
        return CountedFile(
          version: version,
          migration: ToolMigration(
            identifier: Paths.stem(of: file), path: path,
            body: .sql(
              script: script, transaction: try ScriptShape(script).transaction(toolWraps: true))))
      }
    }
    return try list.sorted(uniqueFor: title)
  }

  package func newFiles(
    title: String, in folder: FolderTree, after existing: [ToolMigration], now: Timestamp
  ) -> [NewFile]? {
    let last = existing.last.map(\.identifier)
    let separator = last.flatMap { $0.dropFirst($0.leadingDigits.count).first } ?? "-"
    let name = NextName.numbered(
      title: title, after: existing.map(\.identifier), now: now, fallback: .number(digits: 3),
      separator: String(separator))
    return [NewFile(path: name + ".sql", text: "")]
  }

  /// Files that begin with a digit; the way down is never run.
  private static func names(_ folder: FolderTree) -> [String] {
    folder.ownFiles.filter { file in
      file.hasSuffix(".sql") && !file.leadingDigits.isEmpty
        && ![".down.sql", ".rollback.sql"].contains { file.hasSuffix($0) }
    }
  }

  private static func version(of file: String) -> Int64? {
    Int64(file.leadingDigits).flatMap { $0 <= UserVersionLedger.highest ? $0 : nil }
  }
}
