package import MigratorEngine

extension MigrationFormat {
  /// rusqlite_migration: `NN-name/up.sql` and `PRAGMA user_version`.
  public static let rusqliteMigration: MigrationFormat = "rusqlite_migration"
}

/// rusqlite_migration: folders `01-name/up.sql`, counted from 1 without a gap.
///
/// Source: cljoly/rusqlite_migration `src/loader.rs`, `src/lib.rs`.
package struct RusqliteMigration: CountedTool {
  package let format = MigrationFormat.rusqliteMigration
  package let title = "rusqlite_migration"
  let counting = UserVersionLedger.Tool.rusqliteMigration

  package init() {}

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let names = Self.folders(folder).filter { folder.contains($0 + "/up.sql") }
    guard Self.isCounted(names) else { return nil }
    let hasGap = names.compactMap(Self.number).max() != Int64(names.count)
    return FolderEvidence(
      names.count, "`N-name` with up.sql, " + (hasGap ? "with a gap" : "counted from 1"),
      of: "folder", strength: .likely)
  }

  func files(in folder: FolderTree) throws -> [CountedFile] {
    var list = NumberedFiles<Int64, CountedFile>()
    for name in Self.folders(folder) {
      let path = folder.path(of: name)
      guard let version = Self.number(name), version > 0 else {
        list.add(
          SourceProblem(
            .badVersion, path: path,
            message: "rusqlite_migration finds no number from 1 up before a hyphen",
            remedy: "Call the folder NUMBER-name, or move it away."))
        continue
      }
      let file = name + "/up.sql"
      guard folder.contains(file) else {
        list.add(
          SourceProblem(
            .badDeclaration, path: path, message: "rusqlite_migration finds no up.sql in it",
            remedy: "Write the statements of the migration into up.sql."))
        continue
      }
      list.add(version) { () throws(SourceFailure) in
        let script = SQLScript(file: folder.path(of: file), text: try folder.text(of: file))
        return CountedFile(
          version: version,
          migration: ToolMigration(
            identifier: name, path: script.file,
            body: .sql(
              script: script, transaction: try ScriptShape(script).transaction(toolWraps: true))))
      }
    }
    let files = try list.sorted(uniqueFor: title)
    if let gap = files.indices.first(where: { files[$0].version != Int64($0) + 1 }) {
      throw SourceFailure(problems: [
        SourceProblem(
          .badVersion, path: folder.path,
          message: "rusqlite_migration counts without a gap, and there is no migration \(gap + 1) "
            + "before \(files[gap].identifier)",
          remedy: "Bring the folder back, or number them from 1 on.")
      ])
    }
    return files
  }

  package func notes(on folder: FolderTree) -> [String] {
    ["Hooks in Rust that the program runs with them cannot be seen here."]
  }

  package func newFiles(
    title: String, in folder: FolderTree, after existing: [ToolMigration], now: Timestamp
  ) -> [NewFile]? {
    let last = existing.last?.identifier
    let usesUnderscores =
      last?.dropFirst((last?.leadingDigits.count ?? 0) + 1).contains("_") ?? false
    let number = NextName.number(
      after: existing.map(\.identifier), now: now, fallback: .number(digits: 2))
    let name = number + "-" + NextName.slug(title, separator: usesUnderscores ? "_" : "-")
    let hasDown = last.map { folder.contains($0 + "/down.sql") } ?? false
    return [NewFile(path: name + "/up.sql", text: "")]
      + (hasDown ? [NewFile(path: name + "/down.sql", text: "")] : [])
  }

  /// The folders that stand in the folder itself: every one of them is a migration.
  private static func folders(_ folder: FolderTree) -> [String] {
    folder.folders.filter { !$0.contains("/") }
  }

  /// Whether folders are counted as this tool counts them.
  ///
  /// diesel's have an up.sql as well, but theirs begin with dates. A folder that went missing makes no
  /// other tool's of the rest: the gap is refused when they are read.
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
