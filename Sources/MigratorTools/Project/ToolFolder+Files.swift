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

  /// Finds the statements of a migration that the tool splits in another way than SQLite.
  var splitting: LoadedMigrations.SplittingCheck {
    let splitting = StatementSplitting(of: tool.format, in: folder)
    if splitting == .asSQLite { return { _ in [] } }
    let migrations = Dictionary(migrations.map { ($0.identifier, $0) }) { first, _ in first }
    return { [folder] identifier in
      guard let migration = migrations[identifier] else { return [] }
      if let script = migration.script { return splitting.problems(of: script) }
      guard splitting == .goose, let folder, case .unavailable = migration.body,
        let name = folder.files.first(where: { folder.path(of: $0) == migration.path }),
        let text = try? folder.text(of: name)
      else { return [] }
      return [GooseFile.cut(SourceText(file: migration.path, text: text))].compactMap(\.self)
    }
  }
}

extension ToolMigration {
  fileprivate var entry: MigrationFiles.Entry {
    MigrationFiles.Entry(
      identifier: identifier, path: path, isRepeatable: isRepeatable, isShared: place != nil)
  }
}
