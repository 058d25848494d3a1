package import MigratorEngine

extension MigrationFormat {
  /// maragudk/migrate.
  public static let maragudk: MigrationFormat = "maragudk"
}

/// maragudk/migrate: `name.up.sql` in the order of the names, one row with the last name.
package struct Maragudk: MigrationTool {
  package let format = MigrationFormat.maragudk
  package let title = "maragudk/migrate"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    let names = tables.tables(withColumns: ["version"], preferring: MaragudkLedger.tableName)
    for name in names {
      guard let column = tables[name]?.first, column.type.lowercased() == "text", !column.isKey
      else { continue }
      let isNamed = SQLName(name) == SQLName(MaragudkLedger.tableName)
      // One column of that name is in many tables.
      guard isNamed || name.asciiLowercased.contains("migration") else { continue }
      return LedgerEvidence(
        table: name, words: "\(name)(version text)", strength: isNamed ? .likely : .shared)
    }
    return nil
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let count = folder.ownFiles.count { Self.version(of: $0) != nil }
    let isNamed = folder.project(
      "go.mod", mentions: "maragudk/migrate", "maragu.dev/migrate")
    return FolderEvidence(
      count, "`name.up.sql`" + (isNamed ? ", and go.mod names maragudk/migrate" : ""),
      strength: isNamed ? .likely : .shared)
  }

  package func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    let migrations = try folder.map { try self.migrations(in: $0) } ?? []
    return (
      migrations,
      MaragudkLedger(
        name: table ?? MaragudkLedger.tableName, identifiers: migrations.map(\.identifier))
    )
  }

  private func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    var found = NumberedFiles<ByteOrdered, Versioned<String>>()
    // The files are run in the order of their names, and compared by their versions.
    var highest: String?
    for file in folder.ownFiles {
      guard let version = Self.version(of: file) else { continue }
      let before = highest.flatMap { ByteOrdered(version) <= ByteOrdered($0) ? $0 : nil }
      if before == nil { highest = version }
      found.add(ByteOrdered(file)) { () throws(SourceFailure) in
        let path = folder.path(of: file)
        let body = try ToolMigration.Body(path: path, text: folder.text(of: file))
        return Versioned(
          version: version,
          migration: ToolMigration(
            identifier: version, path: path,
            body: before.map { .unavailable(Self.obstacle(file, $0)) } ?? body))
      }
    }
    return try found.sorted(uniqueFor: title).map(\.migration)
  }

  private static func obstacle(_ file: String, _ before: String) -> StepObstacle {
    StepObstacle(
      "\(file) comes after \(before), but its version does not: maragudk/migrate would take it for "
        + "applied as soon as \(before) is.",
      remedy: "Give one of them a name that sorts as the other files do.")
  }

  /// The name before `.up.sql`; the dots stand for any character, as the tool has them.
  ///
  /// Source: maragudk/migrate `migrate.go`, `^([\w-]+).up.sql$`.
  static func version(of file: String) -> String? {
    let scalars = Array(file.unicodeScalars)
    guard scalars.count > 7 else { return nil }
    let suffix = scalars.suffix(7).map { Character($0) }
    guard suffix[1] == "u", suffix[2] == "p", suffix[4] == "s", suffix[5] == "q", suffix[6] == "l",
      suffix[0] != "\n", suffix[3] != "\n"
    else { return nil }
    let name = scalars.dropLast(7)
    guard
      name.allSatisfy({
        $0.isASCII
          && ($0.properties.isAlphabetic || ("0"..."9").contains($0)
            || "_-".unicodeScalars.contains($0))
      })
    else { return nil }
    return String(String.UnicodeScalarView(name))
  }

  package func notes(on folder: FolderTree) -> [String] {
    folder.notes(onFilesBeside: "name.up.sql") {
      Self.version(of: $0) != nil || $0.hasSuffix(".down.sql")
    } + ["what the program itself does before or after a migration is not seen, and not done"]
  }

  package func newFiles(
    title: String, in folder: FolderTree, after existing: [ToolMigration], now: Timestamp
  ) -> [NewFile]? {
    let last = existing.last?.identifier ?? ""
    let rest = last.drop { $0.isASCII && $0.isNumber }
    let separator = rest.first == "_" ? "_" : "-"
    let number =
      existing.isEmpty
      ? String(now.nanoseconds / 1_000_000_000)
      : NextName.number(after: existing.map(\.identifier), now: now, fallback: .timestamp)
    let words = title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let slug = words.isEmpty ? "migration" : words.joined(separator: separator)
    let name = number + separator + slug
    let hasDown = existing.isEmpty || folder.ownFiles.contains { $0.hasSuffix(".down.sql") }
    return (hasDown ? ["up", "down"] : ["up"]).map {
      NewFile(path: "\(name).\($0).sql", text: "-- \(title)\n")
    }
  }
}
