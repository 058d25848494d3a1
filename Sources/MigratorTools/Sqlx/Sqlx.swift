package import MigratorEngine

extension MigrationFormat {
  /// sqlx.
  public static let sqlx: MigrationFormat = "sqlx"
}

/// sqlx: `N_description.sql`, or pairs of `.up.sql` and `.down.sql`, with checksums in its ledger.
package struct Sqlx: MigrationTool {
  package let format = MigrationFormat.sqlx
  package let title = "sqlx"
  package let enforcesForeignKeys = true

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    LedgerEvidence(
      in: tables,
      columns: [
        "version", "description", "installed_on", "success", "checksum", "execution_time",
      ], named: SqlxLedger.tableName)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let names = folder.ownFiles.compactMap { try? SqlxName($0) }.filter { $0.direction != .down }
    let isReversible = names.contains { $0.direction == .up }
    let isNamed =
      folder.ancestorFile("sqlx.toml") != nil || folder.project("Cargo.toml", mentions: "sqlx")
    let pattern = isReversible ? "`N_name.up.sql`" : "`N_name.sql`"
    return FolderEvidence(
      names.count, pattern + (isNamed ? ", and the project names sqlx" : ""),
      strength: isNamed ? .likely : .shared)
  }

  package func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    let wanted = folder?.projectSetting("table-name", in: ["sqlx.toml"])
    let settings = SqlxSettings(folder?.projectText("sqlx.toml") ?? "")
    let files = try folder.map { try self.files(in: $0, settings) } ?? []
    return (
      files.map(\.migration),
      SqlxLedger(
        name: table ?? wanted ?? SqlxLedger.tableName, settings: settings, files: ToolFiles(files))
    )
  }

  private func files(in folder: FolderTree, _ settings: SqlxSettings) throws -> [SqlxFile] {
    var found = NumberedFiles<Int64, SqlxFile>()
    for file in folder.ownFiles {
      do {
        guard let name = try SqlxName(file), name.direction != .down else { continue }
        found.add(name.version) { () throws(SourceFailure) in
          try SqlxFile(file, name, in: folder, settings)
        }
      } catch {
        found.add(
          SourceProblem(
            .badName, path: folder.path(of: file),
            message: "sqlx wants a number before the first underscore, and finds \(error.text)",
            remedy: "Give the file a number, or move it to another folder."))
      }
    }
    return try found.sorted(uniqueFor: title)
  }

  package func notes(on folder: FolderTree) -> [String] {
    folder.notes(onFilesBeside: "N_description.sql") { (try? SqlxName($0)) != nil }
  }

  package func newFiles(
    title: String, in folder: FolderTree, after existing: [ToolMigration], now: Timestamp
  ) -> [NewFile]? {
    let name = NextName.numbered(
      title: title, after: existing.map(\.identifier), now: now, fallback: .timestamp)
    guard existing.contains(where: { $0.path.hasSuffix(".up.sql") }) else {
      return [NewFile(path: "\(name).sql", text: "-- \(title)\n")]
    }
    return [
      NewFile(path: "\(name).up.sql", text: "-- \(title)\n"),
      NewFile(path: "\(name).down.sql", text: "-- The way back of: \(title)\n"),
    ]
  }
}
