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
  ///   - follower: The migration that it should precede, or `nil` for a migration after all others.
  /// - Throws: `SourceFailure` if the migrations cannot be read.
  package init(
    title: String, statements: NewStatements? = nil, for tool: any MigrationTool,
    in folder: FolderTree, isEmpty: Bool = false, before follower: String? = nil
  ) throws {
    self.init(
      title: title, folder: folder,
      existing: isEmpty ? [] : try tool.read(folder, table: nil).migrations, now: .now,
      statements: statements, runner: tool.runner(in: folder), before: follower)
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
  /// Returns the files of a new migration.
  ///
  /// If the project has no migrations yet, it is the first one, in the folder that `migtui new`
  /// would create.
  func newFiles(
    titled title: String, _ statements: NewStatements, at position: LoadedMigrations.NewPosition,
    from currentFolder: String
  ) throws -> [MigrationFile]? {
    let tree =
      try place.map { try FolderTree(path: $0.path, stem: $0.stem) }
      ?? FolderTree(
        missing: currentFolder == "."
          ? Self.newFolder : Paths.join(currentFolder, Self.newFolder))
    var follower: String?
    if case .before(let identifier, _) = position { follower = identifier }
    let new = try NewMigration(
      title: title, statements: statements, for: folder.tool, in: tree, isEmpty: place == nil,
      before: follower)
    let files = try new.files(for: folder.tool)
    if case .before(let identifier, let inspection) = position {
      try require(files, before: identifier, in: tree, on: inspection)
    }
    return files.map { $0.placed(at: tree.path) }
  }

  package static let newFolder = "Migrations"

  /// Throws if the tool would not apply the new migration next, or reports an obstacle with it.
  ///
  /// The folder is read back with the rules of the tool, so no table of tools is necessary.
  private func require(
    _ files: [MigrationFile], before follower: String, in tree: FolderTree,
    on inspection: DatabaseInspection
  ) throws {
    let changed = FolderTree(tree, adding: files)
    let path = files.first.map { changed.path(of: $0.path) }
    let read = try ToolFolder(tool: folder.tool, folder: changed, table: table)
    let status = try inspection.status(of: read.migrator())
    let isNext = read.migrations.contains {
      $0.path == path && $0.identifier == status.next?.identifier
    }
    let order = read.migrations.map(\.identifier).filter {
      identifier in folder.migrations.contains { $0.identifier == identifier }
    }
    guard isNext, status.obstacle == nil, order == folder.migrations.map(\.identifier) else {
      throw WriteRefusal(
        "\(folder.tool.title) would not run a new file before \(follower): no free number sorts there.",
        remedy: "Rename the pending files, or fix the rows at once.")
    }
  }
}
