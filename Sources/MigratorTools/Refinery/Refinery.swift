package import MigratorEngine
import MigratorPlatform

extension MigrationFormat {
  /// refinery.
  public static let refinery: MigrationFormat = "refinery"
}

/// refinery: `V1__name.sql` and `U1__name.sql` in folders of any depth, with checksums in its ledger.
package struct Refinery: MigrationTool {
  package let format = MigrationFormat.refinery
  package let title = "refinery"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    LedgerEvidence(
      in: tables, columns: ["version", "name", "applied_on", "checksum"],
      named: RefineryLedger.tableName)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let names = folder.files.map { Paths.name(of: $0) }
    let count = names.count { (try? RefineryName($0)) != nil }
    let isNamed = folder.project("Cargo.toml", mentions: "refinery")
    let isMixed = names.contains(where: isFlyway)
    if !isNamed, isMixed { return nil }
    return FolderEvidence(
      count, "`V1__name.sql`" + (isNamed ? ", and Cargo.toml names refinery" : ""),
      strength: isNamed && !isMixed ? .certain : .likely)
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

  package func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    var names: [(path: String, name: RefineryName)] = []
    var found = NumberedFiles<Int64, RefineryFile>()
    for file in folder?.files ?? [] {
      do {
        if let name = try RefineryName(Paths.name(of: file)) { names.append((file, name)) }
      } catch {
        found.add(
          SourceProblem(
            .badName, path: folder?.path(of: file) ?? file,
            message: "refinery wants a whole number for a version, and finds \(error.text)",
            remedy: "Give the file another number."))
      }
    }
    for (file, name) in names {
      guard let folder else { continue }
      found.add(name.version) { () throws(SourceFailure) in
        try RefineryFile(file, name, in: folder)
      }
    }
    let files = try found.sorted(uniqueFor: title)
    // Versions of 64 bits are a feature of the crate that the whole project has or has not.
    let isWide =
      !files.isEmpty
      && (folder?.project("Cargo.toml", mentions: "int8-versions") ?? false
        || files.contains { $0.name.version > Int64(Int32.max) })
    return (
      files.map(\.migration),
      RefineryLedger(
        name: table ?? RefineryLedger.tableName, isWide: isWide, files: ToolFiles(files))
    )
  }

  package func notes(on folder: FolderTree) -> [String] {
    folder.notes(onFilesBeside: "V1__name.sql") { (try? RefineryName($0)) != nil }
  }

  package func newFiles(
    title: String, in folder: FolderTree, after existing: [ToolMigration], now: Timestamp
  ) -> [NewFile]? {
    let name = NextName.numbered(
      title: title, after: existing.map { String($0.identifier.dropFirst()) }, now: now,
      fallback: .number(digits: 1), separator: "__")
    // Beside the last one, where they stand in folders.
    let last = folder.files.last { file in
      existing.last.map { Paths.stem(of: Paths.name(of: file)) == $0.identifier } ?? false
    }
    let place = last.map { Paths.folder(of: $0) } ?? "."
    return [NewFile(path: Paths.join(place, "V\(name).sql"), text: "-- \(title)\n")]
  }
}
