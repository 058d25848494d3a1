import MigratorEngine

/// refinery: `V1__name.sql` and `U1__name.sql` in folders of any depth, with checksums in its ledger.
package struct Refinery: MigrationTool {
  package let format = MigrationFormat.refinery
  package let title = "refinery"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    LedgerEvidence(
      in: tables, columns: ["version", "name", "applied_on", "checksum"],
      named: RefineryRule.tableName)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let names = folder.files.map { FilePath.name(of: $0) }
    let count = names.count { (try? RefineryName($0)) != nil }
    let isNamed = folder.project("Cargo.toml", mentions: "refinery")
    let isMixed = names.contains(where: isFlyway)
    if !isNamed, isMixed { return nil }
    return FolderEvidence(
      count, "`V1__name.sql`" + (isNamed ? ", and Cargo.toml names refinery" : ""),
      strength: isNamed && !isMixed ? 3 : 2)
  }

  /// Names that Flyway alone has: repeatable, baseline, or of several numbers.
  private func isFlyway(_ name: String) -> Bool {
    guard name.hasSuffix(".sql"), let end = name.firstRange(of: "__")?.lowerBound else {
      return false
    }
    let version = name[..<end]
    return version == "R" || version.hasPrefix("B")
      || (version.hasPrefix("V") && version.contains { $0 == "." || $0 == "_" })
  }

  package func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    var files: [(path: String, name: RefineryName)] = []
    var found = NumberedMigrations<Int64>()
    for file in folder.files {
      do {
        if let name = try RefineryName(FilePath.name(of: file)) { files.append((file, name)) }
      } catch {
        found.add(
          SourceProblem(
            .badName, path: folder.path(of: file),
            message: "refinery wants a whole number for a version, and finds \(error.text)",
            remedy: "Give the file another number."))
      }
    }
    // Versions of 64 bits are a feature of the crate that the whole project has or has not.
    let isWide =
      folder.project("Cargo.toml", mentions: "int8-versions")
      || files.contains { $0.name.version > Int64(Int32.max) }
    for (file, name) in files {
      try found.add(name.version) { try migration(file, name, in: folder, isWide: isWide) }
    }
    return try found.sorted(uniqueFor: title)
  }

  private func migration(
    _ file: String, _ name: RefineryName, in folder: FolderTree, isWide: Bool
  ) throws -> ToolMigration {
    let path = folder.path(of: file)
    var facts: [String: DatabaseValue] = [
      RefineryRule.nameFact: DatabaseValue(storage: .string(name.name))
    ]
    if isWide { facts[RefineryRule.wideFact] = DatabaseValue(storage: .int64(1)) }
    if name.isUnversioned {
      facts[RefineryRule.unversionedFact] = DatabaseValue(storage: .int64(1))
    }
    guard !name.isCode else {
      return ToolMigration(
        identifier: name.stem, key: String(name.version), path: path,
        body: .unavailable(
          StepObstacle(
            "\(file) is Rust, which only the program it is compiled into can run.",
            remedy: "Start that program once, which runs it, then come back.")),
        facts: facts)
    }
    let text = try folder.text(of: file)
    let checksum = RefineryChecksum.text(
      name: name.name, version: name.version, isWide: isWide, sql: text)
    return ToolMigration(
      identifier: name.stem, key: String(name.version), path: path,
      body: try ToolMigration.Body(path: path, text: text),
      checksum: DatabaseValue(storage: .string(checksum)), facts: facts)
  }

  package func notes(on folder: FolderTree) -> [String] {
    folder.notes(onFilesBeside: "V1__name.sql") { (try? RefineryName($0)) != nil }
  }

  package func rule(table: String?) -> any LedgerRule { rule(table: table, for: []) }

  package func rule(table: String?, for migrations: [ToolMigration]) -> any LedgerRule {
    RefineryRule(
      name: table ?? RefineryRule.tableName,
      isWide: migrations.contains { $0.facts[RefineryRule.wideFact] != nil })
  }

  package func newFiles(
    title: String, in folder: FolderTree, after existing: [ToolMigration], now: Timestamp
  ) -> [NewFile]? {
    let name = NextName.numbered(
      title: title, after: existing.map { String($0.identifier.dropFirst()) }, now: now,
      fallback: .number(digits: 1), separator: "__")
    // Beside the last one, where they stand in folders.
    let last = folder.files.last { file in
      existing.last.map { FilePath.stem(of: FilePath.name(of: file)) == $0.identifier } ?? false
    }
    let place = last.map { FilePath.folder(of: $0) } ?? "."
    return [NewFile(path: FilePath.join(place, "V\(name).sql"), text: "-- \(title)\n")]
  }
}
