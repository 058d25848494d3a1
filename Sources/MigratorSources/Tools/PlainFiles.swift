import MigratorEngine

/// Folders of SQL files with the ledger of GRDB: this program's own format.
package struct PlainFiles: MigrationTool {
  package let format = MigrationFormat.grdb
  package let title = "SQL files, grdb_migrations"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    tables.columnNames(GRDBRule.tableName) == ["identifier"]
      ? LedgerEvidence(
        table: GRDBRule.tableName, words: "\(GRDBRule.tableName)(identifier)", strength: 3) : nil
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    guard let listing = try? FolderListing(path: folder.path, stem: folder.stem) else { return nil }
    // Pairs of ways up and down are nobody's but their own tools'.
    let files = listing.entries.filter { !$0.fileName.contains(".up.") }
    guard !files.isEmpty else { return nil }
    return FolderEvidence(
      words: files.count == 1 ? "1 SQL file" : "\(files.count) SQL files", strength: 1,
      count: files.count)
  }

  package func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    try SQLFolder(path: folder.path, stem: folder.stem).files.map { file in
      ToolMigration(
        identifier: file.identifier, key: file.identifier, path: file.script.file,
        body: .sql(
          script: file.script,
          transaction: file.directives.runsOutsideTransaction ? .none : .whole),
        foreignKeyChecks: file.directives.foreignKeys.checks)
    }
  }

  package func notes(on folder: FolderTree) -> [String] {
    (try? SQLFolder(path: folder.path, stem: folder.stem).notes) ?? []
  }

  package func rule(table: String?) -> any LedgerRule { GRDBRule() }

  package func newFiles(
    title: String, in folder: FolderTree, after existing: [ToolMigration], now: Timestamp
  ) -> [NewFile]? {
    // In a group, the names go on with the group's stem.
    let stem = folder.stem.map { $0 + "-" } ?? ""
    let names = existing.map { String($0.identifier.dropFirst(stem.count)) }
    let name = NextName.numbered(
      title: title, after: names, now: now, fallback: .number(digits: 3))
    return [NewFile(path: "\(stem)\(name).sql", text: "-- \(title)\n")]
  }
}
