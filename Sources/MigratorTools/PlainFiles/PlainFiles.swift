import MigratorEngine
import MigratorPlatform
import MigratorSession

/// Folders of SQL files with GRDB's ledger, this program's own format.
struct PlainFiles: FileTool {
  let format = MigrationFormat.grdb
  let title = "SQL files, grdb_migrations"
  let transactionSwitch = TransactionSwitch.own
  let readsAllFiles = false
  let habits = [
    ConventionalFolder("Migrations"), ConventionalFolder("migrations"),
    ConventionalFolder("sql/migrations"),
  ]

  let table = LedgerTable(
    GRDBLedger.tableName, ["identifier"], elsewhere: nil)

  /// `false` as in GRDB, whose apps use the same ledger.
  func acceptsDoubleQuotedStringLiterals(in folder: FolderTree?) -> Bool { false }

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    // Pairs of up and down files belong to their own tools.
    let count = PlainNames.of(folder).entries.count { !$0.isUpFile }
    guard count > 0 else { return nil }
    return FolderEvidence(
      words: count == 1 ? "1 SQL file" : "\(count) SQL files", strength: .shared, count: count)
  }

  /// Reads and checks all files, ordered by the numbers in their names.
  func files(in folder: FolderTree) throws -> [ToolMigration] {
    let names = PlainNames.of(folder)
    var list = FileList<ToolMigration>()
    list.add(names.problems)
    for entry in names.entries { list.add(migration(entry, in: folder)) }
    if names.entries.isEmpty, list.problems.isEmpty {
      list.add(
        .noMigrations, path: folder.path, "the folder has no migrations",
        remedy: "Create files like 001_create.sql in it, or select another folder with "
          + "--migrations.")
    }
    return try list.checked()
  }

  func ledger(_ read: ToolReading<File>) -> any Ledger {
    GRDBLedger()
  }

  private func migration(_ entry: PlainNames.Entry, in folder: FolderTree) -> ToolMigration {
    var checks: DatabaseMigrator.ForeignKeyChecks?
    var migration = ToolMigration(
      entry.identifier, file: entry.file, in: folder, allowsEmpty: false
    ) { source throws(SourceFailure) in
      let script = source.script
      let directives = try MigrationDirectives(of: script)
      checks = directives.foreignKeyChecks
      // If a script cannot be split into statements, report it now and not when it is to run.
      _ = try SQLFile.statements(of: script)
      return .sql(script: script, transaction: directives.transaction)
    }
    migration.foreignKeyChecks = checks
    return migration
  }

  func notes(on folder: FolderTree) -> [String] {
    let names = PlainNames.of(folder)
    let empty = names.entries.filter { entry in
      guard let text = try? folder.text(of: entry.file) else { return false }
      // A file that begins with a word contains a statement, or cannot be split.
      let first = SQLTokenizer.firstToken(of: text)
      guard first == nil || first?.text == ";" else { return false }
      return (try? SQLScript(file: entry.file, text: text).statements().isEmpty) ?? false
    }
    return names.notes + empty.map { "\($0.file) has no statements" }
  }

  func newFiles(for new: NewMigration) throws(WriteRefusal) -> [MigrationFile] {
    let isUnchecked = new.statements?.toleratesViolations ?? false
    let text = new.comment + (isUnchecked ? "-- migtui: foreign-keys off\n" : "") + new.up()
    if let next = new.follower ?? new.existing.last?.identifier, next.contains("/") {
      let folder = Paths.folder(of: next)
      // Names in other folders have no number here.
      let names = new.existing.map(\.identifier).map {
        Paths.folder(of: $0) == folder ? Paths.name(of: $0) : ""
      }
      let name = new.name(.number(digits: 2), after: names, hasDots: true)
      return [MigrationFile(path: Paths.join(folder, name) + ".sql", text: text)]
    }
    // In a group, new names begin with the group's stem.
    let stem = new.folder.stem.map { $0 + "-" } ?? ""
    let name = new.name(
      .number(digits: 3), after: new.existing.map { String($0.identifier.dropFirst(stem.count)) },
      hasDots: true)
    return [MigrationFile(path: "\(stem)\(name).sql", text: text)]
  }
}
