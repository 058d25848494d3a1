import MigratorEngine
import MigratorPlatform
import MigratorSession

extension MigrationTool {
  /// Creates the files of a new migration in the style of the existing ones.
  ///
  /// The file with the statements comes first. The result is `nil` if only the tool itself can
  /// create the files.
  func files(titled title: String, with sql: String, in place: MigrationPlace) throws
    -> [MigrationFile]?
  {
    let folder = try FolderTree(path: place.path, stem: place.stem)
    let new = NewMigration(
      title: title, folder: folder, existing: try read(folder, table: nil).migrations, now: .now)
    return newFiles(for: new)?.enumerated().map { index, file in
      MigrationFile(
        path: Paths.join(place.path, file.path),
        text: index == 0 ? file.text(with: sql) : file.text)
    }
  }
}
