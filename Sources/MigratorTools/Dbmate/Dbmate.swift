import MigratorEngine
import MigratorPlatform

/// dbmate: `N_name.sql` with `-- migrate:up` and `-- migrate:down`.
///
/// A row has the version, which is the digits of the name as written.
///
/// Source: amacneil/dbmate `pkg/driver/sqlite/sqlite.go`.
struct Dbmate: RowTool {
  let format = MigrationFormat.dbmate
  let title = "dbmate"
  let transactionSwitch = TransactionSwitch.option(
    "transaction:false", ofMarker: "-- migrate:up")
  let readsAllFiles = false
  let habits = [ConventionalFolder("db/migrations")]
  // Many tables have a single column of this name; Rails has the same one with another type.
  let table = LedgerTable(
    "schema_migrations", ["version"], named: .likely, elsewhere: .shared,
    words: ["migration"], others: ["ar_internal_metadata"],
    refine: { found, columns, tables in
      let type = columns[0].type.lowercased()
      guard columns[0].isKey, type.hasPrefix("varchar("), let table = found.table,
        tables["ar_internal_metadata"] == nil
      else { return nil }
      return LedgerEvidence(
        table: table, words: "\(table)(version \(type) primary key)",
        strength: found.strength == .likely && type == "varchar(128)" ? .certain : found.strength)
    })
  let rows = RowLedger.Rules(
    key: { $0.text("version") },
    writing: RowLedger.Writing(column: "version") {
      "CREATE TABLE IF NOT EXISTS \($0) (version varchar(128) primary key)"
    })

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    let count = folder.ownFiles.count {
      DbmateFile.version(of: $0) != nil && DbmateFile.hasMarker(folder.head(of: $0))
    }
    return FolderEvidence(count, "with `-- migrate:up`", strength: .certain)
  }

  func files(in folder: FolderTree) throws -> [KeyedFile<String>] {
    var list = FileList<KeyedFile<String>>()
    for file in folder.ownFiles {
      guard let version = DbmateFile.version(of: file) else { continue }
      list.add(
        KeyedFile(
          key: version,
          migration: ToolMigration(
            Paths.stem(of: file), file: file, in: folder, body: DbmateFile.body)))
    }
    return try list.checked().blockingDuplicateKeys(of: title)
  }

  func tableName(setBeside folder: FolderTree) -> String? {
    let key = "DBMATE_MIGRATIONS_TABLE"
    return Environment.variable(key) ?? folder.projectSetting(key, in: [".env"])
  }

  func notes(on folder: FolderTree) -> [String] {
    folder.notes(onFilesBeside: "N_name.sql") { DbmateFile.version(of: $0) != nil }
      + (folder.ancestorFile("schema.sql", levels: 2) == nil
        ? [] : ["migtui does not update schema.sql: run dbmate dump after a step"])
  }

  func newFiles(for new: NewMigration) -> [NewFile]? {
    [
      NewFile(
        path: new.name(.timestamp) + ".sql", text: "-- migrate:up\n\n\n",
        below: "-- migrate:down\n\n")
    ]
  }
}
