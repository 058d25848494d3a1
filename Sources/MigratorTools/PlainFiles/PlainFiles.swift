package import MigratorEngine

extension MigrationFormat {
  /// SQL files with the ledger of GRDB: this program's own.
  public static let grdb: MigrationFormat = "grdb"
}

/// Folders of SQL files with the ledger of GRDB: this program's own format.
package struct PlainFiles: MigrationTool {
  package let format = MigrationFormat.grdb
  package let title = "SQL files, grdb_migrations"
  package let habits = [
    FolderHabit("Migrations"), FolderHabit("migrations"), FolderHabit("sql/migrations"),
  ]

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    let name = GRDBLedger.tableName
    return tables.columnNames(name) == ["identifier"]
      ? LedgerEvidence(table: name, words: "\(name)(identifier)", strength: .certain) : nil
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    // Pairs of ways up and down are nobody's but their own tools'.
    let count = PlainNames(in: folder).entries.count { !$0.file.contains(".up.") }
    guard count > 0 else { return nil }
    return FolderEvidence(
      words: count == 1 ? "1 SQL file" : "\(count) SQL files", strength: .shared, count: count)
  }

  /// Reads and checks all files before the first one runs.
  package func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    (try folder.map { try migrations(in: $0) } ?? [], GRDBLedger())
  }

  private func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    let names = PlainNames(in: folder)
    var problems = names.problems
    var migrations: [ToolMigration] = []
    for entry in names.entries {
      do throws(SourceFailure) {
        migrations.append(try migration(entry, in: folder))
      } catch {
        problems += error.problems
      }
    }
    if names.entries.isEmpty, problems.isEmpty {
      problems.append(
        SourceProblem(
          .noMigrations, path: folder.path, message: "the folder has no migrations",
          remedy: "Put files like 001_create.sql in it, or name another with --migrations."))
    }
    guard problems.isEmpty else { throw SourceFailure(problems: problems) }
    return migrations
  }

  private func migration(
    _ entry: PlainNames.Entry, in folder: FolderTree
  ) throws(SourceFailure) -> ToolMigration {
    let text = try folder.text(of: entry.file, allowsEmpty: false)
    let script = SQLScript(file: folder.path(of: entry.file), text: text)
    let directives = try MigrationDirectives(of: script)
    // What cannot be cut into statements is told now, not when its turn comes.
    _ = try SQLFile.statements(of: script)
    return ToolMigration(
      identifier: entry.identifier, path: script.file,
      body: .sql(script: script, transaction: directives.transaction),
      foreignKeyChecks: directives.foreignKeyChecks)
  }

  package func notes(on folder: FolderTree) -> [String] {
    let names = PlainNames(in: folder)
    let empty = names.entries.filter { entry in
      guard let text = try? folder.text(of: entry.file) else { return false }
      return (try? SQLScript(file: entry.file, text: text).statements().isEmpty) ?? false
    }
    return names.notes + empty.map { "\($0.file) has no statement" }
  }

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
