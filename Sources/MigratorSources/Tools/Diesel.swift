import MigratorEngine

/// diesel: a folder with `up.sql` for each migration, a row for each version.
package struct Diesel: MigrationTool {
  package let format = MigrationFormat.diesel
  package let title = "diesel"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    guard tables.columnNames(DieselRule.tableName) == ["version", "run_on"] else { return nil }
    return LedgerEvidence(
      table: DieselRule.tableName, words: "\(DieselRule.tableName)(version, run_on)", strength: 3)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let files = Set(folder.files)
    let names = folder.folders.filter { !$0.contains("/") && files.contains("\($0)/up.sql") }
    let isNamed = folder.ancestorFile("diesel.toml") != nil
    let isCounted = RusqliteMigration.isCounted(names)
    return FolderEvidence(
      names.count, "with `up.sql`" + (isNamed ? ", and diesel.toml" : ""), of: "folder",
      strength: isNamed ? 3 : isCounted ? 1 : 2)
  }

  package func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    var found = NumberedMigrations<ByteOrdered>()
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
      try found.add(ByteOrdered(version)) {
        ToolMigration(
          identifier: name, key: version, path: folder.path(of: "\(name)/up.sql"),
          body: try twin.map { .unavailable(TwinVersions.obstacle(name, $0, version, title)) }
            ?? body(name, in: folder))
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

  private func body(_ name: String, in folder: FolderTree) throws -> ToolMigration.Body {
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

  package func rule(table: String?) -> any LedgerRule {
    DieselRule(name: table ?? DieselRule.tableName)
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
    return dashed(now) + (last.key.count == 18 ? "-0000" : "")
  }

  private func dashed(_ now: Timestamp) -> String {
    String(now.text.compactMap { $0 == ":" ? nil : $0 == " " ? "-" : $0 })
  }
}
