package import MigratorEngine
import MigratorPlatform

extension MigrationFormat {
  /// dbmate.
  public static let dbmate: MigrationFormat = "dbmate"
}

/// dbmate: `N_name.sql` with `-- migrate:up` and `-- migrate:down`, a row for each version.
package struct Dbmate: MigrationTool {
  package let format = MigrationFormat.dbmate
  package let title = "dbmate"
  package let habits = [FolderHabit("db/migrations")]

  package init() {}

  /// Rails has a table of the same name and column, of another type.
  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    guard tables["ar_internal_metadata"] == nil else { return nil }
    let names = tables.tables(withColumns: ["version"], preferring: DbmateLedger.tableName)
    for name in names {
      guard let column = tables[name]?.first, column.isKey else { continue }
      let type = column.type.lowercased()
      guard type.hasPrefix("varchar(") else { continue }
      let isNamed = SQLName(name) == SQLName(DbmateLedger.tableName)
      // One column of that name is in many tables.
      guard isNamed || name.asciiLowercased.contains("migration") else { continue }
      return LedgerEvidence(
        table: name, words: "\(name)(version \(type) primary key)",
        strength: !isNamed ? .shared : type == "varchar(128)" ? .certain : .likely)
    }
    return nil
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let count = folder.ownFiles.count {
      DbmateFile.version(of: $0) != nil && DbmateFile.hasMarker(folder.head(of: $0))
    }
    return FolderEvidence(count, "with `-- migrate:up`", strength: .certain)
  }

  package func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    let files = try folder.map { try self.files(in: $0) } ?? []
    return (
      files.map(\.migration),
      DbmateLedger(name: table ?? DbmateLedger.tableName, files: ToolFiles(files))
    )
  }

  private func files(in folder: FolderTree) throws -> [Versioned<String>] {
    let names = folder.ownFiles.compactMap { file in
      DbmateFile.version(of: file).map { (file: file, version: $0) }
    }
    let byVersion = Dictionary(grouping: names, by: \.version)
    var found = NumberedFiles<ByteOrdered, Versioned<String>>()
    for (file, version) in names {
      let twin = byVersion[version]?.first { $0.file != file }?.file
      found.add(ByteOrdered(file)) { () throws(SourceFailure) in
        let read = try DbmateFile(path: folder.path(of: file), text: folder.text(of: file))
        return Versioned(
          version: version,
          migration: ToolMigration(
            identifier: Paths.stem(of: file), path: folder.path(of: file),
            body: twin.map { .unavailable(TwinVersions.obstacle(file, $0, version, title)) }
              ?? read.body))
      }
    }
    return try found.sorted(uniqueFor: nil)
  }

  package func notes(on folder: FolderTree) -> [String] {
    folder.notes(onFilesBeside: "N_name.sql") { DbmateFile.version(of: $0) != nil }
      + (folder.ancestorFile("schema.sql", levels: 2) == nil
        ? [] : ["schema.sql is not written anew after a step: run dbmate dump"])
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
