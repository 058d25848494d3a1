import MigratorEngine

/// pressly/goose: `N_name.sql` with `-- +goose` markers, an append log as ledger.
package struct Goose: MigrationTool {
  package let format = MigrationFormat.goose
  package let title = "goose"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    let names = tables.tables(
      withColumns: ["id", "version_id", "is_applied", "tstamp"], preferring: GooseRule.tableName)
    return names.first.map {
      LedgerEvidence(
        table: $0, words: "\($0)(id, version_id, is_applied, tstamp)",
        strength: $0 == GooseRule.tableName ? 3 : 2)
    }
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let files = folder.ownFiles.filter { $0.hasSuffix(".sql") }
    let marked = files.filter { GooseFile.hasMarker(folder.head(of: $0)) }
    guard !marked.isEmpty else { return nil }
    return FolderEvidence(
      words: "\(marked.count) files with `-- +goose Up`", strength: 3, count: marked.count)
  }

  package func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    var versions: [(version: Int64, migration: ToolMigration)] = []
    var problems: [SourceProblem] = []
    for file in folder.ownFiles {
      guard let version = GooseFile.version(of: file) else { continue }
      do {
        versions.append((version, try migration(file, version, in: folder)))
      } catch let failure as SourceFailure {
        problems += failure.problems
      }
    }
    versions.sort { $0.version < $1.version }
    for (one, other) in zip(versions, versions.dropFirst()) where one.version == other.version {
      problems.append(
        SourceProblem(
          .duplicateVersion, path: other.migration.path,
          message: "goose finds version \(one.version) twice: \(one.migration.identifier) and "
            + "\(other.migration.identifier)",
          remedy: "Give one of them another number."))
    }
    guard problems.isEmpty else { throw SourceFailure(problems: problems) }
    return versions.map(\.migration)
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
