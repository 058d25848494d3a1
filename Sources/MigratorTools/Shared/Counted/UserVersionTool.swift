import MigratorEngine

protocol UserVersionTool: MigrationTool {
  var counting: UserVersionLedger.Rules { get }

  /// The files of a folder, in execution order.
  func files(in folder: FolderTree) throws -> [UserVersionFile]

  /// The schemas that the tool exports next to these files, by version.
  func schemas(in folder: FolderTree, for files: [UserVersionFile]) -> [Int64: StatedSchema]
}

extension UserVersionTool {
  var counting: UserVersionLedger.Rules { UserVersionLedger.Rules() }

  func schemas(in folder: FolderTree, for files: [UserVersionFile]) -> [Int64: StatedSchema] {
    [:]
  }

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
    let ledger = UserVersionLedger(
      rules: counting, files: files.map(\.counted),
      schemas: folder.map { schemas(in: $0, for: files) } ?? [:])
    return (files.map(\.migration), ledger)
  }
}

struct UserVersionFile: ToolFile {
  /// The value of `user_version` once the migration is applied.
  let version: Int64
  var setsVersion = false
  let migration: ToolMigration

  var counted: UserVersionLedger.File {
    UserVersionLedger.File(
      identifier: identifier, version: version, setsVersion: setsVersion)
  }

  /// Parses the number of a file that migrates to this version or to the next one.
  ///
  /// - Throws: `SourceFailure` if `user_version` cannot hold the version.
  static func version(
    _ number: String, path: String, next: Int64 = 0
  ) throws(SourceFailure) -> Int64 {
    guard let version = Int64(number), version <= UserVersionLedger.highest - next else {
      throw SourceFailure(
        .badVersion, path: path,
        "\(number) is larger than \(UserVersionLedger.highest), the largest user_version",
        remedy: "Give the file a lower number.")
    }
    return version + next
  }
}
