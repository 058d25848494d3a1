import MigratorEngine
import MigratorSession

/// Prisma Migrate: a folder with `migration.sql` for each migration.
///
/// Source: prisma/prisma-engines
/// `schema-engine/connectors/schema-connector/src/migrations_directory.rs`.
struct Prisma: FileTool {
  let format = MigrationFormat.prisma
  let title = "Prisma Migrate"
  let habits = [ConventionalFolder("prisma/migrations")]
  let table = LedgerTable(
    "_prisma_migrations",
    [
      "id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at",
      "started_at", "applied_steps_count",
    ], elsewhere: .certain, shown: 4)
  static let lockFile = "migration_lock.toml"
  private static let scriptName = "migration.sql"

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    let names = folder.subfolders(holding: Self.scriptName)
    guard !names.isEmpty, !folder.contains(Drizzle.journalFile) else { return nil }
    let hasLock = folder.contains(Self.lockFile)
    guard hasLock || folder.subfolders(holding: Drizzle.snapshotName).isEmpty else { return nil }
    return FolderEvidence(
      names.count, "with `\(Self.scriptName)`" + (hasLock ? ", \(Self.lockFile)" : ""),
      of: "folder", strength: hasLock ? .certain : .shared)
  }

  func files(in folder: FolderTree) throws -> [ToolMigration] {
    var list = FileList<ToolMigration>()
    checkProvider(in: folder, &list)
    let names = Set(folder.ownFolders + folder.subfolders(holding: Self.scriptName))
    for name in names.sorted(by: LocaleOrder.precedes) {
      let file = "\(name)/\(Self.scriptName)"
      if folder.lacks(file) {
        list.add(
          .fileMissing, path: folder.path(of: name),
          "the folder has no \(Self.scriptName), so Prisma stops (P3015)",
          remedy: "Create the file, or remove the folder.")
        continue
      }
      list.add(
        ToolMigration(name, file: file, in: folder) { source throws(SourceFailure) in
          try ToolMigration.Body(source.script, wraps: false)
        })
    }
    return try list.checked()
  }

  /// Adds a problem if the lock file names another kind of database, which Prisma rejects.
  private func checkProvider(in folder: FolderTree, _ list: inout FileList<ToolMigration>) {
    guard folder.contains(Self.lockFile) else { return }
    let lock = SettingsText(folder.head(of: Self.lockFile), .toml)
    guard let provider = lock.value(of: "provider"), provider != "sqlite" else { return }
    list.add(
      .badJournal, path: folder.path(of: Self.lockFile),
      "the migrations are for \(provider), not for sqlite (P3019)",
      remedy: "Pass the folder of the SQLite database's migrations.")
  }

  func ledger(_ read: ToolReading<File>) -> any Ledger {
    PrismaLedger(name: read.name, files: read.files)
  }

  func newFiles(for new: NewMigration) throws(WriteRefusal) -> [MigrationFile] {
    let file = MigrationFile(path: "\(new.name(.timestamp))/\(Self.scriptName)", text: new.up())
    guard !new.folder.contains(Self.lockFile) else { return [file] }
    return [file, MigrationFile(path: Self.lockFile, text: "provider = \"sqlite\"\n")]
  }
}
