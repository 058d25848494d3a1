import MigratorEngine
import MigratorPlatform
import MigratorSession

extension MigrationTool {
  /// Makes the files of a new migration with its statements, in the style of those that are there.
  ///
  /// - Parameters:
  ///   - title: What it does.
  ///   - sql: The statements.
  ///   - place: Where the migrations are.
  /// - Returns: The files, the one with the statements first; `nil` where only the tool itself can make them.
  /// - Throws: `SourceFailure` when what is there cannot be read.
  func files(titled title: String, with sql: String, in place: MigrationPlace) throws
    -> [MigrationFile]?
  {
    let folder = try FolderTree(path: place.path, stem: place.stem)
    let new = NewMigration(
      title: title, folder: folder, existing: try read(folder, table: nil).migrations, now: .now)
    return newFiles(for: new)?.enumerated().map { index, file in
      MigrationFile(
        path: Paths.join(place.path, file.path),
        text: index == 0 ? file.withStatements(sql) : file.text)
    }
  }
}

extension NewFile {
  /// The text of a new file with statements, before the remark at which its way down begins.
  func withStatements(_ sql: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let down = lines.firstIndex { $0.hasPrefix("--") && $0.lowercased().contains("down") }
    let (head, tail) = (lines[..<(down ?? lines.endIndex)], lines[(down ?? lines.endIndex)...])
    let above = head.reversed().drop { $0.isEmpty }.reversed()
    return (above + [sql] + (tail.isEmpty ? [""] : [""] + tail)).joined(separator: "\n")
  }
}
