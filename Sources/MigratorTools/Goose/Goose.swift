import MigratorEngine
import MigratorPlatform

/// pressly/goose: `N_name.sql` with `-- +goose` markers, and an append-only ledger.
struct Goose: FileTool {
  let format = MigrationFormat.goose
  let title = "goose"
  let transactionSwitch = TransactionSwitch.line("-- +goose NO TRANSACTION")
  let readsAllFiles = false
  let table = LedgerTable("goose_db_version", ["id", "version_id", "is_applied", "tstamp"])

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    let marked = folder.ownFiles.filter {
      $0.hasSuffix(".sql") && GooseFile.hasMarker(folder.head(of: $0))
    }
    return FolderEvidence(marked.count, "with `-- +goose Up`", strength: .certain)
  }

  func files(in folder: FolderTree) throws -> [KeyedFile<Int64>] {
    var list = FileList<KeyedFile<Int64>>()
    for file in folder.ownFiles {
      guard let version = GooseFile.version(of: file) else { continue }
      list.add(KeyedFile(key: version, migration: migration(file, in: folder)))
    }
    return try list.sorted(by: \.key, uniqueFor: title)
  }

  private func migration(_ file: String, in folder: FolderTree) -> ToolMigration {
    let identifier = Paths.stem(of: file)
    guard file.hasSuffix(".go") else {
      return ToolMigration(identifier, file: file, in: folder, body: GooseFile.body)
    }
    return ToolMigration(
      identifier: identifier, path: folder.path(of: file),
      body: .unavailable(
        "\(file) is a Go migration. Only its own program can run it.",
        remedy: "Run goose up-by-one in the project."))
  }

  func ledger(_ read: ToolReading<File>) -> any Ledger {
    GooseLedger(name: read.name, files: read.files)
  }

  func notes(on folder: FolderTree) -> [String] {
    folder.notes(
      onFilesBeside: "N_name.sql",
      remark: "; the goose command stops at it, but goose's Provider does not"
    ) { GooseFile.version(of: $0) != nil }
  }

  func newFiles(for new: NewMigration) -> [NewFile]? {
    [
      NewFile(
        path: new.name(.timestamp) + ".sql", text: "-- +goose Up\n\n", below: "-- +goose Down\n")
    ]
  }
}
