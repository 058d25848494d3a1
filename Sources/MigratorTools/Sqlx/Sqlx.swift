import MigratorEngine
import MigratorSession

/// sqlx: `N_description.sql`, or pairs of `.up.sql` and `.down.sql`, with checksums in its ledger.
struct Sqlx: FileTool {
  let format = MigrationFormat.sqlx
  let title = "sqlx"
  // Since 0.9 for SQLite: launchbadge/sqlx #4015.
  let transactionSwitch = TransactionSwitch.line(
    "-- no-transaction",
    afterwards: "It must be at the very start of the file. For SQLite, sqlx supports it since 0.9. "
      + "If the file is already applied, accept its new checksum with repair "
      + "--accept-checksum.")
  let table = LedgerTable(
    "_sqlx_migrations",
    ["version", "description", "installed_on", "success", "checksum", "execution_time"])

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    let names = folder.ownFiles.compactMap { try? SqlxName($0) }.filter { $0.direction != .down }
    let isReversible = names.contains { $0.direction == .up }
    let isNamed =
      folder.ancestorFile("sqlx.toml") != nil || folder.project("Cargo.toml", mentions: "sqlx")
    let pattern = isReversible ? "`N_name.up.sql`" : "`N_name.sql`"
    return FolderEvidence(
      names.count, pattern + (isNamed ? ", and the project names sqlx" : ""),
      strength: isNamed ? .likely : .shared)
  }

  func files(in folder: FolderTree) throws -> [SqlxFile] {
    let settings = Self.settings(beside: folder)
    var list = FileList<SqlxFile>()
    var downs: [Int64: String] = [:]
    for file in folder.ownFiles {
      if let name = try? SqlxName(file), name.direction == .down { downs[name.version] = file }
    }
    for file in folder.ownFiles {
      do throws(NotANumber) {
        guard let name = try SqlxName(file), name.direction != .down else { continue }
        list.add(SqlxFile(file, name, down: downs[name.version], in: folder, settings))
      } catch {
        list.add(
          .badName, path: folder.path(of: file),
          "sqlx requires a number before the first underscore, not \(error.text)",
          remedy: "Give the file a number, or move it to another folder.")
      }
    }
    return try list.sorted(by: \.name.version, uniqueFor: title)
  }

  func ledger(_ read: ToolReading<File>) -> any Ledger {
    SqlxLedger(name: read.name, settings: Self.settings(beside: read.folder), files: read.files)
  }

  func tableName(setBeside folder: FolderTree) -> String? {
    folder.projectSetting("table-name", in: ["sqlx.toml"])
  }

  private static func settings(beside folder: FolderTree?) -> SqlxSettings {
    SqlxSettings(folder?.projectText("sqlx.toml") ?? "")
  }

  func notes(on folder: FolderTree) -> [String] {
    folder.notes(onFilesBeside: "N_description.sql") { (try? SqlxName($0)) != nil }
  }

  func newFiles(for new: NewMigration) throws(WriteRefusal) -> [MigrationFile] {
    let name = new.name(.timestamp)
    guard new.existing.contains(where: { $0.path.hasSuffix(".up.sql") }) else {
      return [MigrationFile(path: "\(name).sql", text: new.comment + new.up())]
    }
    return new.files(up: "\(name).up.sql", down: "\(name).down.sql", hasDown: true)
  }
}

struct SqlxFile: ToolFile {
  let name: SqlxName
  let checksum: [UInt8]
  let migration: ToolMigration

  init(
    _ file: String, _ name: SqlxName, down: String?, in folder: FolderTree, _ settings: SqlxSettings
  ) {
    self.name = name
    var migration = ToolMigration(name.identifier, file: file, in: folder) {
      source throws(SourceFailure) in
      let runsFreely = source.text.utf8.starts(with: "-- no-transaction".utf8)
      return try ToolMigration.Body(source.script, isTransactional: !runsFreely)
    }
    migration.down = down.map { .file($0) }
    self.migration = migration
    checksum = settings.checksum(of: Array((migration.source ?? "").utf8))
  }
}

/// The name of an sqlx file.
///
/// Source: launchbadge/sqlx `sqlx-core/src/migrate/source.rs`, `migration_type.rs`.
struct SqlxName: Sendable {
  enum Direction: Sendable {
    case simple, up, down
  }

  let version: Int64
  let direction: Direction
  let identifier: String
  /// The description in the ledger: the rest of the name, with spaces instead of underscores.
  let description: String

  /// Parses a name; returns `nil` for files that sqlx ignores.
  ///
  /// - Throws: ``NotANumber`` if the part before the first underscore is not a number.
  init?(_ file: String) throws(NotANumber) {
    guard let underscore = file.firstIndex(of: "_") else { return nil }
    var rest = file[file.index(after: underscore)...]
    guard rest.hasSuffix(".sql") else { return nil }
    let number = file[..<underscore]
    guard let version = Int64(number) else { throw NotANumber(text: String(number)) }
    let (direction, suffix): (Direction, String) =
      rest.hasSuffix(".up.sql")
      ? (.up, ".up.sql") : rest.hasSuffix(".down.sql") ? (.down, ".down.sql") : (.simple, ".sql")
    // sqlx removes the suffix repeatedly.
    while rest.hasSuffix(suffix) { rest = rest.dropLast(suffix.count) }
    self.version = version
    self.direction = direction
    identifier = "\(number)_\(rest)"
    description = String(rest.map { $0 == "_" ? " " : $0 })
  }
}
