import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport

/// The states that a tool's ledger computes for files and in-memory rows, without a database.
struct ToolStates {
  let report: StatusReport

  /// Matches a folder's migrations with ledger rows.
  ///
  /// The columns include declared types; without rows, the table does not exist.
  init(
    _ project: ToolFolder, columns: [(String, String)] = [], rows: [[String: DatabaseValue]]?
  ) throws {
    var held = LedgerRows()
    if let rows {
      held.tables[project.ledger.name] = LedgerRows.Table(
        columns: columns.map { LedgerRows.Column(name: $0.0, type: $0.1) },
        rows: rows.map { LedgerRows.Row($0) })
    }
    report = try project.migrator().statusReport(project.ledger.state(held))
  }

  static func folder(_ tool: any MigrationTool, _ files: [String: String]) throws -> ToolFolder {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(name, text) }
    return try ToolFolder(tool: tool, folder: FolderTree(path: folder.path))
  }

  /// The migrations with their states in list order, such as `1_a applied`.
  var lines: [String] { report.migrations.map { "\($0.identifier) \($0.state)" } }

  /// The identifier of the next migration; `nil` if there is none or a step is blocked.
  var next: String? { report.next?.identifier }
}

extension DatabaseValue {
  static func text(_ text: String) -> DatabaseValue { DatabaseValue(storage: .string(text)) }
  static func number(_ number: Int64) -> DatabaseValue { DatabaseValue(storage: .int64(number)) }
  static func blob(_ bytes: [UInt8]) -> DatabaseValue { DatabaseValue(storage: .blob(bytes)) }
}
