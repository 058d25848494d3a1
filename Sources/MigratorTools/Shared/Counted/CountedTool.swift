import MigratorEngine

/// What the tools have in common that keep their count in `PRAGMA user_version`.
protocol CountedTool: MigrationTool {
  /// Whose count it is.
  var counting: UserVersionLedger.Tool { get }

  /// The files of a folder, in the order the tool runs them.
  func files(in folder: FolderTree) throws -> [CountedFile]
}

extension CountedTool {
  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    guard tables.userVersion > 0 else { return nil }
    return LedgerEvidence(
      table: nil, words: "\(UserVersionLedger.pragma) = \(tables.userVersion)", strength: .shared)
  }

  package func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    let files = try folder.map { try self.files(in: $0) } ?? []
    return (
      files.map(\.migration), UserVersionLedger(tool: counting, files: ToolFiles(files))
    )
  }
}

/// A file that leads to a number.
struct CountedFile: ToolFile {
  /// The number that stands in `user_version` once the migration is applied.
  let version: Int64
  /// Whether the file sets it itself.
  var setsVersion = false
  let migration: ToolMigration

  /// The problem of a number that `user_version` cannot hold.
  static func tooHigh(_ number: String, path: String) -> SourceProblem {
    SourceProblem(
      .badVersion, path: path,
      message: "\(number) does not fit in user_version, which ends at \(UserVersionLedger.highest)",
      remedy: "Give the file a lower number.")
  }
}
