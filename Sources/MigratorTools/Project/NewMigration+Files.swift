package import MigratorEngine
import MigratorPlatform
package import MigratorSession

extension NewMigration {
  /// Creates a migration for a folder.
  ///
  /// - Parameters:
  ///   - title: The description.
  ///   - statements: The statements, or `nil` for a migration that the user writes.
  ///   - tool: The tool.
  ///   - folder: The folder.
  ///   - isEmpty: True if the folder has no migrations.
  /// - Throws: `SourceFailure` if the migrations cannot be read.
  package init(
    title: String, statements: NewStatements? = nil, for tool: any MigrationTool,
    in folder: FolderTree, isEmpty: Bool = false
  ) throws {
    self.init(
      title: title, folder: folder,
      existing: isEmpty ? [] : try tool.read(folder, table: nil).migrations, now: .now,
      statements: statements, runner: tool.runner(in: folder))
  }

  /// Returns the files for a tool, after reading them back as the tool would.
  ///
  /// - Parameters:
  ///   - tool: The tool.
  ///   - path: The path of the folder.
  /// - Returns: The files; the first one contains the statements.
  /// - Throws: ``WriteRefusal`` if the tool would not run exactly these statements.
  package func files(
    for tool: any MigrationTool, at path: String
  ) throws(WriteRefusal) -> [MigrationFile] {
    try files(for: tool).map { $0.placed(at: path) }
  }

  func files(for tool: any MigrationTool) throws(WriteRefusal) -> [MigrationFile] {
    let files = try tool.newFiles(for: self)
    if let statements {
      try WriterCheck(tool: tool, new: self, statements: statements).check(files)
    }
    return files
  }
}

extension MigrationFile {
  /// Returns a file whose path is below a folder with its whole path.
  func placed(at folder: String) -> MigrationFile {
    MigrationFile(path: Paths.join(folder, path), text: text, isReplacement: isReplacement)
  }
}

extension Project {
  /// Returns the files of a new migration, or `nil` if there is no folder.
  func newFiles(titled title: String, _ statements: NewStatements) throws -> [MigrationFile]? {
    guard let place else { return nil }
    let new = try NewMigration(
      title: title, statements: statements, for: folder.tool,
      in: FolderTree(path: place.path, stem: place.stem))
    return try new.files(for: folder.tool, at: place.path)
  }
}
