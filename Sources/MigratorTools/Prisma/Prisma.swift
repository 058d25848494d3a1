package import MigratorEngine
import MigratorPlatform

extension MigrationFormat {
  /// Prisma.
  public static let prisma: MigrationFormat = "prisma"
}

/// Prisma Migrate: a folder for each migration with `migration.sql` in it.
///
/// Source: prisma/prisma-engines `schema-engine/connectors/schema-connector/src/migrations_directory.rs`.
package struct Prisma: MigrationTool {
  package let format = MigrationFormat.prisma
  package let title = "Prisma Migrate"
  package let habits = [FolderHabit("prisma/migrations")]
  static let lockFile = "migration_lock.toml"
  static let scriptName = "migration.sql"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    let columns: [SQLName] = [
      "id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at",
      "applied_steps_count",
    ]
    return tables.tables(withColumns: columns, preferring: PrismaLedger.tableName).first.map {
      LedgerEvidence(
        table: $0, words: "\($0)(id, checksum, finished_at, migration_name, …)", strength: .certain)
    }
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let names = folder.subfolders(holding: Self.scriptName)
    guard !names.isEmpty, !folder.contains(Drizzle.journalFile) else { return nil }
    let hasLock = folder.contains(Self.lockFile)
    guard hasLock || folder.subfolders(holding: Drizzle.snapshotName).isEmpty else {
      return nil
    }
    return FolderEvidence(
      names.count, "with `\(Self.scriptName)`" + (hasLock ? ", \(Self.lockFile)" : ""),
      of: "folder", strength: hasLock ? .certain : .shared)
  }

  package func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    let migrations = try folder.map { try self.migrations(in: $0) } ?? []
    return (migrations, PrismaLedger(name: table ?? PrismaLedger.tableName, migrations))
  }

  private func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    var migrations: [ToolMigration] = []
    var problems = providerProblems(in: folder)
    let names = folder.ownFolders.sorted(by: LocaleOrder.precedes)
    for name in names {
      let file = "\(name)/\(Self.scriptName)"
      guard folder.contains(file) else {
        problems.append(
          SourceProblem(
            .fileMissing, path: folder.path(of: name),
            message: "the folder has no \(Self.scriptName), at which Prisma stops (P3015)",
            remedy: "Write the file, or remove the folder."))
        continue
      }
      do {
        let text = try folder.text(of: file)
        let script = SQLScript(file: folder.path(of: file), text: text)
        migrations.append(
          ToolMigration(
            identifier: name, path: folder.path(of: file),
            body: .sql(
              script: script,
              transaction: try ScriptShape(script).transaction(toolWraps: false))))
      } catch {
        problems += error.problems
      }
    }
    guard problems.isEmpty else { throw SourceFailure(problems: problems) }
    return migrations
  }

  /// Prisma stops when the lock file names another kind of database.
  private func providerProblems(in folder: FolderTree) -> [SourceProblem] {
    guard folder.contains(Self.lockFile) else { return [] }
    for line in folder.head(of: Self.lockFile).split(whereSeparator: \.isNewline) {
      let sides = line.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, sides[0].filter({ !$0.isWhitespace }) == "provider" else { continue }
      let provider = sides[1].prefix { $0 != "#" }.filter {
        !$0.isWhitespace && $0 != "\"" && $0 != "'"
      }
      if provider == "sqlite" { return [] }
      return [
        SourceProblem(
          .badJournal, path: folder.path(of: Self.lockFile),
          message: "the migrations are for \(provider), not for sqlite (P3019)",
          remedy: "Name the folder of the SQLite database's migrations.")
      ]
    }
    return []
  }

  package func newFiles(
    title: String, in folder: FolderTree, after existing: [ToolMigration], now: Timestamp
  ) -> [NewFile]? {
    let name = NextName.numbered(
      title: title, after: existing.map(\.identifier), now: now, fallback: .timestamp)
    let file = NewFile(path: "\(name)/\(Self.scriptName)", text: "")
    guard !folder.contains(Self.lockFile) else { return [file] }
    return [file, NewFile(path: Self.lockFile, text: "provider = \"sqlite\"\n")]
  }
}
