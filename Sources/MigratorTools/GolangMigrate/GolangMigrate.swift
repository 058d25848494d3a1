package import MigratorEngine

extension MigrationFormat {
  /// golang-migrate.
  public static let golangMigrate: MigrationFormat = "golang-migrate"
}

/// golang-migrate: `N_name.up.sql` beside `N_name.down.sql`, one row as ledger.
package struct GolangMigrate: MigrationTool {
  package let format = MigrationFormat.golangMigrate
  package let title = "golang-migrate"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    LedgerEvidence(
      in: tables, columns: ["version", "dirty"], named: GolangMigrateLedger.tableName)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let count = folder.ownFiles.count { GolangMigrateName($0)?.isUp == true }
    let isNamed = folder.project("go.mod", mentions: "golang-migrate/migrate")
    return FolderEvidence(
      count, "`N_name.up.sql`" + (isNamed ? ", and go.mod names golang-migrate" : ""),
      strength: isNamed ? .likely : .shared)
  }

  package func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    let files = try folder.map { try self.files(in: $0) } ?? []
    return (
      files.map(\.migration),
      GolangMigrateLedger(name: table ?? GolangMigrateLedger.tableName, files: ToolFiles(files))
    )
  }

  private func files(in folder: FolderTree) throws -> [Versioned<UInt64>] {
    let names = folder.ownFiles.compactMap { file in
      GolangMigrateName(file).map { (file: file, name: $0) }
    }
    let ways = names.filter(\.name.isUp)
    let versions = Set(ways.map(\.name.version))
    // Where one file begins its own transaction, the project runs all of them without one.
    let wraps = !ways.contains { beginsOwnTransaction($0.file, in: folder) }
    var found = NumberedFiles<UInt64, Versioned<UInt64>>()
    // A version with a way down alone is counted, and runs nothing.
    for (file, name) in names where name.isUp || !versions.contains(name.version) {
      found.add(name.version) { () throws(SourceFailure) in
        Versioned(
          version: name.version,
          migration: ToolMigration(
            identifier: name.stem, path: folder.path(of: file),
            body: try body(of: file, name, in: folder, wraps: wraps)))
      }
    }
    return try found.sorted(uniqueFor: title)
  }

  private func beginsOwnTransaction(_ file: String, in folder: FolderTree) -> Bool {
    guard let text = try? folder.text(of: file),
      let shape = try? ScriptShape(SQLScript(file: file, text: text))
    else { return false }
    return shape.beginsOwn
  }

  private func body(
    of file: String, _ name: GolangMigrateName, in folder: FolderTree, wraps: Bool
  ) throws(SourceFailure) -> ToolMigration.Body {
    if let overflow = overflow(name) { return overflow }
    let (path, text) = (folder.path(of: file), try folder.text(of: file))
    if name.isUp { return try ToolMigration.Body(path: path, text: text, wraps: wraps) }
    return .sql(script: SQLScript(file: path, source: text, running: []), transaction: .whole)
  }

  /// A number that no ledger in SQLite can hold.
  private func overflow(_ name: GolangMigrateName) -> ToolMigration.Body? {
    guard name.version > UInt64(Int64.max) else { return nil }
    return .unavailable(
      StepObstacle(
        "Version \(name.version) is larger than an integer of SQLite.",
        remedy: "Give the file a smaller number."))
  }

  package func notes(on folder: FolderTree) -> [String] {
    let isFree = folder.ownFiles.contains {
      GolangMigrateName($0)?.isUp == true && beginsOwnTransaction($0, in: folder)
    }
    return folder.notes(onFilesBeside: "N_name.up.sql") { GolangMigrateName($0) != nil }
      + (isFree
        ? ["files begin transactions themselves, so none is opened around them, as with NoTxWrap"]
        : [])
  }

  package func newFiles(
    title: String, in folder: FolderTree, after existing: [ToolMigration], now: Timestamp
  ) -> [NewFile]? {
    let name = NextName.numbered(
      title: title, after: existing.map(\.identifier), now: now, fallback: .number(digits: 6))
    let hasDown = folder.ownFiles.contains { GolangMigrateName($0)?.isUp == false }
    let directions = hasDown || existing.isEmpty ? ["up", "down"] : ["up"]
    return directions.map { NewFile(path: "\(name).\($0).sql", text: "") }
  }
}
