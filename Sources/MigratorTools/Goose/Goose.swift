package import MigratorEngine
import MigratorPlatform

extension MigrationFormat {
  /// pressly/goose.
  public static let goose: MigrationFormat = "goose"
}

/// pressly/goose: `N_name.sql` with `-- +goose` markers, an append log as ledger.
package struct Goose: MigrationTool {
  package let format = MigrationFormat.goose
  package let title = "goose"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    LedgerEvidence(
      in: tables, columns: ["id", "version_id", "is_applied", "tstamp"],
      named: GooseLedger.tableName)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let files = folder.ownFiles.filter { $0.hasSuffix(".sql") }
    let marked = files.filter { GooseFile.hasMarker(folder.head(of: $0)) }
    return FolderEvidence(marked.count, "with `-- +goose Up`", strength: .certain)
  }

  package func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    var found = NumberedFiles<Int64, Versioned<Int64>>()
    for file in folder?.ownFiles ?? [] {
      guard let folder, let version = GooseFile.version(of: file) else { continue }
      found.add(version) { () throws(SourceFailure) in
        Versioned(version: version, migration: try migration(file, in: folder))
      }
    }
    let files = try found.sorted(uniqueFor: title)
    return (
      files.map(\.migration),
      GooseLedger(name: table ?? GooseLedger.tableName, files: ToolFiles(files))
    )
  }

  private func migration(
    _ file: String, in folder: FolderTree
  ) throws(SourceFailure) -> ToolMigration {
    ToolMigration(
      identifier: Paths.stem(of: file), path: folder.path(of: file),
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
