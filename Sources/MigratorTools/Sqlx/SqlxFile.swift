import MigratorEngine

/// A file of sqlx, with what its ledger repeats of it.
struct SqlxFile: ToolFile {
  let name: SqlxName
  /// The checksum of the text.
  let checksum: [UInt8]
  let migration: ToolMigration

  /// Reads a file.
  ///
  /// - Throws: `SourceFailure` when it cannot be read, or cut into statements.
  init(
    _ file: String, _ name: SqlxName, in folder: FolderTree, _ settings: SqlxSettings
  ) throws(SourceFailure) {
    let path = folder.path(of: file)
    let text = try folder.text(of: file)
    let script = SQLScript(file: path, text: text)
    let shape = try ScriptShape(script)
    let runsFreely = text.utf8.starts(with: "-- no-transaction".utf8)
    self.name = name
    checksum = settings.checksum(of: Array(text.utf8))
    migration = ToolMigration(
      identifier: name.identifier, path: path,
      body: .sql(
        script: script, transaction: runsFreely ? .none : shape.transaction(toolWraps: true)))
  }
}
