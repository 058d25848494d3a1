import MigratorEngine

/// A tool whose folder holds files that a table knows.
protocol FileTool: MigrationTool {
  associatedtype File: ToolFile

  /// By what the table of its ledger is told from others.
  var table: LedgerTable { get }

  /// The files of a folder, in the order the tool runs them.
  ///
  /// - Throws: `SourceFailure` with every problem for which the tool itself would refuse the folder.
  func files(in folder: FolderTree) throws -> [File]

  /// The ledger in a table, which knows the files that were read in a folder.
  func ledger(_ name: String, of files: ToolFiles<File>, in folder: FolderTree?) throws
    -> any Ledger

  /// The name that the settings of a project give the table.
  func tableName(setBeside folder: FolderTree) -> String?
}

extension FileTool {
  func ledger(in tables: DatabaseTables) -> LedgerEvidence? { table.evidence(in: tables) }

  func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    let files = try folder.map { try self.files(in: $0) } ?? []
    let name = table ?? folder.flatMap { tableName(setBeside: $0) } ?? self.table.name
    return (files.map(\.migration), try ledger(name, of: ToolFiles(files), in: folder))
  }

  func tableName(setBeside folder: FolderTree) -> String? { nil }
}
