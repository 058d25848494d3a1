import MigratorEngine

/// What the tools have in common that keep their count in `PRAGMA user_version`.
protocol CountedTool: MigrationTool {
  /// What is special to the tool's count.
  var counting: UserVersionLedger.Rules { get }

  /// The files of a folder, in the order the tool runs them.
  func files(in folder: FolderTree) throws -> [CountedFile]
}

extension CountedTool {
  var counting: UserVersionLedger.Rules { UserVersionLedger.Rules() }

  var recordsOnlyLast: Bool { true }

  var ledgerHints: LedgerHints? { LedgerHints() }

  func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    guard tables.userVersion > 0 else { return nil }
    return LedgerEvidence(
      table: nil, words: "\(UserVersionLedger.pragma) = \(tables.userVersion)", strength: .shared)
  }

  func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    let files = try folder.map { try self.files(in: $0) } ?? []
    return (
      files.map(\.migration), UserVersionLedger(rules: counting, files: files.map(\.counted))
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

  /// What the ledger knows of it.
  var counted: UserVersionLedger.File {
    UserVersionLedger.File(
      identifier: identifier, version: version, setsVersion: setsVersion)
  }

  /// Reads the number of a file, which leads to that or to the next; throws for one that
  /// `user_version` cannot hold.
  static func version(
    _ number: String, path: String, next: Int64 = 0
  ) throws(SourceFailure) -> Int64 {
    guard let version = Int64(number), version <= UserVersionLedger.highest - next else {
      throw SourceFailure(
        .badVersion, path: path,
        "\(number) does not fit in user_version, which ends at \(UserVersionLedger.highest)",
        remedy: "Give the file a lower number.")
    }
    return version + next
  }
}
