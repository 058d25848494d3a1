import MigratorEngine
import MigratorSession

extension ToolFolder {
  /// The files of the migrations, or `nil` if there is no folder.
  var files: MigrationFiles? {
    folder.map { folder in
      MigrationFiles(
        folder: folder.path, entries: migrations.map(\.entry),
        isLinear: !tool.ordersByDependencies
      ) { [tool] contents in
        try tool.read(FolderTree(folder, files: contents), table: nil).migrations.map(\.entry)
      }
    }
  }

  /// Finds the statements of a migration that the tool splits in another way than SQLite.
  var splitting: LoadedMigrations.SplittingCheck {
    let splitting = StatementSplitting(of: tool.format, in: folder)
    if splitting == .asSQLite { return { _ in [] } }
    let migrations = Dictionary(migrations.map { ($0.identifier, $0) }) { first, _ in first }
    return { identifier in
      migrations[identifier]?.script.map { splitting.problems(of: $0) } ?? []
    }
  }
}

extension ToolMigration {
  fileprivate var entry: MigrationFiles.Entry {
    MigrationFiles.Entry(
      identifier: identifier, path: path, isRepeatable: isRepeatable, isShared: place != nil)
  }
}
