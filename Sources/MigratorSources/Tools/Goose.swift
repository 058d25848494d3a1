import MigratorEngine

/// pressly/goose: `N_name.sql` with `-- +goose` markers, an append log as ledger.
package struct Goose: MigrationTool {
  package let format = MigrationFormat.goose
  package let title = "goose"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    LedgerEvidence(
      in: tables, columns: ["id", "version_id", "is_applied", "tstamp"],
      named: GooseRule.tableName)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let files = folder.ownFiles.filter { $0.hasSuffix(".sql") }
    let marked = files.filter { GooseFile.hasMarker(folder.head(of: $0)) }
    return FolderEvidence(marked.count, "with `-- +goose Up`", strength: 3)
  }

  package func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    var found = NumberedMigrations<Int64>()
    for file in folder.ownFiles {
      guard let version = GooseFile.version(of: file) else { continue }
      try found.add(version) { try migration(file, version, in: folder) }
    }
    return try found.sorted(uniqueFor: title)
  }

  private func migration(
    _ file: String, _ version: Int64, in folder: FolderTree
  ) throws -> ToolMigration {
    ToolMigration(
      identifier: FilePath.stem(of: file), key: String(version), path: folder.path(of: file),
      body: file.hasSuffix(".go")
        ? .unavailable(
          StepObstacle(
            "\(file) is a Go migration, which only the program it is compiled into can run.",
            remedy: "Run it there (goose up-by-one in the project), then come back."))
        : try GooseFile(path: folder.path(of: file), text: folder.text(of: file)).body)
  }

  package func notes(on folder: FolderTree) -> [String] {
    folder.notes(onFilesBeside: "N_name.sql") { GooseFile.version(of: $0) != nil }
  }

  package func rule(table: String?) -> any LedgerRule {
    GooseRule(name: table ?? GooseRule.tableName)
  }

  package func newFiles(
    title: String, in folder: FolderTree, after existing: [ToolMigration], now: Timestamp
  ) -> [NewFile]? {
    [
      NewFile(
        path: NextName.numbered(
          title: title, after: existing.map(\.identifier), now: now, fallback: .timestamp) + ".sql",
        text: "-- +goose Up\n\n-- +goose Down\n")
    ]
  }
}
