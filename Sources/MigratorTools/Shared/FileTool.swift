import MigratorEngine

protocol FileTool: MigrationTool {
  associatedtype File: ToolFile

  var table: LedgerTable { get }

  /// The files of a folder, in execution order.
  ///
  /// - Throws: `SourceFailure` with every problem that would make the tool itself reject the
  ///   folder.
  func files(in folder: FolderTree) throws -> [File]

  func ledger(_ read: ToolReading<File>) throws -> any Ledger

  func tableName(setBeside folder: FolderTree) -> String?
}

extension FileTool {
  func ledger(in tables: DatabaseTables) -> LedgerEvidence? { table.evidence(in: tables) }

  var ledgerHints: LedgerHints? { table.hints }

  func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    let files = try folder.map { try self.files(in: $0) } ?? []
    let name = table ?? folder.flatMap { tableName(setBeside: $0) } ?? self.table.name
    let read = ToolReading(name: name, files: ToolFiles(files), folder: folder)
    return (files.map(\.migration), try ledger(read))
  }

  func tableName(setBeside folder: FolderTree) -> String? { nil }
}

struct ToolReading<File: ToolFile> {
  let name: String
  let files: ToolFiles<File>
  /// The folder, or `nil` if only the ledger can be shown.
  let folder: FolderTree?
}

protocol RowTool: FileTool where File == KeyedFile<String> {
  var rows: RowLedger.Rules { get }
}

extension RowTool {
  func ledger(_ read: ToolReading<File>) -> any Ledger {
    RowLedger(name: read.name, rules: rows, files: read.files)
  }
}
