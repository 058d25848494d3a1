import MigratorEngine
import MigratorSession

/// golang-migrate: `N_name.up.sql` and `N_name.down.sql`; the ledger has a single row.
struct GolangMigrate: FileTool {
  let format = MigrationFormat.golangMigrate
  let title = "golang-migrate"
  let transactionSwitch = TransactionSwitch.project(
    "Add x-no-tx-wrap=true to the database URL of golang-migrate, which then begins no transaction for any "
      + "file.", shownBy: "BEGIN; COMMIT;")
  let readsAllFiles = false
  let recordsOnlyLast = true
  // Next to the migrations for other databases, as in hyperledger/firefly.
  let habits = [ConventionalFolder("db/migrations/sqlite")]
  let table = LedgerTable("schema_migrations", ["version", "dirty"])

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    let count = folder.ownFiles.count { GolangMigrateName($0)?.isUp == true }
    let isNamed = folder.project("go.mod", mentions: "golang-migrate/migrate")
    return FolderEvidence(
      count, "`N_name.up.sql`" + (isNamed ? ", and go.mod names golang-migrate" : ""),
      strength: isNamed ? .likely : .shared)
  }

  func files(in folder: FolderTree) throws -> [KeyedFile<UInt64>] {
    let names = folder.ownFiles.compactMap { file in
      GolangMigrateName(file).map { (file: file, name: $0) }
    }
    let versions = Set(names.filter(\.name.isUp).map(\.name.version))
    // If one file begins its own transaction, the project runs all files without wrapping them.
    let wraps = !Self.runsFreely(folder)
    let downs = Dictionary(
      names.filter { !$0.name.isUp }.map { ($0.name.version, $0.file) }
    ) { first, _ in first }
    var list = FileList<KeyedFile<UInt64>>()
    // A version with only a down file is a version without statements.
    for (file, name) in names where name.isUp || !versions.contains(name.version) {
      var migration = ToolMigration(name.stem, file: file, in: folder) {
        source throws(SourceFailure) in
        try body(source.script, name, wraps: wraps)
      }
      if name.isUp { migration.down = downs[name.version].map { .file($0) } }
      list.add(KeyedFile(key: name.version, migration: migration))
    }
    return try list.sorted(by: \.key, uniqueFor: title)
  }

  /// Returns whether a file begins its own transaction.
  static func runsFreely(_ folder: FolderTree) -> Bool {
    folder.ownFiles.contains { file in
      guard GolangMigrateName(file)?.isUp == true, let script = try? folder.script(of: file) else {
        return false
      }
      return (try? ScriptShape(script).beginsOwn) ?? false
    }
  }

  private func body(
    _ script: SQLScript, _ name: GolangMigrateName, wraps: Bool
  ) throws(SourceFailure) -> ToolMigration.Body {
    guard name.version <= UInt64(Int64.max) else {
      throw SourceFailure(
        .badVersion, path: script.file,
        "version \(name.version) does not fit in an SQLite integer",
        remedy: "Give the file a smaller number.", isOnlyOfItsTurn: true)
    }
    if name.isUp { return try ToolMigration.Body(script, wraps: wraps) }
    return .sql(
      script: SQLScript(file: script.file, source: script.source, running: []),
      transaction: .whole)
  }

  func ledger(_ read: ToolReading<File>) -> any Ledger {
    GolangMigrateLedger(name: read.name, files: read.files)
  }

  func notes(on folder: FolderTree) -> [String] {
    folder.notes(onFilesBeside: "N_name.up.sql") { GolangMigrateName($0) != nil }
      + (Self.runsFreely(folder)
        ? [
          "files begin their own transactions, so migtui begins none, as golang-migrate does with "
            + "its NoTxWrap option"
        ] : [])
  }

  func newFiles(for new: NewMigration) throws(WriteRefusal) -> [MigrationFile] {
    let name = new.name(.number(digits: 6))
    let hasDown = new.folder.ownFiles.contains { GolangMigrateName($0)?.isUp == false }
    return new.files(
      up: "\(name).up.sql", down: "\(name).down.sql", hasDown: hasDown || new.existing.isEmpty,
      comments: false)
  }
}

/// The name of a golang-migrate file: `N_title.up.sql`.
///
/// The title extends to the last `.up.` or `.down.`. The rest is any extension, even one that
/// begins with a dot: `30_tag.up..sql`.
///
/// Source: golang-migrate/migrate `source/parse.go`.
struct GolangMigrateName {
  /// The number, which can have leading zeros in the name.
  let version: UInt64
  /// The name up to the direction: `30_tag`.
  let stem: String
  let isUp: Bool

  /// Parses a name; returns `nil` for files that golang-migrate ignores.
  init?(_ file: String) {
    let digits = file.prefix { $0.isASCII && $0.isNumber }
    let rest = file.dropFirst(digits.count)
    guard let version = UInt64(digits), rest.first == "_" else { return nil }
    for index in rest.indices.dropFirst().reversed() {
      let isUp = rest[index...].hasPrefix(".up.")
      guard isUp || rest[index...].hasPrefix(".down.") else { continue }
      self.version = version
      self.isUp = isUp
      stem = String(file[..<index])
      return
    }
    return nil
  }
}
