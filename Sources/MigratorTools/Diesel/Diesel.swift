import MigratorEngine
import MigratorSession

/// diesel: a folder with `up.sql` for each migration, and a row for each version.
///
/// Source: diesel-rs/diesel `diesel/src/migration/mod.rs`,
/// `diesel_migrations/src/migration_harness.rs`.
struct Diesel: RowTool {
  let format = MigrationFormat.diesel
  let title = "diesel"
  let transactionSwitch = TransactionSwitch.setting(
    "run_in_transaction = false", inFile: "metadata.toml")
  let readsAllFiles = false
  let table = LedgerTable(
    "__diesel_schema_migrations", ["version", "run_on"], elsewhere: nil)
  let rows = RowLedger.Rules(
    key: { $0.text("version") }, appliedAt: { $0.text("run_on") },
    writing: RowLedger.Writing(column: "version") {
      """
      CREATE TABLE IF NOT EXISTS \($0) (
             version VARCHAR(50) PRIMARY KEY NOT NULL,
             run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
      )
      """
    })

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    let names = folder.subfolders(holding: "up.sql")
    let isNamed = folder.ancestorFile("diesel.toml") != nil
    let isCounted = RusqliteMigration.isCounted(names)
    return FolderEvidence(
      names.count, "with `up.sql`" + (isNamed ? ", and diesel.toml" : ""), of: "folder",
      strength: isNamed ? .certain : isCounted ? .shared : .likely)
  }

  func files(in folder: FolderTree) throws -> [KeyedFile<String>] {
    var list = FileList<KeyedFile<String>>()
    // Empty folders are not migrations.
    let names = Set(
      (folder.files + folder.folders).compactMap(Self.owner) + folder.subfolders(holding: "up.sql")
    ).sorted { one, other in
      let versions = (Self.version(of: one), Self.version(of: other))
      return versions.0 == versions.1 ? one < other : NameOrder.bytes(versions.0, versions.1)
    }
    for name in names {
      if folder.lacks("\(name)/up.sql") {
        list.add(
          .fileMissing, path: folder.path(of: name), "this folder has no up.sql",
          remedy: "Create the file, or move the folder elsewhere.")
        continue
      }
      var migration = ToolMigration(name, file: "\(name)/up.sql", in: folder) {
        source throws(SourceFailure) in
        try body(source.script, of: name, in: folder)
      }
      let down = "\(name)/down.sql"
      if folder.contains(down) { migration.down = .file(down) }
      list.add(KeyedFile(key: Self.version(of: name), migration: migration))
    }
    return try list.checked().blockingDuplicateKeys(of: title)
  }

  /// The subfolder of the migrations folder that contains a path.
  private static func owner(of path: String) -> String? {
    path.firstIndex(of: "/").map { String(path[..<$0]) }
  }

  /// The part before the first underscore, without hyphens: `20240506192337` for
  /// `2024-05-06-192337_x`.
  private static func version(of name: String) -> String {
    String(name.prefix { $0 != "_" }.filter { $0 != "-" })
  }

  private func body(
    _ script: SQLScript, of name: String, in folder: FolderTree
  ) throws(SourceFailure) -> ToolMigration.Body {
    guard !script.text.isEmpty else {
      throw SourceFailure(
        .emptyFile, path: script.file, "the file is empty, so diesel refuses to run it",
        remedy: "Add SQL statements to the file, or a comment if it should do nothing.")
    }
    let metadata = DieselMetadata(try? folder.text(of: "\(name)/metadata.toml"))
    return try ToolMigration.Body(script, isTransactional: metadata.runsInTransaction)
  }

  func notes(on folder: FolderTree) -> [String] {
    folder.ancestorFile("diesel.toml") == nil
      ? [] : ["migtui does not update schema.rs: run diesel print-schema after a step"]
  }

  func newFiles(for new: NewMigration) throws(WriteRefusal) -> [MigrationFile] {
    let name = "\(nextVersion(new))_\(new.slug())"
    let hasDown = new.existing.isEmpty || new.folder.files.contains { $0.hasSuffix("/down.sql") }
    return new.files(up: "\(name)/up.sql", down: "\(name)/down.sql", hasDown: hasDown)
  }

  /// The next version: `2026-11-21-132238`, with `-0000` or only digits if the last one has that
  /// form.
  private func nextVersion(_ new: NewMigration) -> String {
    let dashed = String(new.now.text.compactMap { $0 == ":" ? nil : $0 == " " ? "-" : $0 })
    guard let last = new.existing.last?.identifier else { return dashed }
    guard last.prefix(while: { $0 != "_" }).contains("-") else { return new.number(.timestamp) }
    return dashed + (Self.version(of: last).count == 18 ? "-0000" : "")
  }
}

struct DieselMetadata {
  private(set) var runsInTransaction = true

  /// Parses a file.
  ///
  /// The migration runs in a transaction if the file is missing or invalid, but not if the file
  /// exists and does not contain the key.
  ///
  /// Source: diesel-rs/diesel `diesel_migrations/src/file_based_migrations.rs`, where a missing key
  /// defaults to `false`.
  init(_ text: String?) {
    guard let text else { return }
    let settings = SettingsText(text, .toml)
    let value = settings.entries.last { $0.section.isEmpty && $0.key == "run_in_transaction" }?
      .values
    guard !settings.isBroken, value == nil || value == ["true"] || value == ["false"] else {
      return
    }
    runsInTransaction = value == ["true"]
  }
}
