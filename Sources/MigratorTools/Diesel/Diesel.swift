package import MigratorEngine

extension MigrationFormat {
  /// diesel.
  public static let diesel: MigrationFormat = "diesel"
}

/// diesel: a folder with `up.sql` for each migration, a row for each version.
package struct Diesel: MigrationTool {
  package let format = MigrationFormat.diesel
  package let title = "diesel"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    guard tables.columnNames(DieselLedger.tableName) == ["version", "run_on"] else { return nil }
    return LedgerEvidence(
      table: DieselLedger.tableName, words: "\(DieselLedger.tableName)(version, run_on)",
      strength: .certain)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let files = Set(folder.files)
    let names = folder.folders.filter { !$0.contains("/") && files.contains("\($0)/up.sql") }
    let isNamed = folder.ancestorFile("diesel.toml") != nil
    let isCounted = RusqliteMigration.isCounted(names)
    return FolderEvidence(
      names.count, "with `up.sql`" + (isNamed ? ", and diesel.toml" : ""), of: "folder",
      strength: isNamed ? .certain : isCounted ? .shared : .likely)
  }

  package func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    let files = try folder.map { try self.files(in: $0) } ?? []
    return (
      files.map(\.migration),
      DieselLedger(name: table ?? DieselLedger.tableName, files: ToolFiles(files))
    )
  }

  private func files(in folder: FolderTree) throws -> [Versioned<String>] {
    var found = NumberedFiles<ByteOrdered, Versioned<String>>()
    let files = Set(folder.files)
    // Empty folders are no migrations.
    let names = Set((folder.files + folder.folders).compactMap(Self.owner)).sorted()
    let byVersion = Dictionary(grouping: names, by: Self.version)
    for name in names {
      guard files.contains("\(name)/up.sql") else {
        found.add(
          SourceProblem(
            .fileMissing, path: folder.path(of: name),
            message: "diesel finds no up.sql in this folder",
            remedy: "Write it, or move the folder away."))
        continue
      }
      let version = Self.version(of: name)
      let twin = byVersion[version]?.first { $0 != name }
      found.add(ByteOrdered(version)) { () throws(SourceFailure) in
        Versioned(
          version: version,
          migration: ToolMigration(
            identifier: name, path: folder.path(of: "\(name)/up.sql"),
            body: try body(name, twin: twin, version, in: folder)))
      }
    }
    return try found.sorted(uniqueFor: nil)
  }

  /// The folder in the folder of migrations that something stands in.
  private static func owner(of path: String) -> String? {
    path.firstIndex(of: "/").map { String(path[..<$0]) }
  }

  /// What stands before the first underscore, without hyphens: `2024-05-06-192337_x` is
  /// `20240506192337`.
  private static func version(of name: String) -> String {
    String(name.prefix { $0 != "_" }.filter { $0 != "-" })
  }

  private func body(
    _ name: String, twin: String?, _ version: String, in folder: FolderTree
  ) throws(SourceFailure) -> ToolMigration.Body {
    if let twin { return .unavailable(TwinVersions.obstacle(name, twin, version, title)) }
    let path = folder.path(of: "\(name)/up.sql")
    let text = try folder.text(of: "\(name)/up.sql")
    guard !text.isEmpty else {
      return .unavailable(
        StepObstacle(
          "\(name)/up.sql is empty, which diesel refuses to run.",
          remedy: "Write its statements, or a comment where it is to do nothing."))
    }
    let script = SQLScript(file: path, text: text)
    let shape = try ScriptShape(script)
    let metadata = DieselMetadata(try? folder.text(of: "\(name)/metadata.toml"))
    return .sql(
      script: script,
      transaction: metadata.runsInTransaction ? shape.transaction(toolWraps: true) : .none)
  }

  package func notes(on folder: FolderTree) -> [String] {
    folder.ancestorFile("diesel.toml") == nil
      ? [] : ["schema.rs is not written anew after a step: run diesel print-schema"]
  }

  package func newFiles(
    title: String, in folder: FolderTree, after existing: [ToolMigration], now: Timestamp
  ) -> [NewFile]? {
    let name = "\(nextVersion(after: existing, now))_\(NextName.slug(title))"
    let hasDown = existing.isEmpty || folder.files.contains { $0.hasSuffix("/down.sql") }
    return [NewFile(path: "\(name)/up.sql", text: "-- \(title)\n")]
      + (hasDown
        ? [NewFile(path: "\(name)/down.sql", text: "-- The way back of: \(title)\n")] : [])
  }

  /// `2026-11-21-132238`, with `-0000` where the last one has it; plain digits where the last one
  /// has plain digits.
  private func nextVersion(after existing: [ToolMigration], _ now: Timestamp) -> String {
    guard let last = existing.last else { return dashed(now) }
    let written = last.identifier.prefix { $0 != "_" }
    guard written.contains("-") else {
      return NextName.number(
        after: existing.map(\.identifier), now: now, fallback: .timestamp)
    }
    return dashed(now) + (Self.version(of: last.identifier).count == 18 ? "-0000" : "")
  }

  private func dashed(_ now: Timestamp) -> String {
    String(now.text.compactMap { $0 == ":" ? nil : $0 == " " ? "-" : $0 })
  }
}
