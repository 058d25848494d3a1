import MigratorEngine
import MigratorPlatform
import MigratorSession

/// Atlas: `VERSION_name.sql` files in the order of their names, with checksums in `atlas.sum`.
///
/// Source: ariga/atlas `sql/migrate/dir.go`, `sql/migrate/migrate.go`.
struct Atlas: FileTool {
  let format = MigrationFormat.atlas
  let title = "Atlas"
  let transactionSwitch = TransactionSwitch.line(
    "-- atlas:txmode none",
    afterwards: "Leave an empty line below it, and run atlas migrate hash.")
  let table = LedgerTable(
    "atlas_schema_revisions",
    [
      "version", "description", "type", "applied", "total", "executed_at", "execution_time",
      "error", "error_stmt", "hash", "partial_hashes", "operator_version",
    ], elsewhere: .certain, shown: 5)
  static let sumFile = "atlas.sum"

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    guard folder.contains(Self.sumFile) else { return nil }
    let files = folder.ownFiles.filter { $0.hasSuffix(".sql") }
    // Atlas also writes `atlas.sum` for folders of other tools, which run the migrations.
    let isForeign = files.contains { file in
      if file.hasSuffix(".up.sql") || file.hasSuffix(".down.sql") { return true }
      if FlywayFile(file)?.path.contains("__") ?? false { return true }
      return folder.head(of: file).split(whereSeparator: \.isNewline).contains {
        $0.hasPrefix("-- +goose ") || $0.hasPrefix("-- migrate:") || $0.hasPrefix("--changeset")
      }
    }
    guard !files.isEmpty, !isForeign else { return nil }
    return FolderEvidence(
      files.count, "`VERSION_words.sql`, \(Self.sumFile)", strength: .certain)
  }

  func files(in folder: FolderTree) throws -> [AtlasMigration] {
    let names = folder.ownFiles.filter { $0.hasSuffix(".sql") }
    var list = FileList<AtlasMigration>()
    for (one, other) in zip(names, names.dropFirst())
    where Self.version(of: one) == Self.version(of: other) {
      list.add(
        .duplicateVersion, path: folder.path(of: other), "\(one) has the same version",
        remedy: "Give one of them another version.")
    }
    let hashes = Dictionary(Self.sum(of: folder).lines.map { ($0.file, $0.hash) }) { $1 }
    for name in names {
      var file: AtlasFile?
      let migration = ToolMigration(Paths.stem(of: name), file: name, in: folder) {
        source throws(SourceFailure) in
        let read = try AtlasFile(path: source.file, text: source.text)
        file = read
        if hashes[name] == nil { throw Self.excludedFromSum(source.file) }
        return read.body
      }
      list.add(
        AtlasMigration(
          version: Self.version(of: name), description: Self.description(of: name),
          statements: file?.statements ?? [], isCheckpoint: file?.isCheckpoint ?? false,
          hash: hashes[name] ?? "", migration: migration))
    }
    return try list.checked()
  }

  func ledger(_ read: ToolReading<File>) throws -> any Ledger {
    AtlasLedger(
      name: read.name, seal: try read.folder.flatMap { try Self.broken($0) },
      files: read.files)
  }

  /// Computes `atlas.sum` for the current files, except unreadable ones.
  private static func sum(of folder: FolderTree) -> AtlasSum {
    AtlasSum(
      of: folder.ownFiles.filter { $0.hasSuffix(".sql") }.compactMap { name in
        (try? folder.bytes(of: name)).map { (name, $0) }
      })
  }

  /// The reason why Atlas would reject the folder, or `nil`.
  private static func broken(_ folder: FolderTree) throws -> StepObstacle? {
    let present = sum(of: folder)
    let mismatch: AtlasSum.Mismatch?
    if !folder.contains(sumFile) {
      mismatch = present.lines.isEmpty ? nil : AtlasSum.Mismatch(nil, "it is missing", line: 1)
    } else if let stored = AtlasSum(text: try folder.text(of: sumFile)) {
      mismatch = stored.mismatch(with: present)
    } else {
      mismatch = AtlasSum.Mismatch(nil, "its first line does not match the other lines", line: 1)
    }
    return mismatch.map { mismatch in
      StepObstacle(
        "The folder does not match \(sumFile): \(mismatch.words).",
        remedy: "Undo the change. If it is intended, run atlas migrate hash.",
        migration: mismatch.file.map { Paths.stem(of: $0) },
        location: mismatch.line.map {
          ScriptLocation(file: folder.path(of: sumFile), line: $0, column: 1, offset: 0)
        })
    }
  }

  private static func excludedFromSum(_ path: String) -> SourceFailure {
    SourceFailure(
      .badDirective, path: path, location: ScriptLocation(startOf: path),
      "the file is excluded from \(sumFile) (atlas:sum ignore), and Atlas cannot run it",
      remedy: "Remove the directive and run atlas migrate hash.", isOnlyOfItsTurn: true)
  }

  private static func version(of name: String) -> String {
    String(Paths.stem(of: name).prefix { $0 != "_" })
  }

  private static func description(of name: String) -> String {
    guard let underscore = name.firstIndex(of: "_") else { return "" }
    return Paths.stem(of: String(name[name.index(after: underscore)...]))
  }

  func newFiles(for new: NewMigration) throws(WriteRefusal) -> [MigrationFile] {
    let file = MigrationFile(path: new.name(.timestamp) + ".sql", text: new.up())
    // The user will edit an empty file, so its checksum would become wrong.
    guard new.statements != nil else { return [file] }
    // A new sum would hide that a file was changed.
    if let reason = (try? Self.broken(new.folder)) ?? nil {
      throw WriteRefusal(
        "\(Self.sumFile) does not match the folder: \(reason).",
        remedy: "Check the files, then run atlas migrate hash.")
    }
    let sum = Self.sum(of: FolderTree(new.folder, adding: [file]))
    return [
      file,
      MigrationFile(
        path: Self.sumFile, text: sum.text, isReplacement: new.folder.contains(Self.sumFile)),
    ]
  }

  var afterWriting: String? {
    "After editing the file, run atlas migrate hash. Until then, \(Self.sumFile) does not match "
      + "the folder, and no migration can be applied."
  }
}
