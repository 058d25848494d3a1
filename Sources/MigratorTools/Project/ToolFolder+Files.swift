import MigratorEngine
import MigratorPlatform
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

  /// Finds the statements of a migration that the tool splits differently from SQLite.
  var splitting: LoadedMigrations.SplittingCheck {
    let splitting = StatementSplitting(of: tool.format, in: folder)
    if splitting == .asSQLite { return { _ in [] } }
    let migrations = Dictionary(migrations.map { ($0.identifier, $0) }) { first, _ in first }
    return { identifier in
      migrations[identifier]?.script.map { splitting.problems(of: $0) } ?? []
    }
  }

  /// Reads the file of a migration, even if it cannot be run.
  var source: LoadedMigrations.SourceReader {
    let migrations = Dictionary(migrations.map { ($0.identifier, $0) }) { first, _ in first }
    return { [folder] identifier in
      guard let migration = migrations[identifier] else { return nil }
      if let source = migration.source { return source }
      let start = folder.map { Paths.join($0.path, "") } ?? ""
      guard let folder, migration.path.hasPrefix(start) else { return nil }
      return try? folder.text(of: String(migration.path.dropFirst(start.count)))
    }
  }
}

extension ToolMigration {
  fileprivate var entry: MigrationFiles.Entry {
    MigrationFiles.Entry(
      identifier: identifier, path: path, isRepeatable: isRepeatable, isShared: place != nil)
  }
}
