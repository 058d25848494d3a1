import MigratorEngine

/// A file of refinery, with its name taken apart.
struct RefineryFile: ToolFile {
  let name: RefineryName
  let migration: ToolMigration

  /// Reads a file; one of Rust is only named.
  ///
  /// - Throws: `SourceFailure` when it cannot be read, or cut into statements.
  init(_ file: String, _ name: RefineryName, in folder: FolderTree) throws(SourceFailure) {
    let path = folder.path(of: file)
    self.name = name
    migration = ToolMigration(
      identifier: name.stem, path: path,
      body: name.isCode
        ? .unavailable(
          StepObstacle(
            "\(file) is Rust, which only the program it is compiled into can run.",
            remedy: "Start that program once, which runs it, then come back."))
        : try ToolMigration.Body(path: path, text: folder.text(of: file)))
  }
}
