import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport

/// What a tool's ledger says of files and a ledger that is only a value: no database is made.
struct ToolStates {
  let report: StatusReport

  /// Joins the migrations of a folder with a ledger, the columns of whose table come with their
  /// declared types; without rows there is no table.
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

  /// Reads a folder of files.
  static func folder(_ tool: any MigrationTool, _ files: [String: String]) throws -> ToolFolder {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(name, text) }
    return try ToolFolder(tool: tool, folder: FolderTree(path: folder.path))
  }

  /// The migrations with their states, in the order of the list: `1_a applied`.
  var lines: [String] { report.migrations.map { "\($0.identifier) \($0.state)" } }

  /// The identifier of the next one; `nil` when there is none, or something stands in the way.
  var next: String? { report.next?.identifier }
}

extension DatabaseValue {
  static func text(_ text: String) -> DatabaseValue { DatabaseValue(storage: .string(text)) }
  static func number(_ number: Int64) -> DatabaseValue { DatabaseValue(storage: .int64(number)) }
  static func blob(_ bytes: [UInt8]) -> DatabaseValue { DatabaseValue(storage: .blob(bytes)) }
}
