import MigratorEngine

/// A tool whose folder holds files that a table knows.
protocol FileTool: MigrationTool {
  associatedtype File: ToolFile

  /// By what the table of its ledger is told from others.
  var table: LedgerTable { get }

  /// The files of a folder, in the order the tool runs them; throws every problem for which the
  /// tool itself would refuse the folder.
  func files(in folder: FolderTree) throws -> [File]

  /// The ledger that knows what was read.
  func ledger(_ read: ToolReading<File>) throws -> any Ledger

  /// The name that the settings of a project give the table.
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

/// What was read of a folder, and the name of the ledger's table.
struct ToolReading<File: ToolFile> {
  let name: String
  let files: ToolFiles<File>
  /// `nil` when there is none, and only the ledger can be shown.
  let folder: FolderTree?
}

/// A tool whose ledger has a row for each migration.
protocol RowTool: FileTool where File == KeyedFile<String> {
  /// What the rows say, and how they are written.
  var rows: RowLedger.Rules { get }
}

extension RowTool {
  func ledger(_ read: ToolReading<File>) -> any Ledger {
    RowLedger(name: read.name, rules: rows, files: read.files)
  }
}
