import MigratorEngine

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
      ], named: SqlxRule.tableName)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let names = folder.ownFiles.compactMap { try? SqlxName($0) }.filter { $0.direction != .down }
    let isReversible = names.contains { $0.direction == .up }
    let isNamed =
      folder.ancestorFile("sqlx.toml") != nil || folder.project("Cargo.toml", mentions: "sqlx")
    let pattern = isReversible ? "`N_name.up.sql`" : "`N_name.sql`"
    return FolderEvidence(
      names.count, pattern + (isNamed ? ", and the project names sqlx" : ""),
      strength: isNamed ? 2 : 1)
  }

  package func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    let table = folder.projectSetting("table-name", in: ["sqlx.toml"])
    let settings = SqlxSettings(folder.projectText("sqlx.toml") ?? "")
    var found = NumberedMigrations<Int64>()
    for file in folder.ownFiles {
      do {
        guard let name = try SqlxName(file), name.direction != .down else { continue }
        try found.add(name.version) {
          try migration(file, name, in: folder, settings, table: table)
        }
      } catch let error as SqlxName.NotANumber {
        found.add(
          SourceProblem(
            .badName, path: folder.path(of: file),
            message: "sqlx wants a number before the first underscore, and finds \(error.text)",
            remedy: "Give the file a number, or move it to another folder."))
      }
    }
    return try found.sorted(uniqueFor: title)
  }

  private func migration(
    _ file: String, _ name: SqlxName, in folder: FolderTree, _ settings: SqlxSettings,
    table: String?
  ) throws -> ToolMigration {
    let path = folder.path(of: file)
    let text = try folder.text(of: file)
    let script = SQLScript(file: path, text: text)
    let shape = try ScriptShape(script)
    let runsFreely = text.utf8.starts(with: "-- no-transaction".utf8)
    return ToolMigration(
      identifier: name.identifier, key: String(name.version), path: path,
      body: .sql(
        script: script, transaction: runsFreely ? .none : shape.transaction(toolWraps: true)),
      checksum: DatabaseValue(storage: .blob(settings.checksum(of: Array(text.utf8)))),
      facts: [
        SqlxRule.descriptionFact: DatabaseValue(storage: .string(name.description)),
        SqlxRule.ignoredFact: DatabaseValue(storage: .string(settings.ignoredText)),
        SqlxRule.tableFact: (table ?? SqlxRule.tableName).databaseValue,
      ])
  }

  package func notes(on folder: FolderTree) -> [String] {
    folder.notes(onFilesBeside: "N_description.sql") { (try? SqlxName($0)) != nil }
  }

  package func rule(table: String?) -> any LedgerRule { rule(table: table, for: []) }

  package func rule(table: String?, for migrations: [ToolMigration]) -> any LedgerRule {
    let wanted = migrations.first?.facts[SqlxRule.tableFact]?.looseText
    return SqlxRule(name: table ?? wanted ?? SqlxRule.tableName)
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
