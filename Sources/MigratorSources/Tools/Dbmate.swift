import MigratorEngine

/// dbmate: `N_name.sql` with `-- migrate:up` and `-- migrate:down`, a row for each version.
package struct Dbmate: MigrationTool {
  package let format = MigrationFormat.dbmate
  package let title = "dbmate"

  package init() {}

  /// Rails has a table of the same name and column, of another type.
  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    guard tables["ar_internal_metadata"] == nil else { return nil }
    let names = tables.tables(withColumns: ["version"], preferring: DbmateRule.tableName)
    for name in names {
      guard let column = tables[name]?.first, column.isKey else { continue }
      let type = column.type.lowercased()
      guard type.hasPrefix("varchar(") else { continue }
      let isNamed = name.lowercased() == DbmateRule.tableName
      // One column of that name is in many tables.
      guard isNamed || name.lowercased().contains("migration") else { continue }
      return LedgerEvidence(
        table: name, words: "\(name)(version \(type) primary key)",
        strength: !isNamed ? 1 : type == "varchar(128)" ? 3 : 2)
    }
    return nil
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let count = folder.ownFiles.count {
      DbmateFile.version(of: $0) != nil && DbmateFile.hasMarker(folder.head(of: $0))
    }
    return FolderEvidence(count, "with `-- migrate:up`", strength: 3)
  }

  package func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    let files = folder.ownFiles.compactMap { file in
      DbmateFile.version(of: file).map { (file: file, version: $0) }
    }
    let byVersion = Dictionary(grouping: files, by: \.version)
    var found = NumberedMigrations<ByteOrdered>()
    for (file, version) in files {
      let twin = byVersion[version]?.first { $0.file != file }?.file
      try found.add(ByteOrdered(file)) {
        let read = try DbmateFile(path: folder.path(of: file), text: folder.text(of: file))
        return ToolMigration(
          identifier: FilePath.stem(of: file), key: version, path: folder.path(of: file),
          body: twin.map { .unavailable(TwinVersions.obstacle(file, $0, version, title)) }
            ?? read.body)
      }
    }
    return try found.sorted(uniqueFor: nil)
  }

  package func notes(on folder: FolderTree) -> [String] {
    folder.notes(onFilesBeside: "N_name.sql") { DbmateFile.version(of: $0) != nil }
      + (folder.ancestorFile("schema.sql", levels: 2) == nil
        ? [] : ["schema.sql is not written anew after a step: run dbmate dump"])
  }

  package func rule(table: String?) -> any LedgerRule {
    DbmateRule(name: table ?? DbmateRule.tableName)
  }

  package func newFiles(
    title: String, in folder: FolderTree, after existing: [ToolMigration], now: Timestamp
  ) -> [NewFile]? {
    [
      NewFile(
        path: NextName.numbered(
          title: title, after: existing.map(\.identifier), now: now, fallback: .timestamp) + ".sql",
        text: "-- migrate:up\n\n\n-- migrate:down\n\n")
    ]
  }
}

/// Migrations of one version, where the ledger records versions alone.
enum TwinVersions {
  /// Why neither of two files is run.
  static func obstacle(
    _ one: String, _ other: String, _ version: String, _ tool: String
  ) -> StepObstacle {
    StepObstacle(
      "\(one) and \(other) both have version \(version), and \(tool) records versions alone: "
        + "running one of them would pass for both.",
      remedy: "Give one of them another version.")
  }

  /// What there is to know of a record that may be the other one's.
  static func note(_ version: String) -> String {
    "Another migration has version \(version) too: the ledger does not tell which was applied."
  }
}
